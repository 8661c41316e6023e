import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { AccessText } from '#src/features/links/access/AccessText.tsx'
import {
  isLinkSourceOutdated,
  useCachedLinkSource,
} from '#src/features/links/source/link-source-cache.ts'
import { scheduleLinkSourceCheck } from '#src/features/links/source/link-source-checks.ts'
import { itemUriOfLinkRow } from '#src/features/links/source/link-source.ts'
import { useLastSeenLinks } from '#src/features/links/state/last-seen.ts'
import { isDeadState, linkState } from '#src/features/links/state/link-state.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { formatDate } from '#src/lib/time.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import type { LinkSummaryField } from '#src/pages/shares/columns.ts'
import { folderNamesOf } from '#src/pages/shares/folders/use-folder-paths.ts'
import { changesSinceLastSeen } from '#src/pages/shares/last-seen/link-changes.ts'
import { useLastSeenText } from '#src/pages/shares/last-seen/use-last-seen-text.ts'
import { useNow } from '#src/ui/use-now.ts'
import css from './RowDetails.module.css'

/** "+12": the visits or downloads since the user last viewed the list. */
export function CountDelta({ row, of }: { row: LinkRow; of: 'visits' | 'downloads' }) {
  const { t } = useI18n()
  const now = useNow()
  const lastSeen = useLastSeenLinks()
  const since = useLastSeenText(lastSeen)
  const gained = lastSeen ? changesSinceLastSeen(lastSeen, row, now)[of] : 0
  if (gained === 0) return null
  const text = t.sinceLastSeen.gained(gained, since)
  return (
    <span className={css['gained']} title={text} aria-label={text} role="img">
      +{t.common.number(gained)}
    </span>
  )
}

/** "New" or "Newly dead" since the user last viewed the list. */
export function NewOrNewlyDeadBadge({ row }: { row: LinkRow }) {
  const { t } = useI18n()
  const now = useNow()
  const lastSeen = useLastSeenLinks()
  const since = useLastSeenText(lastSeen)
  const change = lastSeen && changesSinceLastSeen(lastSeen, row, now)
  if (!change?.isNew && !change?.isNewlyDead) return null
  return (
    <span
      className={css['mark']}
      data-dead={change.isNewlyDead || undefined}
      title={t.sinceLastSeen.since(since)}
    >
      {change.isNew ? t.sinceLastSeen.new : t.sinceLastSeen.newlyDead}
    </span>
  )
}

/** The folder of the item, as far as it is known. That of a live link is learnt while its row is in view. */
export function ItemFolder({ row }: { row: LinkRow }) {
  const { t } = useI18n()
  const client = useQueryClient()
  const isLive = !isDeadState(linkState(row, useNow()))
  const cached = useCachedLinkSource(row.id)
  const told = itemUriOfLinkRow(row)
  const isWanted =
    isLive && told === undefined && (cached === undefined || isLinkSourceOutdated(cached))
  useEffect(
    () => (isWanted ? scheduleLinkSourceCheck(client, row) : undefined),
    // After a refresh, the same link has another object, which changes nothing.
    // eslint-disable-next-line react/exhaustive-deps -- `row.id` and `row.name` stand for `row`
    [client, row.id, row.name, isWanted],
  )
  const uri = told ?? cached?.uri
  if (uri === undefined) return null
  const folders = folderNamesOf(uri)
  const text = folders.length === 0 ? t.appShell.files : folders.map(escapeControlChars).join(' / ')
  return (
    <span className={css['folder']} title={text}>
      <bdi>{text}</bdi>
    </span>
  )
}

/** One line of facts, on a card with those of the state. Those for which it has no room are left out whole, of access and folder the end. */
export function LinkSummaryLine({
  row,
  facts,
  stateFacts = [],
}: {
  row: LinkRow
  facts: readonly (LinkSummaryField | undefined)[]
  stateFacts?: readonly string[]
}) {
  const isDead = isDeadState(linkState(row, useNow()))
  return (
    <div className={css['facts']} data-dead={isDead || undefined}>
      {stateFacts.map((fact) => (
        <span key={fact} className={css['fact']}>
          {fact}
        </span>
      ))}
      {facts.map((fact) => fact && <LinkFact key={fact} row={row} fact={fact} />)}
    </div>
  )
}

export function LinkFact({ row, fact }: { row: LinkRow; fact: LinkSummaryField }) {
  const { t, locale } = useI18n()
  const now = useNow()
  if (fact === 'folder') return <ItemFolder row={row} />
  if (fact === 'access')
    return (
      <span className={`${css['fact']} ${css['access']}`}>
        <AccessText row={row} />
      </span>
    )
  if (fact === 'created')
    return (
      <span className={css['fact']}>
        {t.links.createdWhen(formatDate(row.createdAt, now, locale))}
      </span>
    )
  return (
    <span className={css['fact']}>
      <CountDelta row={row} of={fact} />
      {t.links[fact](row[fact === 'visits' ? 'visited' : 'downloaded'])}
    </span>
  )
}
