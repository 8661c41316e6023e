import { SharePermission } from '#src/contract/flags/boolset.ts'
import type { PermissionSetting } from '#src/contract/share.ts'
import { type LinkEdit, toLinkEdit } from '#src/features/links/edit/bulk-edit.ts'
import {
  audiencesOf,
  boolsetOf,
  effectiveSetting,
  grantsNobody,
  isSameSetting,
  permissionsIn,
  togglePermission,
} from '#src/features/links/permissions/permission-table.ts'
import { linkState } from '#src/features/links/state/link-state.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'

/**
 * What is to become of the access: others than named people and the own group only read, everyone only reads, or all
 * links get the same setting.
 */
export type AccessChange = 'outsidersRead' | 'allRead' | PermissionSetting

/** Why a link is left out. */
type Exclusion = 'same' | 'sourceGone' | 'needsExpiry' | 'needsLimit' | 'nobody'

export type AccessPlan = {
  readonly edits: readonly LinkEdit[]
  readonly excluded: Readonly<Record<Exclusion, number>>
}

const beyondReading = [SharePermission.update, SharePermission.create, SharePermission.delete]

function newSetting(
  old: PermissionSetting,
  change: AccessChange,
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
    const granted = permissionsIn(boolsetOf(old, audience))
    for (const flag of beyondReading)
      if (granted?.has(flag)) setting = togglePermission(setting, audience, flag, false)
  }
  return setting
}

/** What would become of each link. A dead one that an edit without a new end cannot change is left out. */
export function planAccess(
  rows: readonly LinkRow[],
  change: AccessChange,
  ownGroup: string | undefined,
  now: number,
): AccessPlan {
  const edits: LinkEdit[] = []
  const excluded = { same: 0, sourceGone: 0, needsExpiry: 0, needsLimit: 0, nobody: 0 }
  for (const row of rows) {
    const state = linkState(row, now)
    const old = row.permissions && effectiveSetting(row.permissions)
    const permissions = old && newSetting(old, change, ownGroup)
    if (!permissions || isSameSetting(permissions, old)) excluded.same++
    else if (state === 'sourceGone') excluded.sourceGone++
    else if (state === 'expired') excluded.needsExpiry++
    else if (state === 'usedUp') excluded.needsLimit++
    else if (grantsNobody(permissions)) excluded.nobody++
    else edits.push(toLinkEdit({ ...row, permissions: old }, { permissions }))
  }
  return { edits, excluded }
}
