import { folderAndAncestors, isRootUriAsText, parentUriAsText } from '#src/contract/uri.ts'
import { growArray } from '#src/lib/grow-array.ts'
import type { FileKind } from '#src/lib/names/file-kind.ts'
import { minuteMs } from '#src/lib/time.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import { createListValueAccessor, memoizePerList } from '#src/lists/per-list-values.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { TimeRange } from '#src/pages/trash/url.ts'
import { fileKindOfRow, deletedSoonCutoff } from './filter-sort.ts'

/** The service deletes the items of one request with at most this gap between them, in ms. */
const maxGapMs = 100
/** Some services tell times in whole seconds. */
const secondMs = 1_000
/** A deletion is sent in requests of so many items, with at most this gap between two of them. */
const itemsPerRequest = 100
const maxGapOfRequestsMs = 2_000

export type MultiItemDeletionRange = TimeRange & { readonly count: number }

type Origin = { readonly folder: string; readonly count: number }

export type FilterOptions = {
  readonly soon: number
  readonly kinds: ReadonlyMap<FileKind, number>
  /** Original folders with the number of items that the filter by each of them shows, the largest first. */
  readonly origins: readonly Origin[]
  /** Deletions of several items, newest first. */
  readonly groups: readonly MultiItemDeletionRange[]
  readonly deletions: DeletionRanges
}

/** Every deletion, of single items too, the oldest first. The service gives it no id: time and place tell one from the next. */
export type DeletionRanges = {
  readonly ranges: readonly TimeRange[]
  /** By row index, the index of its deletion. */
  readonly ofRow: Uint32Array
}

/** Gives each of few values a number, in the order in which they are met. */
class Numbering<T> {
  readonly values: T[] = []
  readonly #numbers = new Map<T, number>()

  numberOf(value: T): number {
    const known = this.#numbers.get(value)
    if (known !== undefined) return known
    this.#numbers.set(value, this.values.length)
    return this.values.push(value) - 1
  }
}

/**
 * Counts the filter options of a long trash, several times a second during loads and jobs. What counts of a row is kept
 * as numbers by row index and read again only when the row of the row index has changed.
 */
class FilterOptionsCounter {
  readonly #kindNames = new Numbering<FileKind>()
  readonly #folderNames = new Numbering<string | null>()
  /** By row index, the stamp of the row that was read, and the numbers of its kind and folder. */
  #stamps = new Uint32Array()
  #kinds = new Uint32Array()
  #folders = new Uint32Array()
  /** By row index, in ms since 1970: when the row was deleted, and when it will be for good, or infinity. */
  readonly #times: number[] = []
  readonly #ends: number[] = []
  /** All row indexes that were read, those that were deleted first in front. */
  #byTime = new Uint32Array()

  read(list: PagedList<FileRow>, now: number): FilterOptions {
    this.#readChanged(list)
    let soon = 0
    const until = deletedSoonCutoff(now)
    const kindCounts = new Uint32Array(this.#kindNames.values.length)
    const folderCounts = new Uint32Array(this.#folderNames.values.length)
    for (const rowIndex of list.order) {
      if ((this.#ends[rowIndex] as number) <= until) soon++
      increment(kindCounts, this.#kinds[rowIndex] as number)
      increment(folderCounts, this.#folders[rowIndex] as number)
    }
    const countOf = <T>({ values }: Numbering<T>, counts: Uint32Array) =>
      values
        .map((value, at) => [value, counts[at] as number] as const)
        .filter(([, count]) => count > 0)
    const origins = originsOf(countOf(this.#folderNames, folderCounts))
    const kinds = new Map(countOf(this.#kindNames, kindCounts))
    const deletions = this.#deletions(list)
    return { soon, kinds, origins, groups: groupsOf(deletions, list), deletions }
  }

  #readChanged(list: PagedList<FileRow>): void {
    const { order, stamps } = list
    if (this.#stamps.length < stamps.length) {
      this.#stamps = growArray(this.#stamps, stamps.length)
      this.#kinds = growArray(this.#kinds, stamps.length)
      this.#folders = growArray(this.#folders, stamps.length)
    }
    const changed = order.filter((rowIndex) => stamps[rowIndex] !== this.#stamps[rowIndex])
    if (changed.length === 0) return
    const wereRead = changed.some((rowIndex) => this.#stamps[rowIndex] !== 0)
    const others = wereRead
      ? this.#byTime.filter((rowIndex) => stamps[rowIndex] === this.#stamps[rowIndex])
      : this.#byTime
    for (const rowIndex of changed) {
      const row = list.at(rowIndex)
      if (!row) continue
      this.#stamps[rowIndex] = stamps[rowIndex] as number
      this.#kinds[rowIndex] = this.#kindNames.numberOf(fileKindOfRow(row))
      this.#folders[rowIndex] = this.#folderNames.numberOf(row.originFolder)
      this.#times[rowIndex] = row.updatedAt
      this.#ends[rowIndex] = row.collectedAt ?? Infinity
    }
    const timeOf = (rowIndex: number) => this.#times[rowIndex] as number
    this.#byTime = mergeSorted(
      others,
      changed.sort((one, other) => timeOf(one) - timeOf(other)),
      timeOf,
    )
  }

  #deletions({ stamps }: PagedList<FileRow>): DeletionRanges {
    const ranges: { from: number; to: number }[] = []
    const ofRow = new Uint32Array(stamps.length)
    let last: { from: number; to: number } | undefined
    let [count, folder] = [0, 0]
    for (const rowIndex of this.#byTime) {
      if (stamps[rowIndex] === 0) continue
      const time = this.#times[rowIndex] as number
      const isThere = this.#folders[rowIndex] === folder
      if (last && time - last.to <= maxGap(last.to, time, isThere, count)) {
        last.to = time
        count++
      } else {
        ranges.push((last = { from: time, to: time }))
        count = 1
      }
      folder = this.#folders[rowIndex] as number
      ofRow[rowIndex] = ranges.length - 1
    }
    return { ranges, ofRow }
  }
}

/**
 * Counts what was in each folder or below it; of the root only what was in no folder. A folder that has nothing but one
 * subfolder says no more than that does, and is left out.
 */
function originsOf(direct: readonly (readonly [folder: string | null, count: number])[]): Origin[] {
  const counts = new Map<string, number>()
  for (const [origin, count] of direct) {
    if (origin === null) continue
    for (const folder of isRootUriAsText(origin) ? [origin] : folderAndAncestors(origin))
      counts.set(folder, (counts.get(folder) ?? 0) + count)
  }
  const repeating = new Set<string>()
  for (const [folder, count] of counts) {
    const parent = isRootUriAsText(folder) ? folder : parentUriAsText(folder)
    if (!isRootUriAsText(parent) && counts.get(parent) === count) repeating.add(parent)
  }
  return [...counts]
    .flatMap(([folder, count]) => (repeating.has(folder) ? [] : [{ folder, count }]))
    .sort((one, other) => other.count - one.count || (one.folder < other.folder ? -1 : 1))
}

/** How long after `before` an item may have been deleted that belongs to a deletion of `count` items so far, in ms. */
function maxGap(before: number, time: number, isFromSameFolder: boolean, count: number): number {
  if (!isFromSameFolder) return maxGapMs
  if (count >= itemsPerRequest) return maxGapOfRequestsMs
  return before % secondMs === 0 && time % secondMs === 0 ? secondMs : maxGapMs
}

/** The deletions of several items, not of the whole trash. */
function groupsOf(
  { ranges, ofRow }: DeletionRanges,
  { order, size }: PagedList<FileRow>,
): MultiItemDeletionRange[] {
  const counts = new Uint32Array(ranges.length)
  for (const rowIndex of order) increment(counts, ofRow[rowIndex] as number)
  return ranges
    .flatMap((range, at) => {
      const count = counts[at] as number
      return count > 1 && count < size ? [{ ...range, count }] : []
    })
    .reverse()
}

const increment = (counts: Uint32Array, at: number): void => {
  counts[at] = (counts[at] as number) + 1
}

/** Two sorted arrays as one. */
function mergeSorted(
  one: Uint32Array,
  other: Uint32Array,
  valueOf: (rowIndex: number) => number,
): Uint32Array<ArrayBuffer> {
  const merged = new Uint32Array(one.length + other.length)
  let [i, j] = [0, 0]
  for (let at = 0; at < merged.length; at++) {
    const isFirst =
      j >= other.length ||
      (i < one.length && valueOf(one[i] as number) <= valueOf(other[j] as number))
    merged[at] = (isFirst ? one[i++] : other[j++]) as number
  }
  return merged
}

export const filterOptionsOf = (list: PagedList<FileRow>, now: number): FilterOptions =>
  memoizePerList(list, 'filterOptions', String(Math.floor(now / minuteMs)), () => {
    const kept = createListValueAccessor<FilterOptionsCounter>(list, 'filterOptionsCounter')
    const reader = kept.get() ?? new FilterOptionsCounter()
    kept.set(reader)
    return reader.read(list, now)
  })
