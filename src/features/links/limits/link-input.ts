import { dayMs } from '#src/lib/time.ts'
/** How long a link is valid; `date` is a time that the user selects. */
export type ExpiryChoice = 'never' | 'day' | 'week' | 'month' | 'date'

export const expiryChoices: readonly ExpiryChoice[] = ['never', 'day', 'week', 'month', 'date']

const daysOf: Record<Exclude<ExpiryChoice, 'never' | 'date'>, number> = {
  day: 1,
  week: 7,
  month: 30,
}

/** "2026-11-21T16:30", in the time zone of the browser. */
export function formatDateTimeInput(at: number): string {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** The end of the day a week from `now` (ms since 1970): where the choice of a date begins. */
export const suggestedExpiryDateTime = (now: number): string =>
  formatDateTimeInput(new Date(now + daysOf.week * dayMs).setHours(23, 59, 0, 0))

/** When the link expires, in ms since 1970. null for never, NaN for an invalid date. */
export function expiryTime(expiry: ExpiryChoice, dateTime: string, now: number): number | null {
  if (expiry === 'never') return null
  if (expiry !== 'date') return now + daysOf[expiry] * dayMs
  return new Date(dateTime).getTime()
}

export const isFutureDate = (dateTime: string, now: number): boolean =>
  (expiryTime('date', dateTime, now) ?? 0) > now

/** Whether the service accepts it as a password of a link. */
export const isValidLinkPassword = (password: string): boolean => /^[A-Za-z0-9]+$/.test(password)

/** Whether the text is a download limit, or empty for none. */
export const isValidDownloadLimit = (text: string): boolean =>
  text === '' || /^0*[1-9]\d{0,8}$/.test(text.trim())
