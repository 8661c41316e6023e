import { readFolderEventStream } from '#src/api/folder-events.ts'
import { isOutageError, waitForRetry } from '#src/api/retry-requests.ts'
import { isRefusal, isTransient } from '#src/api/transient-errors.ts'
import { eventStreamClient, setWriteListener } from '#src/api/wire/event-stream.ts'
import { ApiError, TransportError } from '#src/contract/errors.ts'
import { rootUri } from '#src/contract/uri.ts'
import { uuid } from '#src/lib/uuid.ts'
import { inTurn } from '#src/platform/journal-lock.ts'

/** A tab that has been hidden for this long leaves the stream to another one, in ms. */
const maxHiddenMs = 5 * 60_000
/** A stream that ends before this time counts as short, in ms: the service sends something every 30 s. */
const minStreamMs = 30_000
/**
 * After this many short or failing streams in a row, a proxy in between probably does not forward streams: they are
 * opened seldom.
 */
const maxFailures = 5
const longPauseMs = 5 * 60_000
/** Other tabs are notified this long after a write, once for all writes of that time, in ms. */
const writeDelayMs = 2_000
/** Writes that change no list of files. Of the parts of a file, `tellTabsOfUploadedFile` tells once all have arrived. */
const writesWithoutEffect =
  /^\/file\/(?:(?:url|lock|viewerSession|pin|view)\b|wopi\/[^/]+$|upload\/)/

/** Whether there may be a stream later: the service was not reached, is busy or at fault, or another page answered. */
const mayWorkLater = (error: unknown): boolean =>
  isTransient(error) ||
  (error instanceof TransportError && error.reason === 'malformed') ||
  (error instanceof ApiError && !isRefusal(error))

/** Resolves after a long time, when the network comes back, or when the signal aborts. */
const waitLong = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      removeEventListener('online', finish)
      resolve()
    }
    const timer = setTimeout(finish, longPauseMs)
    signal.addEventListener('abort', finish)
    addEventListener('online', finish)
  })

type Message = { type: 'changed' } | { type: 'stream'; id: string | undefined } | { type: 'ask' }

/**
 * Follows the changes of a user's files until the returned function is called. One tab of this browser, the one that
 * holds the Web Lock, reads the stream and broadcasts its events to the other tabs. A tab that writes notifies the others
 * itself, since the stream leaves out writes of this browser. Without Web Locks every visible tab reads a stream of its
 * own. `onChange` is called for any change, and after a break or failed attempts, in which changes may have been missed;
 * `onFirstStream` once there is a stream, whoever reads it.
 */
export function subscribeToEvents(
  userId: string,
  onChange: () => void,
  onFirstStream: () => void,
): () => void {
  const name = `latchkey.events.${userId}`
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
  const stopped = new AbortController()
  /** Ends the candidacy of this tab for the lock, or its reading of the stream when it has the lock. */
  let candidacy: AbortController | undefined
  let isLeader = false
  /** Set when the service has no stream, or refuses it. */
  let isUnavailable = false
  let hadStream = false
  let failures = 0
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined
  let writeTimer: ReturnType<typeof setTimeout> | undefined

  const post = (message: Message) => {
    if (!stopped.signal.aborted) channel?.postMessage(message)
  }
  const announce = (id: string | undefined) => {
    eventStreamClient.id = id
    post({ type: 'stream', id })
  }
  const changed = () => {
    post({ type: 'changed' })
    onChange()
  }
  /** Returns whether there was a stream before. */
  const streamBegun = (): boolean => {
    const isFirst = !hadStream
    hadStream = true
    if (isFirst) onFirstStream()
    return !isFirst
  }
  const postWrites = () => {
    if (writeTimer === undefined) return
    clearTimeout(writeTimer)
    writeTimer = undefined
    post({ type: 'changed' })
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.type === 'changed') onChange()
    else if (data.type === 'ask') {
      if (isLeader) post({ type: 'stream', id: eventStreamClient.id })
    } else if (!isLeader) {
      eventStreamClient.id = data.id
      if (data.id !== undefined) streamBegun()
    }
  })
  post({ type: 'ask' })

  setWriteListener((path) => {
    if (!path.startsWith('/file') || writesWithoutEffect.test(path)) return
    writeTimer ??= setTimeout(postWrites, writeDelayMs)
  })
  addEventListener('pagehide', postWrites, { signal: stopped.signal })

  async function lead(signal: AbortSignal): Promise<void> {
    isLeader = true
    try {
      for (let attempt = 0; !signal.aborted; attempt++) {
        let error: unknown = new TransportError('network')
        const id = uuid()
        let openedAt = 0
        try {
          await readFolderEventStream({
            uri: rootUri('my'),
            clientId: id,
            signal,
            onEvent: (event) => {
              if (event === 'change') return changed()
              openedAt = performance.now()
              announce(id)
              // Changes between two streams are in neither of them, nor are those before one that came late.
              if (streamBegun() || attempt > 0) changed()
            },
          })
        } catch (cause) {
          error = cause
          isUnavailable = !signal.aborted && !mayWorkLater(cause)
        }
        announce(undefined)
        if (signal.aborted || isUnavailable) return
        if (openedAt > 0 && performance.now() - openedAt >= minStreamMs) {
          attempt = 0
          failures = 0
        } else if (openedAt > 0 || !isOutageError(error)) failures++
        await (failures < maxFailures ? waitForRetry(error, attempt + 1, signal) : waitLong(signal))
      }
    } finally {
      isLeader = false
    }
  }

  function standForLeader(): void {
    if (candidacy || isUnavailable || stopped.signal.aborted) return
    candidacy = new AbortController()
    const { signal } = candidacy
    // Rejects when it is aborted while it waits for its turn.
    inTurn(name, () => lead(signal), signal).catch(() => undefined)
  }
  function withdraw(): void {
    candidacy?.abort(new DOMException('closed', 'AbortError'))
    candidacy = undefined
  }
  function onVisibility(): void {
    clearTimeout(hiddenTimer)
    if (!document.hidden) standForLeader()
    else if ('locks' in navigator) hiddenTimer = setTimeout(withdraw, maxHiddenMs)
    else withdraw()
  }
  document.addEventListener('visibilitychange', onVisibility, { signal: stopped.signal })
  onVisibility()

  return () => {
    stopped.abort()
    withdraw()
    clearTimeout(hiddenTimer)
    clearTimeout(writeTimer)
    setWriteListener(undefined)
    eventStreamClient.id = undefined
    channel?.close()
  }
}
