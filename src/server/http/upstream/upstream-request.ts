import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { isCrossSiteWrite } from '#src/server/http/security/cross-site.ts'
import { hasTwoHosts } from '#src/server/http/security/host.ts'
import { headersNamedByConnection, passedHeaders, passedRequestHeaders } from './passed-headers.ts'

/** A reason to refuse a request before anything of it is sent on. */
export type RequestRejection = { readonly status: 400 | 403 | 405; readonly reason: string }

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** Headers that say where a message ends or whom it is for; as hop-by-hop headers they would be lost on the way. */
const framing = ['content-length', 'transfer-encoding', 'host']

/** How often a path may be escaped: names in addresses of contents are escaped once. */
const maxEscapes = 4

/**
 * Whether a server could find a segment `.` or `..` in a path: as it is, with its dots or slashes escaped, also more than
 * once (`%252e`), or followed by parameters (`..;a`), which some servers cut off.
 */
function hasDotSegment(target: string): boolean {
  let [path = ''] = target.split('?', 1)
  for (let count = 0; /%[\da-f]{2}/i.test(path); count++) {
    if (count === maxEscapes) return true
    path = path.replace(/%([\da-f]{2})/gi, (_, byte: string) =>
      String.fromCharCode(Number.parseInt(byte, 16)),
    )
  }
  return path.split(/[/\\]/).some((segment) => /^\.{1,2}(?:;|$)/.test(segment))
}

/**
 * Why a request must not be forwarded, if there is a reason: another server could read it as two requests, as one of
 * another host, or as one outside the API (RFC 9112 §11.2). Node's parser has refused contradictory lengths before.
 */
export function requestFault(incoming: IncomingMessage): RequestRejection | undefined {
  const { method = '', url = '', headers } = incoming
  const refuse = (reason: string) => ({ status: 400 as const, reason })
  if (!methods.has(method)) return { status: 405, reason: 'this method is not supported' }
  if (!/^\/(?!\/)[^\s\\#]*$/.test(url)) return refuse('the request target is not a path')
  if (hasDotSegment(url)) return refuse('the path has dot segments')
  if (hasTwoHosts(incoming)) return refuse('there are two Host headers')
  if (headersNamedByConnection(headers).some((name) => framing.includes(name))) {
    return refuse('Connection names a header that frames the message')
  }
  if (isCrossSiteWrite(method, (name) => headers[name]?.toString(), headers.host ?? '')) {
    return { status: 403, reason: 'a page of another site sent this request' }
  }
  const coding = headers['transfer-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    return refuse('this transfer coding is not supported')
  }
  return undefined
}

/**
 * Headers of the forwarded request. Length or chunking are those of the parsed request: Node adds none to methods
 * without a usual body, and an unframed body would be read as the next request. `forwarding` are our own headers about
 * the client.
 */
export function upstreamRequestHeaders(
  { headers }: IncomingMessage,
  host: string,
  forwarding: OutgoingHttpHeaders,
): OutgoingHttpHeaders {
  const { 'content-length': length, 'transfer-encoding': coding } = headers
  const framed: OutgoingHttpHeaders =
    coding !== undefined
      ? { 'transfer-encoding': 'chunked' }
      : length !== undefined
        ? { 'content-length': length }
        : {}
  return { ...passedHeaders(headers, passedRequestHeaders), ...forwarding, ...framed, host }
}
