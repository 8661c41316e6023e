import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { isTokenFamilyActive, verifyToken } from '#src/server/accounts/tokens.ts'
import { userById } from '#src/server/accounts/users.ts'
import type { UserRow } from '#src/server/accounts/users.ts'
import type { Admission } from './admission/admission.ts'
import { drainBody } from './body.ts'
import type { ServiceContext } from './request-context.ts'
import { HttpError, successResponse, errorResponse } from './responses/envelope.ts'
import type { Route } from './route.ts'
import { networkOf } from './security/client-address.ts'
import { requireNotCrossSiteWrite } from './security/cross-site.ts'

const base = '/api/v4'

/** The signed-in user, or null without a token. Throws 401 for an invalid token and 40020 for one of another type. */
async function callerOf(
  context: ServiceContext,
  request: Request,
): Promise<{ user: UserRow; family: string } | null> {
  const header = request.headers.get('authorization')?.trim() ?? ''
  const token = header.replace(/^bearer\s+/i, '')
  if (header === '') return null
  const refused = (detail: string) =>
    new HttpError(ErrorCode.signInRequired, 'Login required', { detail })
  const claims = await verifyToken(context, token)
  if (!claims) throw refused('the access token is not valid')
  if (claims.token_type !== 'access') {
    throw new HttpError(ErrorCode.invalidToken, 'Invalid token type')
  }
  if (!isTokenFamilyActive(context, claims.family)) throw refused('the sign-in has ended')
  const user = userById(context.db, claims.sub)
  if (user?.status !== 'active') throw refused('no such account')
  return { user, family: claims.family }
}

/**
 * Whom a request counts for (`Admission`): an account; for contents the sign-in that made their address, without which
 * they are refused at once; else the network address.
 */
function clientOf(request: Request, user: UserRow | null, address: string): string {
  if (user) return `account ${user.key}`
  const { pathname, searchParams } = new URL(request.url)
  const signIn = pathname.startsWith(`${base}/file/content/`) ? searchParams.get('by') : null
  return signIn === null ? networkOf(address) : `sign-in ${signIn}`
}

const isEventStream = (response: Response | undefined): boolean =>
  response?.headers.get('content-type')?.startsWith('text/event-stream') ?? false

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** What the server knows of a request. `closed` resolves when its answer has been sent, or its connection is lost. */
type RequestBindings = {
  readonly address: string
  readonly context: ServiceContext
  readonly closed: Promise<void> | undefined
}

/** Counts an answer that lies in memory, as streams do not. Throws HTTP 503. */
function holdUntilRead(
  admission: Admission,
  { headers }: Response,
  { address, closed }: RequestBindings,
): void {
  const isWhole = headers.get('content-type')?.startsWith('application/json') ?? false
  const bytes = Number(headers.get('content-length') ?? 0)
  if (isWhole && closed) admission.holdUntilRead(address, bytes, closed)
}

/** The refusal, which can be long, too: that of a batch names each of its items. HTTP 503 in its place when too much is unread. */
function heldOrRefused(
  admission: Admission,
  refusal: Response,
  bindings: RequestBindings,
  id: string,
): Response {
  try {
    holdUntilRead(admission, refusal, bindings)
    return refusal
  } catch (error) {
    return errorResponse(error, id)
  }
}

/** Answers the requests of these routes, in the context of the service that each belongs to. */
export function createApp(routes: readonly Route[]) {
  const app = new Hono<{ Bindings: RequestBindings }>()
  const idOf = (request: Request) => {
    const given = request.headers.get('x-cr-correlation-id') ?? ''
    return uuid.test(given) ? given : randomUUID()
  }
  app.use(async (c, next) => {
    await next()
    c.res.headers.set('date', new Date(c.env.context.now()).toUTCString())
  })
  for (const [method, path, { answer: answerCall }] of routes) {
    const isSession = path.startsWith('/session/')
    app.on(method, base + path, async (c) => {
      const request = c.req.raw
      const { address, context, closed } = c.env
      const { admission } = context
      let leave: (() => void) | undefined
      let response: Response | undefined
      let caller: Awaited<ReturnType<typeof callerOf>> = null
      try {
        requireNotCrossSiteWrite(request)
        caller = isSession ? null : await callerOf(context, request)
        leave = await admission.enter(clientOf(request, caller?.user ?? null, address), closed)
        const answer = { delayMs: 0 }
        const ctx = {
          context,
          request,
          query: new URL(request.url).searchParams,
          params: c.req.param() as Record<string, string>,
          user: caller?.user ?? null,
          family: caller?.family ?? '',
          address,
          closed,
          answer,
        }
        try {
          response = successResponse(await context.events.runFor(ctx, () => answerCall(ctx)))
        } finally {
          if (answer.delayMs > 0) await sleep(answer.delayMs)
        }
        if (!caller) holdUntilRead(admission, response, c.env)
        return response
      } catch (error) {
        const isTimeout = error instanceof HttpError && error.status === 408
        if (!isTimeout) await drainBody(request)
        response = errorResponse(error, idOf(request))
        if (!caller) response = heldOrRefused(admission, response, c.env, idOf(request))
        return response
      } finally {
        // Streams of events have limits of their own.
        if (leave && closed && !isEventStream(response)) void closed.then(leave)
        else leave?.()
      }
    })
  }
  app.notFound((c) =>
    errorResponse(new HttpError(ErrorCode.notFound, 'Not found', { status: 404 }), idOf(c.req.raw)),
  )
  app.onError((error, c) => errorResponse(error, idOf(c.req.raw)))
  return app
}
