import {
  type ByteRange,
  type ContentPart,
  contentOf,
  type FetchedContent,
  rangeHeader,
  readAll,
} from '#src/api/wire/raw-request.ts'
import { octetStreamHeaders, parseRetryAfter, sendWithTimeLimit } from '#src/api/wire/wire.ts'
import { TransportError } from '#src/contract/errors.ts'
import { unlistedStorageOriginCode, StorageError } from '#src/contract/storage-error.ts'
import { isOnStorageOrigin } from '#src/platform/deployment/storage-origins.ts'

/*
 * Requests to storages on other origins, at signed URLs that the service hands out (docs/protocol.md §8.3, §8.4). They
 * carry no token, no cookie and no header of the protocol: a storage must not learn them, and its signatures and CORS
 * rules may not allow them.
 */

/**
 * The URL itself. Throws {@link StorageError} with the code `notNamed` when the deployment does not name its origin, and
 * {@link TransportError} when it is no URL.
 */
export function requireAllowedOrigin(url: string): string {
  if (isOnStorageOrigin(url)) return url
  if (!URL.canParse(url)) throw new TransportError('malformed')
  throw new StorageError(new URL(url).origin, 'malformed', { code: unlistedStorageOriginCode })
}

/** Time limit of one part, in ms: on a slow connection a part takes minutes. */
export const partTimeoutMs = 15 * 60_000
/** Putting the parts of a large file together takes a storage minutes. */
const completionTimeoutMs = 10 * 60_000

type StorageRequest = {
  method: 'GET' | 'POST' | 'PUT'
  body?: string | Uint8Array<ArrayBuffer>
  range?: ByteRange | undefined
  signal: AbortSignal | undefined
  timeLimitMs: number
}

/** Codes of refusals that may be gone a moment later, whatever their status. */
const transientCodes = new Set(['RequestTimeout', 'OperationAborted', 'SlowDown', 'InternalError'])

/** The error for a refusal. One that may be gone a moment later gets the status of an outage, so that it is retried. */
function refusal(origin: string, { status, headers }: Response, text: string): StorageError {
  const code = /<Code>([^<]*)<\/Code>/.exec(text)?.[1] ?? ''
  const wait = parseRetryAfter(headers.get('retry-after'))
  return new StorageError(origin, 'http', {
    status: transientCodes.has(code) ? 503 : status,
    code: code === 'AccessDenied' && /expired/i.test(text) ? 'ExpiredToken' : code,
    ...(wait === undefined ? {} : { retryAfter: wait }),
  })
}

/** Sends a request and reads its answer with `read`. Throws {@link StorageError}, or the signal's reason. */
async function send<T>(
  url: string,
  { method, body, range, signal, timeLimitMs }: StorageRequest,
  read: (response: Response, origin: string) => Promise<T>,
): Promise<T> {
  const { origin } = new URL(url)
  try {
    return await sendWithTimeLimit({ signal, timeLimitMs }, '', async (stop) => {
      const response = await fetch(url, {
        method,
        ...(body === undefined ? {} : { body, headers: octetStreamHeaders }),
        ...(range && { headers: rangeHeader(range) }),
        signal: stop,
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
      })
      if (!response.ok) throw refusal(origin, response, await response.text())
      return await read(response, origin)
    })
  } catch (error) {
    if (!(error instanceof TransportError) || error instanceof StorageError) throw error
    throw new StorageError(origin, error.reason, { cause: error.cause })
  }
}

/**
 * Sends one part to its signed URL. Resolves to its ETag. Sending a part again is harmless. Throws {@link StorageError};
 * with the reason `malformed` when the storage does not let the page read the ETag.
 */
export const putStoragePart = (
  url: string,
  bytes: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<string> =>
  send(
    url,
    { method: 'PUT', body: bytes, signal, timeLimitMs: partTimeoutMs },
    async ({ headers, status }, origin) => {
      const tag = headers.get('etag')
      if (!tag) throw new StorageError(origin, 'malformed', { status })
      return tag
    },
  )

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string): string => text.replace(/[&<>]/g, (each) => escapes[each] ?? each)

/**
 * Puts the parts together (`CompleteMultipartUpload` of S3); `tags` are their ETags in order. Throws {@link StorageError},
 * with the code `NoSuchUpload` when it was done before, or aborted.
 */
export function completeStorageUpload(
  url: string,
  tags: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const parts = tags.map(
    (tag, index) =>
      `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`,
  )
  const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
  const request = { method: 'POST', body, signal, timeLimitMs: completionTimeoutMs } as const
  return send(url, request, async (response, origin) => {
    // S3 begins to answer before it knows the outcome, so an error can come with status 200.
    const text = await response.text()
    if (text.includes('<Error>')) throw refusal(origin, response, text)
  })
}

/** The bytes at a signed URL, or the `range` of them. Throws {@link StorageError}. */
export const fetchFromSignedUrl = (
  url: string,
  signal: AbortSignal | undefined,
  { range, readBody = readAll }: ContentPart = {},
): Promise<FetchedContent> =>
  send(url, { method: 'GET', signal, timeLimitMs: partTimeoutMs, range }, async (response) =>
    contentOf(await readBody(response), response.headers),
  )
