import { useI18n } from '#src/i18n/I18n.tsx'
import { formatDate, formatExact, formatRelative } from '#src/lib/time.ts'
import { useNow } from './use-now.ts'

export interface TimestampProps {
  /** Milliseconds since 1970; null draws a dash. */
  at: number | null
  style?: 'relative' | 'date' | 'exact'
  /** Behind other words: "just now" instead of "Just now". */
  inSentence?: boolean
}

/** A relative or formatted time, with the exact time as tooltip. */
export function Timestamp({ at, style = 'relative', inSentence = false }: TimestampProps) {
  const { locale } = useI18n()
  const tick = useNow()
  if (at === null || Math.abs(at) > 8.64e15) return <span>—</span>
  // What happened since the last tick, or on a clock slightly ahead of ours, is not in the future.
  const now = at > tick && at - tick < 90_000 && style === 'relative' ? at : tick
  const exact = formatExact(at, locale)
  const shown =
    style === 'exact'
      ? exact
      : style === 'date'
        ? formatDate(at, now, locale)
        : formatRelative(at, now, locale, { inSentence })
  return (
    <time dateTime={new Date(at).toISOString()} data-tooltip={shown === exact ? undefined : exact}>
      {shown}
    </time>
  )
}
