import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** What the browser believes; it knows of a missing network, not of a missing route. */
export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
