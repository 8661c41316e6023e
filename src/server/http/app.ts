import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { isTokenFamilyActive, readToken } from '#src/server/accounts/tokens.ts'
import { userById } from '#src/server/accounts/users.ts'
import type { UserRow } from '#src/server/accounts/users.ts'
import { drainBody } from './body.ts'
import type { Context, Route } from './call.ts'
import { refuseCrossSite } from './cross-site.ts'
import { Refusal, successResponse, errorResponse } from './envelope.ts'

const base = '/api/v4'

/** The signed-in user, or null without a token. Throws 401 for an invalid token and 40020 for one of another type. */
async function callerOf(
  context: Context,
  request: Request,
): Promise<{ user: UserRow; family: string } | null> {
  const header = request.headers.get('authorization')?.trim() ?? ''
  const token = header.replace(/^bearer\s+/i, '')
  if (header === '') return null
  const refused = (detail: string) =>
    new Refusal(ErrorCode.signInRequired, 'Login required', { detail })
  const claims = await readToken(context, token)
  if (!claims) throw refused('the access token is not valid')
  if (claims.token_type !== 'access') {
    throw new Refusal(ErrorCode.invalidCredential, 'Invalid token type')
  }
  if (!isTokenFamilyActive(context.db, claims.family)) throw refused('the sign-in has ended')
  const user = userById(context.db, claims.sub)
  if (user?.status !== 'active') throw refused('no such account')
  return { user, family: claims.family }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Answers the requests of these routes, in the context of the service that each belongs to. */
export function createApp(routes: readonly Route[]) {
  const app = new Hono<{ Bindings: { address: string; context: Context } }>()
  const idOf = (request: Request) => {
    const given = request.headers.get('x-cr-correlation-id') ?? ''
    return uuid.test(given) ? given : randomUUID()
  }
  app.use(async (c, next) => {
    await next()
    c.res.headers.set('date', new Date(c.env.context.now()).toUTCString())
  })
  for (const [method, path, handler] of routes) {
    const isSession = path.startsWith('/session/')
    app.on(method, base + path, async (c) => {
      const request = c.req.raw
      const { address, context } = c.env
      try {
        refuseCrossSite(request)
        const caller = isSession ? null : await callerOf(context, request)
        const query = new URL(request.url).searchParams
        const params = c.req.param() as Record<string, string>
        const answer = { delayMs: 0 }
        const call = {
          context,
          request,
          query,
          params,
          user: caller?.user ?? null,
          family: caller?.family ?? '',
          address,
          answer,
        }
        try {
          return successResponse(await context.events.runFor(call, () => handler(call)))
        } finally {
          if (answer.delayMs > 0) await sleep(answer.delayMs)
        }
      } catch (error) {
        const isTimeout = error instanceof Refusal && error.status === 408
        if (!isTimeout) await drainBody(request)
        return errorResponse(error, idOf(request))
      }
    })
  }
  app.notFound((c) =>
    errorResponse(new Refusal(ErrorCode.notFound, 'Not found', { status: 404 }), idOf(c.req.raw)),
  )
  app.onError((error, c) => errorResponse(error, idOf(c.req.raw)))
  return app
}
