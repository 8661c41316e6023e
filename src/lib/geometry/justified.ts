import {
  innerWidth,
  layOutCompact,
  layoutOfLines,
  maxElements,
  overscanOf,
  type TileItems,
  type TileLayout,
  type TileLine,
  type TileSpec,
} from './tiles.ts'

type JustifiedItems = TileItems & {
  /** Width of a picture divided by its height. */
  ratioOf: (index: number) => number
}

export type JustifiedLayout = TileLayout & {
  lines: readonly TileLine[]
  /** The proportions that the lines were made for, by index. */
  ratios: Float32Array
  /** The wanted height of a picture, in CSS pixels. */
  target: number
}

/** What stays of an earlier layout when the proportions of some pictures have become known. */
type Before = {
  layout: JustifiedLayout
  /** The lines before this one stay as they are. */
  line: number
  /** Items from the first of that line up to this one may have new proportions. */
  end: number
}

/** Beyond these a picture is cropped: a panorama would be a thin line, a strip of paper too narrow to hit. */
const [minRatio, maxRatio] = [1 / 3, 4]
/** Width in px that a tile with a caption has at least. */
const minNamedWidth = 96

/**
 * Lays out pictures in lines that are as wide as the viewport, each picture in its own proportions and all of a line of
 * one height, which is about that of a tile of the wanted width. The layout is always that of all items: 100,000 take a
 * few milliseconds. With `before`, what has already been drawn above a line does not move.
 */
export function layOutJustified(
  spec: TileSpec,
  { width, height }: { width: number; height: number },
  items: JustifiedItems,
  before?: Before,
): JustifiedLayout {
  const inner = innerWidth(spec, width)
  const ratios = before ? before.layout.ratios.slice() : new Float32Array(items.count)
  const changed = before ? before.layout.firstOf(before.line) : items.compact
  const end = before ? before.end : items.count
  for (let i = Math.max(items.compact, changed); i < end; i++) ratios[i] = items.ratioOf(i)
  if (before && ratios.every((ratio, i) => ratio === before.layout.ratios[i])) return before.layout
  let target = before ? before.layout.target : spec.width * spec.ratio
  for (;;) {
    const layout = layOut(spec, inner, items, ratios, target, before)
    const max = maxRendered(layout.lines, items, height, layout.overscan)
    const excess = (max.items * spec.elements) / maxElements
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
  ratios: Float32Array,
  target: number,
  before: Before | undefined,
) {
  const { gap, edge, caption } = spec
  const { count, compact } = items
  const least = Math.max(minRatio, caption > 0 ? minNamedWidth / target : 0)
  const shapeOf = (index: number) => Math.min(maxRatio, Math.max(least, ratios[index] ?? 1))
  const small = layOutCompact(spec, inner, items)
  const { lines } = small
  let { top } = small
  const kept = before?.layout.lines.slice(lines.length, before.line) ?? []
  lines.push(...kept)
  const last = kept.at(-1)
  if (last) top = last.top + last.height + gap
  let first = before && last ? before.layout.firstOf(lines.length) : compact

  const add = (end: number, picture: number) => {
    const box = Math.round(picture) + caption
    lines.push({ first, top, height: box })
    top += box + gap
    first = end
  }
  let sum = 0
  for (let index = first; index < count; index++) {
    const ratio = shapeOf(index)
    sum += ratio
    const gaps = (index - first) * gap
    const full = (inner - gaps) / sum
    if (full > target) continue
    // Without this picture the line is higher than wanted, with it lower: the closer of both.
    const higher = (inner - gaps + gap) / (sum - ratio)
    if (index > first && higher / target < target / full) {
      add(index, higher)
      sum = ratio
      if (inner / sum <= target) {
        add(index + 1, inner / sum)
        sum = 0
      }
    } else {
      add(index + 1, full)
      sum = 0
    }
  }
  // The pictures that are left do not fill a line.
  const rest = first
  if (rest < count) add(count, target)

  const stepY = Math.round(target) + caption + gap
  return {
    isUneven: true,
    ratios,
    target,
    lines,
    stepY,
    overscan: overscanOf(stepY),
    ...layoutOfLines(spec, items, lines, (line, index, lineEnd) => {
      if (index < compact) return small.boxOf(index)
      let all = 0
      let ahead = 0
      for (let i = line.first; i < lineEnd; i++) {
        if (i === index) ahead = all
        all += shapeOf(i)
      }
      // Heights are whole pixels, so that captions are sharp; the widths make up for the rest.
      const room = inner - (lineEnd - line.first - 1) * gap
      const unit = line.first === rest ? line.height - caption : room / all
      return {
        left: edge + ahead * unit + (index - line.first) * gap,
        top: line.top,
        width: shapeOf(index) * unit,
        height: line.height,
      }
    }),
  }
}

/** The largest numbers of items and of lines that are rendered at a time, at any scroll position. */
function maxRendered(
  lines: readonly TileLine[],
  { count, compact }: TileItems,
  height: number,
  overscan: number,
) {
  const max = { items: 0, lines: 0 }
  let to = 0
  for (let from = 0; from < lines.length; from++) {
    const { top, height: own } = lines[from] as TileLine
    while (to < lines.length && (lines[to] as TileLine).top <= top + own + height) to++
    const start = lines[Math.max(0, from - overscan)]?.first ?? 0
    const end = lines[to + overscan]?.first ?? count
    max.items = Math.max(max.items, end - Math.max(start, compact))
    max.lines = Math.max(max.lines, to - from + 2 * overscan)
  }
  return max
}
