import type { QueryClient } from '@tanstack/react-query'
import { currentSession } from '#src/api/current-session.ts'
import { onSignOut } from '#src/api/resets.ts'
import { SessionEndedError } from '#src/contract/errors.ts'
import { onBeforeSignOut } from '#src/jobs/before-sign-out.ts'
import {
  dismissBatchToast,
  dismissFailures,
  type FailureContext,
  showToast,
} from '#src/jobs/messages/toasts.ts'
import { nextNumber } from '#src/lib/numbers/next-number.ts'
import type { Operation } from '#src/lib/operation.ts'
import { deleteJournalsOf } from '#src/platform/operation-journal.ts'
import type { BatchStart } from './batch-definition.ts'
import { batchIdOfResult, currentBatches, isRunning, setBatches, useBatches } from './batch-list.ts'
import { mergeContributions } from './batch-results.ts'
import type { Batch, BatchContribution, BatchItem, BatchResult, Undo } from './batch.ts'
import { setSkipped } from './skipped-items.ts'

/** Undo has changed nothing, for example because the user cancelled at a lock: another message says so. */
class NothingUndoneError extends Error {}

/** Takes a batch back by these, one after another: each reports itself. Undefined when there are none. */
export function undoOf(client: QueryClient, starts: readonly BatchStart[]): Undo | undefined {
  if (starts.length === 0) return undefined
  /** The results of an earlier try that has done nothing. */
  let earlier: readonly BatchResult[] = []
  return async () => {
    for (const result of earlier) dismissBatchToast(batchIdOfResult(result) ?? 0)
    const results: BatchResult[] = []
    let failure: Error | undefined
    for (const { start } of starts) {
      try {
        results.push(await start(client, { isUndo: true }))
      } catch (error) {
        if (error instanceof SessionEndedError) throw error
        failure = error as Error
      }
    }
    earlier = results
    if (results.every(({ done }) => done.length === 0)) throw failure ?? new NothingUndoneError()
    return failure
  }
}

const stops = new Map<number, () => void>()
/** Called when a batch has ended. */
const endListeners = new Map<number, (() => void)[]>()
/** Items by id, with the running batch that processes them: a second click must not send them twice. */
const activeItems = new Map<string, number>()
/** How many ended batches are kept for the messages about them. */
const maxEnded = 20

export const useBatch = (id: number): Batch | undefined =>
  useBatches((batches) => batches.find((batch) => batch.id === id))

/** Whether the result of the batch `id` tells what became of the items of `batch`. */
const contributesTo = (batch: Batch, id: number): boolean =>
  batch.id === id || batch.continuesJob === id

/** The running batches that still add to the result of the batch `id`: itself and those that follow it. */
export const useRunningContributors = (id: number): readonly Batch[] =>
  useBatches((batches) => batches).filter((batch) => isRunning(batch) && contributesTo(batch, id))

/** Whether a batch of this tab writes this journal. */
export const isJournalInUse = (journalId: string): boolean =>
  currentBatches().some((batch) => isRunning(batch) && batch.journalId === journalId)

/** The batch that waits for a lock on one of these items. */
export function waitingBatchOf(items: readonly BatchItem[]): Batch | undefined {
  const ids = new Set(items.map(({ id }) => activeItems.get(id)))
  return currentBatches().find(({ id, state }) => state === 'waiting' && ids.has(id))
}

/** The items of the batch that wait to be processed or are being processed. */
export const activeIdsOf = (batchId: number): ReadonlySet<string> =>
  new Set([...activeItems].flatMap(([item, batch]) => (batch === batchId ? [item] : [])))

/** The items that no running batch processes. */
export const withoutActiveItems = <Item extends BatchItem>(items: readonly Item[]): Item[] =>
  items.filter(({ id }) => !activeItems.has(id))

export function startBatch({
  operation,
  items,
  stop,
  retry,
  undoOf: undoOfParts,
  continuesJob,
}: {
  operation: Operation
  items: readonly BatchItem[]
  stop: () => void
  retry: NonNullable<Batch['retry']>
  undoOf: Batch['undoOf']
  continuesJob: number | undefined
}): number {
  const id = nextNumber()
  stops.set(id, stop)
  for (const item of items) activeItems.set(item.id, id)
  const batch: Batch = {
    id,
    operation,
    continuesJob,
    journalId: undefined,
    total: items.length,
    done: 0,
    failed: 0,
    locked: 0,
    state: 'running',
    lockQuestionId: undefined,
    own: undefined,
    result: undefined,
    undoOf: undoOfParts,
    undo: undefined,
    undoState: 'idle',
    retry: (some) => {
      // What is tried again is not left as it is.
      setSkipped(
        id,
        some.map((item) => item.id),
        false,
      )
      retry(some)
    },
    destinations: [],
  }
  setBatches((batches) => [
    ...batches.filter((each) => isRunning(each) || isRecent(each, batches)),
    batch,
  ])
  return id
}

/** Whether it is among the last that are kept, or adds to the result of one that is. */
const isRecent = ({ id, continuesJob }: Batch, batches: readonly Batch[]): boolean =>
  (continuesJob ?? id) >= (batches.at(-maxEnded)?.id ?? 0)

export function updateBatch(id: number, part: Partial<Omit<Batch, 'id' | 'operation'>>): void {
  setBatches((batches) => batches.map((batch) => (batch.id === id ? { ...batch, ...part } : batch)))
}

/** Sends nothing more; requests under way are aborted, and what they did is looked up. */
export function stopBatch(id: number): void {
  if (!currentBatches().some((batch) => batch.id === id && isRunning(batch))) return
  updateBatch(id, { state: 'stopping' })
  stops.get(id)?.()
}

/**
 * Reports what became of the items so far, before the batch asks or waits. Only the items with these ids are still to be
 * processed: other batches may process the rest.
 */
export function reportBatch(
  id: number,
  contribution: BatchContribution,
  activeIds: ReadonlySet<string>,
): void {
  for (const [item, batch] of activeItems)
    if (batch === id && !activeIds.has(item)) activeItems.delete(item)
  updateBatch(id, { own: contribution })
  showContributions(id)
}

/** Merges the results of a batch and those that follow it. Returns the id of the batch that shows it. */
function showContributions(id: number): number {
  const batches = currentBatches()
  const find = (each: number | undefined) => batches.find((batch) => batch.id === each)
  const shownBy = find(find(id)?.continuesJob)?.id ?? id
  const contributions = batches.flatMap((batch) =>
    contributesTo(batch, shownBy) && batch.own ? [batch.own] : [],
  )
  const merged = mergeContributions(contributions)
  const parts = contributions.flatMap(({ part }) => (part.done.length > 0 ? [part] : []))
  if (merged) {
    const undo = parts.length > 0 ? find(shownBy)?.undoOf(parts) : undefined
    updateBatch(shownBy, { ...countsOf(merged.result), ...merged, undo })
  }
  return shownBy
}

/**
 * Returns the id of the batch that reports the result: its own, or that of the batch that it follows. Undefined after a
 * sign-out, when nothing is reported.
 */
export function finishBatch(id: number, contribution: BatchContribution): number | undefined {
  for (const [item, batch] of activeItems) if (batch === id) activeItems.delete(item)
  if (!stops.delete(id)) return undefined
  const { result } = contribution
  const { destinations } = contribution
  updateBatch(id, { state: 'ended', ...countsOf(result), result, destinations, own: contribution })
  const shownBy = showContributions(id)
  for (const resolve of endListeners.get(id) ?? []) resolve()
  endListeners.delete(id)
  return shownBy
}

/** For a batch of a user who has signed out, also one that began while that went on. */
export function dropBatch(id: number): void {
  for (const [item, batch] of activeItems) if (batch === id) activeItems.delete(item)
  stops.delete(id)
  setBatches((batches) => batches.filter((each) => each.id !== id))
}

const countsOf = ({ done, failed, locked }: BatchResult) => ({
  done: done.length,
  failed: failed.length,
  locked: locked.length,
})

/** Resolves when the batch has ended. */
const batchEnd = (id: number): Promise<void> =>
  new Promise((resolve) => endListeners.set(id, [...(endListeners.get(id) ?? []), resolve]))

/** Resolves when no running batch processes any of these items. */
export async function whenInactive(items: readonly BatchItem[]): Promise<void> {
  for (;;) {
    const active = items.flatMap(({ id }) => activeItems.get(id) ?? [])
    if (active.length === 0) return
    await Promise.all([...new Set(active)].map(batchEnd))
  }
}

/** Stops running batches. Resolves when they have ended. */
async function endBatches(isMeant: (batch: Batch) => boolean): Promise<void> {
  const running = currentBatches().filter((batch) => isRunning(batch) && isMeant(batch))
  await Promise.all(
    running.map(({ id }) => {
      const ended = batchEnd(id)
      stopBatch(id)
      return ended
    }),
  )
}

/** Whether the user has stopped a batch of this kind that has not ended. */
export const isStoppingAny = (kind: Operation['kind']): boolean =>
  currentBatches().some(({ operation, state }) => operation.kind === kind && state === 'stopping')

// What a batch cleans up when it ends needs the session. A deletion of links cleans up nothing, and goes on as long as it
// may: whoever deleted a link has been promised that it does not stay public.
onBeforeSignOut(() => endBatches(({ operation }) => operation.kind !== 'deleteLinks'))

/**
 * Takes a batch back, with what the batches that follow it have done; what is still running or waiting is stopped first.
 * Undo stays on offer until that has worked.
 */
export async function undoBatch(id: number): Promise<void> {
  const find = () => currentBatches().find((batch) => batch.id === id)
  const batch = find()
  if (!batch?.undo || batch.undoState === 'running') return
  const count = batch.result?.done.length ?? batch.total
  const failureContext: FailureContext = {
    kind: 'notUndone',
    operation: { ...batch.operation, count },
  }
  dismissFailures(failureContext)
  updateBatch(id, { undoState: 'running' })
  try {
    await endBatches((other) => contributesTo(other, id))
    const failure = await find()?.undo?.()
    updateBatch(id, { undo: undefined, undoState: 'idle' })
    dismissBatchToast(id)
    if (failure && find()) showToast({ kind: 'failed', error: failure, failureContext })
  } catch (error) {
    // After a sign-out there is nothing to offer.
    if (!find()) return
    updateBatch(id, { undoState: 'failed' })
    showToast({ kind: 'batch', batchId: id })
    if (!(error instanceof SessionEndedError || error instanceof NothingUndoneError)) {
      showToast({ kind: 'failed', error: error as Error, failureContext })
    }
  }
}

onSignOut(() => {
  const { userId } = currentSession()
  // A journal that cannot be deleted now is still tied to its user and offered to nobody else.
  if (userId !== undefined) deleteJournalsOf(userId).catch(() => undefined)
  for (const stop of stops.values()) stop()
  stops.clear()
  for (const resolve of [...endListeners.values()].flat()) resolve()
  endListeners.clear()
  activeItems.clear()
  setBatches(() => [])
})
