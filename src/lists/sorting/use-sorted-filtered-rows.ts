import { useEffect, useEffectEvent, useReducer, useSyncExternalStore } from 'react'
import { createYielder } from '#src/lib/concurrency/yield-to-main.ts'
import { isNarrowerSearch } from '#src/lib/names/text-search.ts'
import { keptPerList } from '#src/lists/kept-per-list.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import { lastMemoized, memoizePerList } from './memoize-per-list.ts'
import { RowFilterCache } from './row-filter-cache.ts'
import { sortRowIndexes, updateSorted } from './sort-rows.ts'

/** Lists of up to so many rows are sorted synchronously; longer ones in slices between frames. */
const maxRowsSortedAtOnce = 3_000

/** A filter tests so many rows in one task, some 10 ms of it; the rows shown before stay meanwhile. */
const maxRowsTestedAtOnce = 20_000

export type SortedFilteredRows = {
  /**
   * The row indexes match, in the order in which they are shown; for some 50 ms they are those of the last filter of a
   * long list.
   */
  rowIndexes: Uint32Array
  /** It is true while the sort of a long list is running. */
  isSorting: boolean
}

const memoName = 'sorted and filtered'

type Compare<Row> = (a: Row, b: Row) => number
type Sorted = { sortKey: string; writes: number; rowIndexes: Uint32Array }

// Returning to the page of a list does not sort or filter again.
const keptSort = (list: object) => keptPerList<Sorted>(list, 'sorted')
const keptFilter = <Row>(list: object) =>
  keptPerList<{ filterKey: string; search: string; cache: RowFilterCache<Row> }>(list, 'filtered')

/**
 * It gives the rows of a list as a page shows them. `compare` null is the order of the service. `sortKey` names what
 * `compare` does, `search` and `filterKey` what `matches` does: work is repeated only when they, or the rows, change.
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
    /** It names all that `matches` depends on beside the search. */
    filterKey: string
    /** Rows must have this text: what it does not match is not tested again when more is typed. */
    search: string
    matches: (row: Row) => boolean
  },
): SortedFilteredRows {
  useSyncExternalStore(list.subscribe, list.version)
  const [renders, rerender] = useReducer((count: number) => count + 1, 0)
  const { sorted, isSorting } = useLongSort(list, sortKey, compare, rerender)
  const last = lastMemoized(list, memoName)
  const filter = (maxTests: number) =>
    filterCacheOf(list, { filterKey, search }, matches).filter(
      rowIndexesInOrder(list, compare, sorted),
      list,
      maxTests,
    )
  const found = memoizePerList(
    list,
    memoName,
    [sortKey, filterKey, search, sorted?.writes].join('\n'),
    () => filter(last ? maxRowsTestedAtOnce : list.size),
  )

  const isUnfinished = found === undefined
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

  return { rowIndexes: found ?? shownMeanwhile(list, last), isSorting }
}

/**
 * It is the rows of the last filter. While none has been removed it is the same array, of which nothing is computed
 * again.
 */
function shownMeanwhile(
  { stamps }: { readonly stamps: Uint32Array },
  last: ReturnType<typeof lastMemoized>,
): Uint32Array {
  const rowIndexes = last?.value as Uint32Array
  return last?.isCurrent ? rowIndexes : rowIndexes.filter((rowIndex) => stamps[rowIndex])
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
  const last = keptSort(list).get()
  let sorted = isLong && last?.sortKey === sortKey ? last : undefined
  if (compare && sorted)
    keptSort(list).set((sorted = updateSorted(sorted, list, rowIndexComparer(list, compare))))
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
      keptSort(list).set({ sortKey, writes, rowIndexes })
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
  list: object,
  { filterKey, search }: { filterKey: string; search: string },
  matches: (row: Row) => boolean,
): RowFilterCache<Row> {
  const last = keptFilter<Row>(list).get()
  const known = last?.filterKey === filterKey ? last : undefined
  if (known?.search === search) return known.cache
  const wider = known && isNarrowerSearch(search, known.search) ? known.cache : undefined
  const cache = new RowFilterCache(matches, wider)
  keptFilter<Row>(list).set({ filterKey, search, cache })
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
