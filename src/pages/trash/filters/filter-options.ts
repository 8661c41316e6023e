import { growArray } from '#src/lib/grow-array.ts'
import type { FileKind } from '#src/lib/names/file-kind.ts'
import { keptPerList } from '#src/lists/kept-per-list.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { memoizePerList } from '#src/lists/sorting/memoize-per-list.ts'
import type { TimeRange } from '#src/pages/trash/url.ts'
import { kindOf, expiresSoonBefore } from './filter-sort.ts'

/** Items deleted with at most this gap between them belong together, in ms. */
const maxGapMs = 2_000
/** Number of folders and groups that are offered. */
const maxFolders = 12
const maxGroups = 20
const minuteMs = 60_000

export type DeletionGroup = TimeRange & { readonly count: number }

export type FilterOptions = {
  readonly soon: number
  readonly kinds: ReadonlyMap<FileKind, number>
  /** Original folders, the most frequent first. */
  readonly origins: readonly { readonly folder: string; readonly count: number }[]
  /** Items that were deleted together, newest first. */
  readonly groups: readonly DeletionGroup[]
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
    const until = expiresSoonBefore(now)
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
    const origins = countOf(this.#folderNames, folderCounts)
      .flatMap(([folder, count]) => (folder === null ? [] : [{ folder, count }]))
      .sort((one, other) => other.count - one.count)
      .slice(0, maxFolders)
    const kinds = new Map(countOf(this.#kindNames, kindCounts))
    return { soon, kinds, origins, groups: this.#groups(list) }
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
      this.#kinds[rowIndex] = this.#kindNames.numberOf(kindOf(row))
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

  /** Time ranges in which several items were deleted without a gap; not the whole trash. */
  #groups({ stamps, size }: PagedList<FileRow>): DeletionGroup[] {
    const groups: DeletionGroup[] = []
    let group = { from: 0, to: -Infinity, count: 0 }
    const close = () => {
      if (group.count > 1 && group.count < size) groups.push(group)
    }
    for (const rowIndex of this.#byTime) {
      if (stamps[rowIndex] === 0) continue
      const time = this.#times[rowIndex] as number
      if (time - group.to <= maxGapMs) {
        group.to = time
        group.count++
        continue
      }
      close()
      group = { from: time, to: time, count: 1 }
    }
    close()
    return groups.reverse().slice(0, maxGroups)
  }
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
    const kept = keptPerList<FilterOptionsCounter>(list, 'filterOptionsCounter')
    const reader = kept.get() ?? new FilterOptionsCounter()
    kept.set(reader)
    return reader.read(list, now)
  })
