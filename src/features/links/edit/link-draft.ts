import type { PermissionSetting } from '#src/contract/share.ts'
import {
  type ExpiryChangeChoice,
  expiryChangeOf,
  expiryAfterChange,
  suggestedExtension,
} from '#src/features/links/limits/expiry-change.ts'
import {
  formatDateTimeInput,
  type ExpiryChoice,
  expiryTime,
  isValidDownloadLimit,
  isFutureDate,
} from '#src/features/links/limits/link-input.ts'
import {
  type LinkChange,
  downloadLimitOf,
  type LinkLimits,
  suggestedLimit,
} from '#src/features/links/limits/link-limits.ts'
import {
  effectivePermissionSetting,
  grantsNobody,
  isSamePermissionSetting,
} from '#src/features/links/permissions/permission-table.ts'

/** What the form of a link holds. */
export type LinkDraft = {
  readonly expiry: ExpiryChoice
  /** "2026-11-21T16:30", in the time zone of the browser. */
  readonly date: string
  /** By how much the link is extended; null where its expiry is edited. */
  readonly extension: ExpiryChangeChoice | null
  /** Downloads in all, as typed; '' for no limit. */
  readonly limit: string
  readonly showsView: boolean
  readonly showsReadme: boolean
  readonly permissions: PermissionSetting | null
}

const isOver = (expires: number | null, now: number): boolean => expires !== null && expires <= now

/**
 * What the form begins with: the limits of the link, or suggestions where it cannot be saved as it is. `isExtending`
 * suggests a later expiry.
 */
export function linkDraftOf(limits: LinkLimits, now: number, isExtending: boolean): LinkDraft {
  const { expires, showsView, showsReadme, permissions } = limits
  const isExpired = isOver(expires, now)
  return {
    expiry: expires === null ? 'never' : isExpired ? 'month' : 'date',
    date: expires === null || isExpired ? '' : formatDateTimeInput(expires),
    extension: isExtending ? suggestedExtension([limits], now) : null,
    limit: String(suggestedLimit(limits) ?? ''),
    showsView,
    showsReadme,
    permissions: permissions && effectivePermissionSetting(permissions),
  }
}

/** When the link expires by the draft, in ms since 1970; null for never, NaN for an invalid date. */
export const expiryOfDraft = (draft: LinkDraft, limits: LinkLimits, now: number): number | null =>
  draft.extension === null
    ? expiryTime(draft.expiry, draft.date, now)
    : expiryAfterChange(limits.expires, expiryChangeOf(draft.extension, draft.date), now)

/** What the draft changes about the link. Times are by the clock of the service. */
export function linkChangeOfDraft(draft: LinkDraft, limits: LinkLimits, now: number): LinkChange {
  const isKeptDate =
    draft.extension === null &&
    draft.expiry === 'date' &&
    limits.expires !== null &&
    draft.date === formatDateTimeInput(limits.expires)
  const expires = isKeptDate ? limits.expires : expiryOfDraft(draft, limits, now)
  const limit = draft.limit.trim() === '' ? null : Number(draft.limit)
  return {
    ...(expires === limits.expires ? {} : { expires }),
    ...(limit === downloadLimitOf(limits) ? {} : { limit }),
    ...(draft.showsView === limits.showsView ? {} : { showsView: draft.showsView }),
    ...(draft.showsReadme === limits.showsReadme ? {} : { showsReadme: draft.showsReadme }),
    ...(isSamePermissionSetting(
      draft.permissions,
      limits.permissions && effectivePermissionSetting(limits.permissions),
    )
      ? {}
      : { permissions: draft.permissions }),
  }
}

/** What keeps the draft from being saved. */
export const validateLinkDraft = (
  { expiry, extension, date, limit, permissions }: LinkDraft,
  limits: LinkLimits,
  now: number,
) => ({
  date:
    (extension ?? expiry) === 'keep'
      ? isOver(limits.expires, now)
      : (extension ?? expiry) === 'date' && !isFutureDate(date, now),
  limit:
    !isValidDownloadLimit(limit) || (limit.trim() !== '' && Number(limit) <= limits.downloaded),
  permissions: permissions !== null && grantsNobody(permissions),
})
