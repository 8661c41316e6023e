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

export type TileItems = {
  count: number
  /** How many of the first items are compact: as high as a line of text, above the tiles. */
  compact: number
  /** Compact places that are left free before the first item. */
  lead: number
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
  /** Of all lines and the edges around them. */
  height: number
  /** The box of an item; the free places before the first item have negative indexes. */
  boxOf: (index: number) => TileBox
  topOf: (index: number) => number
  /** From the line of an item to the next. */
  stepOf: (index: number) => number
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

/** A line of items beside each other: the index of its first item, and where it is in CSS pixels. */
export type TileLine = { readonly first: number; readonly top: number; readonly height: number }

/** Limit of DOM elements in tiles; the rest of the page has about a fifth of that. */
export const maxElements = 950
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

export const overscanOf = (stepY: number) => Math.min(4, Math.ceil(overscanHeight / stepY))

/** Width of the lines, in CSS pixels. */
export const innerWidth = ({ edge }: TileSpec, width: number) => Math.max(1, width - 2 * edge)

function layOut(spec: TileSpec, inner: number) {
  const { lanes, stepX } = lanesOf(spec, inner)
  const stepY = Math.round((stepX - spec.gap) * spec.ratio) + spec.caption + spec.gap
  return { lanes, stepX, stepY, overscan: overscanOf(stepY) }
}

/** The lines of the compact items, and the distance from the top to where the tiles begin. */
export function layOutCompact(spec: TileSpec, inner: number, { compact, lead }: TileItems) {
  const { edge } = spec
  const { lanes, stepX } = lanesOf(compactSpec, inner)
  const lines: TileLine[] = []
  const width = stepX - compactSpec.gap
  let top = edge
  for (let place = 0; place < compact + lead; place += lanes) {
    lines.push({ first: Math.max(0, place - lead), top, height: compactHeight })
    top += compactHeight + compactSpec.gap
  }
  const boxOf = (index: number): TileBox => {
    const place = index + lead
    const left = edge + (place % lanes) * stepX
    return {
      left,
      top: lines[Math.floor(place / lanes)]?.top ?? edge,
      width,
      height: compactHeight,
    }
  }
  return { lines, top, boxOf }
}

/** What follows from the lines and the boxes of the items in them. */
export function layoutOfLines(
  { edge, gap }: TileSpec,
  { count }: TileItems,
  lines: readonly TileLine[],
  /** The box of an item in its line, which ends before another item. */
  boxIn: (line: TileLine, index: number, end: number) => TileBox,
) {
  const lineWith = (isBefore: (line: TileLine) => boolean) => {
    let from = 0
    let to = lines.length - 1
    while (from < to) {
      const middle = (from + to + 1) >> 1
      if (isBefore(lines[middle] as TileLine)) from = middle
      else to = middle - 1
    }
    return from
  }
  const lineOf = (index: number) => lineWith(({ first }) => first <= index)
  const firstOf = (line: number) => lines[line]?.first ?? count
  const noLine: TileLine = { first: 0, top: edge, height: 0 }
  const boxOf = (index: number) => {
    const line = lineOf(index)
    return boxIn(lines[line] ?? noLine, index, firstOf(line + 1))
  }
  const last = lines.at(-1)
  return {
    lineCount: lines.length,
    height: last ? last.top + last.height + edge : 2 * edge - gap,
    boxOf,
    topOf: (index: number) => boxOf(index).top - edge,
    stepOf: (index: number) => boxOf(index).height + gap,
    lineAt: (y: number) => lineWith(({ top }) => top <= y),
    firstOf,
    byLines: (index: number, by: number) => {
      const from = lineOf(index)
      const line = Math.max(0, Math.min(from + by, lines.length - 1))
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
  items: TileItems,
): TileLayout {
  const { gap, edge } = spec
  const inner = innerWidth(spec, width)
  let grid = layOut(spec, inner)
  for (let wanted = spec.width; wanted < width; wanted += 4) {
    grid = layOut({ ...spec, width: wanted }, inner)
    const rows = Math.ceil(height / grid.stepY) + 1 + 2 * grid.overscan
    if (rows * grid.lanes * spec.elements <= maxElements) break
  }
  const { lanes, stepX, stepY, overscan } = grid
  const small = layOutCompact(spec, inner, items)
  const { lines } = small
  const tile = { width: stepX - gap, height: stepY - gap }
  for (let first = items.compact, { top } = small; first < items.count; first += lanes) {
    lines.push({ first, top, height: tile.height })
    top += stepY
  }
  return {
    ...grid,
    ...layoutOfLines(spec, items, lines, ({ first, top }, index) =>
      index < items.compact
        ? small.boxOf(index)
        : { left: edge + (index - first) * stepX, top, ...tile },
    ),
    // The visible rows were measured for the tiles before when these have just become larger or smaller.
    maxLines: Math.ceil(height / (items.compact ? 60 : stepY)) + 2 * overscan + 1,
  }
}
