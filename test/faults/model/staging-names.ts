/* The names of folders in which items get other names on their way. */

export const restoreFolder = 'Being restored'
export const copyFolder = 'Being copied'

/** The app names its folders by the time. */
const stagingName = /^(?:Being (?:restored|copied) |(?:Restored|Copies) \d{4}-)/

export const isStagingName = (name: string): boolean => stagingName.test(name)
