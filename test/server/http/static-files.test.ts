import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStaticFileHandler } from '#src/server/http/responses/static-files.ts'
import { isLoopbackAddress, isOwnHost } from '#src/server/http/security/host.ts'
import { textResponse } from '#src/server/http/security/security-headers.ts'

const script = 'export const words = "one two three"\n'.repeat(200)
const page =
  '<!doctype html><head><meta name="latchkey:api" content="/api/v4" />\n<meta name="latchkey:scheme" content="svc" /><meta name="latchkey:origins" content="" /><meta name="latchkey:classic" content="" /><meta name="latchkey:dav" content="" /></head><p>here</p>'

let folder = ''
let web: (request: Request) => Response

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-web-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), page)
  writeFileSync(join(folder, 'theme.js'), script)
  writeFileSync(join(folder, 'assets/index-abc.js'), script)
  writeFileSync(join(folder, 'assets/inter-abc.woff2'), script)
  web = await createStaticFileHandler(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  web(new Request(`http://127.0.0.1:4173${path}`, { method, headers }))

describe('R1 the built page', () => {
  it.each(['/', '/index.html', '/shares?sort=views', '/s/abc/secret', '/files/deep/down'])(
    'answers %s with the page, which the browser asks for anew each time',
    async (path) => {
      const response = get(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('Cache-Control')).toBe('no-cache')
      expect(await response.text()).toBe(page)
    },
  )

  it('lets the browser keep hashed files for good', async () => {
    const response = get('/assets/index-abc.js')
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
    expect(await response.text()).toBe(script)
  })

  it('sends the copies that the build has compressed, and none of them under a name of its own', async () => {
    const built = mkdtempSync(join(tmpdir(), 'latchkey-built-'))
    mkdirSync(join(built, 'assets'))
    writeFileSync(join(built, 'index.html'), page)
    writeFileSync(join(built, 'assets/index-abc.js'), script)
    writeFileSync(join(built, 'assets/index-abc.js.gz'), gzipSync(script, { level: 1 }))
    const serve = await createStaticFileHandler(built)
    const ask = (path: string) =>
      serve(new Request(`http://127.0.0.1:4173${path}`, { headers: { 'Accept-Encoding': 'gzip' } }))
    const sent = ask('/assets/index-abc.js')
    expect(sent.headers.get('Content-Encoding')).toBe('gzip')
    expect(Buffer.from(await sent.arrayBuffer())).toEqual(gzipSync(script, { level: 1 }))
    expect(ask('/assets/index-abc.js.gz').status).toBe(404)
    rmSync(built, { recursive: true, force: true })
  })

  it('asks for files without a hash anew each time', () => {
    expect(get('/theme.js').headers.get('Cache-Control')).toBe('no-cache')
  })

  it('answers a chunk of an older build with 404, never with HTML', async () => {
    const response = get('/assets/index-old.js')
    expect(response.status).toBe(404)
    expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(await response.text()).not.toContain('<')
  })

  it('is served from memory: files that a rebuild removed are still there', async () => {
    const own = mkdtempSync(join(tmpdir(), 'latchkey-web-'))
    writeFileSync(join(own, 'index.html'), page)
    const kept = await createStaticFileHandler(own)
    rmSync(own, { recursive: true })
    expect(await kept(new Request('http://localhost/')).text()).toBe(page)
  })

  it('says what to do when nothing was built', async () => {
    await expect(createStaticFileHandler(join(folder, 'nowhere'))).rejects.toThrow(/npm run build/)
    await expect(createStaticFileHandler(join(folder, 'assets'))).rejects.toThrow(/npm run build/)
  })

  it('refuses every method but GET and HEAD', () => {
    const response = get('/', {}, 'POST')
    expect(response.status).toBe(405)
    expect(response.headers.get('Allow')).toBe('GET, HEAD')
  })

  it('answers HEAD with the headers of GET and no body', async () => {
    const response = get('/theme.js', { 'Accept-Encoding': 'br' }, 'HEAD')
    const full = get('/theme.js', { 'Accept-Encoding': 'br' })
    expect(Object.fromEntries(response.headers)).toEqual(Object.fromEntries(full.headers))
    expect(await response.text()).toBe('')
  })

  it('puts the scheme of a real server into the page', async () => {
    const other = await createStaticFileHandler(folder, { scheme: 'cloudreve' })
    const html = await other(new Request('http://localhost/')).text()
    expect(html).toContain('<meta name="latchkey:scheme" content="cloudreve" />')
    expect(html).toContain('<meta name="latchkey:api" content="/api/v4" />')
    expect(html).not.toContain('svc')
  })

  it('R4, R8 names the front end of the real server in the page', async () => {
    const other = await createStaticFileHandler(folder, { classic: 'https://old.example' })
    const html = await other(new Request('http://localhost/')).text()
    expect(html).toContain('<meta name="latchkey:classic" content="https://old.example" />')
  })

  it('A2 names the WebDAV server in the page', async () => {
    const other = await createStaticFileHandler(folder, { dav: 'https://drive.example.org/dav' })
    const html = await other(new Request('http://localhost/')).text()
    expect(html).toContain('<meta name="latchkey:dav" content="https://drive.example.org/dav" />')
  })

  it('R3 names the origins of storages in the page and in its policy', async () => {
    const origins = ['https://files.example.org', 'https://media.example.com']
    const other = await createStaticFileHandler(folder, { scheme: 'cloudreve', origins })
    const response = other(new Request('http://localhost/files'))
    expect(await response.text()).toContain(
      '<meta name="latchkey:origins" content="https://files.example.org https://media.example.com" />',
    )
    const policy = response.headers.get('Content-Security-Policy')?.split('; ') ?? []
    const named = policy.filter((directive) => directive.includes('https:'))
    expect(named).toEqual([
      "img-src 'self' data: blob: https://files.example.org https://media.example.com",
      "media-src 'self' https://files.example.org https://media.example.com",
      "connect-src 'self' https://files.example.org https://media.example.com",
      'frame-src https://files.example.org https://media.example.com',
    ])
    expect(policy).toContain("script-src 'self'")
  })
})

describe('R1 compression', () => {
  it.each([
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['identity', null],
    ['gzip;q=0.000', null],
    ['', null],
  ])('answers "%s" with %s', async (accepted, encoding) => {
    const response = get('/theme.js', { 'Accept-Encoding': accepted })
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect(response.headers.get('Content-Encoding')).toBe(encoding)
    expect(response.headers.get('Vary')).toBe('Accept-Encoding')
    expect(response.headers.get('Content-Length')).toBe(String(bytes.length))
    const text =
      encoding === 'br'
        ? brotliDecompressSync(bytes)
        : encoding === 'gzip'
          ? gunzipSync(bytes)
          : bytes
    expect(new TextDecoder().decode(text)).toBe(script)
  })

  it('leaves fonts alone, which are packed already', () => {
    const response = get('/assets/inter-abc.woff2', { 'Accept-Encoding': 'br' })
    expect(response.headers.get('Content-Encoding')).toBeNull()
  })

  it('answers 304 to whoever holds the file, in the encoding it holds', () => {
    const tag = get('/', { 'Accept-Encoding': 'gzip' }).headers.get('ETag') ?? ''
    const known = { 'If-None-Match': `"other", W/${tag}` }
    expect(get('/', { ...known, 'Accept-Encoding': 'gzip' }).status).toBe(304)
    expect(get('/', known).status).toBe(200)
    expect(get('/theme.js', { ...known, 'Accept-Encoding': 'gzip' }).status).toBe(200)
  })
})

describe('Security 1 security headers', () => {
  it.each([
    ['the page', () => get('/')],
    ['a page deep down', () => get('/s/abc')],
    ['a page that is known already', () => get('/', { 'If-None-Match': '*' })],
    ['a missing chunk', () => get('/assets/none.js')],
    ['a wrong method', () => get('/', {}, 'DELETE')],
    ['an error', () => textResponse(500, 'Something went wrong here.')],
  ])('stand on %s', (_, answer) => {
    const { headers } = answer()
    expect(headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    )
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Referrer-Policy')).toBe('no-referrer')
    expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
    expect(headers.get('Permissions-Policy')).toContain('camera=()')
  })
})

describe('Security 7 names of this machine', () => {
  it.each(['localhost', 'localhost:4173', 'LOCALHOST:80', '127.0.0.1:4173', '[::1]:4173', '[::1]'])(
    'takes %s',
    (host) => expect(isOwnHost(host, '127.0.0.1')).toBe(true),
  )

  it.each([
    undefined,
    '',
    'evil.example',
    'evil.example:4173',
    'localhost.evil.example',
    'evil.example:80:localhost',
    '127.0.0.1.evil.example',
    'localhost@evil.example',
    '[::1].evil.example',
    '::1',
  ])('refuses %s, which was made to point here', (host) =>
    expect(isOwnHost(host, '127.0.0.1')).toBe(false),
  )

  it('takes the address that the server was told to listen on', () => {
    expect(isOwnHost('127.0.0.2:4173', '127.0.0.2')).toBe(true)
  })

  it.each([
    ['127.0.0.1', true],
    ['127.9.9.9', true],
    ['localhost', true],
    ['::1', true],
    ['0.0.0.0', false],
    ['192.168.1.2', false],
    ['127.example.org', false],
  ])('knows whether only this machine can reach %s', (host, expected) => {
    expect(isLoopbackAddress(host)).toBe(expected)
  })
})
