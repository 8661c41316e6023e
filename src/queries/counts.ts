import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { Listing } from './listing.ts'

const keyOf = { shares: ['shares', 'list'], trash: ['files', 'trash'] } as const

/** How many rows a list has, once it was walked to its end; undefined before. Asks nothing of the service. */
export function useListCount(resource: 'shares' | 'trash'): number | undefined {
  const client = useQueryClient()
  const read = useCallback(() => {
    const listing: unknown = client.getQueryData(keyOf[resource])
    return listing instanceof Listing ? listing : undefined
  }, [client, resource])

  const subscribe = useCallback(
    (listener: () => void) => {
      const hash = hashKey(keyOf[resource])
      let followed = read()
      let stop = followed?.subscribe(listener)
      const stopCache = client.getQueryCache().subscribe((event) => {
        if (event.query.queryHash !== hash || read() === followed) return
        stop?.()
        followed = read()
        stop = followed?.subscribe(listener)
        listener()
      })
      return () => {
        stop?.()
        stopCache()
      }
    },
    [client, resource, read],
  )
  return useSyncExternalStore(subscribe, () => {
    const listing = read()
    return listing?.walk.at === 'complete' ? listing.size : undefined
  })
}
