import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** The IP address in an entry of `X-Forwarded-For`: as it is, as `IP:port`, `[IP]` or `[IP]:port`; else undefined. */
function addressIn(entry: string): string | undefined {
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(entry) ?? []
  const [, beforePort] = /^([\d.]+):\d+$/.exec(entry) ?? []
  const address = bracketed ?? beforePort ?? entry
  return isIP(address) === 0 ? undefined : address
}

/** An IPv4 address that came over an IPv6 socket, as IPv4. */
const plainAddress = (remote = ''): string => remote.replace(/^::ffff:(?=\d+\.)/i, '')

/**
 * The network address of the client. `X-Forwarded-For` counts only when the connection comes from the trusted proxy, and
 * of its entries only the last, which that proxy added itself; clients can write anything into the others. An entry that
 * is no address, such as `unknown`, leaves the client with the address of the proxy.
 */
export function clientAddress(
  remote: string | undefined,
  forwardedFor: string | null | undefined,
  trustedProxy: string | undefined,
): string {
  const plain = plainAddress(remote)
  if (trustedProxy === undefined || plain !== trustedProxy) return plain
  const last = (forwardedFor ?? '').split(',').at(-1)?.trim() ?? ''
  return addressIn(last) ?? plain
}

/** Who stands in front of this server, as the command line says. */
export type ProxyOptions = {
  /** Address of the proxy whose forwarding headers count. */
  readonly trustedProxy?: string | undefined
  /** The address by which the page is asked for. */
  readonly publicUrl?: URL | undefined
}

/** The network address of the client of a request. */
export const clientAddressOfRequest = (
  { headers, socket }: IncomingMessage,
  { trustedProxy }: ProxyOptions,
): string =>
  clientAddress(socket.remoteAddress, headers['x-forwarded-for']?.toString(), trustedProxy)

/**
 * What a real server behind this one is told about the client, whatever the client says about itself: its address, and
 * whether it speaks TLS, which the public address says, else the trusted proxy.
 */
export function forwardingHeaders(
  incoming: IncomingMessage,
  proxy: ProxyOptions,
): { 'x-forwarded-for': string; 'x-forwarded-proto': string } {
  const { headers, socket } = incoming
  const isOfProxy = plainAddress(socket.remoteAddress) === proxy.trustedProxy
  const proto = isOfProxy ? headers['x-forwarded-proto']?.toString().split(',').at(-1)?.trim() : ''
  const isSecure = proxy.publicUrl ? proxy.publicUrl.protocol === 'https:' : proto === 'https'
  return {
    'x-forwarded-for': clientAddressOfRequest(incoming, proxy),
    'x-forwarded-proto': isSecure ? 'https' : 'http',
  }
}

/** What limits of an address count by: an IPv6 network of 64 bits is one client, since one subscriber has all of it. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('::', 2)
  const start = head === '' ? [] : head.split(':')
  const end = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - start.length - end.length
  const groups = [...start, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...end]
  const plainGroups = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${plainGroups.join(':')}::/64`
}
