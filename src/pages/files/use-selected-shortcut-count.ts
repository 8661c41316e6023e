import { useMemo, useSyncExternalStore } from 'react'
import type { Selection } from '#src/lib/selection.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import { memoizePerList } from '#src/lists/per-list-values.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'

/** How many shortcuts are selected. */
export function useSelectedShortcutCount(
  list: PagedList<FileRow>,
  selection: Selection,
  filterKey: string,
): number {
  const version = useSyncExternalStore(selection.subscribe, selection.version)
  return useMemo(() => {
    void version
    const shortcuts = memoizePerList(list, 'shortcuts', '', () =>
      list.order.filter((rowIndex) => list.at(rowIndex)?.shortcut),
    )
    return shortcuts.filter((rowIndex) => selection.has(rowIndex, filterKey)).length
  }, [list, selection, filterKey, version])
}
