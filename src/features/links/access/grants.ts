import { decodeBoolset, SharePermission } from '#src/contract/flags/boolset.ts'
import type { PermissionSetting } from '#src/contract/share.ts'
import type { Audience } from '#src/features/links/permissions/permission-table.ts'

export type Grant = {
  audience: Audience
  /** Its permissions; null when the stored text cannot be decoded. */
  may: readonly ('read' | 'change' | 'add' | 'delete' | number)[] | null
  raw: string
}

const actionOfFlag = new Map<number, 'read' | 'change' | 'add' | 'delete'>([
  [SharePermission.read, 'read'],
  [SharePermission.update, 'change'],
  [SharePermission.create, 'add'],
  [SharePermission.delete, 'delete'],
])

function grant(audience: Audience, raw: string | null): Grant[] {
  if (raw === null) return []
  const flags = decodeBoolset(raw)
  const may = flags && [...flags].map((flag) => actionOfFlag.get(flag) ?? flag)
  return [{ audience, may, raw }]
}

/** Every audience in the permission setting with its permissions (docs/protocol.md §5.6). */
export function grantsOf(setting: PermissionSetting | null): readonly Grant[] {
  if (!setting) return []
  return [
    ...grant({ kind: 'everyone' }, setting.everyone),
    ...grant({ kind: 'anonymous' }, setting.anonymous),
    ...grant({ kind: 'other' }, setting.other),
    ...grant({ kind: 'same_group' }, setting.same_group),
    ...Object.entries(setting.group_explicit).flatMap(([id, raw]) =>
      grant({ kind: 'group', id }, raw),
    ),
    ...Object.entries(setting.user_explicit).flatMap(([id, raw]) =>
      grant({ kind: 'user', id }, raw),
    ),
  ]
}
