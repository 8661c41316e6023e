/** The wanted size of tiles, in CSS pixels. */
export type TileSpec = {
  width: number
  gap: number
  /** Margin around all tiles. */
  edge: number
  /** Height of the picture divided by its width. */
  ratio: number
  /** Height of the caption below the picture. */
  caption: number
  /** Number of DOM elements in one tile. */
  elements: number
}

type TileItems = {
  count: number
  /** How many of the first items are compact: as high as a line of text, above the tiles. */
  compact: number
  /** Compact places that are left free before the first item. */
  lead: number
}

/** In CSS pixels, from the top and the start of the scrolled content. */
type TileBox = { left: number; top: number; width: number; height: number }

/** The computed layout of tiles, in CSS pixels. */
export type TileLayout = {
  /** Number of tiles in a line of tiles of one size. */
  lanes: number
  /** Distance from one tile to the next, horizontally and vertically, where all have one size. */
  stepX: number
  stepY: number
  /** Lines rendered beyond each edge of the viewport. */
  overscan: number
  /** Number of lines, compact ones too. */
  lineCount: number
  /** Of all lines and the edges around them. */
  height: number
  /** The box of an item; the free places before the first item have negative indexes. */
  boxOf: (index: number) => TileBox
  topOf: (index: number) => number
  /** The line at a distance from the top, at most the last one. */
  lineAt: (y: number) => number
  /** The index of the first item of a line; behind the last line, the number of items. */
  firstOf: (line: number) => number
  /** The index of the item that is `by` lines below another one, as far as there are lines. */
  byLines: (index: number, by: number) => number
}

/** Limit of DOM elements in tiles; the rest of the page has about a fifth of that. */
const maxElements = 950
/** Overscan at each edge, in px: a fast wheel scrolls no further in one frame. */
const overscanHeight = 160
/** Compact items, in px. */
const compactSpec = { width: 240, gap: 12 }
const compactHeight = 48

const lanesOf = ({ width, gap }: { width: number; gap: number }, inner: number) => {
  // The number of tiles closest to the wanted width that fills the line.
  const lanes = Math.max(1, Math.round((inner + gap) / (width + gap)))
  return { lanes, stepX: (inner + gap) / lanes }
}

function layOut(spec: TileSpec, inner: number) {
  const { lanes, stepX } = lanesOf(spec, inner)
  const stepY = Math.round((stepX - spec.gap) * spec.ratio) + spec.caption + spec.gap
  return {
    lanes,
    stepX,
    stepY,
    overscan: Math.min(4, Math.ceil(overscanHeight / stepY)),
  }
}

/**
 * Lays out tiles of about the wanted width in full lines, for a viewport of `width` × `height` CSS pixels. Tiles become
 * larger where small ones on a large screen would make too many DOM elements.
 */
export function layOutTiles(
  spec: TileSpec,
  { width, height }: { width: number; height: number },
  { count, compact, lead }: TileItems,
): TileLayout {
  const { gap, edge } = spec
  const inner = Math.max(1, width - 2 * edge)
  let grid = layOut(spec, inner)
  for (let wanted = spec.width; wanted < width; wanted += 4) {
    grid = layOut({ ...spec, width: wanted }, inner)
    const rows = Math.ceil(height / grid.stepY) + 1 + 2 * grid.overscan
    if (rows * grid.lanes * spec.elements <= maxElements) break
  }
  const { lanes, stepX, stepY } = grid

  // The first item and the top of each line.
  const lines: [first: number, top: number][] = []
  const small = lanesOf(compactSpec, inner)
  let top = edge
  for (let place = 0; place < compact + lead; place += small.lanes) {
    lines.push([Math.max(0, place - lead), top])
    top += compactHeight + compactSpec.gap
  }
  for (let first = compact; first < count;) {
    lines.push([first, top])
    top += stepY
    first += lanes
  }
  const lineCount = lines.length
  const lineWith = (isBefore: (line: [number, number]) => boolean) => {
    let from = 0
    let to = lineCount - 1
    while (from < to) {
      const middle = (from + to + 1) >> 1
      if (isBefore(lines[middle] as [number, number])) from = middle
      else to = middle - 1
    }
    return from
  }
  const lineOf = (index: number) => lineWith(([first]) => first <= index)
  const firstOf = (line: number) => lines[line]?.[0] ?? count

  const boxOf = (index: number): TileBox => {
    const isCompact = index < compact
    const place = index + lead
    const line = isCompact ? Math.floor(place / small.lanes) : lineOf(index)
    const [first, lineTop] = lines[line] ?? [0, edge]
    if (isCompact) {
      const left = edge + (place % small.lanes) * small.stepX
      return { left, top: lineTop, width: small.stepX - compactSpec.gap, height: compactHeight }
    }
    return {
      left: edge + (index - first) * stepX,
      top: lineTop,
      width: stepX - gap,
      height: stepY - gap,
    }
  }
  return {
    ...grid,
    lineCount,
    height: top - gap + edge,
    boxOf,
    topOf: (index) => boxOf(index).top - edge,
    lineAt: (y) => lineWith((line) => line[1] <= y),
    firstOf,
    byLines: (index, by) => {
      const from = lineOf(index)
      const line = Math.max(0, Math.min(from + by, lineCount - 1))
      // The last line may be shorter than the others.
      return Math.min(firstOf(line) + index - firstOf(from), firstOf(line + 1) - 1)
    },
  }
}
