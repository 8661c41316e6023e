import { describe, expect, it } from 'vitest'
import { layOutTiles, type TileSpec } from '#src/lib/geometry/tiles.ts'

const spec: TileSpec = { width: 200, gap: 10, edge: 20, ratio: 3 / 4, caption: 40, elements: 12 }
const size = { width: 1_000, height: 800 }
const layOut = (items: { count: number; compact: number; pinnedCount?: number }) =>
  layOutTiles(spec, size, { pinnedCount: 0, ...items })

describe('F1 folders above the tiles', () => {
  it('are 48 px high, stand beside each other, and the files begin below them', () => {
    const layout = layOut({ count: 12, compact: 5 })
    const tops = [0, 1, 2, 4, 5].map((index) => layout.boxOf(index).top)
    expect(layout.boxOf(0)).toMatchObject({ left: 20, top: 20, height: 48 })
    expect(tops).toEqual([20, 20, 80, 140, 200])
    expect(layout.boxOf(5)).toMatchObject({ left: 20, height: layout.stepY - 10 })
    expect(layout.boxOf(11).top).toBeGreaterThan(layout.boxOf(5).top)
    expect(layout.height).toBe(layout.boxOf(11).top + layout.boxOf(11).height + 20)
  })

  it('end where tiles end, and are wide enough for their names', () => {
    for (const width of [320, 768, 1024, 1440, 1920]) {
      const layout = layOutTiles(
        spec,
        { width, height: 800 },
        { count: 20, compact: 9, pinnedCount: 0 },
      )
      const lefts = Array.from({ length: 11 }, (_, at) => layout.boxOf(9 + at).left)
      for (let at = 0; at < 9; at++) {
        const box = layout.boxOf(at)
        expect(lefts.some((left) => Math.abs(left - box.left) < 0.01)).toBe(true)
        expect(box.width).toBeGreaterThan(270)
      }
    }
  })

  it('make room for one that is being named', () => {
    const layout = layOut({ count: 4, compact: 4, pinnedCount: 1 })
    const before = layOut({ count: 4, compact: 4 })
    expect(layout.boxOf(-1)).toEqual(before.boxOf(0))
    expect(layout.boxOf(0)).toEqual(before.boxOf(1))
    expect(layout.boxOf(3)).toMatchObject({ left: 20, top: 140 })
  })

  it('the arrows go straight down from a folder to the file below it, and back', () => {
    const layout = layOut({ count: 12, compact: 6 })
    expect(layout.byLines(1, 1)).toBe(3)
    const below = layout.byLines(5, 1)
    expect(layout.boxOf(below).left).toBeGreaterThan(400)
    expect(layout.byLines(below, -2)).toBe(3)
    expect(layout.byLines(0, -1)).toBe(0)
    expect(layout.byLines(9, 9)).toBeGreaterThan(8)
  })

  it('a line is found from how far one has scrolled', () => {
    const layout = layOut({ count: 100, compact: 8 })
    for (const index of [0, 5, 8, 40, 99]) {
      const line = layout.lineAt(layout.boxOf(index).top + 1)
      expect(layout.firstOf(line)).toBeLessThanOrEqual(index)
      expect(layout.firstOf(line + 1)).toBeGreaterThan(index)
    }
    expect(layout.firstOf(layout.lineCount)).toBe(100)
  })
})
