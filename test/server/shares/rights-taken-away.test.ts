import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SharePermission } from '#src/contract/flags/boolset.ts'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import { noPermissions } from '#src/contract/share.ts'
import type { PermissionSetting } from '#src/contract/share.ts'
import type { UserRow } from '#src/server/accounts/users.ts'
import { sharePermissionsOf, removesPermissions } from '#src/server/shares/share-permissions.ts'

const all = Object.values(SharePermission)
const user = (key: number, group: string) =>
  ({ key, id: `user${key}`, group_id: group }) as unknown as UserRow
const owner = user(1, 'A')
const callers = [null, owner, user(2, 'A'), user(3, 'B'), user(4, 'B')]

const bits = fc.subarray(all)
const set = fc.oneof(fc.constant(null), fc.constant('not a set'), bits.map(encodeBoolset))
const setting: fc.Arbitrary<PermissionSetting> = fc.record({
  same_group: set,
  everyone: set,
  other: set,
  anonymous: set,
  group_explicit: fc.dictionary(fc.constantFrom('A', 'B'), set),
  user_explicit: fc.dictionary(fc.constantFrom('user2', 'user3'), set),
})
const text = fc.option(setting.map((one) => JSON.stringify(one)))

test('whoever can do less after a change of the permissions had rights taken away', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const hasLost = callers.some((caller) => {
        const now = sharePermissionsOf(caller, after, owner)
        return sharePermissionsOf(caller, before, owner).some((one) => !now.includes(one))
      })
      if (hasLost) expect(removesPermissions(before, after)).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test('nobody has rights taken away by an addition, nor by what says the same in another way', () => {
  const one = (permissions: Partial<PermissionSetting>) =>
    JSON.stringify({ ...noPermissions, ...permissions })
  const [read, change] = [[0], [0, 1]].map(encodeBoolset)
  if (read === undefined || change === undefined) throw new Error('no sets')
  for (const [before, after] of [
    [null, null],
    [null, one({})],
    [null, one({ everyone: change })],
    [null, one({ other: read, anonymous: read })],
    [one({ user_explicit: { user2: change } }), one({ other: change })],
    [one({ same_group: read, anonymous: read }), one({ everyone: read })],
    [one({ everyone: read }), one({ everyone: read, user_explicit: { user3: change } })],
    [one({ everyone: 'not a set', other: read }), one({ other: change })],
  ] as const) {
    expect(removesPermissions(before, after), `${before} to ${after}`).toBe(false)
  }
  for (const [before, after] of [
    [null, one({ user_explicit: { user2: read } })],
    [one({ everyone: change }), one({ everyone: read })],
    [one({ everyone: read }), one({ other: read })],
    [one({ user_explicit: { user2: change } }), one({ user_explicit: { user3: change } })],
  ] as const) {
    expect(removesPermissions(before, after), `${before} to ${after}`).toBe(true)
  }
})
