import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { keys } from '#src/lists/keys.ts'
import { PagedList } from '#src/lists/paged-list.ts'

export type CountedList = 'links' | 'trash'

/** `isWhole`: `count` is the number of all rows. */
export type ListCount = { readonly count: number; readonly isWhole: boolean }

export const listQueryKeys = { links: keys.links.list(), trash: keys.files.trash() }
export const countQueryKeys = { links: keys.links.count(), trash: keys.files.trashCount() }

/**
 * The number of rows of a list once it is complete, before that what its first page told (`live-counts.ts`); undefined
 * while nothing is known. Requests nothing from the service.
 */
export function useListCount(resource: CountedList): ListCount | undefined {
  const client = useQueryClient()
  const read = useCallback(() => {
    const list: unknown = client.getQueryData(listQueryKeys[resource])
    return list instanceof PagedList ? list : undefined
  }, [client, resource])

  const subscribe = useCallback(
    (listener: () => void) => {
      const hash = hashKey(listQueryKeys[resource])
      const countHash = hashKey(countQueryKeys[resource])
      let followed = read()
      let stop = followed?.subscribe(listener)
      const stopCache = client.getQueryCache().subscribe((event) => {
        if (event.query.queryHash === countHash) return listener()
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
  // The same value for the same count: a number for that of a list, and the entry of the cache for the other.
  const known = useSyncExternalStore(subscribe, () => {
    const list = read()
    return list?.loadState.at === 'complete'
      ? list.size
      : client.getQueryData<ListCount>(countQueryKeys[resource])
  })
  return typeof known === 'number' ? { count: known, isWhole: true } : known
}
