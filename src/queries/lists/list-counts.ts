import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { PagedList } from '#src/lists/paged-list.ts'
import { keys } from '#src/queries/keys.ts'

const keyOf = { shares: keys.shares.list(), trash: keys.files.trash() }

/** The number of rows of a list once it is complete; undefined before. Requests nothing from the service. */
export function useListCount(resource: 'shares' | 'trash'): number | undefined {
  const client = useQueryClient()
  const read = useCallback(() => {
    const list: unknown = client.getQueryData(keyOf[resource])
    return list instanceof PagedList ? list : undefined
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
    const list = read()
    return list?.loadState.at === 'complete' ? list.size : undefined
  })
}
