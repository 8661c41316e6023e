import { useMemo, useSyncExternalStore } from 'react'
import type { Selection } from '#src/lib/selection.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { memoizePerList } from '#src/lists/sorting/memoize-per-list.ts'

/** How many shortcuts are selected. */
export function useSelectedShortcuts(
  list: PagedList<FileRow>,
  selection: Selection,
  filter: string,
): number {
  const version = useSyncExternalStore(selection.subscribe, selection.version)
  return useMemo(() => {
    void version
    const shortcuts = memoizePerList(list, 'shortcuts', '', () =>
      list.order.filter((slot) => list.at(slot)?.shortcut),
    )
    return shortcuts.filter((slot) => selection.has(slot, filter)).length
  }, [list, selection, filter, version])
}
