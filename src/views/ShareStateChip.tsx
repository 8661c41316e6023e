import { useI18n } from '#src/i18n/I18n.tsx'
import { isDead, type ShareState } from '#src/lib/share-state.ts'
import { formatRelative } from '#src/lib/time.ts'
import { useNow } from '#src/ui/use-now.ts'
import css from './ShareStateChip.module.css'

/** What has become of a link: a mark and a word; the sentence behind it is its tooltip. */
export function ShareStateChip({
  state,
  expires,
}: {
  state: ShareState
  /** ms since 1970; said when it comes soon. */
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
      data-mood={isDead(state) ? 'dead' : state}
      title={t.shares.stateHelp[state]}
    >
      {word}
    </span>
  )
}
