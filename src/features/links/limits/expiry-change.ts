import { dayMs } from '#src/lib/time.ts'
import { isUsedUp, type LinkChange, type LinkLimits } from './link-limits.ts'

/** What is to become of an expiry: `by` in ms from the present one, `at` in ms since 1970. */
export type ExpiryChange = { by: number } | { at: number } | 'never' | 'keep'

/** The choices for one link and for many. */
export const expiryChangeChoices = ['keep', 'week', 'month', 'date', 'never'] as const
export type ExpiryChangeChoice = (typeof expiryChangeChoices)[number]

/**
 * What extending links begins with, one or many: 30 days more where one of them has an end that keeps it, or is soon to
 * keep it, from working. `now` in ms since 1970.
 */
export const suggestedExtension = (
  links: readonly Pick<LinkLimits, 'expires' | 'remaining'>[],
  now: number,
): ExpiryChangeChoice =>
  links.some((link) => link.expires !== null && (link.expires <= now || !isUsedUp(link)))
    ? 'month'
    : 'keep'

/** `date` is a text like "2026-11-21T16:30", in the time zone of the browser. */
export function expiryChangeOf(extension: ExpiryChangeChoice, date: string): ExpiryChange {
  if (extension === 'keep' || extension === 'never') return extension
  if (extension === 'date') return { at: new Date(date).getTime() }
  return { by: (extension === 'week' ? 7 : 30) * dayMs }
}

/**
 * The new expiry, in ms since 1970. That of an expired link is counted from `now`. What never expires is not given an
 * end by days.
 */
export function expiryAfterChange(
  expires: number | null,
  change: ExpiryChange,
  now: number,
): Exclude<LinkChange['expires'], undefined> {
  if (change === 'keep') return expires
  if (change === 'never') return null
  if ('at' in change) return change.at
  return expires === null ? null : Math.max(expires, now) + change.by
}
