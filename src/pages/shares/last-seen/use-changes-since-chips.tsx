import { useEffect, useState } from 'react'
import type { LastSeenLinks } from '#src/features/links/state/last-seen.ts'
import type { FilterChip } from '#src/features/list-page/FilterChipRow.tsx'
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

/** Filters by what has changed since the user last viewed the list; none where that is unknown. */
export function useChangesSinceChips({
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
  lastSeen: LastSeenLinks | undefined
}): FilterChip[] {
  const { t } = useI18n()
  const counts = useChangeCounts(list, rowIndexes, lastSeen)
  if (!lastSeen) return []
  const shown = kinds.filter((kind) => url.since === kind || (counts?.[kind] ?? 0) > 0)
  if (shown.length === 0) return []
  const words = {
    new: t.sinceLastSeen.new,
    dead: t.sinceLastSeen.newlyDead,
    visited: t.sinceLastSeen.visited,
  }
  return [
    { key: 'since', chip: <LastSeenText lastSeen={lastSeen} /> },
    ...shown.map((kind) => ({
      key: `since ${kind}`,
      isOn: url.since === kind,
      chip: (
        <ToggleChip
          pressed={url.since === kind}
          count={counts?.[kind] ?? 0}
          onToggle={() => change({ since: url.since === kind ? 'any' : kind })}
        >
          {words[kind]}
        </ToggleChip>
      ),
    })),
  ]
}

function LastSeenText({ lastSeen }: { lastSeen: LastSeenLinks }) {
  const { t } = useI18n()
  const since = useLastSeenText(lastSeen)
  return <span className={css['since']}>{t.sinceLastSeen.since(since)}</span>
}

/** Undefined until they have been counted. */
function useChangeCounts(
  list: PagedList<LinkRow>,
  rowIndexes: Uint32Array,
  lastSeen: LastSeenLinks | undefined,
): ChangedLinkCounts | undefined {
  const [counts, setCounts] = useState<ChangedLinkCounts>()
  const minute = Math.floor(useNow() / 60_000)
  useEffect(() => {
    if (!lastSeen) return undefined
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
