import { type DragEvent, type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import { startSelectionDrag, type SelectionDragOptions } from './start-selection-drag.ts'

/** Makes rows draggable to folders and the trash; Move and Delete do the same by keyboard. */
export function useRowDragging(from: Omit<SelectionDragOptions, 'folderNow' | 'onDragging'>) {
  const [isDragging, setDragging] = useState(false)
  const shownFolder = useRef(from.folder)
  useLayoutEffect(() => {
    shownFolder.current = from.folder
  })
  const handlers = {
    onMouseDown: ({ target }: MouseEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
      // Set on press, so that text in an open name field can be selected.
      if (row) row.draggable = !(target as Element).closest('input,button,a')
    },
    onDragStart: ({ nativeEvent }: DragEvent) =>
      startSelectionDrag(nativeEvent, {
        ...from,
        folderNow: () => shownFolder.current,
        onDragging: setDragging,
      }),
  }
  return { isDragging, handlers }
}
