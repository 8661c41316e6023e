import { randomUUID } from 'node:crypto'
import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { pipeline } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { acceptedEncodings, contentSecurityPolicy, strictHeaders } from './web.ts'

/** RFC 9110 §7.6.1: they speak of one connection, not of the message. */
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]
// Tokens alone authorise; and a server that checks the origin would refuse the one of this page.
const notSent = ['host', 'cookie', 'cookie2', 'origin', 'referer', 'expect']
const notReturned = [
  'set-cookie',
  'set-cookie2',
  'strict-transport-security',
  'alt-svc',
  'clear-site-data',
]

/**
 * Passes a request on to a real server: bodies stream both ways, path and query stay as they are,
 * redirects are handed on, a client that goes away ends the request there too.
 * An unreachable server is answered with HTTP 502 and an envelope (spec.md 2.1).
 */
export function createUpstream(
  origin: URL,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const isSecure = origin.protocol === 'https:'
  const agent = isSecure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  const send = isSecure ? httpsRequest : httpRequest

  return (incoming, outgoing) => {
    const request = send(
      {
        protocol: origin.protocol,
        hostname: origin.hostname.replace(/^\[(.*)\]$/, '$1'),
        port: origin.port,
        method: incoming.method ?? 'GET',
        path: incoming.url ?? '/',
        headers: requestHeaders(incoming.headers, origin),
        agent,
      },
      (answer) => {
        relay(incoming, answer, outgoing)
      },
    )
    request.on('error', (error) => {
      if (outgoing.destroyed) return
      if (outgoing.headersSent) outgoing.destroy()
      else unreachable(incoming, outgoing, origin, error)
    })
    // `close` also comes after a complete answer, where destroying is harmless.
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) request.destroy()
    })
    incoming.on('error', () => request.destroy())
    if (hasBody(incoming)) incoming.pipe(request)
    else request.end()
  }
}

function relay(incoming: IncomingMessage, answer: IncomingMessage, outgoing: ServerResponse) {
  const headers = responseHeaders(answer.headers)
  const packer = packerFor(incoming, answer)
  if (packer !== undefined) {
    headers['content-encoding'] = packer.encoding
    headers['vary'] =
      headers['vary'] === undefined ? 'Accept-Encoding' : `${headers['vary']}, Accept-Encoding`
    delete headers['content-length']
    delete headers['accept-ranges']
    // The bytes differ now, and a strong tag promises that they do not.
    if (typeof headers['etag'] === 'string')
      headers['etag'] = headers['etag'].replace(/^(?!W\/)/, 'W/')
  }
  outgoing.writeHead(answer.statusCode ?? 502, headers)
  // A length that falls short, or a reset, must reach the client as a broken answer, never as a short one.
  const settle = (error: Error | null | undefined) => {
    if (error) outgoing.destroy()
  }
  if (packer === undefined) pipeline(answer, outgoing, settle)
  else pipeline(answer, packer.stream, outgoing, settle)
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function requestHeaders(headers: IncomingHttpHeaders, origin: URL): OutgoingHttpHeaders {
  return {
    // Node frames the body of a DELETE only when told to; unframed it would be read as the next request.
    ...(headers['transfer-encoding'] === undefined ? {} : { 'transfer-encoding': 'chunked' }),
    ...without(headers, [...hopByHop, ...namedByConnection(headers), ...notSent]),
    host: origin.host,
  }
}

function responseHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const kept = without(headers, [...hopByHop, ...namedByConnection(headers), ...notReturned])
  for (const name of Object.keys(kept)) {
    // Nobody but this page may read the answers, whatever the real server allows.
    if (name.startsWith('access-control-')) delete kept[name]
  }
  for (const [name, value] of Object.entries(strictHeaders)) kept[name.toLowerCase()] = value
  // Uploaded HTML shares an origin with this page here: sandboxed, it can do nothing.
  kept['content-security-policy'] = `${contentSecurityPolicy}; sandbox`
  return kept
}

function without(headers: IncomingHttpHeaders, names: readonly string[]): OutgoingHttpHeaders {
  const kept: OutgoingHttpHeaders = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !names.includes(name)) kept[name] = value
  }
  return kept
}

function namedByConnection(headers: IncomingHttpHeaders): string[] {
  return (headers.connection ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')
}

function packerFor(incoming: IncomingMessage, answer: IncomingMessage) {
  const isJson = /^application\/json\b/i.test(answer.headers['content-type'] ?? '')
  const isPlain = (answer.headers['content-encoding'] ?? 'identity') === 'identity'
  const hasBody =
    incoming.method !== 'HEAD' &&
    answer.statusCode === 200 &&
    answer.headers['content-length'] !== '0'
  if (!isJson || !isPlain || !hasBody) return undefined
  const accepted = acceptedEncodings(incoming.headers['accept-encoding'] ?? '')
  if (accepted.has('br')) {
    return {
      encoding: 'br',
      stream: createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
    }
  }
  if (accepted.has('gzip')) return { encoding: 'gzip', stream: createGzip() }
  return undefined
}

function unreachable(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  origin: URL,
  error: NodeJS.ErrnoException,
) {
  const asked = String(incoming.headers['x-cr-correlation-id'] ?? '')
  const body = JSON.stringify({
    code: -1,
    msg: `${origin.host} cannot be reached`,
    error: error.code ?? error.message,
    correlation_id: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(asked)
      ? asked
      : randomUUID(),
  })
  outgoing.writeHead(502, {
    ...strictHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    // What is left of an upload is not read, so the connection cannot be used again.
    Connection: 'close',
  })
  outgoing.end(body)
}
