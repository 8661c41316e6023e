/** What separates the fields: the one that the first line has most of, outside of quotes. */
function separatorOf(text: string): string {
  const [line = ''] = text.replace(/"(?:[^"]|"")*"/g, '').split(/\r?\n/, 1)
  const count = (separator: string) => line.split(separator).length
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] as string
}

/**
 * The first `maxRows` records of a text with separated values (RFC 4180, and with semicolons or tabs), and how many
 * there are in all. Empty lines are no records; a field with a quote that does not end it is taken as it is written. Of a
 * text that is only the beginning of another, the last record is left out unless it is known to be whole.
 */
export function parseFirstCsvRows(
  text: string,
  maxRows: number,
  isPart = false,
): { rows: string[][]; total: number } {
  const plain = text.replace(/^\ufeff/, '')
  const separator = separatorOf(plain)
  const field = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^${separator}\\r\\n]*))(${separator}|\\r\\n|\\n|\\r|$)`,
    'gy',
  )
  const closedQuote = /"(?:[^"]|"")*"(?!")/y
  const isCutQuote = (at: number): boolean => {
    closedQuote.lastIndex = at
    return plain[at] === '"' && !closedQuote.test(plain)
  }
  const rows: string[][] = []
  let total = 0
  let row: string[] = []
  while (field.lastIndex < plain.length) {
    const found = field.exec(plain)
    if (!found) break
    const [, quoted, bare = '', end] = found
    if (isPart && (end === '' || (quoted === undefined && isCutQuote(found.index)))) break
    row.push(quoted?.replaceAll('""', '"') ?? bare)
    if (end === separator && field.lastIndex < plain.length) continue
    if (row.some((value) => value !== '')) {
      total++
      if (rows.length < maxRows) rows.push(row)
    }
    row = []
  }
  return { rows, total }
}
