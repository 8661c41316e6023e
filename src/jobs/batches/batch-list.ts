import { useEffect, useState } from 'react'
import { create } from 'zustand'
import type { Operation } from '#src/lib/operation.ts'
import type { Batch, BatchContribution, BatchResult } from './batch.ts'

/* The batches themselves, which lists read. Actions are in `batches.ts`, which is loaded with the first batch. */

const useStore = create<{ batches: readonly Batch[] }>()(() => ({ batches: [] }))

/** A batch that ends sooner than this shows no progress, in ms. */
export const progressDelayMs = 400

export const currentBatches = (): readonly Batch[] => useStore.getState().batches
export const setBatches = (change: (batches: readonly Batch[]) => readonly Batch[]): void =>
  useStore.setState(({ batches }) => ({ batches: change(batches) }))
/** The result of `select` has to be the same object while nothing has changed. */
export const useBatches = <T>(select: (batches: readonly Batch[]) => T): T =>
  useStore(({ batches }) => select(batches))

export const isRunning = ({ state }: Batch): boolean => state !== 'ended'

/** Whether this has been the same id for 400 ms. */
function useIsLasting(id: number | undefined): boolean {
  const [lastingId, setLastingId] = useState<number>()
  useEffect(() => {
    if (id === undefined) return undefined
    const timer = setTimeout(() => setLastingId(id), progressDelayMs)
    return () => clearTimeout(timer)
  }, [id])
  return id !== undefined && id === lastingId
}

/**
 * The newest batch of these kinds that is at work, not waiting for a lock, once it has been running for 400 ms. How far a
 * batch is taken back is shown by its message.
 */
export function useRunningBatch(kinds: readonly Operation['kind'][]): Batch | undefined {
  const batch = useBatches((batches) =>
    batches.findLast(
      (each) =>
        isRunning(each) &&
        each.state !== 'waiting' &&
        each.undoes === undefined &&
        kinds.includes(each.operation.kind),
    ),
  )
  return useIsLasting(batch?.id) ? batch : undefined
}

/** Whether this batch has been taken back for 400 ms, and the batch that does so once that has started. */
export function useUndoing({ id, undoState }: Batch): {
  isUndoing: boolean
  by: Batch | undefined
} {
  const by = useBatches((batches) =>
    batches.findLast((each) => each.undoes === id && isRunning(each)),
  )
  return { isUndoing: useIsLasting(undoState === 'running' ? id : undefined), by }
}

const batchOfResult = (result: BatchResult): Batch | undefined =>
  currentBatches().find((each) => each.own?.result === result)

/** The id of the batch that reports this result. */
export function batchIdOfResult(result: BatchResult): number | undefined {
  const batch = batchOfResult(result)
  return batch?.continuesJob ?? batch?.id
}

/** What the batch with this result has added to it. */
export const partOfResult = (result: BatchResult): BatchContribution['part'] | undefined =>
  batchOfResult(result)?.own?.part
