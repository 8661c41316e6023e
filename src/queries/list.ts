import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { TransportError } from '#src/contract/errors.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Listing, type PageSource } from './listing.ts'

/** A list older than this is walked again when its page is entered, in ms. */
const listIsOldAfter = 5 * 60_000

/** A list that could not be had because nobody answered is asked for again after so many ms, for as long as it is looked at. */
const askAgainAfter = 5_000

const isNoAnswer = (error: unknown) => error instanceof TransportError

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
    // A service that is away comes back: nobody should have to look for it. What it refused stays refused.
    retry: (failures, error) => isNoAnswer(error) && failures < 2,
    refetchInterval: ({ state: { error } }) => (isNoAnswer(error) ? askAgainAfter : false),
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
  const key = options.queryKey.join('\n')
  // While it is asked for again, why it could not be had stays in sight.
  const [failed, setFailed] = useState({ key, error: query.error })
  if (failed.key !== key || (query.error && query.error !== failed.error))
    setFailed({ key, error: query.error })
  useSyncExternalStore(listing?.subscribe ?? never, () => listing?.version() ?? 0)
  const { refetch } = query
  useEffect(() => {
    const walk = listing?.walk
    if (walk?.at === 'complete' && Date.now() - walk.since > listIsOldAfter) void refetch()
    // Only on entering: an open list is refreshed by its user.
  }, [listing, refetch])
  const error = query.error ?? (failed.key === key ? failed.error : null)
  return { listing, error: listing ? null : error, refetch, isFetching: query.isFetching }
}
