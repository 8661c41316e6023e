/** How long a new link is valid; `date` is a day that the user picks. */
export type Expiry = 'never' | 'day' | 'week' | 'month' | 'date'

export const expiries: readonly Expiry[] = ['never', 'day', 'week', 'month', 'date']

const dayMs = 86_400_000
const daysOf: Record<Exclude<Expiry, 'never' | 'date'>, number> = { day: 1, week: 7, month: 30 }

/** "2026-11-21", in the time zone of the browser. */
export function dateText(at: number): string {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** When the link expires, in ms since 1970: at the end of a picked day. null for never, NaN for an invalid date. */
export function expiryTime(expiry: Expiry, date: string, now: number): number | null {
  if (expiry === 'never') return null
  if (expiry !== 'date') return now + daysOf[expiry] * dayMs
  return new Date(`${date}T23:59:59`).getTime()
}

export const isFutureDate = (date: string, now: number): boolean =>
  (expiryTime('date', date, now) ?? 0) > now

/** Whether the service accepts it as a password of a link. */
export const isLinkPassword = (password: string): boolean => /^[A-Za-z0-9]+$/.test(password)

/** Whether the text is a download limit, or empty for none. */
export const isDownloadLimit = (text: string): boolean =>
  text === '' || /^0*[1-9]\d{0,8}$/.test(text.trim())

/** The link without the password, which the service appends as the last segment of the path. */
export const withoutPassword = (url: string, password: string): string =>
  password && url.endsWith(`/${encodeURIComponent(password)}`)
    ? url.slice(0, -encodeURIComponent(password).length - 1)
    : url
