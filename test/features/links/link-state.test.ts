import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isDeadState, type LinkState, linkState } from '#src/features/links/state/link-state.ts'

const now = Date.parse('2026-03-01T12:00:00Z')
const day = 86_400_000

describe('the state of a share', () => {
  it.each<[LinkState, number | null, number | null, boolean]>([
    ['live', null, null, false],
    ['live', 8 * day, null, false],
    ['live', 7 * day + 1, 3, false],
    ['expiring', 7 * day, null, false],
    ['expiring', 1, 1, false],
    ['expired', 0, null, false],
    ['expired', 0, null, true],
    ['expired', -day, 0, true],
    ['expired', 65_000, null, true],
    ['expiring', 65_000, null, false],
    ['sourceGone', 65_001, null, true],
    ['usedUp', null, 0, true],
    ['usedUp', day, 0, true],
    ['usedUp', null, -1, false],
    ['sourceGone', null, null, true],
    ['sourceGone', day, 5, true],
  ])(
    'is %s when it expires in %s ms with %s downloads left, dead: %s',
    (state, within, remaining, isExpired) => {
      const expires = within === null ? null : now + within
      expect(linkState({ expires, remaining, isExpired }, now)).toBe(state)
    },
  )

  it('is dead whenever the service, the clock or the limit says so, and never otherwise', () => {
    const facts = fc.record({
      expires: fc.option(fc.integer({ min: now - 30 * day, max: now + 30 * day })),
      remaining: fc.option(fc.integer({ min: -1, max: 5 })),
      isExpired: fc.boolean(),
    })
    fc.assert(
      fc.property(facts, (share) => {
        const isOver =
          share.isExpired ||
          (share.expires !== null && share.expires <= now) ||
          (share.remaining !== null && share.remaining <= 0)
        expect(isDeadState(linkState(share, now))).toBe(isOver)
      }),
    )
  })
})
