import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { Listing, type PageSource } from './listing.ts'

/** A list older than this is walked again when its page is entered, in ms. */
const listIsOldAfter = 5 * 60_000

/**
 * One long list as one entry of the cache. A failed first page is the query's error; what happens later is the
 * listing's own `walk`. A second fetch walks the same listing again in place.
 */
export function listOptions<Row extends { readonly id: string }, Place, Head>(
  queryKey: readonly string[],
  source: () => PageSource<Row, Place, Head>,
) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<Listing<Row, Head>> => {
      const known = client.getQueryData<Listing<Row, Head>>(queryKey)
      if (!known) return Listing.over(source()).start(signal)
      await known.again()
      return known
    },
    structuralSharing: false,
    staleTime: Infinity,
    gcTime: Infinity,
    retry: 2,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** Ends every walk: what sign-out does before the cache is emptied. */
export function closeLists(client: QueryClient): void {
  for (const query of client.getQueryCache().getAll()) {
    if (query.state.data instanceof Listing) query.state.data.close()
  }
}

/** Lets walks that stopped for lack of a network go on. */
export function resumeLists(client: QueryClient): void {
  for (const query of client.getQueryCache().getAll()) {
    if (query.state.data instanceof Listing) query.state.data.resume()
  }
}

const never = () => () => {}

/** The list behind `options`, and the version that its readers follow. Entering the page walks an old one again. */
export function useList<Row extends { readonly id: string }, Head>(
  options: ReturnType<typeof listOptions<Row, unknown, Head>>,
) {
  const query = useQuery(options)
  const listing = query.data
  useSyncExternalStore(listing?.subscribe ?? never, () => listing?.version() ?? 0)
  const { refetch } = query
  useEffect(() => {
    const walk = listing?.walk
    if (walk?.at === 'complete' && Date.now() - walk.since > listIsOldAfter) void refetch()
    // Only on entering: an open list is refreshed by its user.
  }, [listing, refetch])
  return { listing, error: listing ? null : query.error, refetch, isFetching: query.isFetching }
}
