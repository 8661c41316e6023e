import { createNaturalCompare } from '#src/lib/names/natural-order.ts'
import { createSubstringMatcher, foldText } from '#src/lib/names/text-search.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { Sort } from '#src/ui/list/columns.ts'

/** Whether a name contains the search text, ignoring case and Unicode composition. */
export function createNameMatcher(search: string): (row: FileRow) => boolean {
  const matches = createSubstringMatcher(search)
  return ({ name }) => matches === null || matches(name)
}

/** The rows that match a search, those first whose names begin with it: they are more likely what is meant. */
export function beginningFirst(rows: FileRow[], search: string): FileRow[] {
  const text = foldText(search.trim())
  if (text === '') return rows
  const begin: FileRow[] = []
  const contain: FileRow[] = []
  for (const row of rows) (foldText(row.name).startsWith(text) ? begin : contain).push(row)
  return begin.concat(contain)
}

/** Compares rows; folders come before files in both directions, as on the service. */
export function createFileCompare(
  { by, direction }: Sort,
  language: string,
): (a: FileRow, b: FileRow) => number {
  const sign = direction === 'asc' ? 1 : -1
  const text = createNaturalCompare(language)
  const within = (a: FileRow, b: FileRow): number => {
    if (by === 'size') return sign * (a.size - b.size)
    if (by === 'modified') return sign * (a.updatedAt - b.updatedAt)
    if (by === 'created') return sign * (a.createdAt - b.createdAt)
    return sign * text(a.name, b.name)
  }
  return (a, b) => Number(b.isFolder) - Number(a.isFolder) || within(a, b)
}
