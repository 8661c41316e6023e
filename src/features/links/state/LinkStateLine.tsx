import { downloadLimitOf } from '#src/features/links/limits/link-limits.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { formatDate, formatRelative } from '#src/lib/time.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { useNow } from '#src/ui/use-now.ts'
import { isDeadState, linkState } from './link-state.ts'
import { LinkStateChip } from './LinkStateChip.tsx'
import css from './LinkStateChip.module.css'

/** What follows the state of a link: its end and its limit. */
export function useLinkStateFacts(row: LinkRow): string[] {
  const { t, locale } = useI18n()
  const now = useNow()
  const state = linkState(row, now)
  const { expires, downloaded } = row
  const limit = downloadLimitOf(row)
  return [
    expires === null
      ? undefined
      : state === 'live'
        ? t.links.untilWhen(formatDate(expires, now, locale))
        : state === 'expired'
          ? formatRelative(expires, now, locale, { inSentence: true })
          : undefined,
    limit === null || (isDeadState(state) && state !== 'usedUp')
      ? undefined
      : t.links.downloadsOf(downloaded, limit),
  ].filter((fact) => fact !== undefined)
}

const noBreakSpace = '\u00a0'

/** The state of a link in one line, with its end and its limit: "Live · until Dec 4 · 2 of 5". */
export function LinkStateLine({ row }: { row: LinkRow }) {
  const facts = useLinkStateFacts(row)
  return (
    <span className={css['line']}>
      <LinkStateChip state={linkState(row, useNow())} expires={row.expires} />
      {facts.length > 0 && (
        <span className={css['facts']}>
          {facts.map((fact) => ` · ${fact}`.replaceAll(/(?<!^) /g, noBreakSpace)).join('')}
        </span>
      )}
    </span>
  )
}
