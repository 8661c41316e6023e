/** The wanted size of tiles, in CSS pixels. */
export type TileSpec = {
  width: number
  gap: number
  /** Margin at the left and right of all tiles. */
  edge: number
  /** Height of the picture divided by its width. */
  ratio: number
  /** Height of the caption below the picture. */
  caption: number
  /** Number of DOM elements in one tile. */
  elements: number
}

/** The computed layout of tiles, in CSS pixels. */
export type TileLayout = {
  /** Number of tiles in a row. */
  lanes: number
  tileWidth: number
  /** Height of the picture in a tile. */
  pictureHeight: number
  tileHeight: number
  /** Distance from one tile to the next, horizontally and vertically. */
  stepX: number
  stepY: number
  /** Rows of tiles rendered beyond each edge of the viewport. */
  overscan: number
}

/** Limit of DOM elements in tiles; the rest of the page has about a fifth of that. */
const maxElements = 950
/** Overscan at each edge, in px: a fast wheel scrolls no further in one frame. */
const overscanHeight = 160

function layOut({ width, gap, edge, ratio, caption }: TileSpec, available: number): TileLayout {
  const inner = Math.max(1, available - 2 * edge)
  // The number of tiles closest to the wanted width that fills the row.
  const lanes = Math.max(1, Math.round((inner + gap) / (width + gap)))
  const stepX = (inner + gap) / lanes
  const tileWidth = stepX - gap
  const pictureHeight = Math.round(tileWidth * ratio)
  const tileHeight = pictureHeight + caption
  const stepY = tileHeight + gap
  const overscan = Math.max(1, Math.min(4, Math.ceil(overscanHeight / stepY)))
  return { lanes, tileWidth, pictureHeight, tileHeight, stepX, stepY, overscan }
}

/**
 * Computes a grid of full rows for a viewport of `width` × `height` CSS pixels with tiles of about the wanted width.
 * Tiles become larger where small ones on a large screen would make too many DOM elements.
 */
export function layOutTiles(spec: TileSpec, { width, height }: { width: number; height: number }) {
  let layout = layOut(spec, width)
  for (let wider = spec.width; wider < width; wider += 4) {
    layout = layOut({ ...spec, width: wider }, width)
    const rows = Math.ceil(height / layout.stepY) + 1 + 2 * layout.overscan
    if (rows * layout.lanes * spec.elements <= maxElements) break
  }
  return layout
}
