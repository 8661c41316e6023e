import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { ProxyOptions } from '#src/server/http/security/client-address.ts'
import { createUpstreamProxy } from '#src/server/http/upstream/upstream.ts'
import { ask, between, serve } from './upstream-http.ts'

/** What a real server is told by a client that sends `headers` through a server with these options. */
async function told(headers: Record<string, string>, proxy: ProxyOptions = {}) {
  let seen: IncomingHttpHeaders = {}
  const real = await serve((request, response) => {
    seen = request.headers
    response.end()
  })
  await ask(await serve(createUpstreamProxy(real, proxy)), { headers })
  return seen
}

describe('R3 the headers of a client', () => {
  it('pass when the protocol or contents need them', async () => {
    const needed = {
      accept: 'application/json',
      'accept-language': 'zh-CN',
      authorization: 'Bearer token',
      'content-type': 'application/octet-stream',
      'if-none-match': '"a"',
      'if-range': '"a"',
      range: 'bytes=0-3',
      'user-agent': 'Browser/1',
      'x-cr-client-id': 'c',
      'x-cr-context-hint': 'h',
      'x-cr-correlation-id': 'i',
      'x-wopi-lock': 'l',
      'x-wopi-override': 'LOCK',
    }
    expect(await told(needed)).toMatchObject(needed)
  })

  it('do not pass when they could lie to its limits, its log or its router', async () => {
    const seen = await told({
      forwarded: 'for=192.0.2.1',
      via: '1.1 elsewhere',
      'x-client-ip': '192.0.2.1',
      'x-forwarded-for': '192.0.2.1',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-port': '1',
      'x-forwarded-proto': 'https',
      'x-http-method-override': 'DELETE',
      'x-original-url': '/admin',
      'x-own': 'anything',
      'x-real-ip': '192.0.2.1',
      'x-rewrite-url': '/admin',
    })
    expect(Object.keys(seen).toSorted()).toEqual([
      'connection',
      'host',
      'x-forwarded-for',
      'x-forwarded-proto',
    ])
    expect(seen).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' })
  })

  it('name another client only when the trusted proxy says so', async () => {
    const said = { 'x-forwarded-for': '192.0.2.9, 192.0.2.1', 'x-forwarded-proto': 'https' }
    const trusted = { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'https' }
    expect(await told(said, { trustedProxy: '127.0.0.1' })).toMatchObject(trusted)
    const here = { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' }
    expect(await told(said, { trustedProxy: '192.0.2.7' })).toMatchObject(here)
    const publicUrl = new URL('https://files.example.org')
    expect(await told({}, { publicUrl })).toMatchObject({ ...here, 'x-forwarded-proto': 'https' })
  })
})

describe('R3 the headers of a real server', () => {
  it('pass when the page or the browser needs them', async () => {
    const needed = {
      'accept-ranges': 'bytes',
      'cache-control': 'no-cache',
      'content-disposition': 'attachment',
      'content-range': 'bytes 0-3/9',
      'content-type': 'text/plain',
      etag: '"a"',
      'last-modified': 'Tue, 24 Nov 2026 05:00:00 GMT',
      'retry-after': '3',
      vary: 'Accept',
      'x-accel-buffering': 'no',
      'x-wopi-itemversion': 'v',
      'x-wopi-lock': 'l',
    }
    const address = await between((_request, response) => {
      response.writeHead(206, needed).end('text')
    })
    expect((await ask(address)).response.headers).toMatchObject(needed)
  })

  it('do not pass when they would hold for this page', async () => {
    const refused = {
      'access-control-allow-origin': '*',
      'alt-svc': 'h3=":443"',
      'clear-site-data': '"*"',
      link: '</evil.css>; rel=stylesheet',
      nel: '{"report_to":"a","max_age":1}',
      refresh: '0; url=https://evil.example',
      'report-to': '{"group":"a","max_age":1,"endpoints":[]}',
      'reporting-endpoints': 'a="https://evil.example"',
      'service-worker-allowed': '/',
      'set-cookie': 'a=b',
      sourcemap: '/x',
      'speculation-rules': '"/x"',
      'strict-transport-security': 'max-age=1',
      'www-authenticate': 'Basic',
      'x-own': 'anything',
    }
    const address = await between((_request, response) => {
      response.writeHead(200, refused).end()
    })
    const { response } = await ask(address)
    expect(Object.keys(response.headers).filter((name) => name in refused)).toEqual([])
  })
})
