import { once } from 'node:events'
import { createServer, type IncomingMessage, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { listen } from '../../processes/listen.ts'
import { freshFolder, signIn, start } from './built-server.ts'

/** Asks as a proxy does that passes the name on by which it was asked. */
async function ask(address: string, path: string, init: Ask = {}) {
  const { method = 'GET', host = 'files.example.org', body, token } = init
  const headers = {
    host,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...init.headers,
  }
  const request = httpRequest(new URL(path, address), { method, headers, agent: false })
  request.end(body === undefined ? undefined : JSON.stringify(body))
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return { status: response.statusCode, headers: response.headers, text: await text(response) }
}
type Ask = {
  method?: string
  host?: string
  body?: unknown
  token?: string | undefined
  headers?: Record<string, string>
}

const dataOf = (answer: { text: string }) =>
  // oxlint-disable-next-line typescript/no-explicit-any
  (JSON.parse(answer.text) as { data: any }).data

const hsts = 'strict-transport-security'
const publicly = ['--public-url', 'https://files.example.org'] as const
const empty = (data: string) => ['--data', data, '--world', 'empty']

describe('R8 a server behind a proxy with --public-url', () => {
  it('writes links and contents with that address, whatever Host says, and asks for TLS', async () => {
    const data = freshFolder()
    const address = await start(...empty(data), ...publicly).address
    const token = (await signIn(address, data)).data?.token?.access_token
    await ask(address, '/api/v4/file/create', {
      method: 'POST',
      token,
      body: { uri: 'svc://my/plan.txt', type: 'file' },
    })
    for (const host of ['files.example.org', 'localhost:1', 'FILES.example.org:443']) {
      const link = await ask(address, '/api/v4/share', {
        method: 'PUT',
        host,
        token,
        body: { uri: 'svc://my/plan.txt' },
      })
      expect(dataOf(link)).toMatch(/^https:\/\/files\.example\.org\/s\//)
      expect(link.headers[hsts]).toBe('max-age=31536000')
    }
    const content = await ask(address, '/api/v4/file/url', {
      method: 'POST',
      token,
      body: { uris: ['svc://my/plan.txt'] },
    })
    expect(dataOf(content).urls[0].url).toMatch(/^https:\/\/files\.example\.org\/api\/v4\//)
    const page = await ask(address, '/')
    expect([page.status, page.headers[hsts]]).toEqual([200, 'max-age=31536000'])
    expect((await ask(address, '/', { host: 'evil.example' })).status).toBe(421)
    // The browser names the address of the page as the origin of its writes.
    const origin = { origin: 'https://files.example.org', 'sec-fetch-site': 'same-origin' }
    const write = { method: 'POST', token, headers: origin, body: { uris: ['svc://my/plan.txt'] } }
    expect((await ask(address, '/api/v4/file/url', write)).status).toBe(200)
  })

  it('asks for TLS in front of a real server too, and not where the address has none', async () => {
    const real = await listen(createServer((_request, response) => response.end('real')))
    const upstream = ['--upstream', new URL(real.address).origin]
    const secure = await ask(await start(...upstream, ...publicly).address, '/api/v4/site/ping')
    expect([secure.text, secure.headers[hsts]]).toEqual(['real', 'max-age=31536000'])
    const plain = await start(...upstream, '--public-url', 'http://files.example.org').address
    expect((await ask(plain, '/api/v4/site/ping')).headers).not.toHaveProperty(hsts)
    await real.close()
  })

  it('writes addresses as it was asked without it', async () => {
    const data = freshFolder()
    const address = await start(...empty(data)).address
    const token = (await signIn(address, data)).data?.token?.access_token
    const body = { uri: 'svc://my/plan.txt', type: 'file' }
    const host = new URL(address).host
    const create = await ask(address, '/api/v4/file/create', { method: 'POST', host, token, body })
    expect(create.headers).not.toHaveProperty(hsts)
    const link = await ask(address, '/api/v4/share', { method: 'PUT', host, token, body })
    expect(dataOf(link)).toMatch(new RegExp(`^http://${host}/s/`))
  })
})

describe('a request with two Host headers', () => {
  it('is refused by the page and by the service', async () => {
    const address = new URL(await start(...empty(freshFolder())).address)
    for (const path of ['/', '/api/v4/site/ping']) {
      const socket = connect(Number(address.port), address.hostname)
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: localhost\r\nhost: evil.example\r\nConnection: close\r\n\r\n`,
      )
      const answer = await text(socket)
      expect(answer).toMatch(/^HTTP\/1\.1 400 /)
      expect(answer.toLowerCase()).toContain("content-security-policy: default-src 'none'")
    }
  })
})
