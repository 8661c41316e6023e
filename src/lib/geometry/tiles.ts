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

export type TileItemCounts = {
  count: number
  /** How many of the first items are compact: as high as a line of text, above the tiles. */
  compact: number
  /** Compact places that are left free before the first item. */
  pinnedCount: number
}

/** In CSS pixels, from the top and the start of the scrolled content. */
export type TileBox = { left: number; top: number; width: number; height: number }

/** The computed layout of tiles, in CSS pixels. */
export type TileLayout = {
  /** How many tiles of the wanted width are in a line. Tiles are arranged anew when it changes. */
  lanes: number
  /** Distance from one tile to the next, horizontally and vertically; about that where they have different sizes. */
  stepX: number
  stepY: number
  /** Lines rendered beyond each edge of the viewport. */
  overscan: number
  /** Number of lines, compact ones too. */
  lineCount: number
  /** The height of all lines and the edges around them. */
  height: number
  /** The box of an item; the free places before the first item have negative indexes. */
  boxOf: (index: number) => TileBox
  /** The top of an item with the edge above it, which is in sight with the first line. */
  topOf: (index: number) => number
  /** From there to the next line. */
  spanOf: (index: number) => number
  /** The line at a distance from the top, at most the last one. */
  lineAt: (y: number) => number
  /** The index of the first item of a line; behind the last line, the number of items. */
  firstOf: (line: number) => number
  /** The index of the item that is `by` lines below another one, as far as there are lines. */
  byLines: (index: number, by: number) => number
  /** The most lines that are drawn at a time. */
  maxLines: number
  /** Whether lines have different heights: more items before one may move it. */
  isUneven?: boolean
}

/** Lines of items beside each other, by their numbers from the top. */
export type TileLines = {
  count: number
  firstOf: (line: number) => number
  /** In CSS pixels, like the height. */
  topOf: (line: number) => number
  heightOf: (line: number) => number
}

/** Limit of DOM elements in tiles; the rest of the page has about a fifth of that. */
export const maxTileElements = 950
/** Overscan at each edge, in px: a fast wheel scrolls no further in one frame. */
const overscanHeight = 160
/** Compact items, in px. */
const compactSpec = { width: 240, gap: 12 }
const compactHeight = 48
/** Number of tiles that are as wide as one compact item, whose name stands beside its icon. */
const tilesPerCompact = 2

const lanesOf = ({ width, gap }: { width: number; gap: number }, inner: number) => {
  // The number of tiles closest to the wanted width that fills the line.
  const lanes = Math.max(1, Math.round((inner + gap) / (width + gap)))
  return { lanes, stepX: (inner + gap) / lanes }
}

export const overscanLineCountFor = (stepY: number) =>
  Math.min(4, Math.ceil(overscanHeight / stepY))

/** Width of the lines, in CSS pixels. */
export const contentWidthOf = ({ edge }: TileSpec, width: number) => Math.max(1, width - 2 * edge)

function layOut(spec: TileSpec, inner: number) {
  // Compact items end where tiles end.
  const pairs = lanesOf({ ...spec, width: tilesPerCompact * spec.width + spec.gap }, inner)
  const lanes = tilesPerCompact * pairs.lanes
  const stepX = pairs.stepX / tilesPerCompact
  const stepY = Math.round((stepX - spec.gap) * spec.ratio) + spec.caption + spec.gap
  return { lanes, stepX, stepY, overscan: overscanLineCountFor(stepY) }
}

/** The lines of the compact items, and the distance from the top to where the tiles begin; `gap` between them. */
export function layOutCompactItems(
  { edge }: TileSpec,
  inner: number,
  { compact, pinnedCount }: TileItemCounts,
  gap = compactSpec.gap,
  { lanes, stepX } = lanesOf(compactSpec, inner),
) {
  const count = Math.ceil((compact + pinnedCount) / lanes)
  const topOf = (line: number) => edge + line * (compactHeight + compactSpec.gap)
  return {
    count,
    top: topOf(count),
    firstOf: (line: number) => Math.max(0, line * lanes - pinnedCount),
    topOf,
    heightOf: () => compactHeight,
    boxOf: (index: number): TileBox => {
      const place = index + pinnedCount
      return {
        left: edge + (place % lanes) * stepX,
        top: topOf(Math.floor(place / lanes)),
        width: stepX - gap,
        height: compactHeight,
      }
    },
  }
}

export function tileLayoutFromLines(
  { edge, gap }: TileSpec,
  { count }: TileItemCounts,
  lines: TileLines,
  /** The box of an item in its line, which begins with one item and ends before another. */
  boxIn: (index: number, line: number, first: number, end: number) => TileBox,
) {
  const last = lines.count - 1
  /** The last line whose value, which grows from line to line, is not above `limit`. */
  const lastUpTo = (limit: number, valueOf: (line: number) => number) => {
    let from = 0
    let to = last
    while (from < to) {
      const middle = (from + to + 1) >> 1
      if (valueOf(middle) <= limit) from = middle
      else to = middle - 1
    }
    return from
  }
  const lineOf = (index: number) => lastUpTo(index, lines.firstOf)
  const firstOf = (line: number) => (line <= last ? lines.firstOf(line) : count)
  const boxOf = (index: number) => {
    const line = lineOf(index)
    return boxIn(index, line, firstOf(line), firstOf(line + 1))
  }
  return {
    lineCount: lines.count,
    height: lines.topOf(last) + lines.heightOf(last) + edge,
    boxOf,
    topOf: (index: number) => boxOf(index).top - edge,
    spanOf: (index: number) => edge + boxOf(index).height + gap,
    lineAt: (y: number) => lastUpTo(y, lines.topOf),
    firstOf,
    byLines: (index: number, by: number) => {
      const from = lineOf(index)
      const line = Math.max(0, Math.min(from + by, last))
      if (line === from) return index
      const { left, width } = boxOf(index)
      let found = firstOf(line)
      // The last line may be shorter than the others.
      for (; found < firstOf(line + 1) - 1; found++) {
        const box = boxOf(found)
        if (box.left + box.width + gap / 2 > left + width / 2) break
      }
      return found
    },
  }
}

/**
 * Lays out tiles of about the wanted width in full lines, for a viewport of `width` × `height` CSS pixels. Tiles become
 * larger where small ones on a large screen would make too many DOM elements.
 */
export function layOutTiles(
  spec: TileSpec,
  { width, height }: { width: number; height: number },
  items: TileItemCounts,
): TileLayout {
  const { gap, edge } = spec
  const inner = contentWidthOf(spec, width)
  let grid = layOut(spec, inner)
  for (let wanted = spec.width; wanted < width; wanted += 4) {
    grid = layOut({ ...spec, width: wanted }, inner)
    const rows = Math.ceil(height / grid.stepY) + 1 + 2 * grid.overscan
    if (rows * grid.lanes * spec.elements <= maxTileElements) break
  }
  const { lanes, stepX, stepY, overscan } = grid
  const small = layOutCompactItems(spec, inner, items, gap, {
    lanes: lanes / tilesPerCompact,
    stepX: stepX * tilesPerCompact,
  })
  const tile = { width: stepX - gap, height: stepY - gap }
  const lines: TileLines = {
    count: small.count + Math.ceil((items.count - items.compact) / lanes),
    firstOf: (line) =>
      line < small.count ? small.firstOf(line) : items.compact + (line - small.count) * lanes,
    topOf: (line) =>
      line < small.count ? small.topOf(line) : small.top + (line - small.count) * stepY,
    heightOf: (line) => (line < small.count ? compactHeight : tile.height),
  }
  return {
    ...grid,
    ...tileLayoutFromLines(spec, items, lines, (index, line, first) =>
      index < items.compact
        ? small.boxOf(index)
        : { left: edge + (index - first) * stepX, top: lines.topOf(line), ...tile },
    ),
    // The visible rows were measured for the tiles before when these have just become larger or smaller.
    maxLines: Math.ceil(height / (items.compact ? 60 : stepY)) + 2 * overscan + 1,
  }
}
