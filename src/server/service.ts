import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { Code } from '#src/contract/codes.ts'
import { createArchives } from './archive.ts'
import { createBuilders } from './build.ts'
import type { Builders } from './build.ts'
import type { Context, Route } from './call.ts'
import { createCaptchas } from './captcha.ts'
import { contentRoutes } from './content.ts'
import { openDb } from './db.ts'
import type { Db } from './db.ts'
import { downloadRoutes } from './downloads.ts'
import { emptyTrashRoutes } from './empty-trash.ts'
import { Refusal, answer, failure } from './envelope.ts'
import { fileContentRoutes } from './file-content.ts'
import { fileRoutes } from './listing.ts'
import { createHasher } from './passwords.ts'
import { migrate } from './schema.ts'
import { sessionRoutes } from './sessions.ts'
import { shareRoutes } from './shares.ts'
import { shareWriteRoutes } from './share-writes.ts'
import { siteRoutes } from './site.ts'
import { openStore } from './store.ts'
import type { Store } from './store.ts'
import { createThrottle } from './throttle.ts'
import { thumbRoutes } from './thumbs.ts'
import { isFamilyAlive, readToken } from './tokens.ts'
import { createSecondFactors } from './totp.ts'
import { sweepDrafts, sweepUploads, uploadRoutes } from './uploads.ts'
import { createRoutes } from './create.ts'
import { renameRoutes } from './rename.ts'
import { moveRoutes } from './move.ts'
import { removeRoutes } from './remove.ts'
import { restoreRoutes } from './restore.ts'
import { createCollector } from './retention.ts'
import { viewRoutes } from './save-view.ts'
import { metadataRoutes } from './metadata.ts'
import { unlockRoutes } from './unlock.ts'
import { seedGroups, userById, userRoutes } from './users.ts'
import type { UserRow } from './users.ts'
import { viewerSessionRoutes } from './viewer-sessions.ts'
import { wopiRoutes } from './wopi.ts'

export type Service = {
  /** Answers a request under `/api/v4`; never rejects. `address` is the caller's, for the sign-in limit. */
  fetch(request: Request, from?: { address?: string | undefined }): Promise<Response>
  db: Db
  store: Store
  /** Milliseconds since 1970. */
  now: () => number
  /** Lays accounts, files, shares, locks and tokens without the wire. */
  lay: Builders
  /** What the picture of a captcha ticket shows, while it can still be solved. */
  captchaText(ticket: string): string | undefined
  close(): void
}

export type ServiceOptions = {
  /** Folder of the database, its key and the contents; ':memory:' keeps all of it in memory. */
  dir: string
  now?: () => number
  /** log2 of scrypt's N; 17 unless told otherwise. */
  passwordCost?: number
  /** Sign-in asks for a captcha. */
  captcha?: boolean
  /** Origin that addresses in answers begin with; the request's own unless told otherwise. */
  siteUrl?: (request: Request) => string
}

/** How often uploads and deleted items whose time is over are cleared away, in ms. */
const sweepEvery = 600_000

const base = '/api/v4'
const routes: readonly Route[] = [
  ...sessionRoutes,
  ...siteRoutes,
  ...userRoutes,
  ...fileRoutes,
  ...thumbRoutes,
  ...shareRoutes,
  ...shareWriteRoutes,
  ...contentRoutes,
  ...downloadRoutes,
  ...fileContentRoutes,
  ...uploadRoutes,
  ...viewerSessionRoutes,
  ...wopiRoutes,
  ...unlockRoutes,
  ...createRoutes,
  ...renameRoutes,
  ...moveRoutes,
  ...removeRoutes,
  ...emptyTrashRoutes,
  ...restoreRoutes,
  ...viewRoutes,
  ...metadataRoutes,
]

/** The key that signs tokens and addresses, made at the first run. */
function openKey(path: string): Uint8Array {
  if (!existsSync(path)) writeFileSync(path, randomBytes(32), { mode: 0o600, flag: 'wx' })
  const key = readFileSync(path)
  if (key.length < 32) throw new Error(`The key ${path} is damaged.`)
  return key
}

/** The caller, or null without a token. Throws 401 for a token that is not valid and 40020 for one of the wrong kind. */
function callerOf(context: Context, request: Request): UserRow | null {
  const header = request.headers.get('authorization')?.trim() ?? ''
  const token = header.replace(/^bearer\s+/i, '')
  if (header === '') return null
  const refused = (detail: string) => new Refusal(Code.signInRequired, 'Login required', { detail })
  const claims = readToken(context, token)
  if (!claims) throw refused('the access token is not valid')
  if (claims.token_type !== 'access') {
    throw new Refusal(Code.invalidCredential, 'Invalid token type')
  }
  if (!isFamilyAlive(context.db, claims.family)) throw refused('the sign-in has ended')
  const user = userById(context.db, claims.sub)
  if (user?.status !== 'active') throw refused('no such account')
  return user
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Opens the service on its data, creating them at the first run. Throws `DamagedDatabaseError` and file errors. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { dir, now = Date.now } = options
  const isMemory = dir === ':memory:'
  if (!isMemory) mkdirSync(dir, { recursive: true, mode: 0o700 })
  const db = openDb(isMemory ? dir : join(dir, 'latchkey.db'))
  try {
    migrate(db)
    seedGroups(db)
    const key = isMemory ? randomBytes(32) : openKey(join(dir, 'latchkey.key'))
    const store = openStore(isMemory ? dir : join(dir, 'contents'))
    const context: Context = {
      db,
      store,
      now,
      key,
      hasher: createHasher(options.passwordCost ?? 17),
      throttle: createThrottle(now),
      secondFactors: createSecondFactors(now),
      captchas: createCaptchas(now),
      collector: createCollector({ db, store, now }),
      archives: createArchives(now),
      asksCaptcha: options.captcha ?? false,
      siteUrl: options.siteUrl ?? ((request) => new URL(request.url).origin),
    }
    sweepDrafts(context)
    context.collector.tick()
    const sweeper = setInterval(() => {
      context.collector.tick()
      try {
        sweepUploads(context)
      } catch (error) {
        console.error('Latchkey: uploads could not be cleared away', error)
      }
    }, sweepEvery).unref()
    const app = createApp(context)
    return {
      fetch: async (request, from) => app.fetch(request, { address: from?.address ?? '' }),
      db,
      store,
      now,
      lay: createBuilders(context),
      captchaText: (ticket) => context.captchas.textOf(ticket),
      close() {
        clearInterval(sweeper)
        db.close()
      },
    }
  } catch (error) {
    db.close()
    throw error
  }
}

function createApp(context: Context) {
  const app = new Hono<{ Bindings: { address: string } }>()
  const idOf = (request: Request) => {
    const wished = request.headers.get('x-cr-correlation-id') ?? ''
    return uuid.test(wished) ? wished : randomUUID()
  }
  for (const [method, path, handler] of routes) {
    const isSession = path.startsWith('/session/')
    app.on(method, base + path, async (c) => {
      const request = c.req.raw
      try {
        const user = isSession ? null : callerOf(context, request)
        const query = new URL(request.url).searchParams
        const params = c.req.param() as Record<string, string>
        const { address } = c.env
        return answer(await handler({ context, request, query, params, user, address }))
      } catch (error) {
        return failure(error, idOf(request))
      }
    })
  }
  app.notFound((c) =>
    failure(new Refusal(Code.notFound, 'Not found', { status: 404 }), idOf(c.req.raw)),
  )
  app.onError((error, c) => failure(error, idOf(c.req.raw)))
  return app
}
