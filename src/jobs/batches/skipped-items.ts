import { create } from 'zustand'
import { onSignOut } from '#src/api/resets.ts'

/* Items that a batch could not process and that the user has decided to leave as they are. */

const useStore = create<{ ids: ReadonlyMap<number, ReadonlySet<string>> }>()(() => ({
  ids: new Map(),
}))
const none: ReadonlySet<string> = new Set()

/** Ids of the skipped items of a batch. */
export const useSkippedIds = (batchId: number): ReadonlySet<string> =>
  useStore(({ ids }) => ids.get(batchId) ?? none)

export function setSkipped(batchId: number, itemIds: readonly string[], isSkipped: boolean): void {
  const ids = new Map(useStore.getState().ids)
  const skipped = new Set(ids.get(batchId))
  for (const id of itemIds) {
    if (isSkipped) skipped.add(id)
    else skipped.delete(id)
  }
  ids.set(batchId, skipped)
  useStore.setState({ ids })
}

onSignOut(() => useStore.setState({ ids: new Map() }))
