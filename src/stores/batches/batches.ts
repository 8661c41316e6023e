import { useEffect, useState } from 'react'
import { create } from 'zustand'
import { SessionEndedError } from '#src/contract/errors.ts'
import type { Operation } from '#src/lib/operation.ts'
import { onSignOut } from '#src/stores/resets.ts'
import { currentSession } from '#src/stores/session.ts'
import {
  dismissBatchToast,
  dismissFailures,
  type FailureSubject,
  showToast,
} from '#src/stores/toasts.ts'

/** An item of a batch. `uri` addresses it at the service, `id` names it in lists. */
export type BatchItem = { readonly id: string; readonly uri: string; readonly name: string }

export type Failure<Item extends BatchItem = BatchItem> = {
  readonly item: Item
  readonly error: Error
  /** Where it was to go, when that is not where it was. */
  readonly folder?: string | undefined
}

/** Every item ends in exactly one of these lists, so that the numbers add up. */
export type BatchResult<Item extends BatchItem = BatchItem> = {
  readonly done: readonly Item[]
  readonly failed: readonly Failure<Item>[]
  /** Locked, and skipped or cancelled by the user. */
  readonly locked: readonly Item[]
  /** Never sent, or sent and found not to have been processed. */
  readonly left: readonly Item[]
}

export type Batch = {
  readonly id: number
  readonly operation: Operation
  /** The batch whose remaining items it processes: that batch reports what became of them. */
  readonly follows: number | undefined
  readonly journalId: string | undefined
  readonly total: number
  readonly done: number
  readonly failed: number
  readonly locked: number
  /** `paused`: no answer from the service, or no network. `asking`: the lock dialog is up, or the batch waits in the lock tray. */
  readonly state: 'running' | 'paused' | 'asking' | 'stopping' | 'ended'
  readonly result: BatchResult | undefined
  /** Takes the batch back, while that can be offered. Rejects when that could not be started. */
  readonly undo: (() => Promise<void>) | undefined
  readonly undoState: 'idle' | 'running' | 'failed'
  /** Starts a batch over these items that follows this one. */
  readonly retry: ((items: readonly BatchItem[]) => void) | undefined
  /** Where the processed items are now. */
  readonly destinations: readonly BatchItem[]
}

const useStore = create<{ batches: readonly Batch[] }>()(() => ({ batches: [] }))
const stops = new Map<number, () => void>()
/** Items by id, with the running batch that processes them: a second click must not send them twice. */
const activeItems = new Map<string, number>()
let lastId = 0
/** How many ended batches are kept for the messages about them. */
const maxEnded = 20
/** A batch that ends sooner than this shows no progress, in ms. */
const progressDelayMs = 400

const isRunning = ({ state }: Batch) => state !== 'ended'

export const useBatch = (id: number): Batch | undefined =>
  useStore(({ batches }) => batches.find((batch) => batch.id === id))
/** The newest running batch of these kinds, once it has been running for 400 ms. */
export function useRunningBatch(kinds: readonly Operation['kind'][]): Batch | undefined {
  const batch = useStore(({ batches }) =>
    batches.findLast((each) => isRunning(each) && kinds.includes(each.operation.kind)),
  )
  const [lastingId, setLastingId] = useState<number>()
  const id = batch?.id
  useEffect(() => {
    if (id === undefined) return undefined
    const timer = setTimeout(() => setLastingId(id), progressDelayMs)
    return () => clearTimeout(timer)
  }, [id])
  return id !== undefined && id === lastingId ? batch : undefined
}
/** The running batch that processes the remaining items of another one. */
export const useFollowUpBatch = (id: number): Batch | undefined =>
  useStore(({ batches }) => batches.findLast((batch) => isRunning(batch) && batch.follows === id))
/** The id of the batch that reports this result. */
export const batchIdOfResult = (result: BatchResult): number | undefined => {
  const batch = useStore.getState().batches.find((each) => each.result === result)
  return batch?.follows ?? batch?.id
}

/** Whether a batch of this tab writes this journal. */
export const isJournalInUse = (journalId: string): boolean =>
  useStore.getState().batches.some((batch) => isRunning(batch) && batch.journalId === journalId)

/** The items that no running batch processes. */
export const withoutActiveItems = <Item extends BatchItem>(items: readonly Item[]): Item[] =>
  items.filter(({ id }) => !activeItems.has(id))

export function startBatch({
  operation,
  items,
  stop,
  retry,
  follows,
}: {
  operation: Operation
  items: readonly BatchItem[]
  stop: () => void
  retry: Batch['retry']
  follows: number | undefined
}): number {
  const id = ++lastId
  stops.set(id, stop)
  for (const item of items) activeItems.set(item.id, id)
  const batch: Batch = {
    id,
    operation,
    follows,
    journalId: undefined,
    total: items.length,
    done: 0,
    failed: 0,
    locked: 0,
    state: 'running',
    result: undefined,
    undo: undefined,
    undoState: 'idle',
    retry,
    destinations: [],
  }
  useStore.setState(({ batches }) => ({
    batches: [
      ...batches.filter((each, index) => isRunning(each) || index >= batches.length - maxEnded),
      batch,
    ],
  }))
  return id
}

export function updateBatch(id: number, part: Partial<Omit<Batch, 'id' | 'operation'>>): void {
  useStore.setState(({ batches }) => ({
    batches: batches.map((batch) => (batch.id === id ? { ...batch, ...part } : batch)),
  }))
}

/** Sends nothing more; requests under way are aborted, and what they did is looked up. */
export function stopBatch(id: number): void {
  if (!useStore.getState().batches.some((batch) => batch.id === id && isRunning(batch))) return
  updateBatch(id, { state: 'stopping' })
  stops.get(id)?.()
}

/**
 * Returns the id of the batch that reports the result: its own, or that of the batch that it follows. Undefined after a
 * sign-out, when nothing is reported.
 */
export function finishBatch(
  id: number,
  {
    result,
    destinations,
    undo,
  }: {
    result: BatchResult
    destinations: readonly BatchItem[]
    undo: Batch['undo']
  },
): number | undefined {
  for (const [item, batch] of activeItems) if (batch === id) activeItems.delete(item)
  if (!stops.delete(id)) return undefined
  const { batches } = useStore.getState()
  const first = batches.find((batch) => batch.id === batches.find((one) => one.id === id)?.follows)
  updateBatch(id, { state: 'ended', ...countsOf(result), result, destinations, undo })
  if (!first?.result) return id
  const merged = mergeResults(first.result, result)
  updateBatch(first.id, {
    ...countsOf(merged),
    result: merged,
    destinations: [...first.destinations, ...destinations],
    undo: callBoth(first.undo, undo),
  })
  return first.id
}

const countsOf = ({ done, failed, locked }: BatchResult) => ({
  done: done.length,
  failed: failed.length,
  locked: locked.length,
})

/** Calls both; after a failure, the next call starts with the one that failed. */
function callBoth(one: Batch['undo'], other: Batch['undo']): Batch['undo'] {
  if (!one || !other) return one ?? other
  const left = [one, other]
  return async () => {
    for (let next = left[0]; next; next = left[0]) {
      await next()
      left.shift()
    }
  }
}

/** Takes a batch back. Undo stays on offer until that has been started. */
export async function undoBatch(id: number): Promise<void> {
  const find = () => useStore.getState().batches.find((batch) => batch.id === id)
  const batch = find()
  if (!batch?.undo || batch.undoState === 'running') return
  const count = batch.result?.done.length ?? batch.total
  const about: FailureSubject = { kind: 'notUndone', operation: { ...batch.operation, count } }
  dismissFailures(about)
  updateBatch(id, { undoState: 'running' })
  try {
    await batch.undo()
    updateBatch(id, { undo: undefined, undoState: 'idle' })
    dismissBatchToast(id)
  } catch (error) {
    // After a sign-out there is nothing to offer.
    if (!find()) return
    updateBatch(id, { undoState: 'failed' })
    showToast({ kind: 'batch', batchId: id })
    if (!(error instanceof SessionEndedError)) {
      showToast({ kind: 'failed', error: error as Error, about })
    }
  }
}

/** The items of the later result leave the lists that the earlier one had them in. */
function mergeResults(earlier: BatchResult, later: BatchResult): BatchResult {
  const laterItems = [later.done, later.failed.map(({ item }) => item), later.locked, later.left]
  const laterIds = new Set(laterItems.flat().map(({ id }) => id))
  const isEarlier = ({ id }: BatchItem) => !laterIds.has(id)
  return {
    done: [...earlier.done.filter(isEarlier), ...later.done],
    failed: [...earlier.failed.filter(({ item }) => isEarlier(item)), ...later.failed],
    locked: [...earlier.locked.filter(isEarlier), ...later.locked],
    left: [...earlier.left.filter(isEarlier), ...later.left],
  }
}

/** Imported on demand: it is not needed for the first page. */
async function deleteJournals(userId: string): Promise<void> {
  const { deleteJournalsOf } = await import('#src/platform/operation-journal.ts')
  await deleteJournalsOf(userId)
}

onSignOut(() => {
  const { userId } = currentSession()
  // A journal that cannot be deleted now is still tied to its user and offered to nobody else.
  if (userId !== undefined) deleteJournals(userId).catch(() => undefined)
  for (const stop of stops.values()) stop()
  stops.clear()
  activeItems.clear()
  useStore.setState({ batches: [] })
})
