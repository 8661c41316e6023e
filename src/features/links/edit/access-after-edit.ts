import type { PermissionSetting } from '#src/contract/share.ts'
import { accessSummaryOf, encodePasswordAndPrice } from '#src/features/links/access/access.ts'
import type { EditedLinks } from '#src/jobs/messages/toasts.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'

/**
 * Who may open and change all of these links afterwards: with what else their lines say where that is the same for all,
 * else without. Undefined where the access stays, or nothing can be said of all. `ownGroup` is the id of the group that
 * the owner is in.
 */
export function accessAfterEdit(
  edits: readonly {
    readonly row: LinkRow
    readonly change: { permissions?: PermissionSetting | undefined }
  }[],
  ownGroup: string | undefined,
): EditedLinks['access'] {
  const changed = edits.flatMap(({ row, change: { permissions } }) =>
    permissions ? { row, permissions } : [],
  )
  const [first] = changed
  if (!first) return undefined
  const settings = new Set(changed.map(({ permissions }) => permissions))
  const summaries = [...settings].map((setting) => accessSummaryOf(setting, ownGroup))
  if (new Set(summaries.map((summary) => JSON.stringify(summary))).size === 1) {
    const { permissions, row } = first
    const isSame = new Set(changed.map((each) => encodePasswordAndPrice(each.row))).size === 1
    return isSame
      ? { permissions, isProtected: row.isProtected, price: row.price }
      : { permissions, isProtected: false, price: null }
  }
  if (summaries.some(({ isPartlyUnknown }) => isPartlyUnknown)) return undefined
  if (summaries.every(({ changers }) => changers.length === 0)) return 'allRead'
  return summaries.some(({ isOpenToChange }) => isOpenToChange) ? undefined : 'outsidersRead'
}
