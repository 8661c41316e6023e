import { parseBoolset, SharePermission } from '#src/contract/boolset.ts'
import type { PermissionSetting } from '#src/contract/share.ts'
import type { Audience } from '#src/features/links/permissions/permission-table.ts'
import type { Messages } from '#src/i18n/messages.ts'

export type Grant = {
  audience: Audience
  /** Its permissions; null when the stored text cannot be decoded. */
  may: readonly ('read' | 'change' | 'add' | 'delete' | number)[] | null
  raw: string
}

const words = new Map<number, 'read' | 'change' | 'add' | 'delete'>([
  [SharePermission.read, 'read'],
  [SharePermission.update, 'change'],
  [SharePermission.create, 'add'],
  [SharePermission.delete, 'delete'],
])

function grant(audience: Audience, raw: string | null): Grant[] {
  if (raw === null) return []
  const flags = parseBoolset(raw)
  const may = flags && [...flags].map((flag) => words.get(flag) ?? flag)
  return [{ audience, may, raw }]
}

const known = new WeakMap<PermissionSetting, Grant[]>()

/**
 * Every audience in the permission setting with its permissions (docs/protocol.md §5.6). Rows with equal settings share
 * the result.
 */
export function grantsOf(setting: PermissionSetting | null): readonly Grant[] {
  if (!setting) return []
  const found = known.get(setting)
  if (found) return found
  const grants = [
    ...grant({ kind: 'everyone' }, setting.everyone),
    ...grant({ kind: 'anonymous' }, setting.anonymous),
    ...grant({ kind: 'same_group' }, setting.same_group),
    ...grant({ kind: 'other' }, setting.other),
    ...Object.entries(setting.group_explicit).flatMap(([id, raw]) =>
      grant({ kind: 'group', id }, raw),
    ),
    ...Object.entries(setting.user_explicit).flatMap(([id, raw]) =>
      grant({ kind: 'user', id }, raw),
    ),
  ]
  known.set(setting, grants)
  return grants
}

const widths = ['everyone', 'anonymous', 'other', 'same_group', 'group', 'user'] as const

/** A summary of the widest access: the largest audience that has any permission. */
export function accessText(
  row: { permissions: PermissionSetting | null; isProtected: boolean },
  t: Messages,
): string {
  const words = t.shares.access
  const grants = grantsOf(row.permissions).filter((one) => one.may === null || one.may.length > 0)
  const anyone = row.isProtected ? words.anyoneWithPassword : words.anyone
  if (grants.length === 0) return anyone
  const widest = widths.find((kind) => grants.some((one) => one.audience.kind === kind))
  const these = grants.filter((one) => one.audience.kind === widest)
  const nameOf = (kind: Audience['kind'] | undefined): string => {
    switch (kind) {
      case 'other':
        return words.signedIn
      case 'same_group':
        return words.sameGroup
      case 'group':
        return words.groups(these.length)
      case 'user':
        return words.people(these.length)
      default:
        return anyone
    }
  }
  const canChange = these.some((one) => one.may?.some((what) => what !== 'read'))
  return canChange ? words.withChange(nameOf(widest)) : nameOf(widest)
}
