import { listenForDragSelection } from './drag-selection.ts'
import type { GestureTarget } from './gesture-target.ts'
import { listenForLongPress } from './long-press.ts'
import { createTypeAhead } from './type-ahead.ts'

/** Gestures on the rows of a grid, loaded after the first row is drawn. Returns the function that ends them. */
export function listenForGestures(grid: HTMLElement, target: () => GestureTarget): () => void {
  const stop = new AbortController()
  listenForLongPress(grid, target, stop.signal)
  listenForDragSelection(grid, target, stop.signal)
  grid.addEventListener('keydown', createTypeAhead(target), { signal: stop.signal })
  return () => stop.abort()
}
