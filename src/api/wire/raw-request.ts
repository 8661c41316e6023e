import {
  octetStreamHeaders,
  tryParseEnvelope,
  fetchFromApi,
  type RequestTarget,
} from '#src/api/wire/wire.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { type ResponseEnvelope, toApiError, TransportError } from '#src/contract/errors.ts'
import { runtimeConfig } from '#src/platform/deployment/runtime-config.ts'

/*
 * Requests and responses whose bodies are bytes. Only a few pages need them, so the file of all other requests does not
 * import this one.
 */

/** Time limit of reading a content or a part of it, in ms: on a slow connection 4 MiB take minutes. */
export const readTimeLimitMs = 5 * 60_000

/** Time limit of sending a content, in ms: longer by what it takes at 32 kbit/s, so that a short one need not wait long. */
export const sendTimeLimitOf = ({ length }: Uint8Array): number => 30_000 + length / 4

export type ReadBody = (response: Response) => Promise<Uint8Array<ArrayBuffer>>

export const readAll: ReadBody = async (response) => new Uint8Array(await response.arrayBuffer())

export type BytesRequest = RequestTarget & {
  bytes?: Uint8Array<ArrayBuffer>
  headers?: Readonly<Record<string, string>>
  /** Lets the request finish when the page is closed meanwhile. */
  keepalive?: boolean
  /** Reads the body of the response, all of it by default. */
  readBody?: ReadBody | undefined
}

/** A response that need not be an envelope; `envelope` is set when it is one. */
export type RawResponse = {
  status: number
  headers: Headers
  bytes: Uint8Array<ArrayBuffer>
  envelope: ResponseEnvelope | undefined
  correlationId: string
}

/** Sends a request whose response is bytes, whatever its status, without a bearer. Throws like {@link sendRequest}. */
export function sendRawRequest(request: BytesRequest): Promise<RawResponse> {
  const headers = {
    accept: '*/*',
    ...(request.bytes ? octetStreamHeaders : {}),
    ...request.headers,
  }
  const init = {
    headers,
    ...(request.bytes ? { body: request.bytes } : {}),
    ...(request.keepalive ? { keepalive: true } : {}),
  }
  return fetchFromApi(request, init, async (response, correlationId) => {
    const bytes = await (request.readBody ?? readAll)(response)
    // A response with Content-Disposition is a file, even when it is JSON that looks like an envelope.
    const isFile = response.headers.has('content-disposition')
    const type = isFile ? '' : (response.headers.get('content-type') ?? '')
    const envelope = tryParseEnvelope(type ? new TextDecoder().decode(bytes) : '', type)
    return { status: response.status, headers: response.headers, bytes, envelope, correlationId }
  })
}

/**
 * The path below the API base of an address that the service gave, with its query. Its host is ignored: the
 * service may know itself by a name that is not reachable from here. Throws {@link TransportError} for an address elsewhere.
 */
export function requireApiPath(address: string): string {
  const base = `${runtimeConfig.apiBase}/`
  try {
    const { pathname, search } = new URL(address, location.origin)
    if (pathname.startsWith(base)) return pathname.slice(runtimeConfig.apiBase.length) + search
  } catch {
    // Not a URL.
  }
  throw new TransportError('malformed')
}

/** Path below the API base of a URL that the service gave; undefined for one of a storage on another origin. */
export function apiPathOfUrl(address: string): string | undefined {
  try {
    return requireApiPath(address)
  } catch {
    return undefined
  }
}

/** Part of a content, in bytes. */
export type ByteRange = { readonly start: number; readonly length: number }

/** What is read of a content: the `range` where the service keeps to it, and what `readBody` takes of the answer. */
export type ContentPart = {
  readonly range?: ByteRange | undefined
  readonly readBody?: ReadBody
}

/** `total` is the length of all where only a part came, `tag` that of the version; both where the answer tells. */
export type FetchedContent = {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly total: number | undefined
  readonly tag: string | undefined
}

export const rangeHeader = ({ start, length }: ByteRange): Record<string, string> => ({
  range: `bytes=${start}-${start + length - 1}`,
})

/**
 * The bytes at the path of a content URL of the service, or the `range` of them, and their type. Throws `ApiError` when the
 * response is an envelope with an error.
 */
export async function fetchContentBytes(
  path: string,
  signal: AbortSignal | undefined,
  { range, timeLimitMs, readBody }: ContentPart & { timeLimitMs?: number } = {},
): Promise<FetchedContent & { type: string }> {
  const answer = await sendRawRequest({
    method: 'GET',
    path,
    signal,
    readBody,
    ...(range && { headers: rangeHeader(range) }),
    ...(timeLimitMs !== undefined && { timeLimitMs }),
  })
  const { status, envelope, correlationId, bytes, headers } = answer
  if (envelope && envelope.code !== ErrorCode.ok) throw toApiError(envelope, correlationId)
  if (status !== 200 && !(range && status === 206)) {
    throw new TransportError('http', { status, correlationId })
  }
  return { ...contentOf(bytes, headers), type: headers.get('content-type') ?? '' }
}

export function contentOf(bytes: Uint8Array<ArrayBuffer>, headers: Headers): FetchedContent {
  const total = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1]
  // The service compresses on the way or does not, which makes a tag weak.
  const tag = headers.get('etag')?.replace(/^W\//, '')
  return { bytes, total: total === undefined ? undefined : Number(total), tag }
}
