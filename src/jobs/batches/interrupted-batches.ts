import { create } from 'zustand'
import { onSignOut } from '#src/api/resets.ts'
import type { Operation } from '#src/lib/operation.ts'

/** A batch of this user that a reload or a crash interrupted. */
export type InterruptedBatch = {
  /** Of its journal. */
  readonly id: string
  readonly operation: Operation
  readonly total: number
  readonly done: number
  /** Whether items that were sent without an answer may be done too. */
  readonly mayBeMore: boolean
  /** What the user may decide about it; neither rejects. */
  readonly resume: () => Promise<void>
  readonly discard: () => Promise<void>
}

type State = {
  batches: readonly InterruptedBatch[]
  /** Whether the page shows them, so that no toast has to. */
  isShownByPage: boolean
}
const noBatches: State['batches'] = []
const useStore = create<State>()(() => ({ batches: noBatches, isShownByPage: false }))
/** Ids that the user has decided about: a search that started before must not bring them back. */
const decidedIds = new Set<string>()

export const useInterruptedBatches = (): readonly InterruptedBatch[] =>
  useStore(({ batches }) => batches)
export const useIsInterruptedShownByPage = (): boolean =>
  useStore(({ isShownByPage }) => isShownByPage)
/** Those that a toast is to show. */
export const useInterruptedBatchToasts = (): readonly InterruptedBatch[] =>
  useStore(({ batches, isShownByPage }) => (isShownByPage ? noBatches : batches))

export const setInterruptedBatches = (found: readonly InterruptedBatch[]): void =>
  useStore.setState({ batches: found.filter(({ id }) => !decidedIds.has(id)) })
export const setInterruptedShownByPage = (isShownByPage: boolean): void =>
  useStore.setState({ isShownByPage })

/** The user has decided about it. Returns it, if it is still known. */
export function removeInterruptedBatch(id: string): InterruptedBatch | undefined {
  decidedIds.add(id)
  const { batches } = useStore.getState()
  useStore.setState({ batches: batches.filter((each) => each.id !== id) })
  return batches.find((each) => each.id === id)
}

/** What the user has decided about it could not be done. */
export function addInterruptedBatchBack(batch: InterruptedBatch): void {
  decidedIds.delete(batch.id)
  const others = useStore.getState().batches.filter(({ id }) => id !== batch.id)
  useStore.setState({ batches: [...others, batch] })
}

onSignOut(() => useStore.setState({ batches: noBatches, isShownByPage: false }))
