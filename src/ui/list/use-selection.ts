import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { GridSelection } from '#src/lib/selection.ts'

/** Whether one row is selected; only that row renders again when it changes. */
export function useIsSelected(
  selection: GridSelection,
  rowIndex: number,
  filterKey: string,
): boolean {
  const read = useCallback(
    () => selection.has(rowIndex, filterKey),
    [selection, rowIndex, filterKey],
  )
  return useSyncExternalStore(selection.subscribe, read)
}

export function useSelectedCount(
  selection: GridSelection,
  rowIndexes: Uint32Array,
  filterKey: string,
): number {
  const version = useSyncExternalStore(selection.subscribe, selection.version)
  return useMemo(() => {
    void version
    return selection.count(rowIndexes, filterKey)
  }, [selection, rowIndexes, filterKey, version])
}
