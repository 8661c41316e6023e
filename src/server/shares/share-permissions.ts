import * as v from 'valibot'
import { SharePermission, decodeBoolset } from '#src/contract/flags/boolset.ts'
import { hasFlag } from '#src/contract/flags/capability.ts'
import { PermissionSetting } from '#src/contract/share.ts'
import type { UserRow } from '#src/server/accounts/users.ts'

/** All permissions of a share, which its owner has. */
const everything: readonly number[] = Object.values(SharePermission)

const parse = (text: string) => v.parse(PermissionSetting, JSON.parse(text))

/** Whether a setting names no audience, which lets everybody read. */
function namesNobody(setting: PermissionSetting): boolean {
  const { same_group, everyone, other, anonymous, group_explicit, user_explicit } = setting
  const explicit = [group_explicit, user_explicit].flatMap(Object.values<string | null>)
  return ![same_group, everyone, other, anonymous, ...explicit].some(
    (text) => text !== null && decodeBoolset(text)?.size !== 0,
  )
}

/**
 * A caller's permissions in a share (docs/protocol.md §5.6): the union over all audiences that the caller belongs to.
 * `everyone` includes all callers, `anonymous` those without a session, `other` those with one. A setting without any
 * audience lets everybody read. A boolset that cannot be decoded grants nothing. The owner has all permissions.
 */
export function sharePermissionsOf(
  user: UserRow | null,
  text: string | null,
  owner: UserRow,
): readonly number[] {
  if (user?.key === owner.key) return everything
  const setting = text ? parse(text) : undefined
  if (!setting || namesNobody(setting)) return [SharePermission.read]
  const { same_group, everyone, other, anonymous, group_explicit, user_explicit } = setting
  const own = (map: Readonly<Record<string, string | null>>, id: string) =>
    Object.hasOwn(map, id) ? map[id] : null
  const granted = user
    ? [
        everyone,
        other,
        user.group_id === owner.group_id ? same_group : null,
        own(group_explicit, user.group_id),
        own(user_explicit, user.id),
      ]
    : [everyone, anonymous]
  return everything.filter((permission) => granted.some((text) => hasFlag(text, permission)))
}

/** The permissions that each audience has by itself; those of all callers and of all accounts by these names. */
function audiencesOf(text: string | null): ReadonlyMap<string, ReadonlySet<number>> {
  const setting = text ? parse(text) : undefined
  if (!setting || namesNobody(setting)) return new Map([['everyone', new Set([0])]])
  const { group_explicit, user_explicit, ...named } = setting
  const entries = [
    ...Object.entries(named),
    ...Object.entries(group_explicit).map(([id, set]) => [`group ${id}`, set] as const),
    ...Object.entries(user_explicit).map(([id, set]) => [`user ${id}`, set] as const),
  ]
  return new Map(
    entries.map(([name, set]) => [name, new Set(everything.filter((one) => hasFlag(set, one)))]),
  )
}

/** Whether a change of the permission setting takes a permission away from any audience. */
export function removesPermissions(before: string | null, after: string | null): boolean {
  const now = audiencesOf(after)
  const has = (audience: string, permission: number) => now.get(audience)?.has(permission) ?? false
  const keeps = (audience: string, permission: number): boolean => {
    if (has(audience, permission) || has('everyone', permission)) return true
    if (audience === 'everyone') return has('other', permission) && has('anonymous', permission)
    return audience !== 'anonymous' && has('other', permission)
  }
  return [...audiencesOf(before)].some(([audience, permissions]) =>
    [...permissions].some((permission) => !keeps(audience, permission)),
  )
}
