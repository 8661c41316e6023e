import { onSignOut } from '#src/api/resets.ts'

let last: (() => void) | undefined

/** Sets what Ctrl+Z takes back: the last write that can be undone, until another write starts or the user signs out. */
export const setLastUndo = (undo: (() => void) | undefined): void => {
  last = undo
}

/** Takes the last write back, once. Returns whether there was one. */
export function undoLast(): boolean {
  const undo = last
  last = undefined
  undo?.()
  return undo !== undefined
}

onSignOut(() => setLastUndo(undefined))
