import * as v from 'valibot'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ResponseEnvelope, toApiError, TransportError } from '#src/contract/errors.ts'
import { recordServiceTime, serviceNow } from '#src/lib/service-time.ts'
import { uuid } from '#src/lib/uuid.ts'
import { runtimeConfig } from '#src/platform/deployment/runtime-config.ts'
import { eventStreamClient, noteWrite, tellOfWrites } from './event-stream.ts'

/*
 * Sending one request and reading its response, without a session. `client.ts` adds the bearer; `tokens.ts` uses this
 * to renew it.
 */

type TimeLimit = {
  signal?: AbortSignal | undefined
  /** Time limit in ms; 30,000 by default. */
  timeLimitMs?: number
}

export type RequestTarget = TimeLimit & {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the API base, with a leading slash. */
  path: string
  query?: Readonly<Record<string, string | number | boolean | undefined>>
}

export type ApiRequest = RequestTarget & {
  /** Sent as JSON. */
  body?: unknown
  /** Sent unchanged instead of `body`. */
  bytes?: Uint8Array<ArrayBuffer>
  /** Lets the request finish when the page is closed meanwhile. */
  keepalive?: boolean
}

export type ApiResponse = {
  envelope: ResponseEnvelope
  correlationId: string
}

const defaultTimeLimitMs = 30_000

function requestUrl({ path, query }: RequestTarget): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(key, String(value))
  }
  // URLSearchParams encodes a space as "+", which the service reads as a plus sign inside a URI (docs/protocol.md
  // §1.1).
  const text = search.toString().replaceAll('+', '%20')
  return `${runtimeConfig.apiBase}${path}${text ? `?${text}` : ''}`
}

/** Milliseconds of a Retry-After header (seconds or a date), at most five minutes. */
export function parseRetryAfter(header: string | null): number | undefined {
  if (!header) return undefined
  const seconds = Number(header)
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - serviceNow()
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), 300_000) : undefined
}

/** A gateway in front of the service answered in its place (docs/protocol.md §1.3). */
const isGatewayFailure = ({ status }: Response): boolean =>
  status === 502 || status === 503 || status === 504

/** The error for a response that is not one of the service. */
export function unusableResponseError(response: Response, correlationId: string): TransportError {
  const wait = parseRetryAfter(response.headers.get('retry-after'))
  return new TransportError(response.ok ? 'malformed' : 'http', {
    status: response.status,
    correlationId,
    ...(wait === undefined ? {} : { retryAfter: wait }),
  })
}

export function tryParseEnvelope(text: string, contentType: string): ResponseEnvelope | undefined {
  if (!/\bjson\b/i.test(contentType)) return undefined
  try {
    const read = v.safeParse(ResponseEnvelope, JSON.parse(text))
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}

/**
 * Sends with a signal that aborts with `signal` and at the time limit. Throws {@link TransportError} when there is no
 * response, and the signal's reason when it was aborted; what `send` throws as a `TransportError` stays.
 */
export async function sendWithTimeLimit<T>(
  { signal, timeLimitMs = defaultTimeLimitMs }: TimeLimit,
  correlationId: string,
  send: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController()
  const abort = () => stop.abort(signal?.reason)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    stop.abort()
  }, timeLimitMs)
  try {
    return await send(stop.signal)
  } catch (cause) {
    if (cause instanceof TransportError) throw cause
    if (signal?.aborted) throw signal.reason
    throw new TransportError(timedOut ? 'timeout' : 'network', { correlationId, cause })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

/**
 * Sends a request and reads its response with `read`, whatever its status. Throws {@link TransportError} when there is
 * no response or one of a gateway (502, 503, 504, whatever the body), and the signal's reason when it was aborted.
 */
export function fetchFromApi<T>(
  request: RequestTarget,
  init: Omit<RequestInit, 'headers'> & { headers: Record<string, string> },
  read: (response: Response, correlationId: string) => Promise<T>,
): Promise<T> {
  const correlationId = uuid()
  const isWrite = request.method !== 'GET'
  const send = async (signal: AbortSignal) => {
    const response = await fetch(requestUrl(request), {
      ...init,
      method: request.method,
      headers: {
        accept: 'application/json',
        'x-cr-correlation-id': correlationId,
        ...(isWrite && eventStreamClient.id ? { 'x-cr-client-id': eventStreamClient.id } : {}),
        ...init.headers,
      },
      signal,
      credentials: 'omit',
      cache: 'no-store',
    })
    if (isGatewayFailure(response)) throw unusableResponseError(response, correlationId)
    return response
  }
  return sendWithTimeLimit(request, correlationId, async (signal) => {
    const response = await send(signal).finally(() => isWrite && noteWrite(request.path))
    tellOfWrites()
    return await read(response, correlationId)
  })
}

export const octetStreamHeaders = { 'content-type': 'application/octet-stream' }

/**
 * Sends a request and reads its envelope, whatever its code. Throws {@link TransportError} when there is no envelope,
 * and the signal's reason when it was aborted.
 */
export function sendRequest(request: ApiRequest, bearer?: string): Promise<ApiResponse> {
  const headers: Record<string, string> = bearer ? { authorization: `Bearer ${bearer}` } : {}
  const init: Omit<RequestInit, 'headers'> = { keepalive: request.keepalive ?? false }
  if (request.bytes) {
    Object.assign(headers, octetStreamHeaders)
    init.body = request.bytes
  } else if (request.body !== undefined) {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(request.body)
  }
  return fetchFromApi(request, { ...init, headers }, async (response, correlationId) => {
    recordServiceTime(response.headers.get('date'))
    const text = await response.text()
    const envelope = tryParseEnvelope(text, response.headers.get('content-type') ?? '')
    if (!envelope || (!response.ok && envelope.code === ErrorCode.ok)) {
      throw unusableResponseError(response, correlationId)
    }
    return { envelope, correlationId }
  })
}

/** The `data` of a successful response, parsed. Throws the typed error otherwise. */
export function parseResponseData<S extends v.GenericSchema>(
  schema: S,
  response: ApiResponse,
): v.InferOutput<S> {
  const { envelope, correlationId } = response
  if (envelope.code !== ErrorCode.ok) throw toApiError(envelope, correlationId)
  const read = v.safeParse(schema, envelope.data)
  if (!read.success) throw new TransportError('malformed', { status: 200, correlationId })
  return read.output
}
