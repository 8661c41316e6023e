import { listenForDragSelection } from './drag-selection.ts'
import type { RowInputTarget } from './gesture-target.ts'
import { selectOnLongPress } from './long-press.ts'
import { createRowTypeAhead } from './row-type-ahead.ts'

/** Listens to gestures on the rows of a grid. Returns the function that ends it. */
export function listenForRowInput(grid: HTMLElement, target: () => RowInputTarget): () => void {
  const stop = new AbortController()
  selectOnLongPress(grid, target, stop.signal)
  listenForDragSelection(grid, target, stop.signal)
  grid.addEventListener('keydown', createRowTypeAhead(target), { signal: stop.signal })
  return () => stop.abort()
}
