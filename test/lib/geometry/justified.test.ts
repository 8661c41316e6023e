import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type JustifiedLayout, layOutJustified } from '#src/lib/geometry/justified.ts'
import type { TileSpec } from '#src/lib/geometry/tiles.ts'

const spec: TileSpec = { width: 210, gap: 14, edge: 24, ratio: 2 / 3, caption: 36, elements: 12 }
const size = { width: 1_208, height: 812 }
const shapes = [1.5, 2 / 3, 4 / 3, 16 / 9, 1]
const shapeAt = (index: number) => shapes[(index * 7) % shapes.length] as number

const ratiosOf = (count: number, ratioOf: (index: number) => number) =>
  Float32Array.from({ length: count }, (_, index) => ratioOf(index))

const layOut = (
  count: number,
  { ratioOf = shapeAt, compact = 0, width = spec.width, elements = spec.elements } = {},
) =>
  layOutJustified({ ...spec, width, elements }, size, {
    count,
    compact,
    pinnedCount: 0,
    ratios: ratiosOf(count, ratioOf),
  })

const linesOf = (layout: JustifiedLayout, count: number) =>
  Array.from({ length: layout.lineCount }, (_, line) => {
    const [from, to] = [layout.firstOf(line), Math.min(count, layout.firstOf(line + 1))]
    return Array.from({ length: to - from }, (_, i) => layout.boxOf(from + i))
  })

describe('F1 a gallery', () => {
  it('fills its lines with pictures of one height, each in its own proportions', () => {
    const layout = layOut(60)
    const lines = linesOf(layout, 60)
    for (const line of lines.slice(0, -1)) {
      const end = line.at(-1)
      expect((end?.left ?? 0) + (end?.width ?? 0)).toBeCloseTo(size.width - 24)
      expect(new Set(line.map(({ height }) => height)).size).toBe(1)
      expect(line[0]?.height).toBeGreaterThan(100)
      expect(line[0]?.height).toBeLessThan(240)
    }
    for (let index = 0; index < 60; index++) {
      const { width, height } = layout.boxOf(index)
      expect(width / (height - 36) / shapeAt(index)).toBeCloseTo(1, 1)
    }
  })

  it('does not stretch the pictures of a last line that they do not fill', () => {
    const { width, height } = layOut(1).boxOf(0)
    expect([width, height]).toEqual([210, 140 + 36])
  })

  it('no tile overlaps another, and every line is found from its place, whatever the proportions', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.05, max: 20, noNaN: true }), { minLength: 1, maxLength: 80 }),
        fc.integer({ min: 0, max: 5 }),
        (ratios, compact) => {
          const count = ratios.length + compact
          const layout = layOut(count, {
            ratioOf: (index) => ratios[index - compact] as number,
            compact,
          })
          let bottom = 0
          for (const line of linesOf(layout, count)) {
            expect(line.length).toBeGreaterThan(0)
            let end = 24 - 14
            for (const box of line) {
              expect(box.top).toBeGreaterThanOrEqual(bottom)
              expect(box.left).toBeGreaterThanOrEqual(end + 12 - 0.001)
              end = box.left + box.width
            }
            expect(end).toBeLessThanOrEqual(size.width - 24 + 0.001)
            bottom = (line[0]?.top ?? 0) + (line[0]?.height ?? 0)
          }
          expect(layout.height).toBe(bottom + 24)
          for (let index = 0; index < count; index++) {
            const line = layout.lineAt(layout.boxOf(index).top + 1)
            expect(layout.firstOf(line)).toBeLessThanOrEqual(index)
            expect(layout.firstOf(line + 1)).toBeGreaterThan(index)
          }
        },
      ),
    )
  })

  it('the arrows go to what is above and below on screen', () => {
    const layout = layOut(60)
    for (let index = 0; index < 50; index++) {
      const below = layout.byLines(index, 1)
      const [own, other] = [layout.boxOf(index), layout.boxOf(below)]
      const centre = own.left + own.width / 2
      expect(other.top).toBeGreaterThan(own.top)
      expect(other.left - 14).toBeLessThanOrEqual(centre)
      if (other.left + other.width < size.width - 25)
        expect(other.left + other.width + 14).toBeGreaterThanOrEqual(centre)
    }
  })

  it('what is above the first visible line stays where it is when proportions become known', () => {
    const items = { count: 200, compact: 3, pinnedCount: 0, ratios: ratiosOf(200, () => 1.5) }
    const before = layOutJustified(spec, size, items)
    const line = 5
    const ratios = items.ratios.slice()
    for (const index of [30, 33]) ratios[index] = 0.6
    const after = layOutJustified(spec, size, { ...items, ratios }, { layout: before, line })
    const first = before.firstOf(line)
    for (let index = 0; index < first; index++)
      expect(after.boxOf(index)).toEqual(before.boxOf(index))
    expect(after.boxOf(first)).toMatchObject({ left: 24, top: before.boxOf(first).top })
    const { width, height } = after.boxOf(30)
    expect(width / (height - 36)).toBeCloseTo(0.64, 1)
  })
})

describe('P6 a gallery of 100,000', () => {
  it.each([
    [50, 5, 1.5],
    [50, 5, 0.5],
    [120, 12, 0.66],
    [220, 12, 1],
    [500, 12, 4],
  ])(
    'pictures %i px wide draw at most 950 elements, %i each, as wide as %f of their height',
    (width, elements, ratio) => {
      const layout = layOut(100_000, { width, elements, ratioOf: () => ratio })
      for (const y of [0, 5_000, layout.height / 2, layout.height]) {
        const from = Math.max(0, layout.lineAt(y) - layout.overscan)
        const to = layout.lineAt(y + size.height) + layout.overscan + 1
        expect((layout.firstOf(to) - layout.firstOf(from)) * elements).toBeLessThanOrEqual(950)
        expect(to - from).toBeLessThanOrEqual(layout.maxLines)
      }
    },
  )
})
