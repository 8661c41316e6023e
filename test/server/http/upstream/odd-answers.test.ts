import { once } from 'node:events'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { type Server, type Socket, connect, createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createUpstreamProxy } from '#src/server/http/upstream/upstream.ts'
import { ask, between, closeServers, serve } from './upstream-http.ts'

const opened: { server: Server; sockets: Set<Socket> }[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const { server, sockets } of opened.splice(0)) {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
})

/** A real server that writes `bytes` as its answer to each request, and the address of ours before it. */
async function answering(bytes: string, then: (socket: Socket) => void = () => undefined) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    socket.on('data', (request) => {
      if (!request.includes('\r\n\r\n')) return
      socket.write(bytes, 'latin1')
      then(socket)
    })
  })
  opened.push({ server, sockets })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return { address: await serve(createUpstreamProxy(new URL(`http://127.0.0.1:${port}`))), sockets }
}

const body = 'Content-Length: 2\r\n\r\nok'

describe('Security 9 a real server that answers oddly', () => {
  it.each([
    ['000', `HTTP/1.1 000 Nothing\r\n${body}`],
    ['099', `HTTP/1.1 099 Odd\r\n${body}`],
    ['600', `HTTP/1.1 600 Odd\r\n${body}`],
    ['999', `HTTP/1.1 999 Odd\r\n${body}`],
    ['1000', `HTTP/1.1 1000 Odd\r\n${body}`],
    ['-1', `HTTP/1.1 -1 Odd\r\n${body}`],
    ['no number', `HTTP/1.1 two Odd\r\n${body}`],
    ['101', `HTTP/1.1 101 Switching Protocols\r\n\r\n`],
    [
      '101 with an upgrade',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nbytes',
    ],
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['a control character in a header', `HTTP/1.1 200 OK\r\nX-Odd: a\x01b\r\n${body}`],
    ['two lengths', `HTTP/1.1 200 OK\r\nContent-Length: 5\r\n${body}`],
    ['a huge head', `HTTP/1.1 200 OK\r\nX-Odd: ${'x'.repeat(100_000)}\r\n${body}`],
  ])('is refused with 502 and an envelope: %s', async (_, bytes) => {
    const { address, sockets } = await answering(bytes)
    for (const path of ['/api/v4/one', '/api/v4/two']) {
      const { response, bytes: answer } = await ask(new URL(path, address))
      expect(response.statusCode).toBe(502)
      expect(JSON.parse(answer.toString())).toMatchObject({ code: -1, error: expect.any(String) })
    }
    await expect.poll(() => sockets.size).toBe(0)
  })

  it('may announce its answer, also more than once', async () => {
    const early = 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'
    const { address } = await answering(
      `HTTP/1.1 100 Continue\r\n\r\n${early}${early}HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK\r\n${body}`,
    )
    const { response, bytes } = await ask(address)
    expect([response.statusCode, bytes.toString()]).toEqual([200, 'ok'])
  })

  it.each([204, 304])('may answer without a body (%i), and go on', async (status) => {
    const { address } = await answering(`HTTP/1.1 ${status} Nothing\r\nETag: "a"\r\n\r\n`)
    for (let round = 0; round < 3; round++) {
      const { response, bytes } = await ask(address)
      expect([response.statusCode, response.headers.etag, bytes.length]).toEqual([status, '"a"', 0])
    }
  })
})

describe('Security 9 a real server that is silent', () => {
  /** Time stands still; sockets do not. */
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))

  /** A request whose answer is at `answered` once there is one. */
  async function begin(address: URL) {
    const request = httpRequest(address, { agent: false }).end()
    request.on('error', () => undefined)
    const state: { answered?: IncomingMessage } = {}
    request.on('response', (response) => (state.answered = response))
    return { request, state }
  }
  const turns = async () => {
    for (let count = 0; count < 20; count++) await new Promise((resolve) => setImmediate(resolve))
  }

  it.each([
    '',
    'HTTP/1.1 100 Continue\r\n\r\n',
    'HTTP/1.1 103 Early Hints\r\n\r\n',
    'HTTP/1.1 200',
  ])('has 120 seconds until the head of its answer (%j)', async (bytes) => {
    let isAsked = false
    const { address, sockets } = await answering(bytes, () => (isAsked = true))
    const { request, state } = await begin(address)
    await vi.waitUntil(() => isAsked)
    vi.advanceTimersByTime(119_000)
    await turns()
    expect(state.answered).toBeUndefined()
    vi.advanceTimersByTime(1_000)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(504)
    const [text] = (await once(response, 'data')) as [Buffer]
    expect(JSON.parse(text.toString())).toMatchObject({
      code: -1,
      error: 'no answer within 120 seconds',
    })
    await vi.waitUntil(() => sockets.size === 0)
  })

  it('is not taken for silent while an upload is on its way to it', async () => {
    const received: string[] = []
    const address = await between((request, response) => {
      request.on('data', (chunk: Buffer) => received.push(chunk.toString()))
      request.on('end', () => response.end('complete'))
    })
    const request = httpRequest(address, { method: 'PUT', agent: false })
    request.setHeader('Transfer-Encoding', 'chunked')
    for (const piece of ['a', 'b', 'c', 'd']) {
      request.write(piece)
      await vi.waitUntil(() => received.includes(piece))
      vi.advanceTimersByTime(119_000)
    }
    request.end()
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(200)
  })

  it('has 90 seconds between two pieces of a body, which is then broken off', async () => {
    let write: (text: string) => void = () => undefined
    const { address, sockets } = await answering(
      'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nbegin\r\n',
      (socket) => (write = (text) => socket.write(`${text.length.toString(16)}\r\n${text}\r\n`)),
    )
    const { request } = await begin(address)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    expect(String((await once(response, 'data'))[0])).toBe('begin')
    for (let round = 0; round < 5; round++) {
      write(`event ${round}`)
      expect(String((await once(response, 'data'))[0])).toBe(`event ${round}`)
      vi.advanceTimersByTime(89_000)
      await turns()
      expect(response.destroyed).toBe(false)
    }
    vi.advanceTimersByTime(1_000)
    await expect(once(response, 'end')).rejects.toThrow(/aborted|ECONNRESET/)
    await vi.waitUntil(() => sockets.size === 0)
  })

  it('is not taken for silent while the client reads slowly', async () => {
    const length = 20_000_000
    const { address } = await answering(
      `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n`,
      (socket) => socket.write('x'.repeat(length)),
    )
    const { request } = await begin(address)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.pause()
    for (let round = 0; round < 5; round++) {
      await turns()
      vi.advanceTimersByTime(89_000)
    }
    let received = 0
    for await (const chunk of response) received += (chunk as Buffer).length
    expect(received).toBe(length)
  })
})

describe('Security 9 an answer that is not whole', () => {
  it.each([
    ['a length', `Content-Length: 10\r\n\r\nhalf`],
    ['chunks', 'Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'],
    ['chunks that are none', 'Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\nxyz\r\n'],
  ])('is broken off for clients of either version (%s)', async (_, head) => {
    for (const version of ['1.0', '1.1']) {
      const { address } = await answering(`HTTP/1.1 200 OK\r\n${head}`, (socket) => socket.end())
      const socket = connect(Number(address.port), '127.0.0.1')
      socket.write(`GET /api/v4/x HTTP/${version}\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
      let text = ''
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
      const isReset = await new Promise<boolean>((resolve) => {
        socket.on('error', () => resolve(true))
        socket.on('end', () => resolve(false))
      })
      // HTTP/1.1 says by a length or a last chunk what is missing.
      const isMarked = /content-length: 10/i.test(text) || !text.endsWith('\r\n0\r\n\r\n')
      expect(isReset || (version === '1.1' && isMarked)).toBe(true)
    }
  })

  it('is not asked for any more when the client has left, before its head and in its body', async () => {
    for (const bytes of ['', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf']) {
      const { address, sockets } = await answering(bytes)
      const request = httpRequest(address, { agent: false }).end()
      request.on('error', () => undefined)
      if (bytes) await once(request, 'response')
      await expect.poll(() => sockets.size).toBe(1)
      request.destroy()
      await expect.poll(() => sockets.size).toBe(0)
      closeServers()
    }
  })
})
