import { toWireUri } from '#src/api/wire/wire-uri.ts'
import { fetchFromApi, tryParseEnvelope, unusableResponseError } from '#src/api/wire/wire.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { toApiError, TransportError } from '#src/contract/errors.ts'
import { sendWithBearer } from './client.ts'

/** The service sends something every 30 s (docs/protocol.md §9.1): a stream that is silent for this long is dead, in ms. */
const maxSilenceMs = 75_000

/** Characters of a line that are kept until its end arrives: only the names of events are read. */
const maxLineLength = 1_000

/** `open`: the stream begins, `resumed` after a break; `change`: something has changed below the folder. */
export type StreamEventKind = 'open' | 'resumed' | 'change'
const kinds: Readonly<Record<string, StreamEventKind>> = {
  subscribed: 'open',
  resumed: 'resumed',
  event: 'change',
}

/**
 * Reads the events of a folder (docs/protocol.md §9.1) until the stream ends. Only that something has changed
 * is reported, not what: events are lost under load, so any event means that lists are read again. `clientId` must not be
 * used for another stream; the stream leaves out writes that carry it. Throws `ApiError` when the service refuses, `TransportError` when there is no
 * stream or it breaks, and the signal's reason.
 */
export async function readFolderEventStream({
  uri,
  clientId,
  signal,
  onEvent,
}: {
  uri: string
  clientId: string
  signal: AbortSignal
  onEvent: (event: StreamEventKind) => void
}): Promise<void> {
  const body = await sendWithBearer(
    (bearer) => openStream({ uri, clientId, signal, bearer }),
    signal,
  )
  await readFrames(body, signal, (event) => {
    const kind = kinds[event]
    if (kind) onEvent(kind)
  })
}

async function openStream({
  uri,
  clientId,
  signal,
  bearer,
}: {
  uri: string
  clientId: string
  signal: AbortSignal
  bearer: string | undefined
}): Promise<ReadableStream<Uint8Array>> {
  const answer = await fetchFromApi(
    { method: 'GET', path: '/file/events', query: { uri: toWireUri(uri) }, signal },
    {
      headers: {
        accept: 'text/event-stream',
        'x-cr-client-id': clientId,
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      },
    },
    async (response, correlationId) => {
      const type = response.headers.get('content-type') ?? ''
      if (response.ok && response.body && type.startsWith('text/event-stream')) return response.body
      const envelope = tryParseEnvelope(await response.text(), type)
      return envelope && envelope.code !== ErrorCode.ok
        ? toApiError(envelope, correlationId)
        : unusableResponseError(response, correlationId)
    },
  )
  if (answer instanceof Error) throw answer
  return answer
}

/** Calls `onFrame` with the name of each event. */
async function readFrames(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  onFrame: (event: string) => void,
): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const cancel = () => void reader.cancel().catch(() => undefined)
  let timer = setTimeout(cancel, maxSilenceMs)
  signal.addEventListener('abort', cancel)
  // The signal may have aborted before there was a reader.
  if (signal.aborted) cancel()
  try {
    let rest = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      clearTimeout(timer)
      timer = setTimeout(cancel, maxSilenceMs)
      const lines = (rest + decoder.decode(value, { stream: true })).split(/\r?\n/)
      rest = (lines.pop() ?? '').slice(-maxLineLength)
      for (const line of lines) {
        if (line.startsWith('event:')) onFrame(line.slice('event:'.length).trim())
      }
    }
  } catch (cause) {
    if (!signal.aborted) throw new TransportError('network', { cause })
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', cancel)
  }
  signal.throwIfAborted()
}
