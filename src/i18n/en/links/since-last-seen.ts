import { formatNumber } from '#src/i18n/plural.ts'

/** What has changed since the user last viewed the links. `when` is a time, a weekday or a date. */
export const sinceLastSeen = {
  since: (when: string) => `Since ${when}`,
  gained: (count: number, when: string) => `${formatNumber(count, 'en')} more since ${when}`,
  new: 'New',
  newlyDead: 'Newly dead',
  visited: 'Visited',
}
