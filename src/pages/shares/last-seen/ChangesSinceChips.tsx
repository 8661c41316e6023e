import { useEffect, useState } from 'react'
import type { LastSeenLinks } from '#src/features/links/state/last-seen.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { serviceNow } from '#src/lib/service-time.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import type { SharesUrl } from '#src/pages/shares/url.ts'
import { ToggleChip } from '#src/ui/controls/ToggleChip.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { type ChangedLinkCounts, countChangedLinks } from './link-changes.ts'
import { useLastSeenText } from './use-last-seen-text.ts'
import css from '#src/pages/shares/cells/RowDetails.module.css'

const kinds = ['new', 'dead', 'visited'] as const

/** Filters by what has changed since the user last viewed the list. */
export function ChangesSinceChips({
  list,
  rowIndexes,
  url,
  change,
  lastSeen,
}: {
  list: PagedList<LinkRow>
  /** The links that the other filters leave. */
  rowIndexes: Uint32Array
  url: SharesUrl
  change: (part: Partial<SharesUrl>) => void
  lastSeen: LastSeenLinks
}) {
  const { t } = useI18n()
  const since = useLastSeenText(lastSeen)
  const counts = useChangeCounts(list, rowIndexes, lastSeen)
  const shown = kinds.filter((kind) => url.since === kind || (counts?.[kind] ?? 0) > 0)
  if (shown.length === 0) return null
  const words = {
    new: t.sinceLastSeen.new,
    dead: t.sinceLastSeen.newlyDead,
    visited: t.sinceLastSeen.visited,
  }
  return (
    <>
      <span className={css['since']}>{t.sinceLastSeen.since(since)}</span>
      {shown.map((kind) => (
        <ToggleChip
          key={kind}
          pressed={url.since === kind}
          count={counts?.[kind] ?? 0}
          onToggle={() => change({ since: url.since === kind ? 'any' : kind })}
        >
          {words[kind]}
        </ToggleChip>
      ))}
    </>
  )
}

/** Undefined until they have been counted. */
function useChangeCounts(
  list: PagedList<LinkRow>,
  rowIndexes: Uint32Array,
  lastSeen: LastSeenLinks,
): ChangedLinkCounts | undefined {
  const [counts, setCounts] = useState<ChangedLinkCounts>()
  const minute = Math.floor(useNow() / 60_000)
  useEffect(() => {
    const stop = new AbortController()
    void countChangedLinks(list, rowIndexes, lastSeen, serviceNow(), stop.signal).then(
      (counted) => {
        if (counted && !stop.signal.aborted) setCounts(counted)
      },
    )
    return () => stop.abort()
  }, [list, rowIndexes, lastSeen, minute])
  return counts
}
