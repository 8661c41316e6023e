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
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { acceptedEncodings } from '#src/server/http/responses/accept-encoding.ts'
import { forwardingHeaders, type ProxyOptions } from '#src/server/http/security/client-address.ts'
import {
  contentSecurityPolicy,
  securityHeaders,
} from '#src/server/http/security/security-headers.ts'
import { passedHeaders, passedResponseHeaders } from './passed-headers.ts'
import { type RequestRejection, upstreamRequestHeaders, requestFault } from './upstream-request.ts'

/** Milliseconds without progress until the head of an answer: a long batch answers when it is done. */
const headTimeoutMs = 120_000
/** Milliseconds without a byte in the body of an answer: streams of events have one every 30 s. */
const bodyTimeoutMs = 90_000

/**
 * Forwards a request to a real server: bodies are streamed both ways, path and query stay as they are, headers pass as
 * far as they are listed, redirects are forwarded, and when the client disconnects the upstream request is aborted. When the server cannot be reached, or its
 * answer is none that can be handed on, the response is HTTP 502 with an envelope (docs/protocol.md §1.2), and 504 when
 * it does not come in time; an answer that has begun is broken off. Untrusted certificates are printed once; they are
 * checked against the authorities of Node, and those of `NODE_EXTRA_CA_CERTS`.
 */
export function createUpstreamProxy(
  origin: URL,
  proxy: ProxyOptions = {},
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const isSecure = origin.protocol === 'https:'
  const agent = isSecure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  const send = isSecure ? httpsRequest : httpRequest
  const reported = new Set<string>()

  return (incoming, outgoing) => {
    const fault = requestFault(incoming)
    if (fault !== undefined) {
      refuse(incoming, outgoing, fault)
      return
    }
    const request = send({
      protocol: origin.protocol,
      hostname: origin.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: origin.port,
      method: incoming.method ?? 'GET',
      path: incoming.url ?? '/',
      headers: upstreamRequestHeaders(incoming, origin.host, forwardingHeaders(incoming, proxy)),
      agent,
    })
    let timer: NodeJS.Timeout | undefined
    const waitFor = (ms: number, onSilence: () => void) => {
      clearTimeout(timer)
      timer = setTimeout(onSilence, ms)
    }
    let hasFailed = false
    /** Ends the request with an answer of ours, or breaks off the one that has begun. */
    const fail = (status: 502 | 504, msg: string, error: string) => {
      if (hasFailed || outgoing.destroyed) return
      hasFailed = true
      clearTimeout(timer)
      request.destroy()
      if (outgoing.headersSent) breakOff(incoming)
      else sendError(incoming, outgoing, status, { code: -1, msg, error })
    }
    const failOddly = (error: string) =>
      fail(502, `${origin.host} does not answer as a server of the protocol`, error)
    const waitForHead = () =>
      waitFor(headTimeoutMs, () =>
        fail(
          504,
          `${origin.host} does not answer`,
          `no answer within ${headTimeoutMs / 1000} seconds`,
        ),
      )
    const waitForBody = () =>
      waitFor(bodyTimeoutMs, () => {
        // The client has not read what has come so far.
        if (outgoing.writableNeedDrain) waitForBody()
        else fail(504, `${origin.host} does not answer`, 'silence in an answer')
      })

    waitForHead()
    request.on('response', (answer) => {
      const { statusCode = 0 } = answer
      // Node gives 1xx to other listeners, except 101, and lets the server send any three digits.
      if (statusCode < 200 || statusCode > 599) {
        failOddly(`status ${statusCode}`)
        return
      }
      waitForBody()
      answer.on('data', waitForBody)
      answer.on('end', () => clearTimeout(timer))
      relay(incoming, answer, outgoing)
    })
    request.on('upgrade', (_answer, socket) => {
      socket.destroy()
      failOddly('another protocol')
    })
    request.on('error', (error) => {
      reportUntrusted(origin, error, reported)
      fail(502, `${origin.host} cannot be reached`, firstLineOfError(error))
    })
    // `close` is also emitted after a complete response.
    outgoing.on('close', () => {
      clearTimeout(timer)
      if (!outgoing.writableFinished) request.destroy()
    })
    incoming.on('error', () => request.destroy())
    if (hasBody(incoming)) {
      // Node would hold the headers back until the first bytes of the body, which an early response does not wait for.
      request.flushHeaders()
      incoming.pipe(request)
      incoming.on('data', () => {
        if (!outgoing.headersSent) waitForHead()
      })
    } else request.end()
  }
}

function relay(incoming: IncomingMessage, answer: IncomingMessage, outgoing: ServerResponse) {
  const headers = answeredHeaders(answer.headers)
  const compressor = compressorFor(incoming, answer)
  if (compressor !== undefined) {
    headers['content-encoding'] = compressor.encoding
    headers['vary'] =
      headers['vary'] === undefined ? 'Accept-Encoding' : `${headers['vary']}, Accept-Encoding`
    delete headers['content-length']
    delete headers['accept-ranges']
    // The bytes are no longer the same, so a strong ETag becomes a weak one.
    if (typeof headers['etag'] === 'string')
      headers['etag'] = headers['etag'].replace(/^(?!W\/)/, 'W/')
  }
  outgoing.writeHead(answer.statusCode ?? 502, headers)
  // The listener comes before `pipeline`, which ends the connection.
  answer.on('error', () => breakOff(incoming))
  const settle = () => undefined
  if (compressor === undefined) pipeline(answer, outgoing, settle)
  else pipeline(answer, compressor.stream, outgoing, settle)
}

/** A truncated response must reach the client as an error; in HTTP/1.0 an ordinary end of the connection is none. */
function breakOff(incoming: IncomingMessage) {
  if (incoming.httpVersion === '1.0') incoming.socket.resetAndDestroy()
  else incoming.socket.destroy()
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function answeredHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const kept = passedHeaders(headers, passedResponseHeaders)
  for (const [name, value] of Object.entries(securityHeaders)) kept[name.toLowerCase()] = value
  // Uploaded HTML is served from the origin of this page; sandboxed, its scripts do not run.
  kept['content-security-policy'] = `${contentSecurityPolicy}; sandbox`
  return kept
}

function compressorFor(incoming: IncomingMessage, answer: IncomingMessage) {
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

const firstLineOfError = (error: NodeJS.ErrnoException): string =>
  isUntrusted(error) ? untrusted(error) : (error.code ?? error.message)

/** Whether a request failed because the certificate of the real server is not trusted. */
const isUntrusted = ({ code = '' }: NodeJS.ErrnoException): boolean =>
  /CERT|UNABLE_TO_VERIFY/.test(code)

const untrusted = ({ code }: NodeJS.ErrnoException) => `its certificate is not trusted (${code})`

/** Tells the operator, who sees no answers; once for each reason. */
function reportUntrusted(origin: URL, error: NodeJS.ErrnoException, reported: Set<string>): void {
  if (!isUntrusted(error) || reported.has(error.code ?? '')) return
  reported.add(error.code ?? '')
  console.error(
    `Latchkey: ${origin.origin} cannot be reached: ${untrusted(error)}. Name a file with the certificate of its authority in the environment variable NODE_EXTRA_CA_CERTS.`,
  )
}

function refuse(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, reason }: RequestRejection,
) {
  sendError(incoming, outgoing, status, {
    code: ErrorCode.invalidParameters,
    msg: 'This request cannot be forwarded',
    error: reason,
  })
}

function sendError(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  status: number,
  envelope: { code: number; msg: string; error: string },
) {
  const correlationId = String(incoming.headers['x-cr-correlation-id'] ?? '')
  const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(correlationId)
  outgoing.writeHead(status, {
    ...securityHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    // The rest of the body is not read, so the connection cannot be reused.
    Connection: 'close',
  })
  outgoing.end(
    JSON.stringify({ ...envelope, correlation_id: isUuid ? correlationId : randomUUID() }),
  )
}
