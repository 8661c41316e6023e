import type { FileKind } from '#src/lib/names/file-kind.ts'
import type { FileRow } from '#src/lists/file-row.ts'
import { memoizePerList } from '#src/lists/memoize-per-list.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { TimeRange } from '#src/pages/trash/url.ts'
import { kindOf, isDeletedSoon } from './filter-sort.ts'

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

/**
 * Counts the filter options of a long trash. A slot's kind is computed once, since rows of the trash never change,
 * while counts are repeated several times a second during loads and batches.
 */
class FilterOptionsCounter {
  readonly #kinds: FileKind[] = []
  #read = 0

  read(list: PagedList<FileRow>, now: number): FilterOptions {
    for (; this.#read < list.nextSlot; this.#read++) {
      const row = list.at(this.#read)
      this.#kinds[this.#read] = row ? kindOf(row) : 'other'
    }
    let soon = 0
    const kinds = new Map<FileKind, number>()
    const folders = new Map<string, number>()
    const times = new Float64Array(list.size)
    let at = 0
    for (const slot of list.order) {
      const row = list.at(slot)
      if (!row) continue
      if (isDeletedSoon(row, now)) soon++
      const kind = this.#kinds[slot] ?? 'other'
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      const folder = row.originFolder
      if (folder !== null) folders.set(folder, (folders.get(folder) ?? 0) + 1)
      times[at++] = row.updatedAt
    }
    const origins = [...folders]
      .sort(([, one], [, other]) => other - one)
      .slice(0, maxFolders)
      .map(([folder, count]) => ({ folder, count }))
    return { soon, kinds, origins, groups: groupsOf(times.subarray(0, at)) }
  }
}

/** Time ranges in which several items were deleted without a gap; not the whole trash. */
function groupsOf(times: Float64Array): DeletionGroup[] {
  times.sort()
  const groups: DeletionGroup[] = []
  let first = 0
  for (let next = 1; next <= times.length; next++) {
    const isSame =
      next < times.length && (times[next] as number) - (times[next - 1] as number) <= maxGapMs
    if (isSame) continue
    const count = next - first
    if (count > 1 && count < times.length) {
      groups.push({ from: times[first] as number, to: times[next - 1] as number, count })
    }
    first = next
  }
  return groups.reverse().slice(0, maxGroups)
}

const readers = new WeakMap<object, FilterOptionsCounter>()

export const filterOptionsOf = (list: PagedList<FileRow>, now: number): FilterOptions =>
  memoizePerList(list, 'filterOptions', String(Math.floor(now / minuteMs)), () => {
    let reader = readers.get(list)
    if (!reader) readers.set(list, (reader = new FilterOptionsCounter()))
    return reader.read(list, now)
  })
