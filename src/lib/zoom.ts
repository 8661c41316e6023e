/** How a picture is looked at: how many times larger than whole, and how far its middle is from that of its room, in px. */
export type Zoom = { readonly scale: number; readonly x: number; readonly y: number }
export type Point = { readonly x: number; readonly y: number }
type Room = { readonly width: number; readonly height: number }

/** All of the picture. */
export const whole: Zoom = { scale: 1, x: 0, y: 0 }
/** The closest one can look. */
export const closest = 10

const within = (value: number, limit: number) => Math.max(-limit, Math.min(limit, value))

/** Keeps the edges of the picture out of its room, or the picture in the middle where it is smaller. */
function hold({ scale, x, y }: Zoom, room: Room, picture: Room): Zoom {
  return {
    scale,
    x: within(x, Math.max(0, (picture.width * scale - room.width) / 2)),
    y: within(y, Math.max(0, (picture.height * scale - room.height) / 2)),
  }
}

/**
 * Looks `factor` times closer, around the point `at` (from the middle of the room, px), which stays where it is unless an
 * edge comes in sight. `picture` is its size when it is whole. Never further away than whole.
 */
export function zoomAt(zoom: Zoom, factor: number, at: Point, room: Room, picture: Room): Zoom {
  const scale = Math.max(1, Math.min(closest, zoom.scale * factor))
  if (scale === 1) return whole
  const by = scale / zoom.scale
  return hold(
    { scale, x: at.x - (at.x - zoom.x) * by, y: at.y - (at.y - zoom.y) * by },
    room,
    picture,
  )
}

/** Moves the picture by so many px. */
export const panBy = (zoom: Zoom, by: Point, room: Room, picture: Room): Zoom =>
  hold({ scale: zoom.scale, x: zoom.x + by.x, y: zoom.y + by.y }, room, picture)
