/** What tiles are to be like; CSS pixels. */
export type TileWish = {
  width: number
  gap: number
  /** Room that stays free at either side of all tiles. */
  edge: number
  /** Height of the picture by its width. */
  ratio: number
  /** What stands under the picture. */
  caption: number
  /** Elements of the document that one tile takes. */
  parts: number
}

/** How tiles lie; CSS pixels. */
export type TileGrid = {
  /** Tiles beside each other. */
  lanes: number
  tileWidth: number
  /** Of the picture in it. */
  pictureHeight: number
  tileHeight: number
  /** From one tile to the next beside it, and to the one below. */
  stepX: number
  stepY: number
  /** Rows of tiles drawn beyond each edge of what is seen. */
  overscan: number
}

/** As many elements may tiles have; the rest of the page has about a fifth of that. */
const mostParts = 950
/** What is drawn beyond each edge, in px: a fast wheel goes no further in a frame. */
const ahead = 160

function lay({ width, gap, edge, ratio, caption }: TileWish, room: number): TileGrid {
  const inner = Math.max(1, room - 2 * edge)
  // The nearest to the wish that fills the row.
  const lanes = Math.max(1, Math.round((inner + gap) / (width + gap)))
  const stepX = (inner + gap) / lanes
  const tileWidth = stepX - gap
  const pictureHeight = Math.round(tileWidth * ratio)
  const tileHeight = pictureHeight + caption
  const stepY = tileHeight + gap
  const overscan = Math.max(1, Math.min(4, Math.ceil(ahead / stepY)))
  return { lanes, tileWidth, pictureHeight, tileHeight, stepX, stepY, overscan }
}

/**
 * Lays tiles of about the width that is wished for into a room of `width` × `height` CSS pixels so that rows are full.
 * Tiles become larger than wished where the document would grow too large otherwise: small ones on a large screen.
 */
export function layTiles(wish: TileWish, { width, height }: { width: number; height: number }) {
  let grid = lay(wish, width)
  for (let wider = wish.width; wider < width; wider += 4) {
    grid = lay({ ...wish, width: wider }, width)
    const rows = Math.ceil(height / grid.stepY) + 1 + 2 * grid.overscan
    if (rows * grid.lanes * wish.parts <= mostParts) break
  }
  return grid
}
