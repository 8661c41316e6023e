import { expect, it } from 'vitest'
import { suggestedExtension } from '#src/features/links/limits/expiry-change.ts'
import { suggestedLimit } from '#src/features/links/limits/link-limits.ts'

const now = 1_000_000_000
const link = (expires: number | null, remaining: number | null = null) => ({ expires, remaining })
const ends = now + 1
const ended = now - 1

it.each([
  ['a link that ends', [link(ends)], 'month'],
  ['an expired link', [link(ended)], 'month'],
  ['an expired link that is used up', [link(ended, 0)], 'month'],
  ['a used-up link', [link(ends, 0)], 'keep'],
  ['a link without an end', [link(null)], 'keep'],
  ['used-up links and one without an end', [link(ends, 0), link(null), link(null, 0)], 'keep'],
  ['links of which one ends', [link(ends, 0), link(null), link(ends, 3)], 'month'],
])('S6 S9 an extension of %s begins with %s', (_, links, expected) => {
  expect(suggestedExtension(links, now)).toBe(expected)
})

it('S6 S9 a used-up link gets as many more downloads as it has had', () => {
  expect(suggestedLimit({ remaining: 0, downloaded: 4 })).toBe(8)
  expect(suggestedLimit({ remaining: 0, downloaded: 0 })).toBe(1)
  expect(suggestedLimit({ remaining: 2, downloaded: 4 })).toBe(6)
  expect(suggestedLimit({ remaining: null, downloaded: 4 })).toBeNull()
})
