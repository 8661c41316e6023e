import type { Messages } from '#src/i18n/messages.ts'
import { formatDateTime } from '#src/lib/time.ts'
import { linkUrlOf, type LinkRow } from '#src/lists/rows/link-row.ts'
import { csvCell, tsvCell } from '#src/pages/shares/export/text-cells.ts'

export type LinkTextFormat = 'lines' | 'markdown' | 'csv' | 'table'

/** Escapes Markdown syntax and line breaks in a name. */
const forMarkdown = (name: string): string =>
  name.replace(/[\r\n]+/g, ' ').replace(/[\\`*_{}[\]()#+\-.!|<>~]/g, '\\$&')

const passwordOf = (row: LinkRow): string => row.password ?? ''

/** Links as text; passwords only when they are asked for. */
export function linksAsText(
  rows: readonly LinkRow[],
  format: LinkTextFormat,
  t: Messages,
  withPasswords = false,
): string {
  const link = t.files.link
  const password = t.linkDetails.password
  switch (format) {
    case 'lines':
      return rows.map(linkUrlOf).join('\n')
    case 'markdown':
      return rows
        .map((row) => {
          const secret =
            withPasswords && row.password
              ? ` (${t.common.labelled(password, forMarkdown(row.password))})`
              : ''
          return `- [${forMarkdown(row.name)}](<${linkUrlOf(row)}>)${secret}`
        })
        .join('\n')
    case 'csv':
    case 'table': {
      const [cell, separator, lineEnd] =
        format === 'csv' ? ([csvCell, ',', '\r\n'] as const) : ([tsvCell, '\t', '\n'] as const)
      const head =
        format === 'csv' ? ['name', 'url', 'password'] : [t.links.columns.name, link, password]
      const lines = [head, ...rows.map((row) => [row.name, linkUrlOf(row), passwordOf(row)])]
      return lines
        .map((values) =>
          values
            .slice(0, withPasswords ? 3 : 2)
            .map(cell)
            .join(separator),
        )
        .join(lineEnd)
    }
  }
}

/** "Copy with password" puts it on the clipboard: link, password and expiry of each. */
export function linksAsMessageText(rows: readonly LinkRow[], t: Messages, locale: string): string {
  return rows
    .map((row) =>
      t.linkDetails.linkWithPassword({
        link: linkUrlOf(row),
        password: row.password,
        expires: row.expires === null ? null : formatDateTime(row.expires, locale),
      }),
    )
    .join('\n\n')
}
