import { createAccessFormatter, type PeopleLookup } from '#src/features/links/access/access.ts'
import { downloadLimitOf } from '#src/features/links/limits/link-limits.ts'
import { fileKindOfLink } from '#src/features/links/link-kind.ts'
import { linkState } from '#src/features/links/state/link-state.ts'
import type { Messages } from '#src/i18n/messages.ts'
import { createYielder } from '#src/lib/concurrency/yield-to-main.ts'
import { linkUrlOf, type LinkRow } from '#src/lists/rows/link-row.ts'
import { type FolderPaths, formatFolderPath } from '#src/pages/shares/folders/use-folder-paths.ts'
import { csvCell, tsvCell } from './text-cells.ts'

export const exportColumns = [
  'name',
  'kind',
  'folder',
  'link',
  'state',
  'visits',
  'downloads',
  'limit',
  'expires',
  'access',
  'created',
  'password',
] as const
export type ExportColumn = (typeof exportColumns)[number]

export type ExportFormat = 'csv' | 'json' | 'table'

export type ExportOptions = {
  readonly format: ExportFormat
  readonly columns: readonly ExportColumn[]
  /** What the columns are called. */
  readonly heads: Readonly<Record<ExportColumn, string>>
  /** A byte order mark, by which Excel recognises UTF-8. CSV only. */
  readonly hasBom: boolean
  /** ms since 1970; states depend on it. */
  readonly now: number
  readonly people: PeopleLookup
  readonly pathOf: FolderPaths['pathOf']
}

type Value = string | number | null

const isoTime = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString()

/** The value of a column. Times are in ISO 8601, numbers without grouping. */
function valueOf(
  row: LinkRow,
  column: ExportColumn,
  { now, pathOf }: Pick<ExportOptions, 'now' | 'pathOf'>,
  accessOf: (row: LinkRow) => string,
  t: Messages,
): Value {
  switch (column) {
    case 'name':
      return row.name
    case 'kind':
      return t.kinds[fileKindOfLink(row)]
    case 'folder': {
      const path = pathOf(row)
      return path === undefined ? null : formatFolderPath(path, t)
    }
    case 'link':
      return linkUrlOf(row)
    case 'state':
      return t.links.states[linkState(row, now)]
    case 'visits':
      return row.visited
    case 'downloads':
      return row.downloaded
    case 'limit':
      return downloadLimitOf(row)
    case 'expires':
      return isoTime(row.expires)
    case 'access':
      return accessOf(row)
    case 'created':
      return isoTime(row.createdAt)
    case 'password':
      return row.password
  }
}

/** Rows that are written between two checks of the time. */
const rowsPerTimeCheck = 64

/**
 * Hands links as text to `write`, in parts of a few rows; other work gets its turn in between. A part is one flat string:
 * joining or encoding all of a long text later would block the page.
 */
export async function writeLinksExport(
  rows: Iterable<LinkRow>,
  { format, columns, heads, hasBom, people, ...known }: ExportOptions,
  t: Messages,
  write: (part: string) => void,
): Promise<void> {
  const cell = format === 'table' ? tsvCell : csvCell
  const separator = format === 'table' ? '\t' : ','
  const lineEnd = format === 'table' ? '\n' : '\r\n'
  const line = (values: readonly Value[]) => values.map(cell).join(separator) + lineEnd
  const textOf = createAccessFormatter(t, people)
  const isJson = format === 'json'
  const head = isJson ? '[' : line(columns.map((column) => heads[column]))
  write((hasBom && format === 'csv' ? '\ufeff' : '') + head)
  const { isDue, yieldToMain } = createYielder()
  let lines: string[] = []
  let count = 0
  for (const row of rows) {
    const values = columns.map((column) => valueOf(row, column, known, textOf, t))
    lines.push(
      isJson
        ? `${count > 0 ? ',' : ''}\n${JSON.stringify(Object.fromEntries(columns.map((column, index) => [column, values[index]])))}`
        : line(values),
    )
    if (++count % rowsPerTimeCheck !== 0 || !isDue()) continue
    write(lines.join(''))
    lines = []
    await yieldToMain()
  }
  write(isJson ? `${lines.join('')}\n]\n` : lines.join(''))
}
