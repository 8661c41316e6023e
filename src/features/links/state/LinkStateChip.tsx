import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import { formatWeekdayDate, formatRelative } from '#src/lib/time.ts'
import { useNow } from '#src/ui/use-now.ts'
import { isDeadState, type LinkState } from './link-state.ts'
import css from './LinkStateChip.module.css'

/** What the state of a link means. `expires` and `now`: ms since 1970. */
export function linkStateHelp(
  state: LinkState,
  expires: number | null,
  now: number,
  t: Pick<Messages, 'links'>,
  locale: string,
): string {
  return state === 'expiring'
    ? t.links.stateHelp.expiring(expires === null ? '' : formatWeekdayDate(expires, now, locale))
    : t.links.stateHelp[state]
}

/** The state of a link; a tooltip explains it. */
export function LinkStateChip({
  state,
  expires,
}: {
  state: LinkState
  /** ms since 1970; shown when the link expires soon. */
  expires: number | null
}) {
  const { t, locale } = useI18n()
  const now = useNow()
  const word =
    state === 'expiring' && expires !== null
      ? t.links.expiresWhen(formatRelative(expires, now, locale))
      : t.links.states[state]
  return (
    <span
      className={css['chip']}
      data-state={isDeadState(state) ? 'dead' : state}
      data-tooltip={linkStateHelp(state, expires, now, t, locale)}
    >
      {word}
    </span>
  )
}
