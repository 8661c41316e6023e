import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { SessionEndedError } from '#src/api/tokens.ts'
import { TransportError } from '#src/contract/errors.ts'
import { LockCancelledError } from '#src/stores/lock-sessions.ts'
import { currentSession } from '#src/stores/session.ts'
import { showToast } from '#src/stores/toasts.ts'
import { isPassing, waitBefore } from './listing.ts'
import { isInline, makeStale, staleKeys } from './stale.ts'

/** Without a network the frame says so, once for everything. */
const isSaidByTheFrame = (error: unknown): boolean =>
  !navigator.onLine && error instanceof TransportError && error.reason === 'network'

/** The one cache. Reads that fail while older data is on screen are said once; the page shows the rest. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (error instanceof SessionEndedError || isSaidByTheFrame(error)) return
        if (query.state.data !== undefined && !isInline(query.meta))
          showToast({ kind: 'failed', error })
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (error instanceof SessionEndedError) return
        if (error instanceof LockCancelledError) {
          const { operation } = error
          if (currentSession().status !== 'out')
            showToast({ kind: 'done', key: 'notDone', values: { operation } })
          return
        }
        if (!isInline(mutation.meta)) showToast({ kind: 'failed', error })
      },
      // Settled, not success: a half-finished batch changed the service too.
      onSettled: (_data, _error, variables, _result, mutation, { client }) => {
        makeStale(client, staleKeys(mutation.meta, variables))
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        networkMode: 'always',
        retry: (failures, error) => isPassing(error) && failures < 2,
        retryDelay: (attempt, error) => waitBefore(error, attempt),
        refetchOnWindowFocus: true,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
