import { useEffect, useMemo } from 'react'
import {
  clearFilterExceptions,
  setShownByFilter,
  useFilterExceptions,
} from '#src/features/links/filter-exceptions.ts'
import { useLastSeenLinks } from '#src/features/links/state/last-seen.ts'
import { isDeadState, linkState } from '#src/features/links/state/link-state.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { PagedList } from '#src/lists/paged-list.ts'
import { memoizePerList } from '#src/lists/per-list-values.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { useSortedFilteredRows } from '#src/lists/sorting/use-sorted-filtered-rows.ts'
import { useNow } from '#src/ui/use-now.ts'
import { createLinkSearchWords, useAccessTexts } from './access/use-access-texts.ts'
import { isListedNewestFirst, createLinkCompare } from './compare-links.ts'
import {
  countLinkStates,
  linkFilterKey,
  isNeverOpened,
  minuteNumber,
  linkIdFromSearch,
  createLinkFilter,
} from './filters/link-filter.ts'
import { useFolderPaths } from './folders/use-folder-paths.ts'
import { useHasUncheckedSource } from './folders/use-has-unchecked-source.ts'
import { noFilters, type SharesUrl } from './url.ts'

export type LinkRows = ReturnType<typeof useLinkRows>

/** A link that the user has just changed stays in view until the filter changes. */
const keeping =
  (edited: ReadonlySet<string>, matches: (row: LinkRow) => boolean) =>
  (row: LinkRow): boolean =>
    edited.has(row.id) || matches(row)

/** The links that match the URL, in its order, and counts of what its other filters leave of each state. */
export function useLinkRows(list: PagedList<LinkRow>, url: SharesUrl) {
  const { t, language } = useI18n()
  const now = useNow()
  const { sort, state, since } = url
  const paths = useFolderPaths(url.search !== '')
  const lastSeen = useLastSeenLinks()
  const { texts: access, reading: people } = useAccessTexts(
    list,
    sort.by === 'access' || url.search !== '',
  )
  const local = useMemo(
    () => ({ paths, lastSeen, words: createLinkSearchWords(t, access) }),
    [paths, lastSeen, t, access],
  )
  const filterKey = linkFilterKey(url)
  const edited = useFilterExceptions()
  const matches = createLinkFilter(url, now, local)
  useEffect(() => clearFilterExceptions, [filterKey])
  useEffect(() =>
    setShownByFilter((id) => {
      const row = list.at(list.rowIndexOfId(id) ?? -1)
      return row !== undefined && matches(row)
    }),
  )
  const minute = minuteNumber(now)
  const isTimed = sort.by === 'state'
  const isDefaultOrder = sort.by === 'created' && sort.direction === 'desc'
  // The order of the service is kept while the list loads, and where it is the wanted one.
  const isInOrder =
    isDefaultOrder &&
    (list.loadState.at !== 'complete' ||
      memoizePerList(list, 'newest first', '', () => isListedNewestFirst(list)))
  const inAnyState = { ...url, state: 'all', since: 'any' } as const
  // A link is found by its whole id, of which a part finds nothing: such a search is a filter of its own.
  const isId = list.rowIndexOfId(linkIdFromSearch(url.search)) !== undefined
  const { rowIndexes: all, isSorting } = useSortedFilteredRows(list, {
    sortKey: `${sort.by} ${sort.direction} ${language} ${isTimed ? minute : isInOrder} ${sort.by === 'access' ? access.version : ''}`,
    compare: isInOrder ? null : createLinkCompare(sort, language, now, access.textOf),
    filterKey: [
      linkFilterKey({ ...inAnyState, search: '' }),
      isId && url.search,
      edited.size,
      url.search && `${paths.version} ${access.version} ${minute} ${language}`,
    ].join(' '),
    search: url.search,
    matches: keeping(edited, createLinkFilter(inAnyState, now, local)),
  })
  const rowIndexes = useMemo(() => {
    if (state === 'all' && since === 'any') return all
    const isWanted = keeping(edited, createLinkFilter({ ...noFilters, state, since }, now, local))
    return all.filter((rowIndex) => {
      const row = list.at(rowIndex)
      return row && isWanted(row)
    })
  }, [list, all, edited, state, since, local, now])
  const isUncertain = useHasUncheckedSource(list, all)
  return {
    rowIndexes,
    inAnyState: all,
    isSorting,
    /** Rows that are still to come may belong anywhere, unless the order is the one in which they are read. */
    isOrderPending: !isDefaultOrder && list.loadState.at === 'loading',
    filterKey,
    matches: keeping(edited, matches),
    isSearched: filterKey !== linkFilterKey({ ...url, search: '' }),
    /** Whether there are filters beside the search. */
    hasFilters: filterKey !== linkFilterKey({ ...noFilters, search: url.search }),
    counts: countLinkStates(list, all, now),
    /** Whether there is a dead link, or one that was never opened, whatever the filters leave. */
    canCleanUp: memoizePerList(list, 'clean up', `${minute}`, () =>
      list.order.some((rowIndex) => {
        const row = list.at(rowIndex)
        return row && (isNeverOpened(row) || isDeadState(linkState(row, now)))
      }),
    ),
    /** Whether a link that counts as live may be dead. */
    isUncertain,
    /** The names of the people that the search looks at. */
    people,
    paths,
    lastSeen,
    /** Whether the service has permissions of links. */
    hasPermissions: memoizePerList(list, 'permissions', '', () =>
      list.order.some((rowIndex) => (list.at(rowIndex)?.permissions ?? null) !== null),
    ),
  }
}
