import type { Envelope } from '#src/contract/errors.ts'
import { TransportError } from '#src/contract/errors.ts'
import { runtime } from '#src/lib/runtime.ts'
import { octets, readEnvelope, transmit, type Transfer } from './wire.ts'

/* Requests and answers that are bytes. Apart from the envelopes, since only few pages need them. */

export type RawCall = Transfer & {
  bytes?: Uint8Array<ArrayBuffer>
  headers?: Readonly<Record<string, string>>
  /** Sent to the end even when the page is left meanwhile. */
  keepalive?: boolean
}

/** An answer that need not be an envelope; `envelope` is there where it is one. */
export type RawAnswer = {
  status: number
  headers: Headers
  bytes: Uint8Array<ArrayBuffer>
  envelope: Envelope | undefined
  correlationId: string
}

/** Sends a call whose answer is bytes, whatever its status, without a bearer. Throws like {@link exchange}. */
export function exchangeRaw(call: RawCall): Promise<RawAnswer> {
  const headers = { accept: '*/*', ...(call.bytes ? octets : {}), ...call.headers }
  const init = {
    headers,
    ...(call.bytes ? { body: call.bytes } : {}),
    ...(call.keepalive ? { keepalive: true } : {}),
  }
  return transmit(call, init, async (response, correlationId) => {
    const bytes = new Uint8Array(await response.arrayBuffer())
    // What is sent as a file to keep is one, even when it is a JSON that looks like an envelope.
    const isFile = response.headers.has('content-disposition')
    const type = isFile ? '' : (response.headers.get('content-type') ?? '')
    const envelope = readEnvelope(type ? new TextDecoder().decode(bytes) : '', type)
    return { status: response.status, headers: response.headers, bytes, envelope, correlationId }
  })
}

/**
 * The path below the API base of an address that the service gave, with its query. The host in it is the service's own
 * idea of itself and may not be reachable from here. Throws {@link TransportError} for an address elsewhere.
 */
export function pathBelowApi(address: string): string {
  const base = `${runtime.apiBase}/`
  try {
    const { pathname, search } = new URL(address, location.origin)
    if (pathname.startsWith(base)) return pathname.slice(runtime.apiBase.length) + search
  } catch {
    // Not an address at all.
  }
  throw new TransportError('malformed')
}
