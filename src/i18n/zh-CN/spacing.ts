/** Between Chinese words: with a space where it begins or ends with a Latin letter or a digit, isolated or not (U+2068). */
export const spacedForChinese = (text: string): string =>
  text.replace(/^(?=\u2068?[!-~])/, ' ').replace(/(?<=[!-~]\u2069?)$/, ' ')
