import {
  MutationCache,
  partialMatchKey,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { currentSession, sessionStore } from '#src/api/current-session.ts'
import { onSignOut } from '#src/api/resets.ts'
import { isTransient, retryDelay } from '#src/api/transient-errors.ts'
import { SessionEndedError, TransportError } from '#src/contract/errors.ts'
import { LockCancelledError } from '#src/jobs/locks/lock-question.ts'
import { setLastUndo } from '#src/jobs/messages/last-undo.ts'
import {
  dismissFailuresAbout,
  type FailureContext,
  type UnloadedResource,
  showToast,
} from '#src/jobs/messages/toasts.ts'
import { keys } from '#src/lists/keys.ts'
import { startEvictingUnreadLists } from '#src/lists/loading/list-lifetime.ts'
import { writeMetaOf, invalidateKeys, isSilentRefetch } from './invalidation.ts'

/** While offline, the frame says so once for the whole page. */
const isShownByFrame = (error: unknown): boolean =>
  !navigator.onLine && error instanceof TransportError && error.reason === 'network'

/** Queries by what a user knows them as; the first match counts. */
const loadedThings: readonly [QueryKey, UnloadedResource][] = [
  [keys.files.lists(), 'folder'],
  [keys.files.searches(), 'search'],
  [keys.files.trash(), 'trash'],
  [['files'], 'details'],
  [keys.links.list(), 'links'],
  [['links'], 'details'],
  [['site'], 'settings'],
]

function failureContextOfQuery(queryKey: QueryKey): FailureContext {
  const known = loadedThings.find(([prefix]) => partialMatchKey(queryKey, prefix))
  return { kind: 'notLoaded', what: known?.[1] ?? 'account' }
}

/** A read that fails while older data is on screen is reported once as a toast; a first load shows its error on the page. */
export function createQueryClient(): QueryClient {
  const queryCache = new QueryCache({
    onError: (error, query) => {
      if (error instanceof SessionEndedError || isShownByFrame(error)) return
      if (isSilentRefetch(query) && isTransient(error)) return
      if (query.state.data !== undefined && !query.meta?.['isInline'])
        showToast({ kind: 'failed', error, failureContext: failureContextOfQuery(query.queryKey) })
    },
  })
  startEvictingUnreadLists(queryCache)
  return new QueryClient({
    queryCache,
    mutationCache: new MutationCache({
      onMutate: (_variables, mutation) => {
        if (!writeMetaOf(mutation).keepsLastUndo) setLastUndo(undefined)
      },
      onError: (error, variables, _result, mutation) => {
        if (error instanceof SessionEndedError) return
        if (error instanceof LockCancelledError) {
          const { operation, isUnlocked } = error
          const typedName = writeMetaOf(mutation).typedName?.(variables)
          if (currentSession().status !== 'out')
            showToast({
              kind: 'done',
              key: 'notDone',
              values: { operation, isUnlocked },
              typedName,
            })
          return
        }
        const failureContext = writeMetaOf(mutation).failureContext?.(variables)
        if (failureContext) showToast({ kind: 'failed', error, failureContext })
      },
      onSuccess: (_data, variables, _result, mutation) => {
        const failureContext = writeMetaOf(mutation).failureContext?.(variables)
        if (failureContext) dismissFailuresAbout(failureContext)
      },
      // Settled, not success: a half-finished job changed the service too.
      onSettled: (_data, error, variables, _result, mutation, { client }) => {
        // The toast about an outage covers the reads that it made necessary: they may fail for the same reason.
        const stale = writeMetaOf(mutation).invalidates?.(variables) ?? []
        invalidateKeys(client, stale, isTransient(error))
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        networkMode: 'always',
        retry: (failures, error) => isTransient(error) && failures < 2,
        retryDelay: (attempt, error) => retryDelay(error, attempt),
        refetchOnWindowFocus: true,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** What the service answers according to who asks, under keys that do not say who that was. */
const readByVisitors = [
  keys.files.lists(),
  keys.files.searches(),
  keys.files.infos(),
  keys.files.sharedItems(),
]

/**
 * Lets nobody see what was read for somebody else: a sign-out clears everything, a sign-in what a visitor has read behind
 * a link, with the rights of a visitor. Returns the function to stop.
 */
export function clearQueriesOfOthers(client: QueryClient): () => void {
  const stopSignOut = onSignOut(() => client.clear())
  const stopSignIn = sessionStore.subscribe(({ userId }, before) => {
    if (userId === undefined || before.userId !== undefined) return
    for (const queryKey of readByVisitors) client.removeQueries({ queryKey })
  })
  return () => {
    stopSignOut()
    stopSignIn()
  }
}
