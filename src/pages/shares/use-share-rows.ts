import { useMemo, useSyncExternalStore } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { memoizePerList } from '#src/lists/memoize-per-list.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { ShareRow } from '#src/lists/share-row.ts'
import { useSortedFilteredRows } from '#src/lists/use-sorted-filtered-rows.ts'
import { useNow } from '#src/ui/use-now.ts'
import { accessText } from './access.ts'
import type { DeferredFeatures } from './deferred-features.ts'
import { countStates, filterKey, minuteOf, pastedId, shareFilter } from './filter-sort.ts'
import { noFilters, type SharesUrl } from './url.ts'

const subscribeToNothing = () => () => {}

/** The links that match the URL, in its order, and counts of what its other filters leave of each state. */
export function useShareRows(
  list: PagedList<ShareRow>,
  url: SharesUrl,
  deferred: DeferredFeatures | undefined,
) {
  const { t, language } = useI18n()
  const now = useNow()
  const { sort, state, since } = url
  const known = useSyncExternalStore(deferred?.subscribeToLocalLinkData ?? subscribeToNothing, () =>
    deferred?.localLinkData(),
  )
  const filter = filterKey(url)
  const minute = minuteOf(now)
  const isTimed = sort.by === 'state'
  const isDefaultOrder = sort.by === 'created' && sort.direction === 'desc'
  // The order of the service is kept while the list loads, and where it is the wanted one.
  const isInOrder =
    isDefaultOrder &&
    (list.loadState.at !== 'complete' ||
      !deferred ||
      memoizePerList(list, 'newest first', '', () => deferred.isNewestFirst(list)))
  const inAnyState = { ...url, state: 'all', since: 'any' } as const
  // A link is found by its whole id, of which a part finds nothing: such a search is not a longer one.
  const isId = list.slotOf(pastedId(url.search)) !== undefined
  const { slots: all, isSorting } = useSortedFilteredRows(list, {
    sortKey: `${sort.by} ${sort.direction} ${language} ${isTimed ? minute : isInOrder} ${!deferred}`,
    compare: isInOrder
      ? null
      : (deferred?.shareOrder(sort, language, now, (row) => accessText(row, t)) ?? null),
    filterKey: [
      filterKey({ ...inAnyState, search: '' }),
      isId && url.search,
      url.search && known?.key,
      url.search,
    ].join(' '),
    matches: shareFilter(inAnyState, now, known),
  })
  const slots = useMemo(() => {
    if (state === 'all' && since === 'any') return all
    const isWanted = shareFilter({ ...noFilters, state, since }, now, known)
    return all.filter((slot) => {
      const row = list.at(slot)
      return row && isWanted(row)
    })
  }, [list, all, state, since, known, now])
  const isUncertain = useSyncExternalStore(deferred?.subscribeToSources ?? subscribeToNothing, () =>
    deferred ? deferred.hasUnknownSource(list, all, now) : false,
  )
  return {
    slots,
    inAnyState: all,
    isSorting,
    filter,
    matches: shareFilter(url, now, known),
    isFiltered: filter !== filterKey(noFilters),
    counts: countStates(list, all, now),
    isUncertain,
    hasPrice: memoizePerList(list, 'price', '', () =>
      list.order.some((slot) => (list.at(slot)?.price ?? null) !== null),
    ),
  }
}
