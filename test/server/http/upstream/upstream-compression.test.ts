import { type RequestListener } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ask, between } from './upstream-http.ts'

describe('JSON from a real server that does not compress', () => {
  const json = JSON.stringify({ code: 0, data: 'words '.repeat(1000), msg: '' })
  const answer: RequestListener = (_, response) => {
    response.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': json.length,
      ETag: '"1"',
    })
    response.end(json)
  }

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is compressed with %s on the way', async (encoding, unpack) => {
    const { response, bytes } = await ask(await between(answer), {
      headers: { 'accept-encoding': encoding },
    })
    expect(response.headers['content-encoding']).toBe(encoding)
    expect(response.headers['content-length']).toBeUndefined()
    expect(response.headers.vary).toBe('Accept-Encoding')
    expect(response.headers.etag).toBe('W/"1"')
    expect(bytes.length).toBeLessThan(json.length / 4)
    expect(unpack(bytes).toString()).toBe(json)
  })

  it('stays as it is for a client that takes nothing else, and for HEAD', async () => {
    const address = await between(answer)
    const { response, bytes } = await ask(address)
    expect(response.headers['content-length']).toBe(String(json.length))
    expect(bytes.toString()).toBe(json)
    const head = await ask(address, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } })
    expect(head.response.headers['content-encoding']).toBeUndefined()
  })

  it('is left alone when it is compressed already', async () => {
    const address = await between((_, response) => {
      response
        .writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'x-own' })
        .end('packed')
    })
    const { response, bytes } = await ask(address, { headers: { 'accept-encoding': 'gzip, br' } })
    expect(response.headers['content-encoding']).toBe('x-own')
    expect(bytes.toString()).toBe('packed')
  })
})
