import { expect, it } from 'vitest'
import { noPermissions } from '#src/contract/share.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { type BulkEdit, planBulkEdit } from '#src/pages/shares/bulk/edit-plan.ts'
import { linkRow } from '../link-row.ts'

const now = 1_000_000_000
const plan = (part: Partial<LinkRow>, edit: BulkEdit) =>
  planBulkEdit([linkRow(part)], edit, now).edits[0]?.change

it('S9 extends a living link from its expiry and a dead one from now', () => {
  expect(plan({ expires: now + 5 }, { expiry: { by: 10 } })).toEqual({ expires: now + 15 })
  expect(plan({ expires: now - 5, isExpired: true }, { expiry: { by: 10 } })).toEqual({
    expires: now + 10,
  })
  expect(plan({ expires: null }, { expiry: { by: 10 } })).toBeUndefined()
})

it('S9 shortens no link unless told to', () => {
  const links = [
    linkRow({ expires: now + 50 }),
    linkRow({ expires: null }),
    linkRow({ expires: now + 5 }),
    linkRow({ expires: now - 5, isExpired: true }),
  ]
  const expiry = { at: now + 20 }
  const kept = planBulkEdit(links, { expiry }, now)
  expect(kept.edits.map(({ row }) => row)).toEqual(links.slice(2))
  expect([kept.later, kept.excluded.endsLater, kept.excluded.same]).toEqual([2, 2, 0])
  const all = planBulkEdit(links, { expiry, shortens: true }, now)
  expect(all.edits.map(({ change }) => change)).toEqual(links.map(() => ({ expires: now + 20 })))
  expect([all.later, all.excluded.endsLater]).toEqual([2, 0])
  // What else was chosen happens to them all the same.
  expect(plan({ expires: now + 50 }, { expiry, limit: 3 })).toEqual({ limit: 3 })
  expect(planBulkEdit(links, { expiry: { by: 10 } }, now).later).toBe(0)
})

it('S9 counts as ending later only links that shortening would change', () => {
  const expiry = { at: now + 20 }
  const links = [
    linkRow({ expires: null, isExpired: true }),
    linkRow({ expires: now + 50, remaining: 0, isExpired: true }),
  ]
  for (const shortens of [false, true]) {
    const { later, edits, excluded } = planBulkEdit(links, { expiry, shortens }, now)
    expect([later, edits.length, excluded.sourceGone, excluded.needsLimit]).toEqual([0, 0, 1, 1])
  }
  const limited = planBulkEdit([linkRow({ expires: now + 50 })], { expiry, limit: 3 }, now)
  expect([limited.later, limited.edits.length, limited.keptEnds]).toEqual([1, 1, 1])
})

it('S9 never sends what the service would take for "never" or "no limit"', () => {
  expect(plan({ expires: now - 5, isExpired: true }, { limit: 3 })).toBeUndefined()
  expect(plan({ remaining: 0, isExpired: true }, { expiry: { by: 10 } })).toBeUndefined()
  expect(plan({ remaining: 0, isExpired: true }, { limit: 3 })).toEqual({ limit: 3 })
  expect(plan({ expires: now + 5 }, { expiry: 'never', limit: null })).toEqual({ expires: null })
})

it('S9 takes a limit for the downloads in all, those that happened included', () => {
  expect(plan({ remaining: 2, downloaded: 7 }, { limit: 20 })).toEqual({ limit: 20 })
  expect(plan({ remaining: 13, downloaded: 7 }, { limit: 20 })).toBeUndefined()
  expect(plan({ remaining: 2, downloaded: 7 }, { limit: 7 })).toBeUndefined()
  expect(plan({ remaining: 2, downloaded: 7 }, { limit: null })).toEqual({ limit: null })
})

it('S9 sets who may open a link in the same plan as its limits', () => {
  const permissions = { ...noPermissions, everyone: 'Aw==', same_group: 'Aw==' }
  const access = 'outsidersRead'
  const outsidersRead = { ...permissions, everyone: 'AQ==' }
  expect(plan({ permissions }, { access })).toEqual({ permissions: outsidersRead })
  expect(plan({ permissions, expires: now + 5 }, { access, expiry: { by: 10 } })).toEqual({
    permissions: outsidersRead,
    expires: now + 15,
  })
  expect(plan({ permissions: null }, { access })).toBeUndefined()
})

it.each([
  ['needsExpiry', { expires: now - 5, isExpired: true }],
  ['needsLimit', { remaining: 0, isExpired: true }],
  ['sourceGone', { isExpired: true }],
  ['nobody', { permissions: { ...noPermissions, everyone: '!raw!' } }],
  ['same', { permissions: { ...noPermissions, everyone: 'AQ==' } }],
] as const)('S9 leaves a link out: %s', (why, part) => {
  const permissions = { ...noPermissions, everyone: 'Aw==' }
  const links = [linkRow({ permissions, ...part }), linkRow({ permissions })]
  const access = why === 'nobody' ? { ...noPermissions, same_group: '' } : 'allRead'
  const { excluded, edits } = planBulkEdit(links, { access }, now)
  if (why === 'nobody') expect([excluded.nobody, edits]).toEqual([2, []])
  else expect([excluded[why], edits.length]).toEqual([1, 1])
})
