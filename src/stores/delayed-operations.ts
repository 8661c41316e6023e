import { create } from 'zustand'
import type { Operation } from '#src/lib/operation.ts'
import { onSignOut } from './resets.ts'
import { dismissToast, showToast } from './toasts.ts'

/*
 * Operations that are sent a few seconds after the user asked for them, so that Undo only has to forget them.
 */

/** How long Undo is on offer before the operation is sent, in ms. */
const undoDelayMs = 7_000

type DelayedOperation = {
  readonly id: number
  readonly operation: Operation
  readonly run: () => void
  readonly undo: () => void
  readonly toastId: number
}

const useStore = create<{ delayed: readonly DelayedOperation[] }>()(() => ({ delayed: [] }))
const timers = new Map<number, ReturnType<typeof setTimeout>>()
let lastId = 0

const find = (id: number) => useStore.getState().delayed.find((each) => each.id === id)

/** Undefined once it has been sent or undone. */
export const useDelayedOperation = (id: number): Operation | undefined =>
  useStore(({ delayed }) => delayed.find((each) => each.id === id)?.operation)

/** Calls `run` after the delay, or `undo` if the user takes it back before; a toast offers that. */
export function delayOperation(
  operation: Operation,
  { run, undo }: { run: () => void; undo: () => void },
): void {
  const id = ++lastId
  const toastId = showToast({ kind: 'delayed', delayedId: id })
  useStore.setState(({ delayed }) => ({
    delayed: [...delayed, { id, operation, run, undo, toastId }],
  }))
  holdDelayedOperation(id, false)
}

/** While it is held its delay does not run; afterwards the delay starts again. */
export function holdDelayedOperation(id: number, isHeld: boolean): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  if (!isHeld && find(id))
    timers.set(
      id,
      setTimeout(() => runDelayedOperation(id), undoDelayMs),
    )
}

function take(id: number): DelayedOperation | undefined {
  const taken = find(id)
  if (!taken) return undefined
  useStore.setState(({ delayed }) => ({ delayed: delayed.filter((each) => each !== taken) }))
  holdDelayedOperation(id, true)
  dismissToast(taken.toastId)
  return taken
}

/** Has no effect once it has been sent or undone. */
export const runDelayedOperation = (id: number): void => take(id)?.run()

/** Has no effect once it has been sent or undone. */
export const undoDelayedOperation = (id: number): void => take(id)?.undo()

/** Sends all of them now. */
export function runDelayedOperations(): void {
  for (const { id } of useStore.getState().delayed) runDelayedOperation(id)
}

onSignOut(() => {
  for (const { id } of useStore.getState().delayed) take(id)
})
