import { decodeBoolset, SharePermission } from '#src/contract/flags/boolset.ts'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import type { PermissionSetting } from '#src/contract/share.ts'

export type Audience =
  | { readonly kind: 'everyone' | 'anonymous' | 'other' | 'same_group' }
  | { readonly kind: 'group' | 'user'; readonly id: string }

export const permissionFlags = Object.values(SharePermission)

/** The word of each permission, a key of the messages' `permissions.columns`. */
export const permissionMessageKeys = { 0: 'read', 1: 'change', 2: 'add', 3: 'delete' } as const

const fixed = ['everyone', 'anonymous', 'other', 'same_group'] as const

/** The audiences of a setting in the order of the table, those without permissions too. */
export const audiencesOf = (setting: PermissionSetting): Audience[] => [
  ...fixed.map((kind) => ({ kind })),
  ...Object.keys(setting.group_explicit).map((id) => ({ kind: 'group' as const, id })),
  ...Object.keys(setting.user_explicit).map((id) => ({ kind: 'user' as const, id })),
]

/** The stored text of an audience; null for none. */
export function boolsetOfAudience(setting: PermissionSetting, audience: Audience): string | null {
  if (audience.kind === 'group') return setting.group_explicit[audience.id] ?? null
  if (audience.kind === 'user') return setting.user_explicit[audience.id] ?? null
  return setting[audience.kind]
}

/** Whether everybody of the second audience is in the first. */
export function includesAudience(whole: Audience, part: Audience): boolean {
  if (whole.kind === 'everyone') return true
  if (whole.kind === 'other') return part.kind !== 'everyone' && part.kind !== 'anonymous'
  return JSON.stringify(whole) === JSON.stringify(part)
}

/** Whether an audience may read, by itself or as part of another one. Without that it may do nothing. */
export const mayRead = (setting: PermissionSetting, audience: Audience): boolean =>
  audiencesOf(setting).some(
    (each) =>
      includesAudience(each, audience) &&
      parsePermissionBoolset(boolsetOfAudience(setting, each))?.has(SharePermission.read),
  )

export function withAudienceBoolset(
  setting: PermissionSetting,
  audience: Audience,
  raw: string | null,
): PermissionSetting {
  if (audience.kind === 'group')
    return { ...setting, group_explicit: { ...setting.group_explicit, [audience.id]: raw } }
  if (audience.kind === 'user')
    return { ...setting, user_explicit: { ...setting.user_explicit, [audience.id]: raw } }
  return { ...setting, [audience.kind]: raw }
}

export function removeUserPermissions(setting: PermissionSetting, id: string): PermissionSetting {
  const { [id]: _removed, ...others } = setting.user_explicit
  return { ...setting, user_explicit: others }
}

/** The permissions of an audience, unknown ones too; null when the stored text cannot be decoded. */
export const parsePermissionBoolset = (raw: string | null): ReadonlySet<number> | null =>
  raw === null ? new Set<number>() : decodeBoolset(raw)

/** Whether it grants nobody anything. As stored, that lets anybody read (docs/protocol.md §5.6). */
export const grantsNobody = (setting: PermissionSetting): boolean =>
  audiencesOf(setting).every(
    (audience) => parsePermissionBoolset(boolsetOfAudience(setting, audience))?.size === 0,
  )

const readOnly = encodeBoolset([SharePermission.read])

/** The setting as it takes effect: one that names nobody lets everyone read. */
export const effectivePermissionSetting = (setting: PermissionSetting): PermissionSetting =>
  grantsNobody(setting) ? { ...setting, everyone: readOnly } : setting

/**
 * Grants or withdraws one permission; unknown ones of the audience stay. Everything else requires reading, so it is
 * granted together with it and withdrawn together with it.
 */
export function togglePermission(
  setting: PermissionSetting,
  audience: Audience,
  flag: number,
  isGranted: boolean,
): PermissionSetting {
  const flags = parsePermissionBoolset(boolsetOfAudience(setting, audience))
  if (!flags) return setting
  const next = new Set(flags)
  if (isGranted) next.add(flag).add(SharePermission.read)
  else if (flag === SharePermission.read) for (const known of permissionFlags) next.delete(known)
  else next.delete(flag)
  const isNamed = audience.kind === 'user' || audience.kind === 'group'
  return withAudienceBoolset(
    setting,
    audience,
    next.size === 0 && !isNamed ? null : encodeBoolset(next),
  )
}

export const isSamePermissionSetting = (
  a: PermissionSetting | null,
  b: PermissionSetting | null,
): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)
