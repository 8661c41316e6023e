import { type DragEvent, type MouseEvent, useState } from 'react'
import { dragModule } from '#src/pages/files/lazy-modules.ts'
import type { DragSource } from './drag-rows.ts'

/** Makes rows draggable to folders and the trash; Move and Delete do the same by keyboard. */
export function useDragging(from: Omit<DragSource, 'onDragging'>) {
  const [isDragging, setDragging] = useState(false)
  const code = dragModule.useModule(true, 'when idle')
  const handlers = {
    onMouseDown: ({ target }: MouseEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
      // Set on press, so that text in an open name field can be selected.
      if (row) row.draggable = !(target as Element).closest('input,button,a')
    },
    onDragStart: ({ nativeEvent }: DragEvent) => {
      if (code) code.dragRows(nativeEvent, { ...from, onDragging: setDragging })
      else nativeEvent.preventDefault()
    },
  }
  return { isDragging, handlers }
}
