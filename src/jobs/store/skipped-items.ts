import { create } from 'zustand'
import { onSignOut } from '#src/api/resets.ts'

/* Items that a job could not process and that the user has decided to leave as they are. */

const useStore = create<{ ids: ReadonlyMap<number, ReadonlySet<string>> }>()(() => ({
  ids: new Map(),
}))
const none: ReadonlySet<string> = new Set()

/** Ids of the skipped items of a job. */
export const useSkippedIds = (jobId: number): ReadonlySet<string> =>
  useStore(({ ids }) => ids.get(jobId) ?? none)

export function setSkipped(jobId: number, itemIds: readonly string[], isSkipped: boolean): void {
  const ids = new Map(useStore.getState().ids)
  const skipped = new Set(ids.get(jobId))
  for (const id of itemIds) {
    if (isSkipped) skipped.add(id)
    else skipped.delete(id)
  }
  ids.set(jobId, skipped)
  useStore.setState({ ids })
}

onSignOut(() => useStore.setState({ ids: new Map() }))
