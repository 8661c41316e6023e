import { once } from 'node:events'
import { type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createUpstreamProxy } from '#src/server/http/upstream/upstream.ts'
import { ask, closeServers, between, read, serve } from './upstream-http.ts'

describe('a real server behind this one', () => {
  it('gets method, path, query and body unchanged, under its own name', async () => {
    let seen: unknown
    const address = await between(async (request, response) => {
      const body = (await read(request)).toString()
      seen = [request.method, request.url, request.headers.host, body]
      response.writeHead(201, { 'Content-Language': 'zh' }).end('done')
    })
    const path = '/api/v4/file/content/a%2Fb?sign=x%3D%3D&q=%20+%C3%BC'
    const { response, bytes } = await ask(new URL(path, address), { method: 'PUT' }, 'content')
    expect(seen).toEqual(['PUT', path, expect.not.stringContaining(address.host), 'content'])
    expect(response.statusCode).toBe(201)
    expect(response.headers['content-language']).toBe('zh')
    expect(bytes.toString()).toBe('done')
  })

  it('G12 streams events as they come, uncompressed, without an end, and learns when the client has left', async () => {
    let answer: ServerResponse | undefined
    let hasLeft = false
    const address = await between((_request, response) => {
      answer = response
      response.on('close', () => (hasLeft = true))
      response.writeHead(200, { 'Content-Type': 'text/event-stream;charset=utf-8' })
      response.write('event:subscribed\ndata:<nil>\n\n')
    })
    const request = httpRequest(new URL('/api/v4/file/events?uri=x', address), {
      headers: { 'accept-encoding': 'gzip, br', 'x-cr-client-id': 'one' },
      agent: false,
    }).end()
    request.on('error', () => undefined)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    expect(response.headers['content-encoding']).toBeUndefined()
    expect(String((await once(response, 'data'))[0])).toBe('event:subscribed\ndata:<nil>\n\n')
    answer?.write('event:keep-alive\n')
    expect(String((await once(response, 'data'))[0])).toBe('event:keep-alive\n')
    request.destroy()
    await expect.poll(() => hasLeft).toBe(true)
  })

  it('gets the token but never a cookie, and sets none', async () => {
    let seen: IncomingMessage['headers'] = {}
    const address = await between((request, response) => {
      seen = request.headers
      response
        .writeHead(200, {
          'Set-Cookie': 'a=b',
          'Access-Control-Allow-Origin': '*',
          'Strict-Transport-Security': 'max-age=1',
        })
        .end()
    })
    const { response } = await ask(address, {
      headers: {
        authorization: 'Bearer token',
        cookie: 'session=1',
        origin: 'http://127.0.0.1:4173',
        referer: 'http://127.0.0.1:4173/s/secret',
        connection: 'close, X-Hop',
        'x-hop': 'dropped',
        'x-cr-correlation-id': 'kept',
      },
    })
    expect(seen).toMatchObject({ authorization: 'Bearer token', 'x-cr-correlation-id': 'kept' })
    for (const name of ['cookie', 'origin', 'referer', 'x-hop'])
      expect(seen).not.toHaveProperty(name)
    for (const name of ['set-cookie', 'access-control-allow-origin', 'strict-transport-security']) {
      expect(response.headers).not.toHaveProperty(name)
    }
  })

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ])('gets no write of a page of another site (%o)', async (foreign) => {
    const seen: string[] = []
    const address = await between((request, response) => {
      seen.push(`${request.method}`)
      response.end('done')
    })
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { response, bytes } = await ask(address, { method, headers: foreign }, 'x')
      expect(response.statusCode).toBe(403)
      expect(JSON.parse(bytes.toString())).toMatchObject({
        error: 'a page of another site sent this request',
      })
    }
    expect(seen).toEqual([])
    // Reading from another site is allowed, since links are followed from mails; so is writing from this page.
    expect((await ask(address, { headers: foreign })).response.statusCode).toBe(200)
    const own = { origin: address.origin, 'sec-fetch-site': 'same-origin' }
    const written = await ask(address, { method: 'POST', headers: own }, 'x')
    expect(written.response.statusCode).toBe(200)
    expect(seen).toEqual(['GET', 'POST'])
  })

  it('cannot run uploaded HTML in the name of this page', async () => {
    const address = await between((_, response) => {
      response
        .writeHead(200, { 'Content-Type': 'text/html', 'Content-Security-Policy': 'default-src *' })
        .end('<script src="/api/v4/file/content/evil.js"></script>')
    })
    const { response } = await ask(address)
    expect(response.headers['content-security-policy']).toMatch(/^default-src 'none';.*; sandbox$/)
    expect(response.headers['x-content-type-options']).toBe('nosniff')
  })

  it('gets an upload as it comes, not when it is complete', async () => {
    let first: (text: string) => void = () => undefined
    const arrived = new Promise<string>((resolve) => {
      first = resolve
    })
    const address = await between((request, response) => {
      request.once('data', (chunk: Buffer) => first(chunk.toString()))
      request.on('end', () => response.end('complete'))
      request.resume()
    })
    const request = httpRequest(address, { method: 'DELETE', agent: false })
    request.setHeader('Transfer-Encoding', 'chunked')
    request.write('first')
    expect(await arrived).toBe('first')
    request.end('last')
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    expect((await read(response)).toString()).toBe('complete')
  })

  it('answers as it goes, not when it is done', async () => {
    let finish = () => {}
    const address = await between((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      response.write('first')
      finish = () => response.end('last')
    })
    const request = httpRequest(address, { agent: false }).end()
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    const [chunk] = (await once(response, 'data')) as [Buffer]
    expect(chunk.toString()).toBe('first')
    finish()
    expect((await read(response)).toString()).toBe('last')
  })

  it('may redirect: the redirect is handed on', async () => {
    const address = await between((_, response) => {
      response.writeHead(302, { Location: 'https://storage.example.org/x?sign=1' }).end()
    })
    const { response } = await ask(address)
    expect(response.statusCode).toBe(302)
    expect(response.headers.location).toBe('https://storage.example.org/x?sign=1')
  })

  it('sees a request end when the page gives it up', async () => {
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    let begin = () => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const address = await between((request) => {
      request.on('close', end)
      begin()
    })
    const request = httpRequest(address, { agent: false }).end()
    request.on('error', () => undefined)
    await begun
    request.destroy()
    await expect(ended).resolves.toBeUndefined()
  })

  it('breaks off: the answer is broken off here too, never shortened', async () => {
    const address = await between((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.write('{"code":', () => response.destroy())
    })
    for (const encoding of ['identity', 'gzip']) {
      await expect(ask(address, { headers: { 'accept-encoding': encoding } })).rejects.toThrow(
        /aborted|socket hang up/,
      )
    }
  })

  it('is not there: 502 with an envelope that names it and the request', async () => {
    const gone = await serve(() => undefined)
    closeServers()
    const address = await serve(createUpstreamProxy(gone))
    const id = '9b7f0c1e-0b1f-4c3e-8f0c-2f1f6f6f9d10'
    const { response, bytes } = await ask(
      address,
      { method: 'POST', headers: { 'x-cr-correlation-id': id } },
      'x'.repeat(1000),
    )
    expect(response.statusCode).toBe(502)
    expect(response.headers['content-type']).toContain('application/json')
    expect(response.headers['x-content-type-options']).toBe('nosniff')
    expect(JSON.parse(bytes.toString())).toEqual({
      code: -1,
      msg: `${gone.host} cannot be reached`,
      error: 'ECONNREFUSED',
      correlation_id: id,
    })
  })
})
