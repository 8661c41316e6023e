/**
 * Zoom state of a picture: scale relative to "whole picture fits", and offset of its centre from the centre of the
 * viewport, in px.
 */
export type Zoom = { readonly scale: number; readonly x: number; readonly y: number }
export type Point = { readonly x: number; readonly y: number }
type Room = { readonly width: number; readonly height: number }

/** The whole picture, fitted. */
export const unzoomed: Zoom = { scale: 1, x: 0, y: 0 }
export const maxScale = 10

const within = (value: number, limit: number) => Math.max(-limit, Math.min(limit, value))

/**
 * Clamps the offset so that the edges of the picture stay outside of the viewport, or centres a picture that is
 * smaller.
 */
function clampOffset({ scale, x, y }: Zoom, room: Room, picture: Room): Zoom {
  return {
    scale,
    x: within(x, Math.max(0, (picture.width * scale - room.width) / 2)),
    y: within(y, Math.max(0, (picture.height * scale - room.height) / 2)),
  }
}

/**
 * Zooms by `factor` around the point `at` (from the centre of the viewport, px), which stays in place unless an edge
 * would come into view. `picture` is the fitted size. Never zooms out beyond the whole picture.
 */
export function zoomAt(zoom: Zoom, factor: number, at: Point, room: Room, picture: Room): Zoom {
  const scale = Math.max(1, Math.min(maxScale, zoom.scale * factor))
  if (scale === 1) return unzoomed
  const by = scale / zoom.scale
  return clampOffset(
    { scale, x: at.x - (at.x - zoom.x) * by, y: at.y - (at.y - zoom.y) * by },
    room,
    picture,
  )
}

/** Moves the picture by `by`, in px. */
export const panBy = (zoom: Zoom, by: Point, room: Room, picture: Room): Zoom =>
  clampOffset({ scale: zoom.scale, x: zoom.x + by.x, y: zoom.y + by.y }, room, picture)
