import type { Messages } from '#src/i18n/messages.ts'
import { linkOf, type ShareRow } from '#src/lists/share-row.ts'

export type LinkFormat = 'lines' | 'markdown' | 'csv'

/** Escapes Markdown syntax and line breaks in a name. */
const forMarkdown = (name: string): string =>
  name.replace(/[\r\n]+/g, ' ').replace(/[\\`*_{}[\]()#+\-.!|<>~]/g, '\\$&')

/** One CSV field; a leading character that a spreadsheet would take for a formula is escaped. */
function forCsv(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Links as text, without passwords. */
export function linksAsText(rows: readonly ShareRow[], format: LinkFormat): string {
  if (format === 'markdown')
    return rows.map((row) => `- [${forMarkdown(row.name)}](<${linkOf(row)}>)`).join('\n')
  if (format === 'csv')
    return ['name,url', ...rows.map((row) => `${forCsv(row.name)},${forCsv(linkOf(row))}`)].join(
      '\r\n',
    )
  return rows.map(linkOf).join('\n')
}

/** What "Copy with password" puts on the clipboard: link, password and expiry of each. */
export function linksWithPasswords(
  rows: readonly ShareRow[],
  t: Messages,
  language: string,
): string {
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' })
  return rows
    .map((row) =>
      t.shareDetails.linkWithPassword({
        link: linkOf(row),
        password: row.password,
        expires: row.expires === null ? null : date.format(row.expires),
      }),
    )
    .join('\n\n')
}
