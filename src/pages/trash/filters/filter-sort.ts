import { InvalidUriError, isRootUriAsText, parseUri } from '#src/contract/uri.ts'
import { type FileKind, kindOfName } from '#src/lib/names/file-kind.ts'
import { createNaturalCompare } from '#src/lib/names/natural-order.ts'
import { createSubstringMatcher } from '#src/lib/names/text-search.ts'
import { dayMs, nowAllowingClockSkew } from '#src/lib/time.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { TimeRange, TrashUrl } from '#src/pages/trash/url.ts'
import type { Sort } from '#src/ui/list/columns.ts'

/** Names of the original folders from the root down; empty for the root, null when not known. */
export const originalFolderNamesOf = ({ origin }: FileRow): readonly string[] | null =>
  foldersOf(origin)

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

/**
 * The test tells whether a row matches the URL. Search looks at name and original path and ignores Unicode composition.
 */
export function createTrashFilter(
  url: TrashUrl,
  home: string,
  now: number,
): (row: FileRow) => boolean {
  const { isSoon, kind, origin, together } = url
  const matches = createSubstringMatcher(url.search)
  const tests: ((row: FileRow) => boolean)[] = []
  if (isSoon) tests.push((row) => isDeletedSoon(row, now))
  if (together) {
    tests.push(({ updatedAt }) => updatedAt >= together.from && updatedAt <= together.to)
  }
  if (kind) tests.push((row) => fileKindOfRow(row) === kind)
  if (origin) {
    const takesBelow = !isRootUriAsText(origin)
    tests.push(
      ({ originFolder }) =>
        originFolder === origin || (takesBelow && !!originFolder?.startsWith(`${origin}/`)),
    )
  }
  if (matches) {
    const pathTextOf = originalPathTexts(home)
    const folders = new Map<string | null, boolean>()
    const isFromThere = (row: FileRow): boolean => {
      let isFound = folders.get(row.originFolder)
      if (isFound === undefined) {
        isFound = matches(pathTextOf(row) ?? '')
        folders.set(row.originFolder, isFound)
      }
      return isFound
    }
    tests.push((row) => matches(row.name) || isFromThere(row))
  }
  return (row) => tests.every((test) => test(row))
}

/** The filter shows of the root only what was in no folder: below it is everything. */
export const fileKindOfRow = (row: FileRow): FileKind => kindOfName(row.name, row.isFolder)

/**
 * The original path as text, such as "Finance / 2026", for search and sort; names are unescaped. Many rows share few
 * folders, and a sort asks for each of them many times.
 */
function originalPathTexts(home: string): (row: FileRow) => string | null {
  const texts = new Map<string | null, string | null>()
  return (row) => {
    const known = texts.get(row.originFolder)
    if (known !== undefined) return known
    const path = originalFolderNamesOf(row)
    const text = path && (path.length === 0 ? home : path.join(' / '))
    texts.set(row.originFolder, text)
    return text
  }
}

/** Whole days until the item is deleted permanently, rounded up; null when it is kept. */
export const daysLeft = ({ collectedAt, updatedAt }: FileRow, now: number): number | null =>
  collectedAt === null
    ? null
    : Math.max(0, Math.ceil((collectedAt - nowAllowingClockSkew(updatedAt, now)) / dayMs))

/** Up to this many days left are shown in words and in amber. */
const soon = 3
export const hasFewDaysLeft = (days: number): boolean => days <= soon

/** Time in ms since 1970 up to which an item counts as deleted permanently soon. */
export const deletedSoonCutoff = (now: number): number => now + soon * dayMs

const isDeletedSoon = ({ collectedAt }: FileRow, now: number): boolean =>
  collectedAt !== null && collectedAt <= deletedSoonCutoff(now)

/** Compares rows; unknown values come last. By time, those of the deletion `together` are in the order of folders. */
export function createTrashItemCompare(
  { by, direction }: Sort,
  language: string,
  home: string,
  together: TimeRange | null,
): (a: FileRow, b: FileRow) => number {
  const sign = direction === 'asc' ? 1 : -1
  const text = createNaturalCompare(language)
  const pathTextOf = originalPathTexts(home)
  const optional = <T>(a: T | null, b: T | null, compare: (a: T, b: T) => number): number =>
    a === null || b === null ? Number(a === null) - Number(b === null) : sign * compare(a, b)
  switch (by) {
    case 'name':
      return (a, b) => sign * text(a.name, b.name)
    case 'origin':
      return (a, b) => optional(pathTextOf(a), pathTextOf(b), text)
    case 'daysLeft':
      return (a, b) => optional(a.collectedAt, b.collectedAt, (one, other) => one - other)
    case 'size':
      return (a, b) => sign * (a.size - b.size)
    default:
      // The service lists folders first, so its order is not by time alone.
      return (a, b) =>
        sign * (timeIn(together, a) - timeIn(together, b)) ||
        Number(b.isFolder) - Number(a.isFolder) ||
        (together ? text(a.name, b.name) : 0)
  }
}

/** When a row was deleted, the same for all of a deletion. */
const timeIn = (together: TimeRange | null, { updatedAt }: FileRow): number =>
  together && updatedAt >= together.from && updatedAt <= together.to ? together.to : updatedAt
