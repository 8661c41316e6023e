/**
 * Text that a spreadsheet would take for a formula, with an apostrophe before it. White space before the sign does not
 * help: some programs ignore it.
 */
const withoutFormula = (value: string): string =>
  /^\s*[=+\-@＝＋－＠]|^[\t\r]/.test(value) ? `'${value}` : value

/** One field of CSV (RFC 4180), safe to open in a spreadsheet. */
export function csvCell(value: string | number | null): string {
  if (typeof value === 'number') return String(value)
  const safe = withoutFormula(value ?? '')
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One cell of a tab-separated table: it cannot hold tabs or line breaks. */
export const tsvCell = (value: string | number | null): string =>
  typeof value === 'number' ? String(value) : withoutFormula(value ?? '').replace(/[\t\r\n]+/g, ' ')
