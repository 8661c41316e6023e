import { useCallback, useSyncExternalStore } from 'react'

export const phoneQuery = '(max-width: 639.98px)'
/** Open details push the list aside; in narrower windows they lie over it. */
export const sidePanelQuery = '(min-width: 1280px)'

export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
