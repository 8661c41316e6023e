import { type DragEvent, type MouseEvent, useState } from 'react'
import type { DraggedFrom } from './drag-rows.ts'
import { dragCode } from './late.ts'

/** Rows that are dragged to a folder or into the trash; the keyboard has Move and Delete for that. */
export function useDragging(from: Omit<DraggedFrom, 'onDragging'>) {
  const [isDragging, setDragging] = useState(false)
  const code = dragCode.useCode(true, 'quietly')
  const handlers = {
    onMouseDown: ({ target }: MouseEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
      // Made so only now: a text that is being written in it must be picked, not dragged.
      if (row) row.draggable = !(target as Element).closest('input,button,a')
    },
    onDragStart: ({ nativeEvent }: DragEvent) => {
      if (code) code.dragRows(nativeEvent, { ...from, onDragging: setDragging })
      else nativeEvent.preventDefault()
    },
  }
  return { isDragging, handlers }
}
