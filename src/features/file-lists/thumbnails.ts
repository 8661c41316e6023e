import { useMemo, useSyncExternalStore } from 'react'
import { getThumbnail } from '#src/api/files/thumbnails.ts'
import { onSignOut } from '#src/api/resets.ts'
import { isOutageError, retryOnTransientError } from '#src/api/retry-requests.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, TransportError } from '#src/contract/errors.ts'
import { createTaskStarter } from '#src/lib/concurrency/task-starter.ts'

/*
 * Thumbnails of items on screen or near it. Components request what they need while they are mounted; fetches that are
 * no longer needed are aborted, and a limited number of thumbnails is cached. They are not in react-query, which knows
 * neither priorities nor a limit of parallel requests, and are module state, because all components share one queue.
 */

const maxInFlight = 6
/** Thumbnails cached beyond those in use; each is about 15 kB. */
const maxCached = 300
const maxMissing = 5_000
/** How long a thumbnail must be needed before it is fetched, in ms: rows that scroll by quickly need none. */
const minRequestAgeMs = 60
/** How often a thumbnail that is still needed is fetched again where the service is not reached: for more than a minute. */
const maxOutageRetries = 20
/** How often it is after the answer of a gateway, which may be about this picture alone: others wait for its place. */
const maxGatewayRetries = 5

type ThumbRequest = {
  uri: string
  /** Requests of the same batch are served in order, later batches first. */
  batch: number
  users: number
  controller?: AbortController
}

const thumbnailRequests = new Map<string, ThumbRequest>()
/** Object URLs, or URLs of a storage, by key, least recently used first. */
const cache = new Map<string, string>()
/** URLs of a storage are signed for an hour. */
const maxSignedAgeMs = 50 * 60_000
/** When the URLs in the cache that are signed are replaced, ms since 1970, by key. */
const signedUntil = new Map<string, number>()
/** Keys of items without a thumbnail. */
const missing = new Set<string>()
const listeners = new Map<string, Set<() => void>>()
let batch = 0
let timer: ReturnType<typeof setTimeout> | undefined

function nextRequest(): [string, ThumbRequest] | undefined {
  let found: [string, ThumbRequest] | undefined
  for (const entry of thumbnailRequests) {
    if (!entry[1].controller && (!found || entry[1].batch > found[1].batch)) found = entry
  }
  return found
}

/** Nothing starts while requests are too new: the newest are served first. */
const startFetches = createTaskStarter(maxInFlight, () => {
  const found = timer === undefined ? nextRequest() : undefined
  return found && (() => fetchOne(...found))
})

function startRequests(): void {
  timer = undefined
  batch++
  startFetches()
}

const hasNoAnswer = (error: unknown): boolean =>
  error instanceof TransportError && error.reason === 'network'

async function fetchOne(key: string, request: ThumbRequest): Promise<void> {
  const stop = new AbortController()
  request.controller = stop
  let gatewayAnswers = 0
  try {
    const thumb = await retryOnTransientError(() => getThumbnail(request.uri, stop.signal), {
      maxRetries: maxOutageRetries,
      signal: stop.signal,
      isRetryable: (error) =>
        isOutageError(error) && (hasNoAnswer(error) || ++gatewayAnswers <= maxGatewayRetries),
      isUnlimited: () => !navigator.onLine,
    })
    if (stop.signal.aborted) return
    if (typeof thumb === 'string') signedUntil.set(key, Date.now() + maxSignedAgeMs)
    addToCache(key, typeof thumb === 'string' ? thumb : URL.createObjectURL(thumb))
  } catch (error) {
    const isNone =
      error instanceof ApiError &&
      (error.code === ErrorCode.contentNotFound || error.code === ErrorCode.unclassified)
    if (isNone && missing.size < maxMissing) missing.add(key)
  } finally {
    // Whatever the result, it is not fetched again while it is in use.
    if (thumbnailRequests.get(key) === request) thumbnailRequests.delete(key)
  }
}

function addToCache(key: string, url: string): void {
  cache.set(key, url)
  for (const [old, oldUrl] of cache) {
    if (cache.size <= maxCached) break
    if (listeners.has(old)) continue
    cache.delete(old)
    signedUntil.delete(old)
    URL.revokeObjectURL(oldUrl)
  }
  for (const notify of listeners.get(key) ?? []) notify()
}

function requestThumb(key: string, uri: string): void {
  const url = cache.get(key)
  if (url !== undefined && (signedUntil.get(key) ?? Infinity) > Date.now()) {
    cache.delete(key)
    cache.set(key, url)
    return
  }
  if (missing.has(key)) return
  const request = thumbnailRequests.get(key)
  if (request) request.users++
  else thumbnailRequests.set(key, { uri, batch, users: 1 })
  timer ??= setTimeout(startRequests, minRequestAgeMs)
}

function releaseThumb(key: string): void {
  const request = thumbnailRequests.get(key)
  if (!request || --request.users > 0) return
  thumbnailRequests.delete(key)
  request.controller?.abort()
}

function clearThumbnails(): void {
  for (const { controller } of thumbnailRequests.values()) controller?.abort()
  thumbnailRequests.clear()
  for (const url of cache.values()) URL.revokeObjectURL(url)
  cache.clear()
  signedUntil.clear()
  missing.clear()
}
onSignOut(clearThumbnails)

/** The item that a thumbnail shows; a new content has another key. */
type ThumbnailSource = { readonly id: string; readonly uri: string; readonly updatedAt: number }

const subscribeToNothing = () => () => {}
const noThumb = () => undefined

/**
 * URL of the item's thumbnail once it has loaded, fetched while the component is mounted; undefined without one.
 */
export function useThumbnail(of: ThumbnailSource | null): string | undefined {
  const key = of ? `${of.id} ${of.updatedAt}` : ''
  const uri = of?.uri ?? ''
  const [subscribe, read] = useMemo(() => {
    if (key === '') return [subscribeToNothing, noThumb] as const
    const follow = (listener: () => void) => {
      const all = listeners.get(key) ?? new Set()
      listeners.set(key, all.add(listener))
      requestThumb(key, uri)
      return () => {
        all.delete(listener)
        if (all.size === 0) listeners.delete(key)
        releaseThumb(key)
      }
    }
    return [follow, () => cache.get(key)] as const
  }, [key, uri])
  return useSyncExternalStore(subscribe, read)
}
