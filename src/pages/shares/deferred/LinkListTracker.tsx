import { useEffect } from 'react'
import { serviceNow } from '#src/lib/service-time.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { ShareRow } from '#src/lists/share-row.ts'
import { pauseViewing, saveSnapshot, startViewing } from '#src/stores/links/last-seen.ts'
import {
  loadLinkSources,
  markLinkSourcesOutdated,
  subscribeToLinkSources,
} from '#src/stores/links/link-sources.ts'
import { useUserId } from '#src/stores/session.ts'
import { takeSnapshot } from './scan-links.ts'

/** Delay between the last change of the list and its snapshot, in ms. */
const saveDelayMs = 1_000

/** Links are filtered again once no source has been read for this time, in ms. */
const filterDelayMs = 500
/** While sources are read one after the other, as by an edit of many links, they are filtered this often, in ms. */
const maxFilterDelayMs = 10_000

/**
 * Saves snapshots of the list while it is on screen, to compare it with when it is next viewed, and during a search has
 * links tested again whose path becomes known. Draws nothing.
 */
export function LinkListTracker({
  list,
  isSearching,
}: {
  list: PagedList<ShareRow>
  isSearching: boolean
}) {
  // Links that were asked for before the code was here can be shown before the session is known.
  const userId = useUserId()
  useEffect(() => {
    if (userId === undefined) return undefined
    void loadLinkSources()
    const stopViewing = trackViewing()
    const stopSaving = saveWhenComplete(list)
    return () => {
      stopSaving()
      stopViewing()
    }
  }, [list, userId])
  useEffect(() => (isSearching ? rewriteRowsWithSource(list) : undefined), [list, isSearching])
  return null
}

/** Writes the rows of links whose source was read into the list as they are: only rows that are written are tested again. */
function rewriteRowsWithSource(list: PagedList<ShareRow>): () => void {
  const ids = new Set<string>()
  let waitsSince: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    const now = performance.now()
    waitsSince ??= now
    clearTimeout(timer)
    timer = setTimeout(rewrite, Math.min(filterDelayMs, waitsSince + maxFilterDelayMs - now))
  }
  const rewrite = () => {
    waitsSince = undefined
    // A load brings newer rows, which ought not to be held up by these.
    if (list.loadState.at === 'loading') return wait()
    const rows = [...ids].flatMap((id) => list.at(list.slotOf(id) ?? -1) ?? [])
    ids.clear()
    if (rows.length > 0) list.put(rows)
  }
  const stop = subscribeToLinkSources((id) => {
    if (id === undefined) return
    ids.add(id)
    wait()
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}

function trackViewing(): () => void {
  const onVisibility = () => {
    if (document.visibilityState === 'visible') void startViewing()
    else pauseViewing()
  }
  // A hidden page was paused when it was hidden.
  const onLeave = () => {
    if (document.visibilityState === 'visible') pauseViewing()
  }
  void startViewing()
  document.addEventListener('visibilitychange', onVisibility)
  addEventListener('pagehide', onLeave)
  return () => {
    onLeave()
    document.removeEventListener('visibilitychange', onVisibility)
    removeEventListener('pagehide', onLeave)
  }
}

function saveWhenComplete(list: PagedList<ShareRow>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = new AbortController()
  let state = list.loadState.at
  const save = async (signal: AbortSignal) => {
    const snapshot = await takeSnapshot(list, list.order.slice(), serviceNow(), signal)
    if (snapshot && !signal.aborted) await saveSnapshot(snapshot)
  }
  const onChange = () => {
    clearTimeout(timer)
    running.abort()
    const { at } = list.loadState
    // A list that is read again may be so because items were moved.
    if (at === 'loading' && list.hasBeenComplete && state !== 'loading') markLinkSourcesOutdated()
    state = at
    if (at !== 'complete') return
    running = new AbortController()
    const { signal } = running
    timer = setTimeout(() => void save(signal), saveDelayMs)
  }
  const stop = list.subscribe(onChange)
  onChange()
  return () => {
    stop()
    clearTimeout(timer)
    running.abort()
  }
}
