import { linkOf, type ShareRow } from '#src/queries/share-list.ts'

export type LinkFormat = 'lines' | 'markdown' | 'csv'

/** Keeps Markdown from reading a name as its own signs, and a line break from ending the line. */
const forMarkdown = (name: string): string =>
  name.replace(/[\r\n]+/g, ' ').replace(/[\\`*_{}[\]()#+\-.!|<>~]/g, '\\$&')

/** One field of a CSV; a leading sign that a spreadsheet would read as a formula is defused. */
function forCsv(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Several links as text, passwords left out. */
export function linksAsText(rows: readonly ShareRow[], format: LinkFormat): string {
  if (format === 'markdown')
    return rows.map((row) => `- [${forMarkdown(row.name)}](<${linkOf(row)}>)`).join('\n')
  if (format === 'csv')
    return ['name,url', ...rows.map((row) => `${forCsv(row.name)},${forCsv(linkOf(row))}`)].join(
      '\r\n',
    )
  return rows.map(linkOf).join('\n')
}
