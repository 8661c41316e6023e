export const minuteMs = 60_000
const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

const timestamp = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:?\d\d)?$/i

/** Times that `Date.parse` reads the same way in every engine: the common case. */
const plain = /^(?!000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?(?:Z|[+-]\d\d:\d\d)$/

/**
 * Milliseconds since 1970 of an RFC 3339 time; fractions beyond milliseconds are cut off, a missing zone means UTC.
 * Null for text that is not a time, and for the zero dates that services write for "none" (`0001-01-01T00:00:00Z`).
 */
export function parseTime(text: string | null | undefined): number | null {
  if (text && plain.test(text)) return whole(Date.parse(text))
  const match = text ? timestamp.exec(text) : null
  if (!match || Number(match[1]) <= 1) return null
  const [, year, month, date, clock, fraction = '', zone = 'Z'] = match
  const ms = Date.parse(
    `${year}-${month}-${date}T${clock}.${fraction.slice(1, 4).padEnd(3, '0')}${zone.toUpperCase()}`,
  )
  return whole(ms)
}

const whole = (ms: number): number | null => (Number.isNaN(ms) ? null : ms)

function cached<T>(make: (language: string) => T): (language: string) => T {
  const made = new Map<string, T>()
  return (language) => {
    let found = made.get(language)
    if (found === undefined) made.set(language, (found = make(language)))
    return found
  }
}

const thisYear = cached((l) => new Intl.DateTimeFormat(l, { month: 'short', day: 'numeric' }))
const anyYear = cached(
  (l) => new Intl.DateTimeFormat(l, { month: 'short', day: 'numeric', year: 'numeric' }),
)
const weekdayParts = { weekday: 'short', day: 'numeric', month: 'short' } as const
const weekday = cached((l) => new Intl.DateTimeFormat(l, weekdayParts))
const weekdayAnyYear = cached(
  (l) => new Intl.DateTimeFormat(l, { ...weekdayParts, year: 'numeric' }),
)
const exactParts = {
  ...weekdayParts,
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const
const exact = cached((l) => new Intl.DateTimeFormat(l, exactParts))
const toSecond = cached((l) => new Intl.DateTimeFormat(l, { ...exactParts, second: '2-digit' }))
const short = cached((l) => new Intl.RelativeTimeFormat(l, { style: 'short', numeric: 'always' }))
const worded = cached((l) => new Intl.RelativeTimeFormat(l, { numeric: 'auto' }))

/** Calendar days from `a` to `b` in local time; rounded, since the day of a clock change has 23 or 25 hours. */
export function calendarDaysBetween(a: number, b: number): number {
  return Math.round((new Date(b).setHours(0, 0, 0, 0) - new Date(a).setHours(0, 0, 0, 0)) / dayMs)
}

const isSameYear = (a: number, b: number): boolean =>
  new Date(a).getFullYear() === new Date(b).getFullYear()

/** Chinese sentences of the page have spaces around numbers, which those of the browser have not. */
const spaced = (text: string): string =>
  text.replaceAll(/\d(?=\p{Script=Han})|\p{Script=Han}(?=\d)/gu, '$& ')

/** "Jul 10" in the year of `now`, "Aug 2, 2024" otherwise. */
export function formatDate(ms: number, now: number, language: string): string {
  return spaced((isSameYear(ms, now) ? thisYear : anyYear)(language).format(ms))
}

/** "Tue, Nov 24" in the year of `now`, "Mon, Jan 4, 2027" otherwise, in the browser's time zone. */
export function formatWeekdayDate(ms: number, now: number, language: string): string {
  return spaced((isSameYear(ms, now) ? weekday : weekdayAnyYear)(language).format(ms))
}

/** "Mon, Nov 23, 2026, 16:16", in the browser's time zone. */
export function formatDateTime(ms: number, language: string): string {
  return spaced(exact(language).format(ms))
}

/** It adds the seconds to {@link formatDateTime}. */
export function formatDateTimeWithSeconds(ms: number, language: string): string {
  return spaced(toSecond(language).format(ms))
}

/** The page reads its clock once a minute, and the clock of a service may be slightly ahead of it, in ms. */
const maxAheadMs = 90_000

/** The time beside which something that has happened at `ms` is to be shown, so that it is not in the future. */
export const nowAllowingClockSkew = (ms: number, now: number): number =>
  ms > now && ms - now < maxAheadMs ? ms : now

const justNow: Record<string, string> = { en: 'Just now', zh: '刚刚' }

/** The relative time as inside a sentence; null when it is more than a week away. */
function relativeWords(ms: number, now: number, language: string): string | null {
  const away = ms - now
  const size = Math.abs(away)
  const toward = Math.sign(away)
  if (size < hourMs)
    return short(language).format(toward * Math.max(1, Math.floor(size / minuteMs)), 'minute')
  const days = calendarDaysBetween(now, ms)
  if (days === 0 || size < 6 * hourMs) {
    return short(language).format(toward * Math.floor(size / hourMs), 'hour')
  }
  return Math.abs(days) <= 7 ? worded(language).format(days, 'day') : null
}

/**
 * "Just now", "4 min ago", "Yesterday", "in 2 days"; the date beyond a week. With `inSentence` the first letter is
 * lower case, for "Expires tomorrow".
 */
export function formatRelative(
  ms: number,
  now: number,
  language: string,
  { inSentence = false }: { inSentence?: boolean } = {},
): string {
  if (ms <= now && now - ms < minuteMs) {
    const text = justNow[language.slice(0, 2)] ?? worded(language).format(0, 'second')
    return inSentence ? text.toLowerCase() : text
  }
  const text = relativeWords(ms, now, language)
  if (text === null) return formatDate(ms, now, language)
  // English abbreviations end with a full stop ("4 min. ago"), which is noise in a column.
  const plain = spaced(text.replaceAll('.', ''))
  return inSentence || /\d/.test(plain) ? plain : plain.charAt(0).toUpperCase() + plain.slice(1)
}
