import { useRef } from 'react'
import type { PagedList } from '#src/lists/paged-list.ts'
import { selectionOf } from '#src/lists/per-list-values.ts'
import { useSelectedCount } from '#src/ui/list/use-selection.ts'
import { phoneQuery, useMediaQuery } from '#src/ui/sizes/use-media-query.ts'
import type { ChangeUrl } from '#src/ui/use-page-url.ts'
import { useListHotkeys } from './use-list-hotkeys.ts'

/**
 * What every page around one list needs: its selection, the row whose details are open, and the keys `/`, R and Escape.
 * `filterKey` names the current filter, as the selection knows it.
 */
export function useListPage<Row extends { readonly id: string }, Head>(
  list: PagedList<Row, Head>,
  {
    rowIndexes,
    filterKey,
    url: { open },
    change,
    onRefresh,
    onEscape,
  }: {
    rowIndexes: Uint32Array
    filterKey: string
    /** `open`: id of the row whose details are open. */
    url: { readonly open: string | null }
    change: ChangeUrl<{ open: string | null }>
    onRefresh: () => void
    /** Called on Escape when neither a selection nor details are left to clear. */
    onEscape?: () => void
  },
) {
  const searchRef = useRef<HTMLInputElement>(null)
  const isPhone = useMediaQuery(phoneQuery)
  const selection = selectionOf(list)
  const selectedCount = useSelectedCount(selection, rowIndexes, filterKey)
  const openRowIndex = open === null ? undefined : list.rowIndexOfId(open)
  const openRow = openRowIndex === undefined ? undefined : list.at(openRowIndex)
  const isComplete = list.loadState.at === 'complete'
  const closeDetails = () => change({ open: null })
  useListHotkeys({
    search: searchRef,
    onRefresh,
    onEscape: () => {
      if (selectedCount > 0) selection.clear()
      else if (open !== null) closeDetails()
      else onEscape?.()
    },
  })
  return {
    list,
    searchRef,
    isPhone,
    selection,
    selectedCount,
    open,
    /** Other details replace those that are open, and add nothing to the history. */
    openDetails: (row: Row) => change({ open: row.id }, open !== null),
    closeDetails,
    openRowIndex,
    openRow,
    isComplete,
    /** Whether there is no row to show, and none that could not be loaded. */
    isEmpty: rowIndexes.length === 0 && list.loadState.at !== 'stopped',
    /** Whether the row is in the list, or the list is known not to have it. */
    hasDetails: open !== null && (openRow !== undefined || isComplete),
  }
}
