/**
 * Text that a spreadsheet would take for a formula gets an apostrophe before it. White space before the sign does not
 * help: some programs ignore it.
 */
const withoutFormula = (value: string): string =>
  /^\s*[=+\-@＝＋－＠]|^[\t\r]/.test(value) ? `'${value}` : value

/** The field is as in RFC 4180 and safe to open in a spreadsheet. */
export function csvCell(value: string | number | null): string {
  if (typeof value === 'number') return String(value)
  const safe = withoutFormula(value ?? '')
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A cell of a tab-separated table cannot hold tabs or line breaks. */
export const tableCell = (value: string | number | null): string =>
  typeof value === 'number' ? String(value) : withoutFormula(value ?? '').replace(/[\t\r\n]+/g, ' ')
