import { expect, it } from 'vitest'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { planEdits } from '#src/pages/shares/bulk/edit-plan.ts'

const now = 1_000_000_000
const row = (part: Partial<LinkRow>): LinkRow => ({
  id: 'x',
  name: 'x',
  visited: 0,
  downloaded: 0,
  remaining: null,
  price: null,
  expires: null,
  createdAt: 0,
  isExpired: false,
  sourceType: 0,
  permissions: null,
  password: null,
  isProtected: false,
  isViewShared: false,
  ownUrl: null,
  base: '',
  source: null,
  ...part,
})
const plan = (
  part: Partial<LinkRow>,
  ...how: [Parameters<typeof planEdits>[1], Parameters<typeof planEdits>[2]]
) => planEdits([row(part)], ...how, now).edits[0]?.change

it('S9 extends a living link from its expiry and a dead one from now', () => {
  expect(plan({ expires: now + 5 }, { by: 10 }, 'keep')).toEqual({ expires: now + 15 })
  expect(plan({ expires: now - 5, isExpired: true }, { by: 10 }, 'keep')).toEqual({
    expires: now + 10,
  })
  expect(plan({ expires: null }, { by: 10 }, 'keep')).toBeUndefined()
})

it('S9 never sends what the service would take for "never" or "no limit"', () => {
  expect(plan({ expires: now - 5, isExpired: true }, 'keep', 3)).toBeUndefined()
  expect(plan({ remaining: 0, isExpired: true }, { by: 10 }, 'keep')).toBeUndefined()
  expect(plan({ remaining: 0, isExpired: true }, 'keep', 3)).toEqual({ limit: 3 })
  expect(plan({ expires: now + 5 }, 'never', 'none')).toEqual({ expires: null })
})

it('S9 takes a limit for the downloads in all, those that happened included', () => {
  expect(plan({ remaining: 2, downloaded: 7 }, 'keep', 20)).toEqual({ limit: 20 })
  expect(plan({ remaining: 13, downloaded: 7 }, 'keep', 20)).toBeUndefined()
  expect(plan({ remaining: 2, downloaded: 7 }, 'keep', 7)).toBeUndefined()
  expect(plan({ remaining: 2, downloaded: 7 }, 'keep', 'none')).toEqual({ limit: null })
})
