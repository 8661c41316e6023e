import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'

/** Headers of one connection, not of the message (RFC 9110 §7.6.1). */
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
  'http2-settings',
]

/** Names of the headers that `Connection` declares to be of this connection only, in lower case. */
export function headersNamedByConnection(headers: IncomingHttpHeaders): string[] {
  return (headers.connection ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')
}

/** The headers that belong to the message, without those in `excluded` (lower case). */
export function endToEndHeaders(
  headers: IncomingHttpHeaders,
  excluded: readonly string[],
): OutgoingHttpHeaders {
  const names = new Set([...hopByHop, ...headersNamedByConnection(headers), ...excluded])
  const kept: OutgoingHttpHeaders = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !names.has(name)) kept[name] = value
  }
  return kept
}
