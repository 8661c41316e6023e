import { useMemo } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { shareState } from '#src/lib/share-state.ts'
import { memoizePerList } from '#src/lists/memoize-per-list.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { ShareRow } from '#src/lists/share-row.ts'
import { useSortedFilteredRows } from '#src/lists/use-sorted-filtered-rows.ts'
import { useNow } from '#src/ui/use-now.ts'
import { accessText } from './access.ts'
import {
  countStates,
  filterKey,
  isNewestFirst,
  matchesState,
  shareFilter,
  shareOrder,
} from './filter-sort.ts'
import { parseSharesUrl, type SharesUrl } from './url.ts'

const minuteMs = 60_000

/** The links that match the URL, in its order, and counts of what its other filters leave of each state. */
export function useShareRows(list: PagedList<ShareRow>, url: SharesUrl) {
  const { t, language } = useI18n()
  const now = useNow()
  const { sort, state } = url
  const filter = filterKey(url)
  // States depend on the time: they are computed again every minute.
  const minute = Math.floor(now / minuteMs)
  const isTimed = sort.by === 'state'
  const isDefaultOrder = sort.by === 'created' && sort.direction === 'desc'
  // The order of the service is kept while the list loads, and where it is the wanted one.
  const isInOrder =
    isDefaultOrder &&
    (list.loadState.at !== 'complete' ||
      memoizePerList(list, 'newest first', '', () => isNewestFirst(list)))
  const inAnyState = { ...url, state: 'all' } as const
  const { slots: all, isSorting } = useSortedFilteredRows(list, {
    sortKey: `${sort.by} ${sort.direction} ${language} ${isTimed ? minute : isInOrder}`,
    compare: isInOrder ? null : shareOrder(sort, language, now, (row) => accessText(row, t)),
    filterKey: filterKey(inAnyState),
    matches: shareFilter(inAnyState, now),
  })
  const { slots, counts } = useMemo(() => {
    const at = minute * minuteMs
    const isWanted = (slot: number) => {
      const row = list.at(slot)
      return row !== undefined && matchesState(state, shareState(row, at))
    }
    return {
      slots: state === 'all' ? all : all.filter(isWanted),
      counts: countStates(list, all, at),
    }
  }, [list, all, state, minute])
  return {
    slots,
    isSorting,
    filter,
    matches: shareFilter(url, now),
    isFiltered: filter !== filterKey(parseSharesUrl(new URLSearchParams())),
    counts,
    hasPrice: memoizePerList(list, 'price', '', () =>
      list.order.some((slot) => (list.at(slot)?.price ?? null) !== null),
    ),
  }
}
