import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import {
  contentSecurityPolicyFor,
  securityHeaders,
  textResponse,
} from '#src/server/http/security/security-headers.ts'
import { StartError } from '#src/server/start-error.ts'
import { acceptedEncodings } from './accept-encoding.ts'

type Encoding = 'br' | 'gzip'
type Copies = Partial<Record<Encoding, Uint8Array>>

interface StaticFile {
  type: string
  cacheControl: string
  hash: string
  body: Uint8Array<ArrayBuffer>
  encoded: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>
}

type PageSettings = {
  scheme?: string | undefined
  origins?: readonly string[]
  classic?: string | undefined
  /** Address of the WebDAV server. */
  dav?: string | undefined
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
const compressedExtensions = new Set(['.ico', '.png', '.webp', '.woff2'])

/**
 * Reads the built page into memory, so that a rebuild cannot change the files of a running server.
 * `settings` replace what the tags `<meta name="latchkey:…">` of `index.html` say; the policy then allows the `origins` of
 * storages.
 * @throws StartError when the folder holds no built page
 */
export async function createStaticFileHandler(
  folder: string,
  settings: PageSettings = {},
): Promise<(request: Request) => Response> {
  const paths = new Set(await listFiles(folder))
  // Copies that the build has compressed are sent in place of the file they were made from.
  const isCopy = (path: string) => {
    const original = path.replace(/\.(?:br|gz)$/, '')
    return original !== path && paths.has(original)
  }
  const originals = [...paths].filter((path) => !isCopy(path))
  const files = new Map(
    await Promise.all(
      originals.map(async (path) => {
        const name = `/${relative(folder, path).split(sep).join('/')}`
        const body = await readFile(path)
        const isPage = name === '/index.html'
        return [
          name,
          isPage
            ? await prepare(name, withSettings(body, settings), {})
            : await prepare(name, body, await readCopies(path, paths)),
        ] as const
      }),
    ),
  )
  const page = files.get('/index.html')
  if (page === undefined) {
    throw new StartError(`There is no built page in ${folder}. Run npm run build.`)
  }

  const policy = contentSecurityPolicyFor(settings.origins ?? [])
  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return textResponse(405, 'Only GET and HEAD are answered here.', { Allow: 'GET, HEAD' })
    }
    const { pathname } = new URL(request.url)
    const file = files.get(pathname)
    if (file !== undefined) return respond(request, file, policy)
    // A page loaded before a new build requests chunks that no longer exist; HTML in their place would hide that.
    if (pathname.startsWith('/assets/')) return textResponse(404, 'There is no such file.')
    return respond(request, page, policy)
  }
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

async function readCopies(path: string, paths: ReadonlySet<string>): Promise<Copies> {
  const read = (copy: string) => (paths.has(copy) ? readFile(copy) : undefined)
  const [br, gzip] = await Promise.all([read(`${path}.br`), read(`${path}.gz`)])
  return { ...(br && { br }), ...(gzip && { gzip }) }
}

async function prepare(name: string, source: Uint8Array, copies: Copies): Promise<StaticFile> {
  const body = new Uint8Array(source)
  const extension = extname(name)
  const encoded: StaticFile['encoded'] = {}
  if (!compressedExtensions.has(extension)) {
    const [br, gz] = await Promise.all([
      // Quality 11 takes too long for a start; the build uses it.
      copies.br ??
        promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
      copies.gzip ?? promisify(gzip)(body, { level: 9 }),
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

function withSettings(
  html: Uint8Array,
  { scheme, origins = [], classic, dav }: PageSettings,
): Uint8Array {
  let text = new TextDecoder().decode(html)
  if (scheme !== undefined) text = withMeta(text, 'scheme', scheme)
  if (origins.length > 0) text = withMeta(text, 'origins', origins.join(' '))
  if (classic !== undefined) text = withMeta(text, 'classic', classic)
  if (dav !== undefined) text = withMeta(text, 'dav', dav)
  return new TextEncoder().encode(text)
}

function withMeta(html: string, name: keyof PageSettings, content: string): string {
  const meta = new RegExp(`<meta\\s[^>]*name="latchkey:${name}"[^>]*>`)
  if (!meta.test(html)) {
    throw new StartError(
      `index.html has no <meta name="latchkey:${name}">, so it is not a page of this version.`,
    )
  }
  return html.replace(meta, () => `<meta name="latchkey:${name}" content="${content}" />`)
}

function respond(request: Request, file: StaticFile, policy: string): Response {
  const encoding = encodingFor(request.headers.get('Accept-Encoding'), file)
  const body = encoding === undefined ? file.body : (file.encoded[encoding] ?? file.body)
  const tag = `"${file.hash}${encoding === undefined ? '' : `-${encoding}`}"`
  const headers: Record<string, string> = {
    ...securityHeaders,
    'Content-Security-Policy': policy,
    'Cache-Control': file.cacheControl,
    ETag: tag,
    Vary: 'Accept-Encoding',
  }
  if (matchesTag(request.headers.get('If-None-Match'), tag)) {
    return new Response(null, { status: 304, headers })
  }
  headers['Content-Type'] = file.type
  headers['Content-Length'] = String(body.length)
  if (encoding !== undefined) headers['Content-Encoding'] = encoding
  return new Response(request.method === 'HEAD' ? null : body, { headers })
}

function encodingFor(header: string | null, file: StaticFile): Encoding | undefined {
  const accepted = acceptedEncodings(header)
  return (['br', 'gzip'] as const).find(
    (encoding) => accepted.has(encoding) && file.encoded[encoding] !== undefined,
  )
}

function matchesTag(header: string | null, tag: string): boolean {
  return (header ?? '')
    .split(',')
    .map((text) => text.trim().replace(/^W\//, ''))
    .some((text) => text === tag || text === '*')
}
