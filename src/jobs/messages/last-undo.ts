import { onSignOut } from '#src/api/resets.ts'
import { SessionEndedError } from '#src/contract/errors.ts'
import { LockCancelledError } from '#src/jobs/locks/lock-question.ts'
import type { Operation } from '#src/lib/operation.ts'
import { dismissToast, showToast, type ToastMessage } from './toasts.ts'

let last: (() => void) | undefined
let changes = 0

/** Sets what Ctrl+Z takes back: the last write that can be undone, until another write starts or the user signs out. */
export const setLastUndo = (undo: (() => void) | undefined): void => {
  last = undo
  changes++
}

/** It grows when a write starts, and when one becomes what Ctrl+Z takes back. */
export const lastUndoChanges = (): number => changes

/** It can take nothing back any more; that of a later write stays. */
export function clearLastUndo(undo: () => void): void {
  if (last === undo) last = undefined
}

export function undoLast(): boolean {
  const undo = last
  last = undefined
  undo?.()
  return undo !== undefined
}

/**
 * Shows a message about a write. `undo` takes the write back, by the message or by Ctrl+Z; that dismisses the message. What
 * it rejects with is shown as a failure of `operation`.
 */
export function showUndoableToast(
  message: Extract<ToastMessage, { kind: 'done'; key: 'renamed' | 'viewSaved' | 'linkEdited' }>,
  operation: Operation,
  undo: (() => Promise<unknown>) | undefined,
): void {
  const takeBack =
    undo && (() => void undo().catch((error: unknown) => showUndoFailure(error, operation)))
  const id = showToast({ ...message, undo: takeBack })
  if (!takeBack) return
  setLastUndo(() => {
    dismissToast(id)
    takeBack()
  })
}

/** A write could not be taken back; there is no field that could say so. */
function showUndoFailure(error: unknown, operation: Operation): void {
  if (error instanceof LockCancelledError || error instanceof SessionEndedError) return
  const failureContext = { kind: 'notUndone', operation } as const
  showToast({ kind: 'failed', error: error as Error, failureContext })
}

onSignOut(() => setLastUndo(undefined))
