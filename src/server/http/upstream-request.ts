import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { isCrossSiteWrite } from './cross-site.ts'
import { endToEndHeaders, headersNamedByConnection } from './end-to-end-headers.ts'

/** A reason to refuse a request before anything of it is sent on. */
export type RequestFault = { readonly status: 400 | 403 | 405; readonly reason: string }

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** Headers that say where a message ends or whom it is for; as hop-by-hop headers they would be lost on the way. */
const framing = ['content-length', 'transfer-encoding', 'host']
// Only the bearer token authorises; and a server that checks `Origin` would refuse the origin of this page.
const notForwarded = ['host', 'cookie', 'cookie2', 'origin', 'referer', 'expect']

/** Whether a path has a segment `.` or `..`, also when its dots or slashes are escaped. */
function hasDotSegment(target: string): boolean {
  const [path = ''] = target.split('?', 1)
  return path
    .replace(/%2e/gi, '.')
    .split(/[/\\]|%2f|%5c/i)
    .some((segment) => segment === '.' || segment === '..')
}

/**
 * Why a request must not be forwarded, if there is a reason: another server could read it as two requests, as one of
 * another host, or as one outside the API (RFC 9112 §11.2). Node's parser has refused contradictory lengths before.
 */
export function requestFault(incoming: IncomingMessage): RequestFault | undefined {
  const { method = '', url = '', headers, rawHeaders } = incoming
  const refuse = (reason: string) => ({ status: 400 as const, reason })
  if (!methods.has(method)) return { status: 405, reason: 'this method is not supported' }
  if (!/^\/(?!\/)[^\s\\#]*$/.test(url)) return refuse('the request target is not a path')
  if (hasDotSegment(url)) return refuse('the path has dot segments')
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1) return refuse('there are two Host headers')
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
 * without a usual body, and an unframed body would be read as the next request.
 */
export function forwardedHeaders({ headers }: IncomingMessage, host: string): OutgoingHttpHeaders {
  const { 'content-length': length, 'transfer-encoding': coding } = headers
  const framed: OutgoingHttpHeaders =
    coding !== undefined
      ? { 'transfer-encoding': 'chunked' }
      : length !== undefined
        ? { 'content-length': length }
        : {}
  return { ...endToEndHeaders(headers, [...notForwarded, 'content-length']), ...framed, host }
}
