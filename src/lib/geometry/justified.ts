import {
  contentWidthOf,
  layOutCompactItems,
  tileLayoutFromLines,
  maxTileElements,
  overscanLineCountFor,
  type TileItemCounts,
  type TileLayout,
  type TileLines,
  type TileSpec,
} from './tiles.ts'

type JustifiedItems = TileItemCounts & {
  /** Width of each picture divided by its height, by index. Not changed: a layout reads it for as long as it is used. */
  ratios: Float32Array
}

export type JustifiedLayout = TileLayout & {
  lines: TileLines
  /** The wanted height of a picture, in CSS pixels. */
  target: number
}

/**
 * Lines are kept in arrays of numbers: 100,000 pictures have tens of thousands of them, and a slider lays them out
 * anew.
 */
class JustifiedLines implements TileLines {
  readonly firsts: Uint32Array
  readonly tops: Float64Array
  readonly heights: Float64Array
  count = 0

  constructor(capacity: number) {
    this.firsts = new Uint32Array(capacity)
    this.tops = new Float64Array(capacity)
    this.heights = new Float64Array(capacity)
  }

  readonly firstOf = (line: number): number => this.firsts[line] ?? 0
  readonly topOf = (line: number): number => this.tops[line] ?? 0
  readonly heightOf = (line: number): number => this.heights[line] ?? 0

  add(first: number, top: number, height: number): void {
    this.firsts[this.count] = first
    this.tops[this.count] = top
    this.heights[this.count++] = height
  }
}

/** What stays of an earlier layout when the proportions of some pictures have become known. */
export type PreviousLayout = {
  layout: JustifiedLayout
  /** The lines before this one stay as they are. */
  line: number
}

/**
 * A picture with a ratio beyond these is cropped: a panorama would be a thin line, a strip of paper too narrow to hit.
 */
const [minRatio, maxRatio] = [1 / 3, 4]
/** Width in px that a tile with a caption has at least. */
const minNamedWidth = 96

/**
 * Lays out pictures in lines that are as wide as the viewport, each picture in its own proportions and all of a line of
 * one height, which is about that of a tile of the wanted width. The layout is always that of all items: 100,000 take
 * about 2 ms. With `before`, what has already been drawn above a line does not move.
 */
export function layOutJustified(
  spec: TileSpec,
  { width, height }: { width: number; height: number },
  items: JustifiedItems,
  before?: PreviousLayout,
): JustifiedLayout {
  const inner = contentWidthOf(spec, width)
  let target = before ? before.layout.target : spec.width * spec.ratio
  for (;;) {
    const layout = layOut(spec, inner, items, target, before)
    const max = maxRendered(layout.lines, items, height, layout.overscan)
    const excess = (max.items * spec.elements) / maxTileElements
    if (excess <= 1 || target >= inner * spec.ratio)
      return { ...layout, maxLines: max.lines, lanes: inner / target, stepX: inner / target }
    // Half as many pictures are drawn when their area is twice as large.
    target *= Math.max(1.04, Math.sqrt(excess))
  }
}

function layOut(
  spec: TileSpec,
  inner: number,
  items: JustifiedItems,
  target: number,
  before: PreviousLayout | undefined,
) {
  const { gap, edge, caption } = spec
  const { count, compact, ratios } = items
  const least = Math.max(minRatio, caption > 0 ? minNamedWidth / target : 0)
  const shapeOf = (index: number) => {
    const ratio = ratios[index] as number
    return ratio < least ? least : ratio > maxRatio ? maxRatio : ratio
  }
  const small = layOutCompactItems(spec, inner, items)
  const lines = new JustifiedLines(small.count + count)
  let { top } = small
  let first = compact
  const add = (end: number, height: number) => {
    lines.add(first, top, height)
    top += height + gap
    first = end
  }
  for (let line = 0; line < small.count; line++)
    lines.add(small.firstOf(line), small.topOf(line), small.heightOf())
  if (before)
    for (let line = small.count; line < before.line; line++)
      add(before.layout.firstOf(line + 1), before.layout.lines.heightOf(line))
  const addPictures = (end: number, picture: number) => add(end, Math.round(picture) + caption)
  let sum = 0
  for (let index = first; index < count; index++) {
    const ratio = shapeOf(index)
    sum += ratio
    const room = inner - (index - first) * gap
    if (room > target * sum) continue
    const full = room / sum
    // Without this picture the line is higher than wanted, with it lower. The height that is closer is used.
    const higher = (room + gap) / (sum - ratio)
    if (index > first && higher / target < target / full) {
      addPictures(index, higher)
      sum = ratio
      if (inner / sum <= target) {
        addPictures(index + 1, inner / sum)
        sum = 0
      }
    } else {
      addPictures(index + 1, full)
      sum = 0
    }
  }
  // The pictures that are left do not fill a line.
  const rest = first
  if (rest < count) addPictures(count, target)

  const stepY = Math.round(target) + caption + gap
  return {
    isUneven: true,
    target,
    lines,
    stepY,
    overscan: overscanLineCountFor(stepY),
    ...tileLayoutFromLines(spec, items, lines, (index, line, lineFirst, lineEnd) => {
      if (index < compact) return small.boxOf(index)
      let all = 0
      let ahead = 0
      for (let i = lineFirst; i < lineEnd; i++) {
        if (i === index) ahead = all
        all += shapeOf(i)
      }
      const height = lines.heightOf(line)
      // Heights are whole pixels, so that captions are sharp; the widths make up for the rest.
      const room = inner - (lineEnd - lineFirst - 1) * gap
      const unit = lineFirst === rest ? height - caption : room / all
      return {
        left: edge + ahead * unit + (index - lineFirst) * gap,
        top: lines.topOf(line),
        width: shapeOf(index) * unit,
        height,
      }
    }),
  }
}

/** The largest numbers of items and of lines that are rendered at a time, at any scroll position. */
function maxRendered(
  { firsts, tops, heights, count: lineCount }: JustifiedLines,
  { count, compact }: TileItemCounts,
  height: number,
  overscan: number,
) {
  const max = { items: 0, lines: 0 }
  let to = 0
  for (let from = 0; from < lineCount; from++) {
    const end = (tops[from] as number) + (heights[from] as number) + height
    while (to < lineCount && (tops[to] as number) <= end) to++
    const first = firsts[Math.max(0, from - overscan)] as number
    const last = to + overscan < lineCount ? (firsts[to + overscan] as number) : count
    max.items = Math.max(max.items, last - Math.max(first, compact))
    max.lines = Math.max(max.lines, to - from + 2 * overscan)
  }
  return max
}
