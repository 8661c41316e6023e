import { useEffect, useState } from 'react'
import { create } from 'zustand'
import type { Operation } from '#src/lib/operation.ts'
import { forgetsOnSignOut } from './resets.ts'
import { currentSession } from './session.ts'
import { dismissToast, showToast } from './toasts.ts'

/** What a batch acts on. `uri` names it on the wire, `id` in lists. */
export type BatchItem = { readonly id: string; readonly uri: string; readonly name: string }

export type Failure = {
  readonly item: BatchItem
  readonly error: Error
  /** Where it was to go, when that is not where it was. */
  readonly folder?: string | undefined
}

/** Every item ends in exactly one of these lists, so that the numbers add up. */
export type BatchResult = {
  readonly done: readonly BatchItem[]
  readonly failed: readonly Failure[]
  /** Locked, and skipped or cancelled by the user. */
  readonly locked: readonly BatchItem[]
  /** Never sent, or sent and found not to have happened. */
  readonly left: readonly BatchItem[]
}

export type Batch = {
  readonly id: number
  readonly operation: Operation
  /** The batch whose leftovers it deals with: what becomes of them is told there. */
  readonly follows: number | undefined
  /** Of the log that it is kept in. */
  readonly logId: string | undefined
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
  /** Where the items are that went through, as they are listed there. */
  readonly landed: readonly BatchItem[]
}

/** A batch of this user that a reload or a crash cut off. */
export type Interrupted = {
  /** Of its log. */
  readonly id: string
  readonly operation: Operation
  readonly total: number
  readonly done: number
}

type State = {
  batches: readonly Batch[]
  interrupted: readonly Interrupted[]
  /** A page shows them itself: no message says so as well. */
  isShownByPage: boolean
  /** Where items lie that are neither where they were nor where they are to go, by id. */
  strays: ReadonlyMap<string, string>
}
const initial: State = {
  batches: [],
  interrupted: [],
  isShownByPage: false,
  strays: new Map(),
}
const useStore = create<State>()(() => initial)
const stops = new Map<number, () => void>()
/** Items that a batch is busy with, by id: a second click on the same button must not send them twice. */
const busy = new Map<string, number>()
let lastId = 0
/** So many are kept after their end, for the message about them. */
const most = 20
/** A batch that ends sooner than this needs no progress, in ms. */
const patience = 400

export const useBatch = (id: number): Batch | undefined =>
  useStore(({ batches }) => batches.find((batch) => batch.id === id))
const isUnderWay = ({ state }: Batch) => state !== 'ended'
/** The batch to show progress of: the newest one of these kinds that is under way. */
const useRunningBatch = (kinds: readonly Operation['kind'][]): Batch | undefined =>
  useStore(({ batches }) =>
    batches.findLast((batch) => isUnderWay(batch) && kinds.includes(batch.operation.kind)),
  )
/** The same once it has taken a while: what is done at once flickers by for nobody. */
export function useLastingBatch(kinds: readonly Operation['kind'][]): Batch | undefined {
  const batch = useRunningBatch(kinds)
  const [lasting, setLasting] = useState<number>()
  const id = batch?.id
  useEffect(() => {
    if (id === undefined) return undefined
    const timer = setTimeout(() => setLasting(id), patience)
    return () => clearTimeout(timer)
  }, [id])
  return id !== undefined && id === lasting ? batch : undefined
}
/** What still works on the leftovers of a batch. */
export const useFollower = (id: number): Batch | undefined =>
  useStore(({ batches }) => batches.findLast((batch) => isUnderWay(batch) && batch.follows === id))
/** The batch that ended like this, or that tells of it. */
export const batchWith = (result: BatchResult): number | undefined => {
  const batch = useStore.getState().batches.find((each) => each.result === result)
  return batch?.follows ?? batch?.id
}

/** Whether a batch of this tab works on that log. */
export const isBatchOfLog = (logId: string): boolean =>
  useStore.getState().batches.some((batch) => isUnderWay(batch) && batch.logId === logId)

/** The items that no batch is busy with. */
export const notBusy = (items: readonly BatchItem[]): BatchItem[] =>
  items.filter(({ id }) => !busy.has(id))

export function beginBatch({
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
  for (const item of items) busy.set(item.id, id)
  const batch: Batch = {
    id,
    operation,
    follows,
    logId: undefined,
    total: items.length,
    done: 0,
    failed: 0,
    locked: 0,
    state: 'running',
    result: undefined,
    undo: undefined,
    retry,
    landed: [],
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

/**
 * Undefined when nobody is left to be told: the user has signed out. Else the id of the batch that tells what became of
 * it: its own, or that of the one whose leftovers it dealt with.
 */
export function endBatch(
  id: number,
  {
    result,
    landed,
    undo,
  }: { result: BatchResult; landed: readonly BatchItem[]; undo: (() => void) | undefined },
): number | undefined {
  for (const [item, batch] of busy) if (batch === id) busy.delete(item)
  if (!stops.delete(id)) return undefined
  const { batches } = useStore.getState()
  const first = batches.find((batch) => batch.id === batches.find((one) => one.id === id)?.follows)
  changeBatch(id, { state: 'ended', ...countsOf(result), result, landed, undo })
  if (!first?.result) return id
  const merged = merge(first.result, result)
  changeBatch(first.id, {
    ...countsOf(merged),
    result: merged,
    landed: [...first.landed, ...landed],
    undo: both(first.undo, undo),
  })
  return first.id
}

const countsOf = ({ done, failed, locked }: BatchResult) => ({
  done: done.length,
  failed: failed.length,
  locked: locked.length,
})

const both = (one: (() => void) | undefined, other: (() => void) | undefined) =>
  one && other
    ? () => {
        one()
        other()
      }
    : (one ?? other)

/** What became of the items since: each stays in one list. */
function merge(before: BatchResult, later: BatchResult): BatchResult {
  const told = new Set(
    [...later.done, ...later.failed.map(({ item }) => item), ...later.locked, ...later.left].map(
      ({ id }) => id,
    ),
  )
  const untold = ({ id }: BatchItem) => !told.has(id)
  return {
    done: [...before.done.filter(untold), ...later.done],
    failed: [...before.failed.filter(({ item }) => untold(item)), ...later.failed],
    locked: [...before.locked.filter(untold), ...later.locked],
    left: [...before.left.filter(untold), ...later.left],
  }
}

export const useInterrupted = (): readonly Interrupted[] =>
  useStore(({ interrupted }) => interrupted)
/** Those that a message is to tell of. */
export const useInterruptedElsewhere = (): readonly Interrupted[] =>
  useStore((state) => (state.isShownByPage ? initial.interrupted : state.interrupted))
/** Decided about: a look that began before must not bring it back. */
const decided = new Set<string>()
export const setInterrupted = (found: readonly Interrupted[]): void =>
  useStore.setState({ interrupted: found.filter(({ id }) => !decided.has(id)) })
export function dropInterrupted(id: string): void {
  decided.add(id)
  useStore.setState(({ interrupted }) => ({
    interrupted: interrupted.filter((each) => each.id !== id),
  }))
}
export const setShownByPage = (isShownByPage: boolean): void => useStore.setState({ isShownByPage })

export const useStray = (id: string): string | undefined => useStore(({ strays }) => strays.get(id))
export const isStray = (id: string): boolean => useStore.getState().strays.has(id)
/** Says where an item has got stuck on its way; undefined when it has arrived. */
export function setStray(id: string, uri: string | undefined): void {
  if (uri === undefined && !isStray(id)) return
  const strays = new Map(useStore.getState().strays)
  if (uri === undefined) strays.delete(id)
  else strays.set(id, uri)
  useStore.setState({ strays })
}

/** The message about a batch, and whether the sheet about it is on screen, which says it all. */
const toasts = new Map<number, number>()
let sheet: number | undefined

/** Says what became of a batch; what was said of it before goes. */
export function tellOfBatch(batchId: number): void {
  hideToast(batchId)
  if (sheet !== batchId) toasts.set(batchId, showToast({ kind: 'batch', batchId }))
}

function hideToast(batchId: number): void {
  const toast = toasts.get(batchId)
  if (toast !== undefined) dismissToast(toast)
  toasts.delete(batchId)
}

/** The sheet about a batch is on screen until the returned function is called. */
export function showSheet(batchId: number): () => void {
  sheet = batchId
  hideToast(batchId)
  return () => {
    sheet = undefined
  }
}

/** Where no batch has run, what keeps logs has yet to come. */
async function forgetLogsOf(userId: string): Promise<void> {
  const { forgetLogs } = await import('#src/lib/keep.ts')
  await forgetLogs(userId)
}

const resetBatches = (): void => {
  const { userId } = currentSession()
  // What cannot be forgotten now is that user's own, and is offered to nobody else.
  if (userId !== undefined) forgetLogsOf(userId).catch(() => undefined)
  for (const stop of stops.values()) stop()
  stops.clear()
  busy.clear()
  toasts.clear()
  useStore.setState(initial)
}
forgetsOnSignOut(resetBatches)
