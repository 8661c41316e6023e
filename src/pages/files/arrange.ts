import { compareNatural } from '#src/lib/names.ts'
import type { FileRow } from '#src/queries/files.ts'
import type { Listing } from '#src/queries/listing.ts'
import type { Sort } from '#src/ui/RowList.tsx'

/** Whether a name holds what is searched, whatever its case and however its letters are composed. */
export function nameFilter(search: string): (row: FileRow) => boolean {
  const needle = search.trim().normalize('NFC').toLowerCase()
  if (needle === '') return () => true
  return (row) => row.name.normalize('NFC').toLowerCase().includes(needle)
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
    return sign * text(a.name, b.name)
  }
  return (a, b) => Number(b.isFolder) - Number(a.isFolder) || within(a, b)
}

/**
 * Whether the service listed this folder by name, and which way. The list does not keep the folder's view, so it is
 * read off the rows; which letters come first differs between services, hence with and without case.
 */
export function listedByName(listing: Listing<FileRow>): Sort['direction'] | null {
  let possible = ['asc', 'desc', 'ASC', 'DESC']
  let before: FileRow | undefined
  for (const slot of listing.order) {
    const row = listing.at(slot)
    if (row && before && before.isFolder === row.isFolder) {
      const [a, b] = [before.name, row.name]
      const [lowA, lowB] = [a.toLowerCase(), b.toLowerCase()]
      possible = possible.filter((way) => {
        if (way === 'asc') return a <= b
        if (way === 'desc') return a >= b
        return way === 'ASC' ? lowA <= lowB : lowA >= lowB
      })
      if (possible.length === 0) return null
    }
    before = row
  }
  return possible[0]?.toLowerCase() === 'desc' ? 'desc' : 'asc'
}
