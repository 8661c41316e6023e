/** The app names the folders in which items get other names on their way by the time. */
const stagingName = /^(?:Restored|Copies) \d{4}-/

export const isStagingName = (name: string): boolean => stagingName.test(name)
