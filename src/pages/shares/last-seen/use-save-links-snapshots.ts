import { useEffect } from 'react'
import {
  loadStoredLinkSources,
  markLinkSourcesOutdated,
} from '#src/features/links/source/link-source-cache.ts'
import {
  pauseViewingLinks,
  saveLinksSnapshot,
  startViewingLinks,
} from '#src/features/links/state/last-seen.ts'
import { useUserId } from '#src/features/session/use-session.ts'
import { serviceNow } from '#src/lib/service-time.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { takeLinksSnapshot } from './link-changes.ts'

/** Delay between the last change of the list and its snapshot, in ms. */
const saveDelayMs = 1_000

/** Saves snapshots of the list while it is on screen, to compare it with when it is next viewed. */
export function useSaveLinksSnapshots(list: PagedList<LinkRow>): void {
  // The list may be shown before the session is known.
  const userId = useUserId()
  useEffect(() => {
    if (userId === undefined) return undefined
    void loadStoredLinkSources()
    const stopViewing = trackViewing()
    const stopSaving = saveWhenComplete(list)
    return () => {
      stopSaving()
      stopViewing()
    }
  }, [list, userId])
}

function trackViewing(): () => void {
  const onVisibility = () => {
    if (document.visibilityState === 'visible') void startViewingLinks()
    else pauseViewingLinks()
  }
  // A hidden page was paused when it was hidden.
  const onLeave = () => {
    if (document.visibilityState === 'visible') pauseViewingLinks()
  }
  void startViewingLinks()
  document.addEventListener('visibilitychange', onVisibility)
  addEventListener('pagehide', onLeave)
  return () => {
    onLeave()
    document.removeEventListener('visibilitychange', onVisibility)
    removeEventListener('pagehide', onLeave)
  }
}

function saveWhenComplete(list: PagedList<LinkRow>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = new AbortController()
  let state = list.loadState.at
  const save = async (signal: AbortSignal) => {
    const snapshot = await takeLinksSnapshot(list, list.order.slice(), serviceNow(), signal)
    if (snapshot && !signal.aborted) await saveLinksSnapshot(snapshot)
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
