import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { TransportError } from '#src/contract/errors.ts'
import type { ReappearedRowRule } from '#src/lists/indexed-rows.ts'
import { PagedList } from '#src/lists/paged-list.ts'
import type { PageSource } from './page-loader.ts'

/** A complete list older than this is reloaded when its page is entered, in ms. */
const maxListAgeMs = 5 * 60_000

/** The newest links are read again on entering their page and at focus when they are older than this, in ms. */
export const maxNewestLinksAgeMs = 5_000

/** A list whose first page nobody answered for is requested again after this long while it is on screen, in ms. */
const retryIntervalMs = 5_000

const isUnanswered = (error: unknown) => error instanceof TransportError

/**
 * One long list as one entry of the cache. A failed first page is the error of the query; later failures are the list's
 * own `loadState`. A refetch reloads the same list in place. `list-lifetime.ts` decides when it leaves the cache.
 */
export function pagedListOptions<Row extends { readonly id: string }, Param, Head>(
  queryKey: readonly string[],
  source: () => PageSource<Row, Param, Head>,
  rules?: ReappearedRowRule<Row>,
) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<PagedList<Row, Head>> => {
      const known = client.getQueryData<PagedList<Row, Head>>(queryKey)
      if (!known) return PagedList.from(source(), rules).start(signal)
      await known.reload()
      return known
    },
    structuralSharing: false,
    staleTime: Infinity,
    gcTime: Infinity,
    // A service that did not answer may come back by itself; what it refused stays refused.
    retry: (failures, error) => isUnanswered(error) && failures < 2,
    refetchInterval: ({ state: { error } }) => (isUnanswered(error) ? retryIntervalMs : false),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** Resumes the lists that stopped for lack of a network. */
export function resumePagedLists(client: QueryClient): void {
  for (const query of client.getQueryCache().getAll()) {
    if (query.state.data instanceof PagedList) query.state.data.resume()
  }
}

const subscribeToNothing = () => () => {}

/**
 * The list of `options`; the component renders again with each of its versions. Entering the page reloads an old one, which
 * `onReload` is called with then, and with what resolves at the end of that.
 */
export function usePagedList<Row extends { readonly id: string }, Head>(
  options: ReturnType<typeof pagedListOptions<Row, unknown, Head>>,
  onReload?: (list: PagedList<Row, Head>, reading: Promise<unknown>) => void,
) {
  const query = useQuery(options)
  const list = query.data
  const key = options.queryKey.join('\n')
  // While the first page is requested again, the last error stays on screen.
  const [failed, setFailed] = useState({ key, error: query.error })
  if (failed.key !== key || (query.error && query.error !== failed.error))
    setFailed({ key, error: query.error })
  useSyncExternalStore(list?.subscribe ?? subscribeToNothing, () => list?.version() ?? 0)
  const { refetch } = query
  const reloadIfOld = useEffectEvent(() => {
    if (list?.loadState.at !== 'complete') return
    // The clock may have been set back.
    if (Math.abs(Date.now() - list.loadState.since) <= maxListAgeMs) return
    const reading = refetch()
    onReload?.(list, reading)
  })
  useEffect(() => {
    reloadIfOld()
    // An open list is refreshed by its user, so its age counts on entering only.
  }, [list, refetch])
  const error = query.error ?? (failed.key === key ? failed.error : null)
  return { list, error: list ? null : error, refetch, isFetching: query.isFetching }
}
