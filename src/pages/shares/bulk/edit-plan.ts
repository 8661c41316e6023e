import type { PermissionSetting } from '#src/contract/share.ts'
import type { BulkLinkChange } from '#src/features/links/edit/bulk-edit.ts'
import { type ExpiryChange, expiryAfterChange } from '#src/features/links/limits/expiry-change.ts'
import { downloadsLeftAfter } from '#src/features/links/limits/link-limits.ts'
import {
  effectivePermissionSetting,
  grantsNobody,
  isSamePermissionSetting,
} from '#src/features/links/permissions/permission-table.ts'
import {
  type PermissionsChange,
  permissionsAfterChange,
} from '#src/features/links/permissions/permissions-change.ts'
import { linkState } from '#src/features/links/state/link-state.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'

/** What is to become of many links; what is left out stays as it is. */
export type BulkEdit = {
  readonly expiry?: ExpiryChange
  /** Whether links that end later than by it, or never, get the sooner end; else they keep theirs. */
  readonly shortens?: boolean
  /** The downloads in all, or null for no limit. */
  readonly limit?: number | null
  readonly access?: PermissionsChange
}

/** Why a link is left out, in the order in which it is said. */
export const editExclusionReasons = [
  'needsExpiry',
  'needsLimit',
  'sourceGone',
  'nobody',
  'endsLater',
  'same',
] as const
export type EditExclusionReason = (typeof editExclusionReasons)[number]

/** A link with its access as it takes effect, and its change. */
export type PlannedEdit = { readonly row: LinkRow; readonly change: BulkLinkChange }

export type BulkEditPlan = {
  readonly edits: readonly PlannedEdit[]
  /** How many of them are dead and work again afterwards. */
  readonly revived: number
  /** How many links get the chosen end only if they are shortened: they end later, or never. */
  readonly later: number
  /** How many of the edits leave a link its later end. */
  readonly keptEnds: number
  /** The first and the last of the new ends, in ms since 1970. */
  readonly ends: { readonly first: number; readonly last: number } | undefined
  readonly excluded: Readonly<Record<EditExclusionReason, number>>
}

type PlannedAccess = {
  /** The setting as it takes effect; null where the service has none. */
  readonly old: PermissionSetting | null
  /** Undefined where nothing is to become of it. */
  readonly next: PermissionSetting | undefined
  /** Undefined where it stays as it is. */
  readonly changed: PermissionSetting | undefined
  readonly isForNobody: boolean
}

/** What becomes of the access. Of 100,000 links many have the same setting: the result is kept for each. */
function createAccessPlanner(access: PermissionsChange | undefined, ownGroup: string | undefined) {
  const known = new Map<PermissionSetting | null, PlannedAccess>()
  const plan = (setting: PermissionSetting | null): PlannedAccess => {
    const old = setting && effectivePermissionSetting(setting)
    const next = old && access ? permissionsAfterChange(old, access, ownGroup) : undefined
    const after = next ?? old
    return {
      old,
      next,
      changed: isSamePermissionSetting(after, old) ? undefined : next,
      isForNobody: after !== null && grantsNobody(after),
    }
  }
  return (setting: PermissionSetting | null): PlannedAccess => {
    const planned = known.get(setting) ?? plan(setting)
    known.set(setting, planned)
    return planned
  }
}

/** Whether the change gives a link that works a sooner end. */
const endsSooner = (row: LinkRow, expiry: ExpiryChange, now: number): boolean => {
  const next = expiryAfterChange(row.expires, expiry, now)
  return next !== null && next < (row.expires ?? Infinity)
}

/** What becomes of one link, or why it is left out. */
function planEdit(
  row: LinkRow,
  { expiry = 'keep', shortens = false, limit, access }: BulkEdit,
  now: number,
  { old, changed, isForNobody }: PlannedAccess,
): PlannedEdit | EditExclusionReason {
  const keepsEnd = !shortens && endsSooner(row, expiry, now)
  const expires = keepsEnd ? row.expires : expiryAfterChange(row.expires, expiry, now)
  const remaining = downloadsLeftAfter(row, { limit })
  const change = {
    ...(expires === row.expires ? {} : { expires }),
    ...(remaining === row.remaining ? {} : { limit }),
    ...(changed && { permissions: changed }),
  }
  const isSame = Object.keys(change).length === 0
  // Whoever extends links is told why dead ones stay dead.
  if (isSame && access) return 'same'
  if (linkState(row, now) === 'sourceGone') return 'sourceGone'
  if (expires !== null && expires <= now) return 'needsExpiry'
  if (remaining !== null && remaining <= 0) return 'needsLimit'
  if (isSame) return keepsEnd ? 'endsLater' : 'same'
  if (isForNobody) return 'nobody'
  return { row: row.permissions === old ? row : { ...row, permissions: old }, change }
}

/**
 * What would become of each link. One that would stay dead is left out: the service would take what is over as "never"
 * or "no limit" (docs/protocol.md §5.3). `now` is the time of the service, in ms since 1970; `ownGroup` the id of the
 * group that the owner is in; `isBusy` tells whether a link is being changed already.
 */
export function planBulkEdit(
  rows: readonly LinkRow[],
  edit: BulkEdit,
  now: number,
  { ownGroup, isBusy }: { ownGroup?: string | undefined; isBusy?: (id: string) => boolean } = {},
): BulkEditPlan {
  const planAccess = createAccessPlanner(edit.access, ownGroup)
  const accessOf = ({ id, permissions }: LinkRow): PlannedAccess => {
    const planned = planAccess(permissions)
    // What it has may not be what it will have then.
    return isBusy?.(id) ? { ...planned, changed: planned.next } : planned
  }
  const shortening = { ...edit, shortens: true }
  const edits: PlannedEdit[] = []
  const excluded = {
    needsExpiry: 0,
    needsLimit: 0,
    sourceGone: 0,
    nobody: 0,
    endsLater: 0,
    same: 0,
  }
  let revived = 0
  let later = 0
  let keptEnds = 0
  let ends: BulkEditPlan['ends']
  for (const row of rows) {
    const planned = planEdit(row, edit, now, accessOf(row))
    if (endsSooner(row, edit.expiry ?? 'keep', now)) {
      const shortened = planEdit(row, shortening, now, accessOf(row))
      if (typeof shortened !== 'string') later++
      if (typeof planned !== 'string' && !edit.shortens) keptEnds++
    }
    if (typeof planned === 'string') {
      excluded[planned]++
      continue
    }
    edits.push(planned)
    const state = linkState(row, now)
    if (state === 'expired' || state === 'usedUp') revived++
    const { expires } = planned.change
    if (expires)
      ends = {
        first: Math.min(ends?.first ?? Infinity, expires),
        last: Math.max(ends?.last ?? 0, expires),
      }
  }
  return { edits, revived, later, keptEnds, ends, excluded }
}
