import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import { makeMissingFolders } from '../dom/missing-folders.ts'
import { listen, type Listening } from '../processes/listen.ts'
import { createStandInAccounts, type StandInAccounts } from '../processes/stand-in-accounts.ts'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.woff2': 'font/woff2',
}

const siteName = 'Wang family drive'
const siteDescription = 'Photos and papers'

/**
 * Serves a front end in the way of the public server (docs/protocol.md §9.6): its placeholders, its caching rules, its
 * redirects of short links, no archives for ordinary users and visitors, no security headers, missing folders made by what is written, and the API
 * of `service` with addresses that begin `cloudreve://`.
 * `folder` is asked for at each request, so that a front end can take the place of another one. It has what `accounts` has:
 * network drives, sign-up, links of mails.
 */
export const startPublicServer = (
  service: string,
  folder: () => string,
  accounts = createStandInAccounts(),
): Promise<Listening> =>
  listen(
    createServer((request, response) => {
      answer(request, response, { service, accounts }, folder()).catch((error: unknown) => {
        // Who has left needs no answer.
        if (!response.destroyed) throw error
      })
    }),
  )

type Behind = { service: string; accounts: StandInAccounts }

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  behind: Behind,
  folder: string,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  if (pathname.startsWith('/api/')) {
    await passOn(request, response, behind)
    return
  }
  const [, id, password] = /^\/s\/([^/]+)(?:\/([^/]+))?$/.exec(pathname) ?? []
  if (id) {
    const path = `cloudreve://${id}${password ? `:${password}` : ''}@share${searchParams.get('path') ?? ''}`
    response.writeHead(302, { location: `/home?path=${encodeURIComponent(path)}` }).end()
    return
  }
  const file = join(folder, pathname)
  if (pathname !== '/' && existsSync(file) && statSync(file).isFile()) {
    const cacheControl = pathname.startsWith('/assets/')
      ? 'public, max-age=31536000'
      : 'public, no-cache'
    response.writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'cache-control': cacheControl,
    })
    createReadStream(file).pipe(response)
    return
  }
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
    .replaceAll('{siteName}', siteName)
    .replaceAll('{siteDes}', siteDescription)
    .replaceAll('{siteScript}', '')
  response
    .writeHead(200, { 'content-type': 'text/html', 'cache-control': 'public, no-cache' })
    .end(page)
}

/** Our build for the static folder of a public server. */
export const buildForPublicServer = (outDir: string): Promise<unknown> =>
  build({
    root: fileURLToPath(new URL('../..', import.meta.url)),
    mode: 'cloudreve',
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
  })

/** Permissions of ordinary users: those of the embedded service, and those of the public server: drives, and no archives. */
const userPermission = { here: encodeBoolset([2, 4, 7, 11]), there: encodeBoolset([2, 3, 7, 11]) }

/** Whether the public server refuses this request: it packs archives for administrators alone. */
async function isArchiveRefused(
  { headers, url }: IncomingMessage,
  body: string,
  service: string,
): Promise<boolean> {
  if (!url?.endsWith('/file/url') || !(JSON.parse(body) as { archive?: boolean }).archive)
    return false
  const { authorization } = headers
  if (authorization === undefined) return true
  const me = await fetch(new URL('/api/v4/user/me', service), { headers: { authorization } })
  return (await me.text()).includes(`"permission":"${userPermission.here}"`)
}

/** Headers of an answer that are passed on. */
const passedOn = ['content-type', 'date', 'content-disposition', 'content-range', 'accept-ranges']

/** The embedded service speaks of `svc://`; JSON is translated both ways. */
async function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  { service, accounts }: Behind,
) {
  const { host, connection: _, 'content-length': __, ...headers } = request.headers
  const method = request.method ?? 'GET'
  const url = new URL((request.url ?? '').replaceAll('cloudreve%3A', 'svc%3A').slice(1), service)
  const sent = await text(request)
  const body = sent.replaceAll('cloudreve://', 'svc://')
  if (await isArchiveRefused(request, body, service)) {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ code: 40007, msg: 'Operation not allowed for current user group' }))
    return
  }
  const path = url.pathname.replace('/api/v4', '')
  const isSignedIn = headers.authorization !== undefined
  const answered = accounts.answer({
    method,
    path,
    query: url.searchParams,
    body: sent,
    isSignedIn,
  })
  if (answered) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answered))
    return
  }
  if (path.startsWith('/user/sessions')) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found')
    return
  }
  await makeMissingFolders(
    { method, url: url.href, authorization: headers.authorization ?? null },
    async () => body,
    fetch,
  )
  // A stream of events ends when its reader leaves.
  const left = new AbortController()
  response.on('close', () => left.abort())
  const found = await fetch(url, {
    method,
    signal: left.signal,
    headers: Object.entries({ ...headers, origin: undefined }).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as [string, string]] : [],
    ),
    ...(body && { body }),
  })
  const type = found.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream') && found.body) {
    response.writeHead(found.status, { 'content-type': type, 'cache-control': 'no-cache' })
    await pipeline(found.body, response)
    return
  }
  const bytes = Buffer.from(await found.arrayBuffer())
  if (path === '/site/config/login') {
    const { data } = JSON.parse(bytes.toString()) as { data: Record<string, unknown> }
    const { forget_enabled: _, ...login } = { ...data, ...accounts.state.site }
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ code: 0, msg: '', data: login }))
    return
  }
  response.writeHead(found.status, {
    'cache-control': 'private, no-cache',
    ...Object.fromEntries(
      passedOn.flatMap((name) => {
        const value = found.headers.get(name)
        return value === null ? [] : [[name, value]]
      }),
    ),
  })
  if (!type.startsWith('application/json') || found.headers.has('content-disposition'))
    response.end(bytes)
  else {
    const local = `http://${host ?? ''}/`
    response.end(
      bytes
        .toString()
        .replaceAll('svc://', 'cloudreve://')
        .replaceAll(service, local)
        .replaceAll(userPermission.here, userPermission.there),
    )
  }
}
