import { useEffect, useState, useSyncExternalStore } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { ShareRow } from '#src/lists/share-row.ts'
import type { SharesUrl } from '#src/pages/shares/url.ts'
import { type LastLook, useLastLook } from '#src/stores/links/last-look.ts'
import { Chip } from '#src/ui/controls/Chip.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { knownOfLinks, subscribeToKnown } from './known-of-links.ts'
import { ShareObservers } from './ShareObservers.tsx'
import { type ChangeCounts, countChanges, countKnownFolders } from './take-reading.ts'
import { useSince } from './use-since.ts'
import css from './ShareExtras.module.css'

const kinds = ['new', 'dead', 'visited'] as const

type ChipsProps = {
  list: PagedList<ShareRow>
  /** The links that the other filters leave. */
  slots: Uint32Array
  url: SharesUrl
  change: (part: Partial<SharesUrl>) => void
}

/**
 * Filters by what has changed since the last look; beside a search, how much of the folders it covers. Follows the list
 * for the next look.
 */
export function ShareChips(props: ChipsProps) {
  const lastLook = useLastLook()
  return (
    <>
      <ShareObservers list={props.list} />
      {lastLook && <SinceChips {...props} lastLook={lastLook} />}
      {props.url.search && <KnownFolders list={props.list} />}
    </>
  )
}

function KnownFolders({ list }: { list: PagedList<ShareRow> }) {
  const { t } = useI18n()
  const known = useSyncExternalStore(subscribeToKnown, knownOfLinks)
  const version = useSyncExternalStore(list.subscribe, list.version)
  const [count, setCount] = useState<number>()
  useEffect(() => {
    const stop = new AbortController()
    void countKnownFolders(list, known, stop.signal).then((counted) => {
      if (!stop.signal.aborted) setCount(counted)
    })
    return () => stop.abort()
  }, [list, known, version])
  if (count === undefined || count >= list.size) return null
  return <span className={css['since']}>{t.shareActions.foldersKnown(count, list.size)}</span>
}

function SinceChips({ list, slots, url, change, lastLook }: ChipsProps & { lastLook: LastLook }) {
  const { t } = useI18n()
  const since = useSince(lastLook)
  const counts = useChangeCounts(list, slots, lastLook)
  const shown = kinds.filter((kind) => url.since === kind || (counts?.[kind] ?? 0) > 0)
  if (shown.length === 0) return null
  const words = { new: t.sinceLook.new, dead: t.sinceLook.newlyDead, visited: t.sinceLook.visited }
  return (
    <>
      <span className={css['since']}>{t.sinceLook.since(since)}</span>
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
  lastLook: LastLook,
): ChangeCounts | undefined {
  const [counts, setCounts] = useState<ChangeCounts>()
  const minute = Math.floor(useNow() / 60_000)
  useEffect(() => {
    const stop = new AbortController()
    void countChanges(list, slots, lastLook, Date.now(), stop.signal).then((counted) => {
      if (counted && !stop.signal.aborted) setCounts(counted)
    })
    return () => stop.abort()
  }, [list, slots, lastLook, minute])
  return counts
}
