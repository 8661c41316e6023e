import type { Box } from './box.ts'

const gap = 4
const edge = 8

/**
 * The position of a popup: below its anchor, or above it where there is more space, and always inside the window. All
 * values are CSS pixels of the window.
 */
export function positionPopup(
  anchor: Box,
  size: { width: number; height: number },
  room: { width: number; height: number },
  align: 'start' | 'end',
  isRtl = false,
): { left: number; top: number; maxHeight: number } {
  const below = room.height - anchor.bottom - gap - edge
  const above = anchor.top - gap - edge
  const flips = size.height > below && above > below
  const maxHeight = Math.max(flips ? above : below, 96)
  const height = Math.min(size.height, maxHeight)
  const wanted = (align === 'start') !== isRtl ? anchor.left : anchor.right - size.width
  return {
    left: Math.max(edge, Math.min(wanted, room.width - size.width - edge)),
    top: flips
      ? anchor.top - gap - height
      : Math.max(edge, Math.min(anchor.bottom + gap, room.height - height - edge)),
    maxHeight,
  }
}
