import { readEvents } from '#src/api/events.ts'
import { isOutage, waitForRetry } from '#src/api/retry.ts'
import { eventStream } from '#src/api/wire/event-stream.ts'
import { TransportError } from '#src/contract/errors.ts'
import { rootUri } from '#src/contract/uri.ts'
import { uuid } from '#src/lib/uuid.ts'

/** A tab that has been hidden for this long leaves the stream to another one, in ms. */
const maxHiddenMs = 5 * 60_000
/** A stream that ends before this time says as little as none, in ms: the service says something every 30 s. */
const minStreamMs = 30_000
/** After so many of them in a row there is something in between that does not pass streams on. */
const maxShortStreams = 5
/** Writes in quick succession are told to the other tabs once, in ms. */
const writeDelayMs = 2_000
/** Writes that change no list of files. */
const unseenWrites = /^\/file\/(?:url|lock|viewerSession|pin|view)\b/

type Message = { type: 'changed' } | { type: 'stream'; id: string | undefined } | { type: 'ask' }

/**
 * Follows the changes of a user's files until the returned function is called: one stream for all tabs of this browser,
 * in the tab that has the Web Lock; the others hear of events over a BroadcastChannel. A write is told to the other
 * tabs by the tab that sent it. Without Web Locks every tab that is shown has a stream. `onChange` is called for any
 * change, and after a break, in which changes may have been missed.
 */
export function followEvents(userId: string, onChange: () => void): () => void {
  const name = `latchkey.events.${userId}`
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
  const over = new AbortController()
  /** Ends the part of this tab: as the reader of the stream, or in the queue for it. */
  let part: AbortController | undefined
  let isLeader = false
  /** The service has none, refuses it, or its streams do not last. */
  let isRefused = false
  let hadStream = false
  let shortStreams = 0
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined
  let writeTimer: ReturnType<typeof setTimeout> | undefined

  const post = (message: Message) => channel?.postMessage(message)
  const announce = (id: string | undefined) => {
    eventStream.id = id
    post({ type: 'stream', id })
  }
  const changed = () => {
    post({ type: 'changed' })
    onChange()
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.type === 'changed') onChange()
    else if (data.type === 'ask') {
      if (isLeader) post({ type: 'stream', id: eventStream.id })
    } else if (!isLeader) {
      eventStream.id = data.id
      if (data.id !== undefined) hadStream = true
    }
  })
  post({ type: 'ask' })

  eventStream.onWrite = (path) => {
    if (!path.startsWith('/file') || unseenWrites.test(path)) return
    clearTimeout(writeTimer)
    writeTimer = setTimeout(() => post({ type: 'changed' }), writeDelayMs)
  }

  async function lead(signal: AbortSignal): Promise<void> {
    isLeader = true
    try {
      for (let attempt = 0; !signal.aborted && !isRefused; attempt++) {
        let error: unknown = new TransportError('network')
        const id = uuid()
        let openedAt = 0
        try {
          await readEvents({
            uri: rootUri('my'),
            clientId: id,
            signal,
            onEvent: (event) => {
              if (event === 'change') return changed()
              openedAt = performance.now()
              announce(id)
              // What happened in between was not told.
              if (hadStream) changed()
              hadStream = true
            },
          })
        } catch (cause) {
          error = cause
          isRefused = !signal.aborted && !isOutage(cause)
        }
        announce(undefined)
        if (openedAt > 0 && !signal.aborted) {
          const isShort = performance.now() - openedAt < minStreamMs
          shortStreams = isShort ? shortStreams + 1 : 0
          if (!isShort) attempt = 0
          if (shortStreams === maxShortStreams) isRefused = true
        }
        if (!signal.aborted && !isRefused) await waitForRetry(error, attempt + 1, signal)
      }
    } finally {
      isLeader = false
    }
  }

  function takePart(): void {
    if (part || isRefused || over.signal.aborted) return
    part = new AbortController()
    const { signal } = part
    const locks = 'locks' in navigator ? navigator.locks : undefined
    const leading = locks ? locks.request(name, { signal }, () => lead(signal)) : lead(signal)
    // Aborted in the queue.
    Promise.resolve(leading).catch(() => undefined)
  }
  function leavePart(): void {
    part?.abort(new DOMException('closed', 'AbortError'))
    part = undefined
  }
  function onVisibility(): void {
    clearTimeout(hiddenTimer)
    if (!document.hidden) takePart()
    else if ('locks' in navigator) hiddenTimer = setTimeout(leavePart, maxHiddenMs)
    else leavePart()
  }
  document.addEventListener('visibilitychange', onVisibility, { signal: over.signal })
  onVisibility()

  return () => {
    over.abort()
    leavePart()
    clearTimeout(hiddenTimer)
    clearTimeout(writeTimer)
    eventStream.onWrite = undefined
    eventStream.id = undefined
    channel?.close()
  }
}
