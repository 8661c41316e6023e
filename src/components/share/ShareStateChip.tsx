import { useI18n } from '#src/i18n/I18n.tsx'
import { isUnusable, type ShareState } from '#src/lib/share-state.ts'
import { formatRelative } from '#src/lib/time.ts'
import { useNow } from '#src/ui/use-now.ts'
import css from './ShareStateChip.module.css'

/** The state of a link; a tooltip explains it. */
export function ShareStateChip({
  state,
  expires,
}: {
  state: ShareState
  /** ms since 1970; shown when the link expires soon. */
  expires: number | null
}) {
  const { t, language } = useI18n()
  const now = useNow()
  const word =
    state === 'expiring' && expires !== null
      ? t.shares.expiresWhen(formatRelative(expires, now, language))
      : t.shares.states[state]
  return (
    <span
      className={css['chip']}
      data-state={isUnusable(state) ? 'dead' : state}
      title={t.shares.stateHelp[state]}
    >
      {word}
    </span>
  )
}
