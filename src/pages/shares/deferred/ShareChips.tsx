import { useEffect, useState, useSyncExternalStore } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { serviceNow } from '#src/lib/service-time.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { ShareRow } from '#src/lists/share-row.ts'
import type { SharesUrl } from '#src/pages/shares/url.ts'
import { type LastSeenLinks, useLastSeenLinks } from '#src/stores/links/last-seen.ts'
import { Chip } from '#src/ui/controls/Chip.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { LinkListTracker } from './LinkListTracker.tsx'
import { localLinkData, subscribeToLocalLinkData } from './local-link-data.ts'
import { type ChangeCounts, countChanges, countKnownFolders } from './scan-links.ts'
import { useLastSeenText } from './use-last-seen-text.ts'
import css from './RowDetail.module.css'

/** Known folders are counted again once the list has not changed for this time, in ms. */
const recountDelayMs = 1_000

const kinds = ['new', 'dead', 'visited'] as const

type ChipsProps = {
  list: PagedList<ShareRow>
  /** The links that the other filters leave. */
  slots: Uint32Array
  url: SharesUrl
  change: (part: Partial<SharesUrl>) => void
}

/**
 * Filters by what has changed since the user last viewed the list; beside a search, how many folders it covers. Saves a
 * snapshot of the list for the next time.
 */
export function ShareChips(props: ChipsProps) {
  const lastSeen = useLastSeenLinks()
  return (
    <>
      <LinkListTracker list={props.list} isSearching={props.url.search !== ''} />
      {lastSeen && <SinceChips {...props} lastSeen={lastSeen} />}
      {props.url.search && <KnownFolders list={props.list} />}
    </>
  )
}

function KnownFolders({ list }: { list: PagedList<ShareRow> }) {
  const { t } = useI18n()
  const known = useSyncExternalStore(subscribeToLocalLinkData, localLinkData)
  const version = useSyncExternalStore(list.subscribe, list.version)
  const [count, setCount] = useState<number>()
  useEffect(() => {
    const stop = new AbortController()
    const timer = setTimeout(
      async () => {
        const counted = await countKnownFolders(list, known, stop.signal)
        if (!stop.signal.aborted) setCount(counted)
      },
      count === undefined ? 0 : recountDelayMs,
    )
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
    // Not the count: it is what this works out.
    // eslint-disable-next-line react/exhaustive-deps -- `count` only says whether there is one
  }, [list, known, version])
  if (count === undefined || count >= list.size) return null
  return <span className={css['since']}>{t.shareActions.foldersKnown(count, list.size)}</span>
}

function SinceChips({
  list,
  slots,
  url,
  change,
  lastSeen,
}: ChipsProps & { lastSeen: LastSeenLinks }) {
  const { t } = useI18n()
  const since = useLastSeenText(lastSeen)
  const counts = useChangeCounts(list, slots, lastSeen)
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
        <Chip
          key={kind}
          pressed={url.since === kind}
          count={counts?.[kind] ?? 0}
          onToggle={() => change({ since: url.since === kind ? 'any' : kind })}
        >
          {words[kind]}
        </Chip>
      ))}
    </>
  )
}

/** Undefined until they have been counted. */
function useChangeCounts(
  list: PagedList<ShareRow>,
  slots: Uint32Array,
  lastSeen: LastSeenLinks,
): ChangeCounts | undefined {
  const [counts, setCounts] = useState<ChangeCounts>()
  const minute = Math.floor(useNow() / 60_000)
  useEffect(() => {
    const stop = new AbortController()
    void countChanges(list, slots, lastSeen, serviceNow(), stop.signal).then((counted) => {
      if (counted && !stop.signal.aborted) setCounts(counted)
    })
    return () => stop.abort()
  }, [list, slots, lastSeen, minute])
  return counts
}
