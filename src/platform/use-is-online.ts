import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** `navigator.onLine` as a hook. It is only reliable when it says offline. */
export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
