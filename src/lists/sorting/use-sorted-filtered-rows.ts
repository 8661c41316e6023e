import { useEffect, useEffectEvent, useReducer, useSyncExternalStore } from 'react'
import { createYielder } from '#src/lib/concurrency/yield-to-main.ts'
import { isNarrowerSearch } from '#src/lib/names/text-search.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import { createListValueAccessor } from '#src/lists/per-list-values.ts'
import { RowFilterCache } from './row-filter-cache.ts'
import { sortRowIndexes, mergeOrAppendChangedRows } from './sort-rows.ts'

/** Lists of up to so many rows are sorted synchronously; longer ones in slices between frames. */
const maxRowsSortedAtOnce = 3_000

/** Number of rows that a filter tests in one task, some 10 ms of it; the rows shown before stay meanwhile. */
const maxRowsTestedAtOnce = 20_000

/** And in the task of a key, in which the page is rendered as well. */
const maxRowsTestedInRender = 5_000

export type SortedFilteredRows = {
  /** Row indexes that match, in the order in which they are shown; for some 50 ms those of the last filter of a long list. */
  rowIndexes: Uint32Array
  /** Whether the sort of a long list is running. */
  isSorting: boolean
}

type Compare<Row> = (a: Row, b: Row) => number
type Sorted = { sortKey: string; writes: number; rowIndexes: Uint32Array }

/** A list keeps this, so that returning to its page does not sort or filter 100,000 rows again. */
type LastWork<Row> = {
  /** Only a long list has it. */
  sorted?: Sorted
  /** The cache knows which rows matched the last filter. */
  filter?: { filterKey: string; search: string; cache: RowFilterCache<Row> }
  /** This is the result of both: as long as it is the same array, nothing is computed of it again. */
  shown?: { key: string; version: number; rowIndexes: Uint32Array }
}

function lastWorkOn<Row>(list: object): LastWork<Row> {
  const kept = createListValueAccessor<LastWork<Row>>(list, 'sorted and filtered')
  const work = kept.get() ?? {}
  kept.set(work)
  return work
}

/**
 * The rows of a list as a page shows them. `compare` null is the order of the service. `sortKey` names what `compare`
 * does, `search` and `filterKey` what `matches` does: work is repeated only when they, or the rows, change.
 */
export function useSortedFilteredRows<Row extends { readonly id: string }>(
  list: PagedList<Row>,
  {
    sortKey,
    compare,
    filterKey,
    search,
    matches,
  }: {
    sortKey: string
    compare: Compare<Row> | null
    /** Names all that `matches` depends on beside the search. */
    filterKey: string
    /** The text that rows must have: what it does not match is not tested again when more is typed. */
    search: string
    matches: (row: Row) => boolean
  },
): SortedFilteredRows {
  useSyncExternalStore(list.subscribe, list.version)
  const [renders, rerender] = useReducer((count: number) => count + 1, 0)
  const { sorted, isSorting } = useLongSort(list, sortKey, compare, rerender)
  const work = lastWorkOn<Row>(list)
  const filter = (maxTests: number) =>
    filterCacheOf(work, { filterKey, search }, matches).filter(
      rowIndexesInOrder(list, compare, sorted),
      list,
      maxTests,
    )
  const key = [sortKey, filterKey, search, sorted?.writes].join('\n')
  const version = list.version()
  const isCurrent = () => work.shown?.key === key && work.shown.version === version
  if (!isCurrent()) {
    const rowIndexes = filter(work.shown ? maxRowsTestedInRender : list.size)
    if (rowIndexes) work.shown = { key, version, rowIndexes }
  }

  const isUnfinished = !isCurrent()
  const testMore = useEffectEvent(() => filter(maxRowsTestedAtOnce) !== undefined)
  useEffect(() => {
    if (!isUnfinished) return undefined
    const stop = new AbortController()
    const testAll = async () => {
      const { yieldToMain } = createYielder()
      do await yieldToMain()
      while (!stop.signal.aborted && !testMore())
      if (!stop.signal.aborted) rerender()
    }
    void testAll()
    return () => stop.abort()
  }, [isUnfinished, renders])

  const { rowIndexes } = work.shown as NonNullable<typeof work.shown>
  const isWhole = work.shown?.version === version
  // Until the filter has tested all rows, those of the last one are shown, without those that are gone.
  return {
    rowIndexes: isWhole ? rowIndexes : rowIndexes.filter((rowIndex) => list.stamps[rowIndex]),
    isSorting,
  }
}

/**
 * Sorts a long list in the background, but merges a few changes at once. `sorted` may lack the rows that were added
 * since.
 */
function useLongSort<Row extends { readonly id: string }>(
  list: PagedList<Row>,
  sortKey: string,
  compare: Compare<Row> | null,
  rerender: () => void,
): { sorted: Sorted | undefined; isSorting: boolean } {
  const isLong = compare !== null && list.size > maxRowsSortedAtOnce
  const work = lastWorkOn<Row>(list)
  let sorted = isLong && work.sorted?.sortKey === sortKey ? work.sorted : undefined
  if (compare && sorted)
    work.sorted = sorted = mergeOrAppendChangedRows(sorted, list, rowIndexComparer(list, compare))
  // Removed rows leave the others in order: only writes make a sort stale.
  const isStale = isLong && sorted?.writes !== list.writes

  useEffect(() => {
    if (!compare || !isStale) return undefined
    const abort = new AbortController()
    const sort = async () => {
      const { writes } = list
      const order = list.order.slice()
      const rowIndexes = await sortRowIndexes(order, rowIndexComparer(list, compare), abort.signal)
      if (!rowIndexes || abort.signal.aborted) return
      lastWorkOn<Row>(list).sorted = { sortKey, writes, rowIndexes }
      rerender()
    }
    void sort()
    return () => abort.abort()
    // The version is left out: while the list loads, a running sort ends before the next one starts.
    // eslint-disable-next-line react/exhaustive-deps -- `sortKey` stands for `compare`
  }, [list, sortKey, isStale, sorted?.writes, list.loadState.at])

  return { sorted, isSorting: isStale }
}

function filterCacheOf<Row>(
  work: LastWork<Row>,
  { filterKey, search }: { filterKey: string; search: string },
  matches: (row: Row) => boolean,
): RowFilterCache<Row> {
  const known = work.filter?.filterKey === filterKey ? work.filter : undefined
  if (known?.search === search) return known.cache
  const wider = known && isNarrowerSearch(search, known.search) ? known.cache : undefined
  const cache = new RowFilterCache(matches, wider)
  work.filter = { filterKey, search, cache }
  return cache
}

function rowIndexesInOrder<Row extends { readonly id: string }>(
  list: PagedList<Row>,
  compare: Compare<Row> | null,
  sorted: Sorted | undefined,
): Uint32Array {
  if (sorted) return sorted.rowIndexes
  return compare && list.size <= maxRowsSortedAtOnce
    ? list.order.slice().sort(rowIndexComparer(list, compare))
    : list.order
}

function rowIndexComparer<Row extends { readonly id: string }>(
  list: PagedList<Row>,
  compare: Compare<Row>,
) {
  return (a: number, b: number): number => {
    const [left, right] = [list.at(a), list.at(b)]
    return (left && right ? compare(left, right) : 0) || a - b
  }
}
