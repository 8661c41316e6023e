import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import {
  defaultConnectionLimits,
  attachListenerWithConnectionLimits,
} from '#src/server/http/admission/connections.ts'
import type { Listener } from '#src/server/http/listener.ts'
import { listen, type Listening } from '../../processes/listen.ts'
import { connectTo } from './clients.ts'

const open: Listening[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const listening of open.splice(0)) await listening.close()
})

async function serve(
  listener: Listener,
  { maxConnections = 100, writeTimeoutMs = 60_000 } = {},
): Promise<{ address: string; server: Server }> {
  const server = createServer()
  attachListenerWithConnectionLimits(server, listener, { maxConnections, writeTimeoutMs })
  const listening = await listen(server)
  open.push(listening)
  return { address: listening.address, server }
}

async function connected(address: string, from?: string): Promise<Socket> {
  const socket = await connectTo(address, from)
  sockets.push(socket)
  return socket
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
const connectionsOf = (server: Server) =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))

test('Security 7 the next request of a connection begins when the answer before is written', async () => {
  const begun: string[] = []
  const answers: (() => void)[] = []
  const { address } = await serve((incoming, outgoing) => {
    begun.push(incoming.url ?? '')
    incoming.resume()
    answers.push(() => outgoing.end('x'))
  })
  const socket = await connected(address)
  const post = 'POST /b HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nbody'
  socket.write(get('/a') + post + get('/c'))
  for (const expected of [['/a'], ['/a', '/b'], ['/a', '/b', '/c']]) {
    await expect.poll(() => begun).toEqual(expected)
    // Time for a further one to begin.
    for (let index = 0; index < 10; index++) await new Promise((resolve) => setImmediate(resolve))
    expect(begun).toEqual(expected)
    answers.at(-1)?.()
  }
  socket.write(get('/d'))
  await expect.poll(() => begun.at(-1)).toBe('/d')
})

test('Security 7 an answer that nobody reads ends; one that is read slowly, or takes long to make, does not', async () => {
  const answer = Buffer.alloc(16 * 1024 ** 2)
  const ended: string[] = []
  const { address } = await serve(
    ({ url = '' }, outgoing) => {
      outgoing.on('close', () => ended.push(url))
      if (url === '/late') setTimeout(() => outgoing.end('late'), 2_500)
      else outgoing.end(answer)
    },
    { writeTimeoutMs: 1_000 },
  )
  const [unread, slow, late] = [
    await connected(address),
    await connected(address),
    await connected(address),
  ]
  unread.pause()
  unread.write(get('/unread'))
  late.write(get('/late'))
  slow.write(get('/slow'))
  slow.on('data', () => {
    slow.pause()
    setTimeout(() => slow.resume(), 5)
  })
  late.resume()
  await expect.poll(() => ended.toSorted()).toEqual(['/late', '/slow', '/unread'])
  await expect.poll(() => slow.bytesRead).toBeGreaterThan(answer.length)
  await expect.poll(() => late.bytesRead).toBeGreaterThan(0)
  expect(late.destroyed).toBe(false)
  unread.resume()
  await once(unread, 'close')
  expect(unread.bytesRead).toBeLessThan(answer.length)
})

test('Security 7 requests that wait for an earlier one of their connection are at most 4,096 of all connections', async () => {
  const { address } = await serve(({ url }, outgoing) => {
    if (url === '/ping') outgoing.end('pong')
  })
  const closed: Socket[] = []
  const send = async () => {
    const socket = await connected(address)
    socket.on('close', () => closed.push(socket))
    socket.write(get('/').repeat(1_500))
  }
  await send()
  await send()
  const other = await connected(address)
  other.write(get('/ping'))
  await once(other, 'data')
  expect(closed).toEqual([])
  for (let index = 0; index < 10; index++) await send()
  await expect.poll(() => closed.length).toBeGreaterThan(0)
})

test('Security 7 connections get short at half of the descriptors of the process, and at 8,192', () => {
  const limitsOf = (soft: number | 'unlimited') => {
    const report = { userLimits: { open_files: { soft } } }
    vi.spyOn(process.report, 'getReport').mockReturnValue(report)
    return defaultConnectionLimits()
  }
  expect(limitsOf(1_064)).toEqual({ maxConnections: 500, writeTimeoutMs: 30_000 })
  expect(limitsOf(1_000_000).maxConnections).toBe(8_192)
  expect(limitsOf('unlimited').maxConnections).toBe(8_192)
  vi.restoreAllMocks()
})

test('Security 7 when connections get short, the address with the most loses its longest silent one', async () => {
  const { address, server } = await serve(
    ({ url }, outgoing) => {
      if (url === '/ping') outgoing.end('pong')
    },
    { maxConnections: 8 },
  )
  const other = await connected(address, '127.0.0.2')
  const working = await connected(address)
  working.write(get('/long'))
  const closed: number[] = []
  for (let index = 0; index < 20; index++) {
    const socket = await connected(address)
    socket.on('close', () => closed.push(index))
  }
  await expect.poll(() => closed).toEqual(Array.from({ length: 14 }, (_, index) => index))
  expect(await connectionsOf(server)).toBe(8)
  expect(working.closed || other.closed).toBe(false)
  other.write(get('/ping'))
  const [pong] = (await once(other, 'data')) as [Buffer]
  expect(pong.toString()).toContain('pong')
})
