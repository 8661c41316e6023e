import { once } from 'node:events'
import { createServer, type IncomingMessage, request as httpRequest, type Server } from 'node:http'
import { connect } from 'node:net'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createUpstreamProxy } from '#src/server/http/upstream/upstream.ts'
import { listen, type Listening } from '../../../processes/listen.ts'

/** What the real server was asked: method, target, framing headers and body. */
type Seen = { method: string; url: string; body: string; length: string | undefined; port: number }

const servers: Listening[] = []
let seen: Seen[] = []
/** Methods of the requests whose headers have reached the real server. */
let begun: string[] = []
/** What our server took for requests, in any order. */
let parsed: string[] = []
let front = 0

async function serve(server: Server): Promise<Listening> {
  const listening = await listen(server)
  servers.push(listening)
  return listening
}

beforeEach(async () => {
  seen = []
  begun = []
  parsed = []
  const real = createServer((request, response) => {
    begun.push(request.method ?? '')
    if (request.url === '/api/v4/early') {
      response.end('early')
      return
    }
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const length = headers['content-length'] ?? headers['transfer-encoding']
      seen.push({ method, url, body, length, port: request.socket.remotePort ?? 0 })
      response.end(`answer to ${url}`)
    })
  })
  const { address } = await serve(real)
  const forward = createUpstreamProxy(new URL(address))
  const ours = createServer((request, response) => {
    parsed.push(`${request.method} ${request.url}`)
    forward(request, response)
  })
  front = (await serve(ours)).port
})
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

/**
 * Sends bytes as they are, and gives all that comes back until the server closes or is silent for `silence` ms. Without
 * it an answer is waited for, however long it takes, and then for 150 ms whether there is another one.
 */
async function exchange(text: string, silence?: number): Promise<string> {
  const socket = connect(front, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')))
  socket.on('error', () => undefined)
  socket.write(text, 'latin1')
  await new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
    socket.once('timeout', () => socket.destroy())
    if (silence === undefined) socket.once('data', () => socket.setTimeout(150))
    else socket.setTimeout(silence)
  })
  return answer
}

const statuses = (answer: string) =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))

/** What an ordinary client gets. */
async function ask(path: string): Promise<string> {
  const request = httpRequest({ host: '127.0.0.1', port: front, path, agent: false }).end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of response) text += String(chunk)
  return text
}

const smuggled = 'GET /api/v4/SMUGGLED HTTP/1.1\r\nHost: localhost\r\n\r\n'

describe('a request that tries to be two', () => {
  test.each(['content-length', 'Transfer-Encoding', 'HOST'])(
    'is refused when Connection names %s, and other clients get their own answers',
    async (named) => {
      const framing =
        named === 'Transfer-Encoding'
          ? `Transfer-Encoding: chunked\r\n\r\n${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`
          : `Content-Length: ${smuggled.length}\r\n\r\n${smuggled}`
      const attack = `DELETE /api/v4/file HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive, ${named}\r\n${framing}`
      expect(statuses(await exchange(attack))).toEqual([400])
      for (let index = 0; index < 5; index++) {
        expect(await ask(`/api/v4/own/${index}`)).toBe(`answer to /api/v4/own/${index}`)
      }
      expect(seen.map(({ url }) => url)).not.toContain('/api/v4/SMUGGLED')
    },
  )

  test.each(['GET', 'DELETE', 'OPTIONS', 'POST', 'HEAD'])(
    'arrives as one when %s has a body',
    async (method) => {
      for (const framing of [
        `Content-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
        `Transfer-Encoding: chunked\r\n\r\n${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`,
      ]) {
        await exchange(`${method} /api/v4/file HTTP/1.1\r\nHost: localhost\r\n${framing}`)
      }
      expect(seen).toMatchObject([
        { method, url: '/api/v4/file', body: smuggled, length: String(smuggled.length) },
        { method, url: '/api/v4/file', body: smuggled, length: 'chunked' },
      ])
    },
  )

  test('is refused with two Host headers, two lengths, or a coding besides chunked', async () => {
    for (const headers of [
      'Host: localhost\r\nHost: other',
      'Host: localhost\r\nContent-Length: 0\r\nContent-Length: 5',
      'Host: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked',
      'Host: localhost\r\nTransfer-Encoding: gzip, chunked',
    ]) {
      const answer = await exchange(`POST /api/v4/file HTTP/1.1\r\n${headers}\r\n\r\n0\r\n\r\n`)
      expect(statuses(answer), headers).toEqual([400])
    }
    expect(seen).toEqual([])
  })
})

describe('a request that leaves the API', () => {
  test.each([
    '/api/../admin',
    '/api/v4/..',
    '/api/./v4',
    '/api/%2e%2e/admin',
    '/api/.%2E/admin',
    '/api/..%2fadmin',
    '/api/..\\admin',
    '/api/v4/%2e',
    '/api/..;/x',
    '/api/..%3b/x',
    '/api/%252e%252e/x',
    '/api/%25252e%25252e/x',
    '/api/..%252fx',
    '/api/%25%32%65./x',
    '/api/a%255c..%255cx',
    `/api/%${'25'.repeat(20)}2e./x`,
    'http://other/api/v4/file',
    '//other/api',
    '*',
  ])('is refused (%s)', async (target) => {
    const method = target === '*' ? 'OPTIONS' : 'GET'
    expect(
      statuses(await exchange(`${method} ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`)),
    ).toEqual([400])
    expect(seen).toEqual([])
  })

  test.each(['TRACE', 'CONNECT', 'PROPFIND'])('is refused (%s)', async (method) => {
    const target = method === 'CONNECT' ? 'localhost:443' : '/api/v4/file'
    const answer = await exchange(`${method} ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    expect(statuses(answer)).toEqual(method === 'CONNECT' ? [] : [405])
    expect(seen).toEqual([])
  })

  test('is one of the API when dots are in its names and its query', async () => {
    const targets = [
      '/api/v4/file/content/x/1/a..b%2Fc...?uri=svc://my/../x',
      '/api/v4/file/content/x/1/..a;b',
      '/api/v4/file/content/x/1/100%25%20%252e',
    ]
    for (const target of targets) {
      const answer = await exchange(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
      expect(statuses(answer)).toEqual([200])
    }
    expect(seen.map(({ url }) => url)).toEqual(targets)
  })
})

test('a connection is not used again after a request that was not sent to its end', async () => {
  const socket = connect(front, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('POST /api/v4/file HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nhalf')
  await expect.poll(() => begun).toEqual(['POST'])
  socket.destroy()
  for (let index = 0; index < 3; index++) {
    expect(await ask(`/api/v4/own/${index}`)).toBe(`answer to /api/v4/own/${index}`)
  }
  expect(seen.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET'])
})

test('what a client sends after an early answer is still its body', async () => {
  const socket = connect(front, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(
    `POST /api/v4/early HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${smuggled.length + 1}\r\n\r\n`,
  )
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toContain('200 OK')
  socket.write(smuggled)
  for (let index = 0; index < 3; index++) {
    expect(await ask(`/api/v4/own/${index}`)).toBe(`answer to /api/v4/own/${index}`)
  }
  socket.destroy()
  expect(seen.map(({ url }) => url)).not.toContain('/api/v4/SMUGGLED')
})

test('whatever bytes are sent, the real server sees only what was read as a request here', async () => {
  const token = fc.constantFrom(
    'keep-alive',
    'close',
    'content-length',
    'transfer-encoding',
    'x-own',
    'upgrade',
    'te',
    'host',
  )
  const header = fc.oneof(
    fc
      .array(token, { minLength: 1, maxLength: 3 })
      .map((names) => `Connection: ${names.join(', ')}`),
    fc.constantFrom(
      'Host: localhost',
      'Host:localhost',
      'Transfer-Encoding: chunked',
      'Transfer-Encoding : chunked',
      'Transfer-Encoding: xchunked',
      'Transfer-Encoding: identity',
      'Transfer-Encoding:\tchunked',
      'Transfer-Encoding: chunked, identity',
      'TE: trailers',
      'Trailer: Content-Length',
      'Expect: 100-continue',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA',
      ' folded',
      'X-Own: a\rb',
      'Content-Length:',
    ),
    fc
      .constantFrom(
        '0',
        '5',
        '+5',
        '0x5',
        '5, 5',
        '-1',
        String(smuggled.length),
        '99999999999999999999',
      )
      .map((length) => `Content-Length: ${length}`),
  )
  const body = fc.constantFrom(
    '',
    'hello',
    smuggled,
    `0\r\n\r\n${smuggled}`,
    `5\r\nhello\r\n0\r\n\r\n${smuggled}`,
    `5;a=b\r\nhello\r\n0\r\nContent-Length: 5\r\n\r\n`,
    `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`,
    `5\nhello\n0\n\n${smuggled}`,
  )
  const attack = fc.record({
    method: fc.constantFrom('GET', 'POST', 'DELETE', 'HEAD', 'PUT', 'PATCH', 'get', 'TRACE'),
    target: fc.constantFrom('/api/v4/file', '/api/v4/file?x= y', '/api/v4/../x', 'http://x/api'),
    version: fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/1.1 ', 'HTTP/2.0'),
    headers: fc.array(header, { maxLength: 5 }),
    end: fc.constantFrom('\r\n', '\n'),
    body,
  })
  await fc.assert(
    fc.asyncProperty(fc.array(attack, { minLength: 4, maxLength: 8 }), async (attacks) => {
      seen = []
      parsed = []
      await Promise.all(
        attacks.map(({ method, target, version, headers, end, body: content }) => {
          const lines = [`${method} ${target} ${version}`, 'Host: localhost', ...headers]
          return exchange(`${lines.join(end)}${end}${end}${content}`, 40)
        }),
      )
      const other = await Promise.all([0, 1, 2].map((index) => ask(`/api/v4/own/${index}`)))
      expect(other).toEqual([0, 1, 2].map((index) => `answer to /api/v4/own/${index}`))
      const accepted = [...parsed]
      for (const { method, url } of seen) {
        const at = accepted.indexOf(`${method} ${url}`)
        expect(at).toBeGreaterThanOrEqual(0)
        accepted.splice(at, 1)
      }
    }),
    { numRuns: 25 },
  )
}, 20_000)
