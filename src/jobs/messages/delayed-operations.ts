import { create } from 'zustand'
import { onSignOut } from '#src/api/resets.ts'
import { nextNumber } from '#src/lib/numbers/next-number.ts'
import type { Operation } from '#src/lib/operation.ts'
import { setLastUndo } from './last-undo.ts'
import { dismissToast, showToast } from './toasts.ts'

/*
 * Operations that are sent a few seconds after the user asked for them, so that Undo only has to forget them.
 */

/** How long Undo is on offer before the operation is sent, in ms. */
const undoDelayMs = 7_000

type Actions = { readonly run: () => void; readonly undo: () => void }
type DelayedOperation = Actions & {
  readonly id: number
  readonly operation: Operation
  readonly toastId: number
}

const useStore = create<{ delayed: readonly DelayedOperation[] }>()(() => ({ delayed: [] }))
const timers = new Map<number, ReturnType<typeof setTimeout>>()

const find = (id: number) => useStore.getState().delayed.find((each) => each.id === id)

/** Undefined once it has been sent or undone. */
export const useDelayedOperation = (id: number): Operation | undefined =>
  useStore(({ delayed }) => delayed.find((each) => each.id === id)?.operation)

/**
 * Calls `run` after the delay, or `undo` if the user takes it back before: a toast offers that, and Ctrl+Z does it.
 * `replaces` is the id of one that this one includes: it keeps its toast, and its delay begins anew. Returns the id.
 */
export function delayOperation(operation: Operation, actions: Actions, replaces?: number): number {
  const known = replaces === undefined ? undefined : find(replaces)
  const id = known?.id ?? nextNumber()
  const toastId = known?.toastId ?? showToast({ kind: 'delayed', delayedId: id })
  useStore.setState(({ delayed }) => ({
    delayed: [...delayed.filter((each) => each !== known), { ...actions, id, operation, toastId }],
  }))
  // One that is held has no timer, and gets none before it is let go.
  if (!known || timers.has(id)) holdDelayedOperation(id, false)
  setLastUndo(() => undoDelayedOperation(id))
  return id
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
