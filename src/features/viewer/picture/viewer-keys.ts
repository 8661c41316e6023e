import type { KeyboardEvent } from 'react'
import { undoLast } from '#src/jobs/messages/last-undo.ts'
import { isRtl } from '#src/ui/direction.ts'
import type { ZoomControls } from './use-zoom.ts'

/** The hotkeys of the viewer: to the next file, closer and away, to delete and to close. */
export function createViewerKeyHandler(
  { zoom, zoomIn, zoomOut, pan, reset }: ZoomControls,
  {
    turn,
    onClose,
    onDelete,
  }: { turn: (by: 1 | -1) => void; onClose: () => void; onDelete: () => unknown },
) {
  const [left, right] = isRtl() ? ([1, -1] as const) : ([-1, 1] as const)
  const hotkeys: Partial<Record<string, () => unknown>> = {
    Escape: onClose,
    ArrowLeft: () => turn(left),
    ArrowRight: () => turn(right),
    // While zoomed in, arrows pan and Shift+arrow goes to the next image.
    ...(zoom.scale > 1 && {
      Escape: reset,
      ArrowLeft: () => pan(-1, 0),
      ArrowRight: () => pan(1, 0),
      ArrowUp: () => pan(0, -1),
      ArrowDown: () => pan(0, 1),
      'Shift ArrowLeft': () => turn(left),
      'Shift ArrowRight': () => turn(right),
    }),
    '+': zoomIn,
    '=': zoomIn,
    '-': zoomOut,
    '0': reset,
    Delete: onDelete,
  }
  return (event: KeyboardEvent) => {
    event.stopPropagation()
    // The controls of a player have hotkeys of their own.
    if (event.target instanceof HTMLMediaElement && event.key !== 'Escape') return
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === 'z'
    if (isUndo && undoLast()) event.preventDefault()
    const isOurs = !event.altKey && !event.ctrlKey && !event.metaKey
    const act = isOurs && ((event.shiftKey && hotkeys[`Shift ${event.key}`]) || hotkeys[event.key])
    if (!act || event.defaultPrevented) return
    event.preventDefault()
    act()
  }
}
