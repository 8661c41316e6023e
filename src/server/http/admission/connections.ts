import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Listener } from '#src/server/http/listener.ts'
import { networkOf } from '#src/server/http/security/client-address.ts'

/** What the connections of a server may take. */
export type ConnectionLimits = {
  /** Connections at a time; beyond that, silent ones end. */
  readonly maxConnections: number
  /** Milliseconds after which an answer ends of which the client has read nothing more. */
  readonly writeTimeoutMs: number
}

/** Requests that have been read while an earlier one of their connection is answered; of all connections together. */
const maxPipelined = 4_096
/** Descriptors for anything but connections and the files that are sent through them. */
const ownDescriptors = 64
const most = { connections: 8_192, writeTimeoutMs: 30_000 }

/** The limits for this process: a connection needs a descriptor, and another one for a file that is sent through it. */
export function defaultConnectionLimits(): ConnectionLimits {
  // Node has raised the soft limit to the hard one. There is none on Windows.
  const report = process.report.getReport() as {
    userLimits?: { open_files?: { soft?: number | 'unlimited' } }
  }
  const descriptors = Number(report.userLimits?.open_files?.soft)
  const places = Math.floor((descriptors - ownDescriptors) / 2)
  return {
    maxConnections: Number.isFinite(places)
      ? Math.max(16, Math.min(places, most.connections))
      : most.connections,
    writeTimeoutMs: most.writeTimeoutMs,
  }
}

type Pair = readonly [incoming: IncomingMessage, outgoing: ServerResponse]

/** The connections of one network address, the oldest first; a silent one has no request in progress. */
type Network = { readonly all: Set<Socket>; readonly silent: Set<Socket> }

/**
 * Lets a server answer with `listener`, one request of a connection at a time. When connections get short, the network
 * address with the most of them loses the one that has been silent longest, else its oldest.
 */
export function attachListenerWithConnectionLimits(
  server: Server,
  listener: Listener,
  { maxConnections, writeTimeoutMs }: ConnectionLimits,
): void {
  const networks = new Map<string, Network>()
  /** The requests of each connection, of which the first is being answered. */
  const requests = new Map<Socket, Pair[]>()
  let connections = 0
  let pipelined = 0

  function endOne(): void {
    let largest: Network | undefined
    for (const network of networks.values()) {
      if (network.all.size > (largest?.all.size ?? 0)) largest = network
    }
    const [silent] = largest?.silent ?? []
    const [oldest] = largest?.all ?? []
    const socket = silent ?? oldest
    if (!socket) return
    forget(socket)
    socket.destroy()
  }

  function forget(socket: Socket): void {
    const network = networks.get(nameOf(socket))
    if (!network?.all.delete(socket)) return
    network.silent.delete(socket)
    if (network.all.size === 0) networks.delete(nameOf(socket))
    connections -= 1
  }

  /** The address is gone once the connection is closed. */
  const names = new WeakMap<Socket, string>()
  const nameOf = (socket: Socket) => names.get(socket) ?? ''

  server.on('connection', (socket) => {
    const name = networkOf(socket.remoteAddress ?? '')
    names.set(socket, name)
    const network = networks.get(name) ?? { all: new Set(), silent: new Set() }
    networks.set(name, network)
    network.all.add(socket)
    network.silent.add(socket)
    connections += 1
    socket.once('close', () => {
      forget(socket)
      pipelined -= Math.max(0, (requests.get(socket)?.length ?? 0) - 1)
      requests.delete(socket)
    })
    if (connections > maxConnections) endOne()
  })

  // A burst is accepted at once, and ended connections are counted here a little longer.
  server.maxConnections = 2 * maxConnections
  // Node asks first whether anything was sent or received meanwhile.
  server.timeout = writeTimeoutMs
  server.on('timeout', (socket) => {
    const isWorkedOn = requests.has(socket) && socket.writableLength === 0
    if (isWorkedOn) socket.setTimeout(writeTimeoutMs)
    else socket.destroy()
  })

  function begin(socket: Socket, [incoming, outgoing]: Pair): void {
    networks.get(nameOf(socket))?.silent.delete(socket)
    outgoing.once('close', () => finish(socket))
    listener(incoming, outgoing)
  }

  function finish(socket: Socket): void {
    const own = requests.get(socket)
    // After a last answer (`Connection: close`) nothing more is answered.
    if (!own || socket.destroyed || !socket.writable) return
    own.shift()
    const [next] = own
    if (next) {
      pipelined -= 1
      begin(socket, next)
      return
    }
    requests.delete(socket)
    networks.get(nameOf(socket))?.silent.add(socket)
    socket.resume()
  }

  server.on('request', (incoming, outgoing) => {
    const { socket } = incoming
    if (socket.destroyed) return
    const own = requests.get(socket)
    if (!own) {
      requests.set(socket, [[incoming, outgoing]])
      begin(socket, [incoming, outgoing])
      return
    }
    own.push([incoming, outgoing])
    pipelined += 1
    if (pipelined > maxPipelined) socket.destroy()
    // The microtask waits until Node has parsed this request, after which it reads on.
    else queueMicrotask(() => void (requests.has(socket) && socket.pause()))
  })
}
