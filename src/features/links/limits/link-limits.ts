import type { LinkLimitsRequest } from '#src/api/links/links.ts'
import type { PermissionSetting } from '#src/contract/share.ts'
import {
  effectivePermissionSetting,
  isSamePermissionSetting,
} from '#src/features/links/permissions/permission-table.ts'
import type { LinkRecord, LinkRow } from '#src/lists/rows/link-row.ts'

/** What an edit of a link replaces as a whole: everything but the changed part is sent back as it is. */
export type LinkLimits = {
  /** ms since 1970 by the clock of the service; null for never. */
  readonly expires: number | null
  /** Downloads that are still allowed; null for no limit. */
  readonly remaining: number | null
  readonly downloaded: number
  readonly showsView: boolean
  readonly showsReadme: boolean
  /** null where the service has no permissions of links. */
  readonly permissions: PermissionSetting | null
  readonly price: number | null
}

/** The part that an edit changes; what is left out stays as it is. */
export type LinkChange = {
  readonly [Limit in Exclude<keyof LinkLimits, 'downloaded' | 'price'>]?:
    | LinkLimits[Limit]
    | undefined
} & {
  /** Downloads in all, those that happened included; null for no limit. What remains follows when it is sent. */
  readonly limit?: number | null | undefined
}

/** Largest difference between equal times, in ms: a request says how many whole seconds are left. */
const timeToleranceMs = 5_000

const isSameTime = (a: number | null, b: number | null): boolean =>
  a === b || (a !== null && b !== null && Math.abs(a - b) <= timeToleranceMs)

/** Whether the first of two times is the earlier one, and not only by what requests round. */
export const isEarlierTime = (a: number, b: number): boolean => a < b - timeToleranceMs

export const limitsOfLink = (link: LinkRecord): LinkLimits => ({
  expires: link.expires,
  remaining: link.remaining,
  downloaded: link.downloaded,
  showsView: link.showsView,
  showsReadme: link.showsReadme,
  permissions: link.permissions,
  price: link.price,
})

/** The downloads that a link allows from the beginning: downloading changes what remains of them, but not this. */
export const downloadLimitOf = ({
  remaining,
  downloaded,
}: Pick<LinkLimits, 'remaining' | 'downloaded'>): number | null =>
  remaining === null ? null : Math.max(remaining, 0) + downloaded

export const isUsedUp = ({ remaining }: Pick<LinkLimits, 'remaining'>): boolean =>
  remaining !== null && remaining <= 0

/** The download limit that a form begins with: a used-up link gets as many more downloads as it has had. */
export const suggestedLimit = (link: Pick<LinkLimits, 'remaining' | 'downloaded'>): number | null =>
  isUsedUp(link) ? link.downloaded + Math.max(link.downloaded, 1) : downloadLimitOf(link)

export function limitsAfterChange(limits: LinkLimits, change: LinkChange): LinkLimits {
  const {
    expires = limits.expires,
    showsView = limits.showsView,
    showsReadme = limits.showsReadme,
    permissions = limits.permissions,
  } = change
  const remaining = downloadsLeftAfter(limits, change)
  return { ...limits, expires, remaining, showsView, showsReadme, permissions }
}

export function downloadsLeftAfter(
  { remaining, downloaded }: Pick<LinkLimits, 'remaining' | 'downloaded'>,
  change: Pick<LinkChange, 'limit' | 'remaining'>,
): number | null {
  if (change.limit !== undefined) return change.limit === null ? null : change.limit - downloaded
  return change.remaining === undefined ? remaining : change.remaining
}

/** The part of these limits that a change is about. */
export const partOfLimits = (limits: LinkLimits, change: LinkChange): Partial<LinkLimits> => ({
  ...(change.expires !== undefined && { expires: limits.expires }),
  ...((change.limit !== undefined || change.remaining !== undefined) && {
    remaining: limits.remaining,
    downloaded: limits.downloaded,
  }),
  ...(change.showsView !== undefined && { showsView: limits.showsView }),
  ...(change.showsReadme !== undefined && { showsReadme: limits.showsReadme }),
  ...(change.permissions !== undefined && { permissions: limits.permissions }),
})

/**
 * What takes a change of these limits back; undefined when the link was dead, which an edit cannot make it again
 * (docs/protocol.md §5.3).
 */
export function inverseLinkChange(
  before: Pick<LinkLimits, 'expires' | 'remaining' | 'downloaded'> & LinkChange,
  change: LinkChange,
  now: number,
): (LinkChange & { readonly permissions?: PermissionSetting }) | undefined {
  const { expires, remaining } = before
  if ((expires !== null && expires <= now) || (remaining !== null && remaining <= 0))
    return undefined
  const { showsView, showsReadme, permissions } = before
  return {
    ...(change.expires === undefined ? {} : { expires }),
    ...(change.limit === undefined && change.remaining === undefined
      ? {}
      : { limit: downloadLimitOf(before) }),
    ...(change.showsView === undefined || showsView === undefined ? {} : { showsView }),
    ...(change.showsReadme === undefined || showsReadme === undefined ? {} : { showsReadme }),
    ...(change.permissions === undefined || !permissions ? {} : { permissions }),
  }
}

/** What of the limits differs but for downloads that happened in between. */
export function changedLimits(a: LinkLimits, b: LinkLimits): ReadonlySet<keyof LinkChange> {
  const isSame = {
    expires: isSameTime(a.expires, b.expires),
    limit: downloadLimitOf(a) === downloadLimitOf(b),
    showsView: a.showsView === b.showsView,
    showsReadme: a.showsReadme === b.showsReadme,
    permissions: isSamePermissionSetting(
      a.permissions && effectivePermissionSetting(a.permissions),
      b.permissions && effectivePermissionSetting(b.permissions),
    ),
  }
  return new Set(
    Object.entries(isSame).flatMap(([key, same]) => (same ? [] : [key as keyof LinkChange])),
  )
}

/** Whether both are the same but for downloads that happened in between. */
export const isSameLimits = (a: LinkLimits, b: LinkLimits): boolean =>
  changedLimits(a, b).size === 0

/** The limits as a request says them, at `now` (ms since 1970 by the clock of the service). */
export const toLinkLimitsRequest = (limits: LinkLimits, now: number): LinkLimitsRequest => ({
  downloads: limits.remaining,
  expires: limits.expires === null ? null : Math.max(1, Math.round((limits.expires - now) / 1000)),
  showsView: limits.showsView,
  showsReadme: limits.showsReadme,
  permissions: limits.permissions,
  price: limits.price,
})

/** The row of a link whose limits the service has confirmed; its item is there. */
export const rowWithLimits = (row: LinkRow, limits: LinkLimits): LinkRow => ({
  ...row,
  expires: limits.expires,
  remaining: limits.remaining,
  downloaded: limits.downloaded,
  isExpired: false,
  isViewShared: limits.showsView,
  permissions: limits.permissions,
})
