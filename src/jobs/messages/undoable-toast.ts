import { setLastUndo } from './last-undo.ts'
import { dismissToast, showToast, type ToastMessage } from './toasts.ts'

/** Shows a message about a write. `undo` takes the write back, by the message or by Ctrl+Z; that dismisses the message. */
export function showUndoableToast(
  message: Extract<ToastMessage, { kind: 'done'; key: 'renamed' | 'viewSaved' | 'linkEdited' }>,
  undo: (() => void) | undefined,
): void {
  const id = showToast({ ...message, undo })
  if (!undo) return
  setLastUndo(() => {
    dismissToast(id)
    undo()
  })
}
