const plainText = /^[\0-\x7f]*$/

/**
 * Whether a text holds what is searched, whatever its case and however its letters are composed; null where nothing is
 * searched. Made to be asked about 100,000 texts: a plain search neither composes them nor
 * makes others of them.
 */
export function textSearch(search: string): ((text: string) => boolean) | null {
  const needle = search.trim().normalize('NFC').toLowerCase()
  if (needle === '') return null
  if (plainText.test(needle)) {
    const pattern = new RegExp(needle.replace(/\W/g, '\\$&'), 'i')
    return (text) => pattern.test(text)
  }
  return (text) => text.normalize('NFC').toLowerCase().includes(needle)
}
