/** Between Chinese words: with a space where it begins or ends with a Latin letter or a digit. */
export const spacedForChinese = (text: string): string =>
  text.replace(/^(?=[!-~])/, ' ').replace(/(?<=[!-~])$/, ' ')
