import { createServer, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { limitRequests } from '#src/server/http/admission/limit-requests.ts'
import { createUpstreamProxy } from '#src/server/http/upstream/upstream.ts'
import { listen, type Listening } from '../../../processes/listen.ts'
import { connectTo } from '../../attacks/clients.ts'
import { serve } from './upstream-http.ts'

const open: Listening[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const listening of open.splice(0)) await listening.close()
})

test('Security 7 a real server has 32 requests of a client at a time, streams of events apart', async () => {
  const seen: string[] = []
  const unanswered: ServerResponse[] = []
  const origin = await serve(({ url = '' }, outgoing) => {
    seen.push(url)
    unanswered.push(outgoing)
  })
  const listener = limitRequests(createUpstreamProxy(origin), () => '192.0.2.1')
  const listening = await listen(createServer(listener))
  open.push(listening)
  let answers = ''
  const send = async (path: string, token?: string) => {
    const socket = await connectTo(listening.address)
    sockets.push(socket)
    socket.on('data', (chunk: Buffer) => (answers += chunk.toString('latin1')))
    const bearer = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`
    socket.write(`GET /api/v4/${path} HTTP/1.1\r\nHost: localhost\r\n${bearer}\r\n`)
  }
  const count = (path: string) => seen.filter((url) => url === `/api/v4/${path}`).length
  await Promise.all(Array.from({ length: 40 }, () => send('file/events?uri=x')))
  await Promise.all(Array.from({ length: 161 }, () => send('file')))
  await expect.poll(() => answers).toContain('HTTP/1.1 503')
  expect(answers).toMatch(/^retry-after: 1\r$/im)
  expect(answers).toContain('"code":-1')
  await Promise.all(Array.from({ length: 33 }, () => send('user/me', 'token')))
  await expect.poll(() => count('user/me')).toBe(32)
  expect(count('file/events?uri=x')).toBe(40)
  expect(count('file')).toBe(32)
  for (const outgoing of unanswered) outgoing.end('x')
  await expect.poll(() => count('file')).toBe(64)
  expect(answers.match(/HTTP\/1\.1 503/g)).toHaveLength(1)
})

test('Security 7 one address has 256 requests at a real server at a time, however many bearers it invents', async () => {
  let seen = 0
  const origin = await serve(() => void seen++)
  const listener = limitRequests(createUpstreamProxy(origin), () => '192.0.2.1')
  const listening = await listen(createServer(listener))
  open.push(listening)
  let bearer = 0
  for (let round = 0; round < 3; round++)
    await Promise.all(
      Array.from({ length: 100 }, async () => {
        const socket = await connectTo(listening.address)
        sockets.push(socket)
        socket.write(
          `GET /api/v4/user/me HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${bearer++}\r\n\r\n`,
        )
      }),
    )
  await expect.poll(() => seen).toBeGreaterThanOrEqual(256)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(seen).toBe(256)
})
