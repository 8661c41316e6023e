import { expect, it } from 'vitest'
import { SharePermission } from '#src/contract/flags/boolset.ts'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import { noPermissions, type PermissionSetting } from '#src/contract/share.ts'
import {
  effectivePermissionSetting,
  grantsNobody,
} from '#src/features/links/permissions/permission-table.ts'
import { permissionsAfterChange } from '#src/features/links/permissions/permissions-change.ts'
import type { UserRow } from '#src/server/accounts/users.ts'
import { sharePermissionsOf } from '#src/server/shares/share-permissions.ts'

const { read, update, create, delete: remove } = SharePermission
const sets = [null, encodeBoolset([read]), encodeBoolset([read, update]), encodeBoolset([create])]

/** Every setting whose audiences have one of these sets. */
function* settings(): Generator<PermissionSetting> {
  for (const everyone of sets)
    for (const other of sets)
      for (const anonymous of sets)
        for (const same_group of sets)
          for (const group of sets)
            for (const person of [undefined, ...sets, encodeBoolset([read, remove])])
              yield {
                ...noPermissions,
                everyone,
                other,
                anonymous,
                same_group,
                group_explicit: { staff: group, guests: encodeBoolset([read, update]) },
                user_explicit: person === undefined ? {} : { lin: person },
              }
}

const user = (id: string, group_id: string) => ({ key: id.length, id, group_id }) as UserRow
const owner = { ...user('mei', 'staff'), key: 0 }
const lin = user('lin', 'elsewhere')
/** What they may do: nothing without reading. */
function permissionsOf(who: UserRow | null, setting: PermissionSetting): readonly number[] {
  const may = sharePermissionsOf(who, JSON.stringify(setting), owner)
  return may.includes(read) ? may : []
}

it('S9 “Others only read” takes nothing from named people and the own group, and all but reading from others', () => {
  let changed = 0
  for (const setting of settings()) {
    const old = effectivePermissionSetting(setting)
    const after = permissionsAfterChange(old, 'outsidersRead', 'staff')
    // Such a link is left out of the plan.
    if (grantsNobody(after)) continue
    const label = JSON.stringify({ old, after })
    const insiders = [user('amara', 'staff'), ...('lin' in old.user_explicit ? [lin] : [])]
    for (const who of insiders)
      if (String(permissionsOf(who, after)) !== String(permissionsOf(who, old)))
        expect.fail(`${who.id}: ${label}`)
    const outsiders = [null, user('ivan', 'elsewhere'), user('guest', 'guests')]
    if (!('lin' in old.user_explicit)) outsiders.push(lin)
    for (const who of outsiders) {
      const may = permissionsOf(who, old).filter((one) => one === read)
      if (String(permissionsOf(who, after)) !== String(may)) expect.fail(`${who?.id}: ${label}`)
    }
    if (JSON.stringify(after) !== JSON.stringify(old)) changed++
  }
  expect(changed).toBeGreaterThan(1_000)
})
