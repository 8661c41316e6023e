import { create } from 'zustand'
import type { Operation } from './lock-sessions.ts'
import { forgetsOnSignOut } from './resets.ts'

/** What a batch acts on. `uri` names it on the wire, `id` in lists. */
export type BatchItem = { readonly id: string; readonly uri: string; readonly name: string }

/** Every item ends in exactly one of these lists, so that the numbers add up. */
export type BatchResult = {
  readonly done: readonly BatchItem[]
  readonly failed: readonly { readonly item: BatchItem; readonly error: Error }[]
  /** Locked, and skipped or cancelled by the user. */
  readonly locked: readonly BatchItem[]
  /** Never sent, or sent and found not to have happened. */
  readonly left: readonly BatchItem[]
}

export type Batch = {
  readonly id: number
  readonly operation: Operation
  readonly total: number
  readonly done: number
  readonly failed: number
  readonly locked: number
  /** `paused`: the network is away. `asking`: the lock dialog is up, or the batch waits in the tray. */
  readonly state: 'running' | 'paused' | 'asking' | 'stopping' | 'ended'
  readonly result: BatchResult | undefined
  /** Takes it back, while that can be offered. */
  readonly undo: (() => void) | undefined
  /** Sends what did not happen again. */
  readonly retry: ((items: readonly BatchItem[]) => void) | undefined
}

const useStore = create<{ batches: readonly Batch[] }>()(() => ({ batches: [] }))
const stops = new Map<number, () => void>()
let lastId = 0
/** So many are kept after their end, for the message about them. */
const most = 20

export const useBatch = (id: number): Batch | undefined =>
  useStore(({ batches }) => batches.find((batch) => batch.id === id))
const isUnderWay = ({ state }: Batch) => state !== 'ended'
/** The batch to show progress of: the newest one of these kinds that is under way. */
export const useRunningBatch = (kinds: readonly Operation['kind'][]): Batch | undefined =>
  useStore(({ batches }) =>
    batches.findLast((batch) => isUnderWay(batch) && kinds.includes(batch.operation.kind)),
  )

export function beginBatch(
  operation: Operation,
  total: number,
  stop: () => void,
  retry: Batch['retry'],
): number {
  const id = ++lastId
  stops.set(id, stop)
  const batch: Batch = {
    id,
    operation,
    total,
    done: 0,
    failed: 0,
    locked: 0,
    state: 'running',
    result: undefined,
    undo: undefined,
    retry,
  }
  useStore.setState(({ batches }) => ({
    batches: [
      ...batches.filter((each, at) => isUnderWay(each) || at >= batches.length - most),
      batch,
    ],
  }))
  return id
}

export function changeBatch(id: number, part: Partial<Omit<Batch, 'id' | 'operation'>>): void {
  useStore.setState(({ batches }) => ({
    batches: batches.map((batch) => (batch.id === id ? { ...batch, ...part } : batch)),
  }))
}

/** Nothing more is sent; what is in flight is broken off and looked at. */
export function stopBatch(id: number): void {
  const isRunning = useStore
    .getState()
    .batches.some((batch) => batch.id === id && isUnderWay(batch))
  if (!isRunning) return
  changeBatch(id, { state: 'stopping' })
  stops.get(id)?.()
}

/** False when nobody is left to be told: the user has signed out. */
export function endBatch(id: number, result: BatchResult, undo: (() => void) | undefined): boolean {
  if (!stops.delete(id)) return false
  changeBatch(id, {
    state: 'ended',
    done: result.done.length,
    failed: result.failed.length,
    locked: result.locked.length,
    result,
    undo,
  })
  return true
}

const resetBatches = (): void => {
  for (const stop of stops.values()) stop()
  stops.clear()
  useStore.setState({ batches: [] })
}
forgetsOnSignOut(resetBatches)
