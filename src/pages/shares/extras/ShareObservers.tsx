import { useEffect } from 'react'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { ShareRow } from '#src/lists/share-row.ts'
import { pauseLook, saveReading, startLook } from '#src/stores/links/last-look.ts'
import { distrustLinkPlaces, loadLinkPlaces } from '#src/stores/links/link-places.ts'
import { useUserId } from '#src/stores/session.ts'
import { takeReading } from './take-reading.ts'

/** The list settles for so long before it is read, in ms. */
const readingDelayMs = 1_000

/** Follows the list while it is on screen, for the next look at it. Draws nothing. */
export function ShareObservers({ list }: { list: PagedList<ShareRow> }) {
  // Links that were asked for before the code was here can be shown before the session is known.
  const userId = useUserId()
  useEffect(() => {
    if (userId === undefined) return undefined
    void loadLinkPlaces()
    const stopFollowing = followLook()
    const stopReading = readWhenComplete(list)
    return () => {
      stopReading()
      stopFollowing()
    }
  }, [list, userId])
  return null
}

function followLook(): () => void {
  const onVisibility = () => {
    if (document.visibilityState === 'visible') void startLook()
    else pauseLook()
  }
  // A hidden page was paused when it was hidden.
  const onLeave = () => {
    if (document.visibilityState === 'visible') pauseLook()
  }
  void startLook()
  document.addEventListener('visibilitychange', onVisibility)
  addEventListener('pagehide', onLeave)
  return () => {
    onLeave()
    document.removeEventListener('visibilitychange', onVisibility)
    removeEventListener('pagehide', onLeave)
  }
}

function readWhenComplete(list: PagedList<ShareRow>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = new AbortController()
  let state = list.loadState.at
  const read = async (signal: AbortSignal) => {
    const reading = await takeReading(list, list.order.slice(), Date.now(), signal)
    if (reading && !signal.aborted) await saveReading(reading)
  }
  const onChange = () => {
    clearTimeout(timer)
    running.abort()
    const { at } = list.loadState
    // A list that is read again may be so because items were moved.
    if (at === 'loading' && list.hasBeenComplete && state !== 'loading') distrustLinkPlaces()
    state = at
    if (at !== 'complete') return
    running = new AbortController()
    const { signal } = running
    timer = setTimeout(() => void read(signal), readingDelayMs)
  }
  const stop = list.subscribe(onChange)
  onChange()
  return () => {
    stop()
    clearTimeout(timer)
    running.abort()
  }
}
