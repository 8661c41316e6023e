import { useI18n } from '#src/i18n/I18n.tsx'
import { memoizePerList } from '#src/lists/memoize-per-list.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { ShareRow } from '#src/lists/share-row.ts'
import { useSortedFilteredRows } from '#src/lists/use-sorted-filtered-rows.ts'
import { useNow } from '#src/ui/use-now.ts'
import { accessWords } from './access.ts'
import { countStates, filterKey, shareFilter, shareOrder } from './filter-sort.ts'
import { parseSharesUrl, type SharesUrl } from './url.ts'

const minuteMs = 60_000

/** The links that match the URL, in its order, and counts over all links. */
export function useShareRows(list: PagedList<ShareRow>, url: SharesUrl) {
  const { t, language } = useI18n()
  const now = useNow()
  const { sort } = url
  const filter = filterKey(url)
  // States depend on the time: they are computed again every minute.
  const minute = Math.floor(now / minuteMs)
  const isSortedByState = sort.by === 'state'
  const isTimed = url.state !== 'all' || isSortedByState
  const matches = shareFilter(url, now)
  const { slots, isSorting } = useSortedFilteredRows(list, {
    sortKey: `${sort.by} ${sort.direction} ${language} ${isSortedByState ? minute : ''}`,
    compare: shareOrder(sort, language, now, (row) => accessWords(row, t)),
    filterKey: isTimed ? `${filter} ${minute}` : filter,
    matches,
  })
  return {
    slots,
    isSorting,
    filter,
    matches,
    isFiltered: filter !== filterKey(parseSharesUrl(new URLSearchParams())),
    counts: memoizePerList(list, 'counts', String(minute), () => countStates(list, now)),
    hasPrice: memoizePerList(list, 'price', '', () =>
      list.order.some((slot) => (list.at(slot)?.price ?? null) !== null),
    ),
  }
}
