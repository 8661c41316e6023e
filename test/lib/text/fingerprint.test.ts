import { expect, test } from 'vitest'
import { fingerprint } from '#src/lib/text/fingerprint.ts'

test('100,000 ids that look alike have 100,000 fingerprints, whole numbers that a double holds', () => {
  const found = new Set<number>()
  for (let n = 0; n < 100_000; n++) found.add(fingerprint(n.toString(36).padStart(6, '_')))
  expect(found.size).toBe(100_000)
  expect([...found].every(Number.isSafeInteger)).toBe(true)
})
