/** Between Chinese words: with a space where it begins or ends with a Latin letter or a digit. */
export const spaced = (text: string): string =>
  text.replace(/^(?=[!-~])/, ' ').replace(/(?<=[!-~])$/, ' ')
