import { type DragEvent, type MouseEvent, useState } from 'react'
import { startSelectionDrag, type SelectionDragOptions } from './start-selection-drag.ts'

/** Makes rows draggable to folders and the trash; Move and Delete do the same by keyboard. */
export function useRowDragging(from: Omit<SelectionDragOptions, 'onDragging'>) {
  const [isDragging, setDragging] = useState(false)
  const handlers = {
    onMouseDown: ({ target }: MouseEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
      // Set on press, so that text in an open name field can be selected.
      if (row) row.draggable = !(target as Element).closest('input,button,a')
    },
    onDragStart: ({ nativeEvent }: DragEvent) =>
      startSelectionDrag(nativeEvent, { ...from, onDragging: setDragging }),
  }
  return { isDragging, handlers }
}
