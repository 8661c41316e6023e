import * as v from 'valibot'
import { Code } from '#src/contract/codes.ts'
import { Envelope, toApiError, TransportError } from '#src/contract/errors.ts'
import { runtime } from '#src/lib/runtime.ts'
import { uuid } from '#src/lib/uuid.ts'

/*
 * One request and its answer, without a session. `client.ts` adds the bearer; `tokens.ts` uses this to refresh.
 */

export type Transfer = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the API base, with a leading slash. */
  path: string
  query?: Readonly<Record<string, string | number | boolean | undefined>>
  signal?: AbortSignal | undefined
  /** Milliseconds until the request is given up; 30,000 unless told. */
  timeLimit?: number
}

export type Call = Transfer & {
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is, in the place of `body`. */
  bytes?: Uint8Array<ArrayBuffer>
}

export type Answer = {
  envelope: Envelope
  correlationId: string
  /** The service's clock, in ms since 1970, where it told. */
  date: number | undefined
}

const defaultTimeLimit = 30_000

function address({ path, query }: Transfer): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(key, String(value))
  }
  // URLSearchParams writes a space as "+", which the service reads as a plus inside an address.
  const text = search.toString().replaceAll('+', '%20')
  return `${runtime.apiBase}${path}${text ? `?${text}` : ''}`
}

/** Milliseconds of a Retry-After header: seconds or a date; at most five minutes. */
function retryAfter(header: string | null): number | undefined {
  if (!header) return undefined
  const seconds = Number(header)
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), 300_000) : undefined
}

export function readEnvelope(text: string, contentType: string): Envelope | undefined {
  if (!/\bjson\b/i.test(contentType)) return undefined
  try {
    const read = v.safeParse(Envelope, JSON.parse(text))
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}

/**
 * Sends a request and reads its answer, whatever is in it. Throws {@link TransportError} when none came, and the
 * signal's reason when it was aborted.
 */
export async function transmit<T>(
  call: Transfer,
  init: Omit<RequestInit, 'headers'> & { headers: Record<string, string> },
  read: (response: Response, correlationId: string) => Promise<T>,
): Promise<T> {
  const correlationId = uuid()
  const stop = new AbortController()
  const abort = () => stop.abort(call.signal?.reason)
  if (call.signal?.aborted) abort()
  call.signal?.addEventListener('abort', abort)
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    stop.abort()
  }, call.timeLimit ?? defaultTimeLimit)
  try {
    const response = await fetch(address(call), {
      ...init,
      method: call.method,
      headers: {
        accept: 'application/json',
        'x-cr-correlation-id': correlationId,
        ...init.headers,
      },
      signal: stop.signal,
      credentials: 'omit',
      cache: 'no-store',
    })
    return await read(response, correlationId)
  } catch (cause) {
    if (cause instanceof TransportError) throw cause
    if (call.signal?.aborted) throw call.signal.reason
    throw new TransportError(timedOut ? 'timeout' : 'network', { correlationId, cause })
  } finally {
    clearTimeout(timer)
    call.signal?.removeEventListener('abort', abort)
  }
}

export const octets = { 'content-type': 'application/octet-stream' }

/** An answer that was asked for ahead is good for so long, in ms. */
const aheadFor = 10_000
const ahead = new Map<string, { answer: Promise<Answer>; bearer: string; at: number }>()

/** Sends a call before anybody needs its answer: whoever makes the same call next, as the same user, gets it. */
export function askAhead(call: Call, bearer: string): void {
  const answer = exchange(call, bearer)
  answer.catch(() => undefined)
  ahead.set(address(call), { answer, bearer, at: performance.now() })
}

function takeAhead(call: Call, bearer: string | undefined): Promise<Answer> | undefined {
  if (ahead.size === 0 || call.method !== 'GET') return undefined
  const known = ahead.get(address(call))
  ahead.delete(address(call))
  const isGood = known?.bearer === bearer && performance.now() - (known?.at ?? 0) < aheadFor
  return isGood ? known?.answer : undefined
}

/**
 * Sends a call and reads its envelope, whatever the code in it. Throws {@link TransportError} when no envelope came,
 * and the signal's reason when it was aborted.
 */
export function exchange(call: Call, bearer?: string): Promise<Answer> {
  const known = takeAhead(call, bearer)
  if (known) return known
  const headers: Record<string, string> = bearer ? { authorization: `Bearer ${bearer}` } : {}
  const init: Omit<RequestInit, 'headers'> = {}
  if (call.bytes) {
    Object.assign(headers, octets)
    init.body = call.bytes
  } else if (call.body !== undefined) {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(call.body)
  }
  return transmit(call, { ...init, headers }, async (response, correlationId) => {
    const text = await response.text()
    const envelope = readEnvelope(text, response.headers.get('content-type') ?? '')
    if (!envelope || (!response.ok && envelope.code === Code.ok)) {
      const wait = retryAfter(response.headers.get('retry-after'))
      throw new TransportError(response.ok ? 'malformed' : 'http', {
        status: response.status,
        correlationId,
        ...(wait === undefined ? {} : { retryAfter: wait }),
      })
    }
    const date = Date.parse(response.headers.get('date') ?? '')
    return { envelope, correlationId, date: Number.isNaN(date) ? undefined : date }
  })
}

/** The `data` of a successful answer in the shape it should have. Throws the typed error otherwise. */
export function dataOf<S extends v.GenericSchema>(schema: S, answer: Answer): v.InferOutput<S> {
  const { envelope, correlationId } = answer
  if (envelope.code !== Code.ok) throw toApiError(envelope, correlationId)
  const read = v.safeParse(schema, envelope.data)
  if (!read.success) throw new TransportError('malformed', { status: 200, correlationId })
  return read.output
}
