import { calendarDaysBetween, formatDate } from './time.ts'

/** A past time for "since …": "14:05" of today, "Tuesday" of the last six days, else the date. */
export function formatSinceTime(ms: number, now: number, language: string): string {
  const days = calendarDaysBetween(ms, now)
  if (days >= 7) return formatDate(ms, now, language)
  const style: Intl.DateTimeFormatOptions =
    days > 0 ? { weekday: 'long' } : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
  return new Intl.DateTimeFormat(language, style).format(ms)
}
