import { SharePermission } from '#src/contract/flags/boolset.ts'
import type { PermissionSetting } from '#src/contract/share.ts'
import {
  type Audience,
  audiencesOf,
  boolsetOfAudience,
  includesAudience,
  parsePermissionBoolset,
  togglePermission,
} from '#src/features/links/permissions/permission-table.ts'

/**
 * What is to become of the access: others than named people and the own group only read, while these may do what they
 * could; everyone only reads; or all links get the same setting.
 */
export type PermissionsChange = 'outsidersRead' | 'allRead' | PermissionSetting

const beyondReading = [SharePermission.update, SharePermission.create, SharePermission.delete]

/** `ownGroup` is the id of the group that the owner is in. */
const isInsider = (audience: Audience, ownGroup: string | undefined): boolean =>
  audience.kind === 'user' ||
  audience.kind === 'same_group' ||
  (audience.kind === 'group' && audience.id === ownGroup)

/** Grants the own group and named people themselves what they may do as a part of everyone or of those signed in. */
function withOwnPermissions(
  old: PermissionSetting,
  ownGroup: string | undefined,
): PermissionSetting {
  const hasFlag = (flag: number) => (audience: Audience) =>
    parsePermissionBoolset(boolsetOfAudience(old, audience))?.has(flag)
  let setting = old
  for (const insider of audiencesOf(old)) {
    if (insider.kind !== 'same_group' && insider.kind !== 'user') continue
    const wider = audiencesOf(old).filter(
      (each) => !isInsider(each, ownGroup) && includesAudience(each, insider),
    )
    const own = audiencesOf(old).filter((each) =>
      insider.kind === 'user'
        ? includesAudience(insider, each)
        : each.kind !== 'user' && isInsider(each, ownGroup),
    )
    if (![...wider, ...own].some(hasFlag(SharePermission.read))) continue
    for (const flag of beyondReading)
      if (wider.some(hasFlag(flag)) && !own.some(hasFlag(flag)))
        setting = togglePermission(setting, insider, flag, true)
  }
  return setting
}

/** `ownGroup` is the id of the group that the owner is in. */
export function permissionsAfterChange(
  old: PermissionSetting,
  change: PermissionsChange,
  ownGroup: string | undefined,
): PermissionSetting {
  if (typeof change === 'object') return change
  let setting = change === 'outsidersRead' ? withOwnPermissions(old, ownGroup) : old
  for (const audience of audiencesOf(old)) {
    if (change === 'outsidersRead' && isInsider(audience, ownGroup)) continue
    const granted = parsePermissionBoolset(boolsetOfAudience(old, audience))
    for (const flag of beyondReading)
      if (granted?.has(flag)) setting = togglePermission(setting, audience, flag, false)
  }
  return setting
}
