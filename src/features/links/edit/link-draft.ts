import type { PermissionSetting } from '#src/contract/share.ts'
import { type Extension, expiryChange, newExpiry } from '#src/features/links/limits/extension.ts'
import {
  dateTimeText,
  type ExpiryChoice,
  expiryTime,
  isDownloadLimit,
  isFutureDate,
} from '#src/features/links/limits/link-input.ts'
import {
  type LinkChange,
  limitOf,
  type LinkLimits,
} from '#src/features/links/limits/link-limits.ts'
import {
  effectiveSetting,
  grantsNobody,
  isSameSetting,
} from '#src/features/links/permissions/permission-table.ts'

/** What the form of a link holds. */
export type LinkDraft = {
  readonly expiry: ExpiryChoice
  /** "2026-11-21T16:30", in the time zone of the browser. */
  readonly date: string
  /** By how much the link is extended; null where its expiry is edited. */
  readonly extension: Extension | null
  /** Downloads in all, as typed; '' for no limit. */
  readonly limit: string
  readonly showsView: boolean
  readonly showsReadme: boolean
  readonly permissions: PermissionSetting | null
}

const isOver = (expires: number | null, now: number): boolean => expires !== null && expires <= now

/**
 * What the form begins with: the limits of the link. `isExtending` suggests 30 days more, and a used-up link gets as many
 * more downloads as it has had. An expired link always gets a suggestion: it cannot be saved as it is.
 */
export function draftOf(limits: LinkLimits, now: number, isExtending: boolean): LinkDraft {
  const { expires, remaining, downloaded, showsView, showsReadme, permissions } = limits
  const isUsedUp = remaining !== null && remaining <= 0
  const isExpired = isOver(expires, now)
  return {
    expiry: expires === null ? 'never' : isExpired ? 'month' : 'date',
    date: expires === null || isExpired ? '' : dateTimeText(expires),
    extension: isExtending
      ? expires === null || (isUsedUp && !isExpired)
        ? 'keep'
        : 'month'
      : null,
    limit: String((isUsedUp ? downloaded + Math.max(downloaded, 1) : limitOf(limits)) ?? ''),
    showsView,
    showsReadme,
    permissions: permissions && effectiveSetting(permissions),
  }
}

/** When the link expires by the draft, in ms since 1970; null for never, NaN for an invalid date. */
export const expiryOf = (draft: LinkDraft, limits: LinkLimits, now: number): number | null =>
  draft.extension === null
    ? expiryTime(draft.expiry, draft.date, now)
    : newExpiry(limits.expires, expiryChange(draft.extension, draft.date), now)

/** What the draft changes about the link. Times are by the clock of the service. */
export function changeOf(draft: LinkDraft, limits: LinkLimits, now: number): LinkChange {
  const isKeptDate =
    draft.extension === null &&
    draft.expiry === 'date' &&
    limits.expires !== null &&
    draft.date === dateTimeText(limits.expires)
  const expires = isKeptDate ? limits.expires : expiryOf(draft, limits, now)
  const limit = draft.limit.trim() === '' ? null : Number(draft.limit)
  return {
    ...(expires === limits.expires ? {} : { expires }),
    ...(limit === limitOf(limits) ? {} : { limit }),
    ...(draft.showsView === limits.showsView ? {} : { showsView: draft.showsView }),
    ...(draft.showsReadme === limits.showsReadme ? {} : { showsReadme: draft.showsReadme }),
    ...(isSameSetting(draft.permissions, limits.permissions && effectiveSetting(limits.permissions))
      ? {}
      : { permissions: draft.permissions }),
  }
}

/** What keeps the draft from being saved. */
export const problemsOfLinkDraft = (
  { expiry, extension, date, limit, permissions }: LinkDraft,
  limits: LinkLimits,
  now: number,
) => ({
  date:
    (extension ?? expiry) === 'keep'
      ? isOver(limits.expires, now)
      : (extension ?? expiry) === 'date' && !isFutureDate(date, now),
  limit: !isDownloadLimit(limit) || (limit.trim() !== '' && Number(limit) <= limits.downloaded),
  permissions: permissions !== null && grantsNobody(permissions),
})
