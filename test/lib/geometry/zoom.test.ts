import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxScale, panBy, unzoomed, zoomAt } from '#src/lib/geometry/zoom.ts'

const room = { width: 1000, height: 800 }
const picture = { width: 1000, height: 600 }

test('what is under the pointer stays there when one looks closer', () => {
  const at = { x: 200, y: -50 }
  const zoom = zoomAt(unzoomed, 4, at, room, picture)
  // The point of the picture that was under the pointer, at the new zoom.
  expect({ x: at.x * zoom.scale + zoom.x, y: at.y * zoom.scale + zoom.y }).toEqual(at)
})

test('all the way out the picture is whole and in the middle', () => {
  const close = zoomAt(unzoomed, 3, { x: 400, y: 200 }, room, picture)
  expect(zoomAt(close, 0.01, { x: -300, y: 10 }, room, picture)).toEqual(unzoomed)
})

test('no edge of a picture ever comes further in than its room', () => {
  const number = fc.double({ min: -5000, max: 5000, noNaN: true })
  fc.assert(
    fc.property(fc.double({ min: 0.1, max: 30, noNaN: true }), number, number, (factor, x, y) => {
      const zoom = panBy(
        zoomAt(unzoomed, factor, { x: x / 10, y: y / 10 }, room, picture),
        { x, y },
        room,
        picture,
      )
      expect(zoom.scale).toBeGreaterThanOrEqual(1)
      expect(zoom.scale).toBeLessThanOrEqual(maxScale)
      const over = Math.max(0, (picture.width * zoom.scale - room.width) / 2)
      expect(Math.abs(zoom.x)).toBeLessThanOrEqual(over + 1e-6)
      if (picture.height * zoom.scale <= room.height) expect(zoom.y).toBeCloseTo(0)
    }),
  )
})
