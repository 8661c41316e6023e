import type { QueryClient } from '@tanstack/react-query'
import { currentSession, onSessionChange } from '#src/api/current-session.ts'
import { subscribeToEvents } from './event-leader.ts'
import { refreshFileLists, refreshOldListsOnFocus } from './refresh-lists.ts'

/** Events within this time lead to one refresh, in ms. */
const refreshDelayMs = 100

const listeners = new Set<() => void>()

/**
 * Calls `listener` when others have changed files, while the page is visible, and once when events begin to arrive, since
 * changes may have been missed until then. Returns the function that ends that.
 */
export function subscribeToFileChanges(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const callListeners = (): void => {
  for (const listener of listeners) listener()
}

function refresh(client: QueryClient): void {
  refreshFileLists(client)
  callListeners()
}

/**
 * Keeps lists up to date with what others change while somebody is signed in: by events, where the service offers them,
 * and when the tab gets the focus. Returns the function that stops it.
 */
export function startLiveUpdates(client: QueryClient): () => void {
  const stopped = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Whether there were changes while the tab was hidden. */
  let hasMissed = false
  let followed: { userId: string; stop: () => void } | undefined

  const onChange = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (document.hidden) hasMissed = true
      else refresh(client)
    }, refreshDelayMs)
  }
  const onFocus = () => {
    if (document.hidden || currentSession().status !== 'active') return
    if (hasMissed) refresh(client)
    hasMissed = false
    refreshOldListsOnFocus(client)
  }
  const onSession = () => {
    const { status, userId } = currentSession()
    if (status === 'ended' || followed?.userId === userId) return
    followed?.stop()
    followed =
      status === 'active' && userId !== undefined
        ? { userId, stop: subscribeToEvents(userId, onChange, callListeners) }
        : undefined
  }
  const stopSession = onSessionChange(onSession)
  addEventListener('focus', onFocus, { signal: stopped.signal })
  document.addEventListener('visibilitychange', onFocus, { signal: stopped.signal })
  onSession()

  return () => {
    stopped.abort()
    clearTimeout(timer)
    stopSession()
    followed?.stop()
    followed = undefined
  }
}
