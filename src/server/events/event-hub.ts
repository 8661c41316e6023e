import { AsyncLocalStorage } from 'node:async_hooks'
import { HttpError } from '#src/server/http/responses/envelope.ts'
import type { Db } from '#src/server/storage/db.ts'
import { type FileChange, type ItemPathWithFolderKeys, subscribeToChanges } from './changes.ts'

/** Streams of one account. Browsers open one for all of their tabs. */
const maxStreamsOfUser = 16
const maxStreams = 1_000
/** Events that wait for a flush; further ones are dropped, since any event means that lists are read again. */
const maxWaiting = 100
/** Bytes that may wait for a slow reader, whose stream is ended beyond that. */
const maxBufferedBytes = 64 * 1024
const keepAliveMs = 30_000
/** How long a client can resume a broken stream, in ms. */
const resumeMs = 60_000
/** Flushes are delayed by further changes for this many delays at most. */
const maxDelays = 3

type Topic = {
  readonly userKey: number
  readonly clientId: string
  readonly folderKey: number
  /** The grant that it is read by; '' for the caller's own folder. */
  readonly grant: string
  /** Whether the caller may still read the folder; asked before events are sent. */
  readonly isAllowed: () => boolean
}

/** Streams of changes, one for each client that asks. */
export type EventHub = {
  /** The body of a stream of changes below a folder. Throws a refusal (HTTP 503) when there are too many. */
  open(topic: Topic): ReadableStream<Uint8Array>
  /** Runs a request; its changes are not sent to the stream of the client that it names in `X-Cr-Client-Id`. */
  runFor<T>(
    caller: { readonly user: { readonly key: number } | null; readonly request: Request },
    work: () => T,
  ): T
  /** Ends the streams whose readers may not read any more, after a sign-out. */
  endDisallowed(): void
  close(): void
}

type Stream = {
  topic: Topic
  /** Undefined while the client is away. */
  controller: ReadableStreamDefaultController<Uint8Array> | undefined
  /** The newest change of each file, by file. */
  waiting: Map<string, string>
  flush: NodeJS.Timeout | undefined
  waitingSince: number
  keepAlive: NodeJS.Timeout | undefined
  expiry: NodeJS.Timeout | undefined
}

const encoder = new TextEncoder()
const frame = (event: string, data = '<nil>') => encoder.encode(`event:${event}\ndata:${data}\n\n`)

/** Path below the folder of the stream, with a leading slash; undefined outside of it. */
function pathBelow(folderKey: number, path: ItemPathWithFolderKeys | null): string | undefined {
  const depth = path?.folders.findIndex(({ key }) => key === folderKey) ?? -1
  if (!path || depth < 0) return undefined
  return `/${[...path.folders.slice(depth + 1), path].map(({ name }) => name).join('/')}`
}

/** The JSON of an event (docs/protocol.md §9.1); undefined when the stream does not cover the change. */
function eventOf({ folderKey }: Topic, change: FileChange): string | undefined {
  const from = pathBelow(folderKey, change.from)
  const to = pathBelow(folderKey, change.to)
  const body = (type: string, path: string, target = '') =>
    JSON.stringify({ type, file_id: change.fileId, from: path, to: target })
  if (from !== undefined && to !== undefined)
    return change.isModified ? body('modify', to) : body('rename', from, to)
  if (to !== undefined) return body('create', to)
  return from === undefined ? undefined : body('delete', from)
}

const keyOf = ({ userKey, clientId, folderKey, grant }: Topic) =>
  JSON.stringify([userKey, clientId, folderKey, grant])

/** The open streams by topic, and sending to them. `onEmpty` is called when the last one has ended. */
function createStreams(delayMs: number, onEmpty: () => void) {
  const streams = new Map<string, Stream>()

  function remove(key: string, stream: Stream): void {
    clearTimeout(stream.flush)
    clearTimeout(stream.expiry)
    clearInterval(stream.keepAlive)
    if (streams.get(key) === stream) streams.delete(key)
    try {
      stream.controller?.close()
    } catch {
      // A stream whose client has left cannot be closed again.
    }
    stream.controller = undefined
    if (streams.size === 0) onEmpty()
  }

  function detach(key: string, stream: Stream): void {
    stream.controller = undefined
    clearInterval(stream.keepAlive)
    stream.expiry = setTimeout(() => remove(key, stream), resumeMs).unref()
  }

  function send(key: string, stream: Stream, bytes: Uint8Array): void {
    const { controller } = stream
    if (!controller) return
    if ((controller.desiredSize ?? 0) > 0) controller.enqueue(bytes)
    else remove(key, stream)
  }

  function flush(key: string, stream: Stream): void {
    stream.flush = undefined
    // Rights are asked also while the client is away: it would get what waits when it comes back.
    if (!stream.topic.isAllowed()) return remove(key, stream)
    if (!stream.controller) return
    const events = [...stream.waiting.values()]
    stream.waiting.clear()
    for (const event of events) send(key, stream, frame('event', event))
  }

  function schedule(key: string, stream: Stream): void {
    const now = performance.now()
    if (!stream.flush) stream.waitingSince = now
    const left = stream.waitingSince + maxDelays * delayMs - now
    clearTimeout(stream.flush)
    const delay = Math.max(0, Math.min(delayMs, left))
    stream.flush = setTimeout(() => flush(key, stream), delay).unref()
  }

  /** Streams whose clients are away end first, the one that was opened first before the others. */
  function requireRoom({ userKey }: Topic): void {
    const all = [...streams]
    const own = all.filter(([, { topic }]) => topic.userKey === userKey)
    for (const [some, max] of [
      [own, maxStreamsOfUser],
      [all, maxStreams],
    ] as const) {
      if (some.length < max) continue
      const away = some.find(([, { controller }]) => !controller)
      if (!away) throw new HttpError(-1, 'Too many streams', { status: 503 })
      remove(...away)
    }
  }

  return { streams, remove, detach, send, schedule, requireRoom }
}

/** `delayMs`: events are sent this long after the last change, merged per file. */
export function createEventHub(db: Db, delayMs: number): EventHub {
  const origin = new AsyncLocalStorage<string>()
  let unfollow: (() => void) | undefined
  const { streams, remove, detach, send, schedule, requireRoom } = createStreams(delayMs, () => {
    unfollow?.()
    unfollow = undefined
  })

  function take(changes: readonly FileChange[]): void {
    for (const [key, stream] of streams) {
      const { topic, waiting } = stream
      if (origin.getStore() === `${topic.userKey} ${topic.clientId}`) continue
      let isNew = false
      for (const change of changes) {
        const event = eventOf(topic, change)
        if (event === undefined || (waiting.size >= maxWaiting && !waiting.has(change.fileId)))
          continue
        waiting.set(change.fileId, event)
        isNew = true
      }
      if (isNew) schedule(key, stream)
    }
  }

  return {
    open(topic) {
      const key = keyOf(topic)
      const before = streams.get(key)
      if (!before) requireRoom(topic)
      const stream: Stream = {
        topic,
        controller: undefined,
        waiting: new Map(before?.waiting),
        flush: undefined,
        waitingSince: 0,
        keepAlive: undefined,
        expiry: undefined,
      }
      streams.set(key, stream)
      if (before) remove(key, before)
      unfollow ??= subscribeToChanges(db, take)
      return new ReadableStream<Uint8Array>(
        {
          start(controller) {
            stream.controller = controller
            controller.enqueue(frame(before ? 'resumed' : 'subscribed'))
            if (stream.waiting.size > 0) schedule(key, stream)
            stream.keepAlive = setInterval(() => {
              if (topic.isAllowed()) send(key, stream, frame('keep-alive'))
              else remove(key, stream)
            }, keepAliveMs).unref()
          },
          cancel: () => detach(key, stream),
        },
        new ByteLengthQueuingStrategy({ highWaterMark: maxBufferedBytes }),
      )
    },
    runFor({ user, request }, work) {
      const clientId = request.headers.get('x-cr-client-id')
      if (!user || clientId === null) return work()
      return origin.run(`${user.key} ${clientId.toLowerCase()}`, work)
    },
    endDisallowed() {
      for (const [key, stream] of streams) if (!stream.topic.isAllowed()) remove(key, stream)
    },
    close() {
      for (const [key, stream] of streams) remove(key, stream)
    },
  }
}
