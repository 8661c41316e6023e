import type { LinkEdit, LimitsChange } from '#src/features/links/edit/bulk-edit.ts'
import { toLinkEdit } from '#src/features/links/edit/bulk-edit.ts'
import { type ExpiryChange, newExpiry } from '#src/features/links/limits/extension.ts'
import { downloadsLeftAfter } from '#src/features/links/limits/link-limits.ts'
import { linkState } from '#src/features/links/state/link-state.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'

/** What is to become of the download limit: the downloads in all. */
export type LimitChange = number | 'none' | 'keep'

/** Why a link is left out. */
type Exclusion = 'same' | 'sourceGone' | 'needsExpiry' | 'needsLimit'

export type EditPlan = {
  readonly edits: readonly LinkEdit[]
  /** How many of them are dead and work again afterwards. */
  readonly revived: number
  /** The first and the last of the new ends, in ms since 1970. */
  readonly ends: { readonly first: number; readonly last: number } | undefined
  readonly excluded: Readonly<Record<Exclusion, number>>
}

/**
 * What would become of each link. One that would stay dead is left out: the service would take what is over as "never"
 * or "no limit" (docs/protocol.md §5.3). `now` is the time of the service, in ms since 1970.
 */
export function planEdits(
  rows: readonly LinkRow[],
  expiry: ExpiryChange,
  limit: LimitChange,
  now: number,
): EditPlan {
  const edits: LinkEdit[] = []
  const excluded: Record<Exclusion, number> = {
    same: 0,
    sourceGone: 0,
    needsExpiry: 0,
    needsLimit: 0,
  }
  let revived = 0
  let ends: EditPlan['ends']
  for (const row of rows) {
    const state = linkState(row, now)
    const expires = newExpiry(row.expires, expiry, now)
    const limitChange = limit === 'keep' ? {} : { limit: limit === 'none' ? null : limit }
    const remaining = downloadsLeftAfter(row, limitChange)
    const isExpirySame = expires === row.expires
    const isLimitSame = remaining === row.remaining
    if (state === 'sourceGone') excluded.sourceGone++
    else if (expires !== null && expires <= now) excluded.needsExpiry++
    else if (remaining !== null && remaining <= 0) excluded.needsLimit++
    else if (isExpirySame && isLimitSame) excluded.same++
    else {
      const change: LimitsChange = {
        ...(isExpirySame ? {} : { expires }),
        ...(isLimitSame ? {} : limitChange),
      }
      if (state === 'expired' || state === 'usedUp') revived++
      if (change.expires)
        ends = {
          first: Math.min(ends?.first ?? Infinity, change.expires),
          last: Math.max(ends?.last ?? 0, change.expires),
        }
      edits.push(toLinkEdit(row, change))
    }
  }
  return { edits, revived, ends, excluded }
}
