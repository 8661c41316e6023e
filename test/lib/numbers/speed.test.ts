import { expect, test } from 'vitest'
import { recentSpeedSamples, speedOf } from '#src/lib/numbers/speed.ts'

const part = 4_000_000
const begun = { at: 0, bytes: 0 }

test('F2 no speed is told of the first moments, nor of a few small files', () => {
  expect(speedOf([])).toBeUndefined()
  expect(speedOf([begun])).toBeUndefined()
  expect(speedOf([begun, { at: 600, bytes: part }])).toBeUndefined()
  expect(speedOf([begun, { at: 500, bytes: 5 }, { at: 4000, bytes: 300 }])).toBeUndefined()
})

test('F2 the speed is that of all that went out since the first sample', () => {
  const samples = [begun, { at: 2000, bytes: part }, { at: 4000, bytes: part }]
  expect(speedOf(samples)).toBe(2_000_000)
  // Many small files over a long time give a speed as well.
  expect(speedOf([begun, { at: 5000, bytes: 10_000 }, { at: 20_000, bytes: 10_000 }])).toBe(1000)
})

test('F2 what is long ago no longer counts, and one slow part is enough', () => {
  const fast = [begun, { at: 1000, bytes: part }, { at: 2000, bytes: part }]
  const slow = [...fast, { at: 42_000, bytes: part }]
  expect(recentSpeedSamples(fast)).toEqual(fast)
  expect(speedOf(recentSpeedSamples(slow))).toBe(100_000)
})
