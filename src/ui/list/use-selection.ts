import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { Selection } from '#src/lib/selection.ts'

/** Whether one row is picked; only that row renders again when it changes. */
export function useIsPicked(selection: Selection, slot: number, filter: string): boolean {
  const read = useCallback(() => selection.has(slot, filter), [selection, slot, filter])
  return useSyncExternalStore(selection.subscribe, read)
}

/** How many of these slots are picked. */
export function usePickedCount(selection: Selection, slots: Uint32Array, filter: string): number {
  const version = useSyncExternalStore(selection.subscribe, selection.version)
  return useMemo(() => {
    void version
    return selection.count(slots, filter)
  }, [selection, slots, filter, version])
}
