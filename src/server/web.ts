import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { StartError } from './options.ts'

/** No other origin is ever asked for anything, no markup or script is ever made from text. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** Stand on every answer, errors included. `no-referrer` because the address of a share holds secrets. */
export const strictHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), fullscreen=(self), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), screen-wake-lock=(), usb=(), xr-spatial-tracking=()',
}

type Encoding = 'br' | 'gzip'

interface WebFile {
  type: string
  cacheControl: string
  hash: string
  body: Uint8Array<ArrayBuffer>
  encoded: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
const packed = new Set(['.ico', '.png', '.webp', '.woff2'])

/**
 * Reads the built page into memory, so that a rebuild never pulls files from under a running server.
 * `scheme` replaces the URI scheme that `index.html` names.
 * @throws StartError when the folder holds no built page
 */
export async function loadWeb(
  folder: string,
  { scheme }: { scheme?: string | undefined } = {},
): Promise<(request: Request) => Response> {
  const paths = await listFiles(folder)
  const files = new Map(
    await Promise.all(
      paths.map(async (path) => {
        const name = `/${relative(folder, path).split(sep).join('/')}`
        const body = await readFile(path)
        const isPage = name === '/index.html'
        return [
          name,
          await prepare(name, isPage && scheme !== undefined ? withScheme(body, scheme) : body),
        ] as const
      }),
    ),
  )
  const page = files.get('/index.html')
  if (page === undefined) {
    throw new StartError(`There is no built page in ${folder}. Run npm run build.`)
  }

  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return plain(405, 'Only GET and HEAD are answered here.', { Allow: 'GET, HEAD' })
    }
    const { pathname } = new URL(request.url)
    const file = files.get(pathname)
    if (file !== undefined) return answer(request, file)
    // A page that outlived a new build asks for chunks that are gone: HTML in their place would hide that.
    if (pathname.startsWith('/assets/')) return plain(404, 'There is no such file.')
    return answer(request, page)
  }
}

/** A short answer in plain text with the strict headers. */
export function plain(status: number, text: string, headers: Record<string, string> = {}) {
  return new Response(`${text}\n`, {
    status,
    headers: {
      ...strictHeaders,
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      ...headers,
    },
  })
}

/** Whether only this machine can reach a server that listens on `host`. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

/**
 * Whether a Host header names this machine. On loopback anything else is a foreign name that was made to point here
 * (DNS rebinding). The port is free, or a tunnel from another port would be refused.
 */
export function namesThisMachine(header: string | undefined, boundTo: string): boolean {
  const name = /^(\[[\d:a-f.]+\]|[^:[\]]+)(?::\d{1,5})?$/i.exec(header ?? '')?.[1]?.toLowerCase()
  return (
    name === 'localhost' ||
    name === '127.0.0.1' ||
    name === '[::1]' ||
    name === boundTo.toLowerCase()
  )
}

async function listFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  } catch {
    throw new StartError(`There is no built page in ${folder}. Run npm run build.`)
  }
}

async function prepare(name: string, source: Uint8Array): Promise<WebFile> {
  const body = new Uint8Array(source)
  const extension = extname(name)
  const encoded: WebFile['encoded'] = {}
  if (!packed.has(extension)) {
    const [br, gz] = await Promise.all([
      // Quality 11 would cost the start about a second and save a further few percent.
      promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
      promisify(gzip)(body, { level: 9 }),
    ])
    if (br.length < body.length) encoded.br = new Uint8Array(br)
    if (gz.length < body.length) encoded.gzip = new Uint8Array(gz)
  }
  return {
    type: types[extension] ?? 'application/octet-stream',
    cacheControl: name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    hash: createHash('sha256').update(body).digest('base64url').slice(0, 22),
    body,
    encoded,
  }
}

function withScheme(html: Uint8Array, scheme: string): Uint8Array {
  const text = new TextDecoder().decode(html)
  const meta = /<meta\s[^>]*name="latchkey:scheme"[^>]*>/
  if (!meta.test(text)) {
    throw new StartError(
      'index.html has no <meta name="latchkey:scheme">, so --scheme cannot be set.',
    )
  }
  return new TextEncoder().encode(
    text.replace(meta, `<meta name="latchkey:scheme" content="${scheme}" />`),
  )
}

function answer(request: Request, file: WebFile): Response {
  const encoding = encodingFor(request.headers.get('Accept-Encoding'), file)
  const body = encoding === undefined ? file.body : (file.encoded[encoding] ?? file.body)
  const tag = `"${file.hash}${encoding === undefined ? '' : `-${encoding}`}"`
  const headers: Record<string, string> = {
    ...strictHeaders,
    'Cache-Control': file.cacheControl,
    ETag: tag,
    Vary: 'Accept-Encoding',
  }
  if (isKnown(request.headers.get('If-None-Match'), tag)) {
    return new Response(null, { status: 304, headers })
  }
  headers['Content-Type'] = file.type
  headers['Content-Length'] = String(body.length)
  if (encoding !== undefined) headers['Content-Encoding'] = encoding
  return new Response(request.method === 'HEAD' ? null : body, { headers })
}

function encodingFor(header: string | null, file: WebFile): Encoding | undefined {
  const accepted = acceptedEncodings(header)
  return (['br', 'gzip'] as const).find(
    (encoding) => accepted.has(encoding) && file.encoded[encoding] !== undefined,
  )
}

/** The codings of an Accept-Encoding header that are not refused by `q=0` (RFC 9110 §12.5.3). */
export function acceptedEncodings(header: string | null | undefined): Set<string> {
  const accepted = new Set<string>()
  for (const part of (header ?? '').split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    if (!parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter))) accepted.add(coding)
  }
  return accepted
}

function isKnown(header: string | null, tag: string): boolean {
  return (header ?? '')
    .split(',')
    .map((text) => text.trim().replace(/^W\//, ''))
    .some((text) => text === tag || text === '*')
}
