import { SharePermission } from '#src/contract/flags/boolset.ts'
import type { PermissionSetting } from '#src/contract/share.ts'
import {
  audiencesOf,
  boolsetOfAudience,
  parsePermissionBoolset,
  togglePermission,
} from '#src/features/links/permissions/permission-table.ts'

/**
 * What is to become of the access: others than named people and the own group only read, everyone only reads, or all
 * links get the same setting.
 */
export type PermissionsChange = 'outsidersRead' | 'allRead' | PermissionSetting

const beyondReading = [SharePermission.update, SharePermission.create, SharePermission.delete]

/** `ownGroup` is the id of the group that the owner is in. */
export function permissionsAfterChange(
  old: PermissionSetting,
  change: PermissionsChange,
  ownGroup: string | undefined,
): PermissionSetting {
  if (typeof change === 'object') return change
  let setting = old
  for (const audience of audiencesOf(old)) {
    const isOwn =
      audience.kind === 'user' ||
      audience.kind === 'same_group' ||
      (audience.kind === 'group' && audience.id === ownGroup)
    if (change === 'outsidersRead' && isOwn) continue
    const granted = parsePermissionBoolset(boolsetOfAudience(old, audience))
    for (const flag of beyondReading)
      if (granted?.has(flag)) setting = togglePermission(setting, audience, flag, false)
  }
  return setting
}
