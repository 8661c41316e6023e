import { formatDateTime, formatDateTimeWithSeconds } from './time.ts'

/**
 * Exact times, newest first, none of which reads like another: with seconds where another is of the same minute, and
 * numbered from the oldest where the second is the same as well.
 */
export function formatDistinctTimes(newestFirst: readonly number[], language: string): string[] {
  const minutes = newestFirst.map((ms) => formatDateTime(ms, language))
  const seconds = newestFirst.map((ms, at) => {
    const minute = minutes[at] as string
    return minutes.indexOf(minute) === minutes.lastIndexOf(minute)
      ? minute
      : formatDateTimeWithSeconds(ms, language)
  })
  return seconds.map((second, at) => {
    const older = seconds.slice(at + 1).filter((other) => other === second).length
    return older > 0 || seconds.indexOf(second) < at ? `${second} (${older + 1})` : second
  })
}
