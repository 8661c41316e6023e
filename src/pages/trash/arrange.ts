import { InvalidUriError, parseUri } from '#src/contract/uri.ts'
import { compareNatural, type FileKind, kindOfName } from '#src/lib/names.ts'
import { textSearch } from '#src/lib/text-search.ts'
import type { FileRow } from '#src/queries/files.ts'
import type { Sort } from '#src/ui/RowList.tsx'
import type { TrashUrl } from './url.ts'

// A sort asks for the same address many times over; rows are replaced, never changed.
const origins = new WeakMap<FileRow, readonly string[] | null>()

/** Names of the folders that held the item, root first and empty for the root; null when that is not known. */
export function originOf(row: FileRow): readonly string[] | null {
  let origin = origins.get(row)
  if (origin === undefined) origins.set(row, (origin = foldersOf(row.origin)))
  return origin
}

function foldersOf(uri: string | null): readonly string[] | null {
  if (uri === null) return null
  try {
    const { segments } = parseUri(uri)
    return segments.length === 0 ? null : segments.slice(0, -1)
  } catch (error) {
    if (error instanceof InvalidUriError) return null
    throw error
  }
}

/** What the address wants to be seen. The search looks at name and original path, however letters are composed. */
export function trashFilter(url: TrashUrl, home: string, now: number): (row: FileRow) => boolean {
  const { isSoon, kind, origin, together } = url
  const matches = textSearch(url.search)
  const tests: ((row: FileRow) => boolean)[] = []
  if (isSoon) tests.push((row) => isLeavingSoon(row, now))
  if (together) {
    tests.push(({ updatedAt }) => updatedAt >= together.from && updatedAt <= together.to)
  }
  if (kind) tests.push((row) => kindOf(row) === kind)
  if (origin) {
    tests.push((row) => row.originFolder === origin)
  }
  if (matches) {
    // Very many rows come from few folders.
    const folders = new Map<string | null, boolean>()
    const isFromThere = (row: FileRow): boolean => {
      let isFound = folders.get(row.originFolder)
      if (isFound === undefined) {
        isFound = matches(originText(row, home) ?? '')
        folders.set(row.originFolder, isFound)
      }
      return isFound
    }
    tests.push((row) => matches(row.name) || isFromThere(row))
  }
  return (row) => tests.every((test) => test(row))
}

export const kindOf = (row: FileRow): FileKind => kindOfName(row.name, row.isFolder)

/** "Finance / 2026", for searching and sorting; the names are raw. */
function originText(row: FileRow, home: string): string | null {
  const origin = originOf(row)
  return origin && (origin.length === 0 ? home : origin.join(' / '))
}

const day = 24 * 60 * 60_000

/** Whole days until the item is collected, a begun one counted; null when it is kept. */
export const daysLeft = (row: FileRow, now: number): number | null =>
  row.collectedAt === null ? null : Math.max(0, Math.ceil((row.collectedAt - now) / day))

/** From here down the days that are left are said in words and in amber. */
const soon = 3
export const isFewDays = (days: number): boolean => days <= soon

export const isLeavingSoon = ({ collectedAt }: FileRow, now: number): boolean =>
  collectedAt !== null && collectedAt - now <= soon * day

/** How rows are ordered: what is not known comes last. */
export function trashOrder(
  { by, direction }: Sort,
  language: string,
  home: string,
): (a: FileRow, b: FileRow) => number {
  const sign = direction === 'asc' ? 1 : -1
  const text = compareNatural(language)
  const optional = <T>(a: T | null, b: T | null, compare: (a: T, b: T) => number): number =>
    a === null || b === null ? Number(a === null) - Number(b === null) : sign * compare(a, b)
  switch (by) {
    case 'name':
      return (a, b) => sign * text(a.name, b.name)
    case 'origin':
      return (a, b) => optional(originText(a, home), originText(b, home), text)
    case 'daysLeft':
      return (a, b) => optional(a.collectedAt, b.collectedAt, (one, other) => one - other)
    case 'size':
      return (a, b) => sign * (a.size - b.size)
    default:
      // The service lists folders before files: its own order is not that of time alone.
      return (a, b) => sign * (a.updatedAt - b.updatedAt)
  }
}
