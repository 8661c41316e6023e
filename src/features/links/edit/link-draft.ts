import type { PermissionSetting } from '#src/contract/share.ts'
import {
  dateTimeText,
  type Expiry,
  expiryTime,
  isDownloadLimit,
  isFutureDate,
} from '#src/features/links/limits/link-input.ts'
import type { LinkChange, LinkTerms } from '#src/features/links/limits/link-terms.ts'
import {
  effectiveSetting,
  grantsNobody,
  isSameSetting,
} from '#src/features/links/permissions/permission-table.ts'

/** What the form of a link holds. */
export type LinkDraft = {
  readonly expiry: Expiry
  /** "2026-11-21T16:30", in the time zone of the browser. */
  readonly date: string
  /** Downloads still allowed, as typed; '' for no limit. */
  readonly limit: string
  readonly showsView: boolean
  readonly showsReadme: boolean
  readonly permissions: PermissionSetting | null
}

const isOver = (expires: number | null, now: number): boolean => expires !== null && expires <= now

/**
 * What the form begins with: the terms of the link. `isExtending` suggests 30 days for a link that expires, and as many
 * downloads as a used-up link has had. An expired link always gets a suggestion: it cannot be saved as it is.
 */
export function draftOf(terms: LinkTerms, now: number, isExtending: boolean): LinkDraft {
  const { expires, remaining, downloaded, showsView, showsReadme, permissions } = terms
  const isUsedUp = remaining !== null && remaining <= 0
  const isSuggested = isOver(expires, now) || (isExtending && expires !== null && !isUsedUp)
  return {
    expiry: expires === null ? 'never' : isSuggested ? 'month' : 'date',
    date: expires === null || isOver(expires, now) ? '' : dateTimeText(expires),
    limit: remaining === null ? '' : String(isUsedUp ? Math.max(downloaded, 1) : remaining),
    showsView,
    showsReadme,
    permissions: permissions && effectiveSetting(permissions),
  }
}

/** What the draft changes about the link. Times are by the clock of the service. */
export function changeOf(draft: LinkDraft, terms: LinkTerms, now: number): LinkChange {
  const isKeptDate =
    draft.expiry === 'date' && terms.expires !== null && draft.date === dateTimeText(terms.expires)
  const expires = isKeptDate ? terms.expires : expiryTime(draft.expiry, draft.date, now)
  const remaining = draft.limit.trim() === '' ? null : Number(draft.limit)
  return {
    ...(expires === terms.expires ? {} : { expires }),
    ...(remaining === terms.remaining ? {} : { remaining }),
    ...(draft.showsView === terms.showsView ? {} : { showsView: draft.showsView }),
    ...(draft.showsReadme === terms.showsReadme ? {} : { showsReadme: draft.showsReadme }),
    ...(isSameSetting(draft.permissions, terms.permissions && effectiveSetting(terms.permissions))
      ? {}
      : { permissions: draft.permissions }),
  }
}

/** What keeps the draft from being saved. */
export const problemsOf = ({ expiry, date, limit, permissions }: LinkDraft, now: number) => ({
  date: expiry === 'date' && !isFutureDate(date, now),
  limit: !isDownloadLimit(limit),
  permissions: permissions !== null && grantsNobody(permissions),
})
