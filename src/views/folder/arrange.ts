import { compareNatural } from '#src/lib/names.ts'
import { textSearch } from '#src/lib/text-search.ts'
import type { FileRow } from '#src/queries/files.ts'
import type { Sort } from '#src/ui/RowList.tsx'

/** Whether a name holds what is searched, whatever its case and however its letters are composed. */
export function nameFilter(search: string): (row: FileRow) => boolean {
  const matches = textSearch(search)
  return ({ name }) => matches === null || matches(name)
}

/** Folders before files in either direction, as the service has them too. */
export function fileOrder(
  { by, direction }: Sort,
  language: string,
): (a: FileRow, b: FileRow) => number {
  const sign = direction === 'asc' ? 1 : -1
  const text = compareNatural(language)
  const within = (a: FileRow, b: FileRow): number => {
    if (by === 'size') return sign * (a.size - b.size)
    if (by === 'modified') return sign * (a.updatedAt - b.updatedAt)
    if (by === 'created') return sign * (a.createdAt - b.createdAt)
    return sign * text(a.name, b.name)
  }
  return (a, b) => Number(b.isFolder) - Number(a.isFolder) || within(a, b)
}
