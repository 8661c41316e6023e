import { useI18n } from '#src/i18n/I18n.tsx'
import { minuteMs } from '#src/lib/time.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { useSortedFilteredRows } from '#src/lists/sorting/use-sorted-filtered-rows.ts'
import { filterOptionsOf } from '#src/pages/trash/filters/filter-options.ts'
import { createTrashFilter, createTrashItemCompare } from '#src/pages/trash/filters/filter-sort.ts'
import { useNow } from '#src/ui/use-now.ts'
import { trashFilterKey, type TrashUrl } from './url.ts'

/** The deleted items that match the URL, in its order, and the filter options over all items. */
export function useTrashRows(list: PagedList<FileRow>, url: TrashUrl) {
  const { t, language } = useI18n()
  const now = useNow()
  const { sort, together } = url
  const filterKey = trashFilterKey(url)
  const home = t.appShell.files
  const matches = createTrashFilter(url, home, now)
  // "Deleted soon" depends on the time: it is computed again every minute.
  const minute = url.isSoon ? Math.floor(now / minuteMs) : ''
  const { rowIndexes, isSorting } = useSortedFilteredRows(list, {
    sortKey: `${sort.by} ${sort.direction} ${language} ${together ? `${together.from}-${together.to}` : ''}`,
    compare: createTrashItemCompare(sort, language, home, together),
    filterKey: `${trashFilterKey({ ...url, search: '' })} ${language} ${minute}`,
    search: url.search,
    matches,
  })
  return {
    rowIndexes,
    isSorting,
    filterKey,
    matches,
    filterOptions: filterOptionsOf(list, now),
    now,
  }
}
