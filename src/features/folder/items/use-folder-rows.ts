import type { ResolvedView } from '#src/features/folder-view/resolved-view.ts'
import { createFileCompare, createNameMatcher } from '#src/features/folder/compare-files.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { FolderListHead } from '#src/lists/rows/folder-list-head.ts'
import { useSortedFilteredRows } from '#src/lists/sorting/use-sorted-filtered-rows.ts'
import type { Sort } from '#src/ui/list/columns.ts'

/** The rows of a folder in display order. */
export type FolderRows = {
  rowIndexes: Uint32Array
  isSorting: boolean
  /** Identifies the current filter. */
  filterKey: string
  /** The sort in effect; null for an order that only the service knows. */
  sort: Sort | null
}

/**
 * The rows of a folder whose names contain `search`, sorted. While the list loads they stay in the order of the service,
 * unless the user has chosen another sort.
 */
export function useFolderRows(
  list: PagedList<FileRow, FolderListHead>,
  view: ResolvedView,
  {
    isSortChosen,
    search = '',
    owner = null,
  }: {
    isSortChosen: boolean
    search?: string
    /** Only shortcuts to what this person shares. */
    owner?: string | null
  },
): FolderRows {
  const { language } = useI18n()
  const isListedSo = list.head?.view?.order !== undefined
  const sort = isSortChosen || isListedSo || list.hasBeenComplete ? view.sort : null
  const sorts = sort !== null && (isSortChosen || list.hasBeenComplete)
  const matchesSearch = createNameMatcher(search)
  const filterKey = owner === null ? search : `${owner}\n${search}`
  const { rowIndexes, isSorting } = useSortedFilteredRows(list, {
    sortKey: sorts ? `${sort.by} ${sort.direction} ${language}` : '',
    compare: sorts ? createFileCompare(sort, language) : null,
    filterKey: owner ?? '',
    search,
    matches: (row) => matchesSearch(row) && (owner === null || row.shortcut?.owner === owner),
  })
  return { rowIndexes, isSorting, filterKey, sort }
}
