import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'

/*
 * The headers that pass between a client and a real server. Anything else stays here: what a client says about addresses
 * (`X-Forwarded-For`, `X-Original-URL`, …) would be believed by the server, and what a server asks of browsers (`Link`,
 * `NEL`, `Refresh`, …) would hold for this page. Cookies do not pass, since only the bearer token authorises.
 */

/** Headers of the protocol and of contents, and `User-Agent` for the log of the real server. */
export const passedRequestHeaders: readonly string[] = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'cache-control',
  'content-encoding',
  'content-language',
  'content-type',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'range',
  'user-agent',
  'x-cr-client-id',
  'x-cr-context-hint',
  'x-cr-correlation-id',
  'x-cr-purchase-ticket',
  'x-wopi-lock',
  'x-wopi-oldlock',
  'x-wopi-override',
]

/** `X-Accel-Buffering` tells a proxy in front of this server not to hold back streams of events. */
export const passedResponseHeaders: readonly string[] = [
  'accept-ranges',
  'age',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-range',
  'content-type',
  'date',
  'etag',
  'expires',
  'last-modified',
  'location',
  'retry-after',
  'vary',
  'x-accel-buffering',
  'x-cr-correlation-id',
  'x-wopi-itemversion',
  'x-wopi-lock',
  'x-wopi-lockfailurereason',
]

/** Names of the headers that `Connection` declares to be of this connection only, in lower case. */
export function headersNamedByConnection(headers: IncomingHttpHeaders): string[] {
  return (headers.connection ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')
}

/** The headers of a message that are `listed` and not of this connection only. */
export function passedHeaders(
  headers: IncomingHttpHeaders,
  listed: readonly string[],
): OutgoingHttpHeaders {
  const ofConnection = new Set(headersNamedByConnection(headers))
  const passed: OutgoingHttpHeaders = {}
  for (const name of listed) {
    const value = headers[name]
    if (value !== undefined && !ofConnection.has(name)) passed[name] = value
  }
  return passed
}
