import { useI18n } from '#src/i18n/I18n.tsx'
import { formatDate, formatDateTime, formatRelative, nowAllowingClockSkew } from '#src/lib/time.ts'
import { useNow } from '#src/ui/use-now.ts'

export interface TimestampProps {
  /** Milliseconds since 1970; null draws a dash. */
  at: number | null
  style?: 'relative' | 'date' | 'exact'
  /** Whether it follows other words: "just now" instead of "Just now". */
  inSentence?: boolean
  /** Whether something is to happen then. Otherwise it has happened, and is not shown as in the future. */
  isDeadline?: boolean
}

/** A relative or formatted time, with the exact time as tooltip. */
export function Timestamp({
  at,
  style = 'relative',
  inSentence = false,
  isDeadline = false,
}: TimestampProps) {
  const { locale } = useI18n()
  const tick = useNow()
  if (at === null || Math.abs(at) > 8.64e15) return <span>—</span>
  const now = isDeadline ? tick : nowAllowingClockSkew(at, tick)
  const exact = formatDateTime(at, locale)
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
