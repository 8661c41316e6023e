import type { Selection } from '#src/lib/selection.ts'
import { listenForDragSelection } from './drag-selection.ts'
import { listenForLongPress } from './long-press.ts'
import { createTypeAhead } from './type-ahead.ts'

/** The rows of a grid and what a gesture may do with them. */
export type GestureTarget = {
  /** The slots of the visible rows, in order. */
  slots: Uint32Array
  selection: Selection
  filter: string
  isCards: boolean
  nameAt: (index: number) => string | undefined
  pickOnly: (index: number) => void
  toggle: (index: number) => void
  moveTo: (index: number) => void
}

/** Gestures on the rows of a grid that are not needed before the first one: returns what ends them. */
export function listenForGestures(grid: HTMLElement, target: () => GestureTarget): () => void {
  const stop = new AbortController()
  listenForLongPress(grid, target, stop.signal)
  listenForDragSelection(grid, target, stop.signal)
  grid.addEventListener('keydown', createTypeAhead(target), { signal: stop.signal })
  return () => stop.abort()
}
