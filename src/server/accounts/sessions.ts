import * as v from 'valibot'
import { TokenPair } from '#src/contract/accounts/token.ts'
import { SignInMethods, SignInResponse, SignOutResponse } from '#src/contract/accounts/user.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { readBody } from '#src/server/http/request-context.ts'
import type { RequestContext } from '#src/server/http/request-context.ts'
import { HttpError, ResultWithCode } from '#src/server/http/responses/envelope.ts'
import { route } from '#src/server/http/route.ts'
import type { Route } from '#src/server/http/route.ts'
import type { Wire } from '#src/server/http/wire.ts'
import { Email } from './credentials.ts'
import { isPasswordOfUser } from './sign-in/password-check.ts'
import { verifyTotpCode } from './sign-in/totp.ts'
import { startTokenFamily, revokeFamilyOfRefreshToken, refreshPair } from './tokens.ts'
import { toUserResponse, userByEmail, userByKey } from './users.ts'
import type { UserRow } from './users.ts'

const SignIn = v.object({
  email: Email,
  password: v.pipe(v.string(), v.minLength(4), v.maxLength(128)),
  captcha: v.optional(v.string(), ''),
  ticket: v.optional(v.string(), ''),
})
const SecondFactor = v.object({
  otp: v.pipe(v.string(), v.nonEmpty()),
  session_id: v.pipe(v.string(), v.nonEmpty()),
})
const Refresh = v.object({ refresh_token: v.pipe(v.string(), v.nonEmpty()) })

/** Characters of a `User-Agent` that are kept. */
const maxClientLength = 300

async function signedIn(ctx: RequestContext, user: UserRow): Promise<Wire<typeof SignInResponse>> {
  const client = (ctx.request.headers.get('user-agent') ?? '').slice(0, maxClientLength)
  return {
    user: toUserResponse(user),
    token: await startTokenFamily(ctx.context, user, { client }),
  }
}

function requireActive(user: UserRow): void {
  if (user.status === 'active') return
  if (user.status === 'inactive')
    throw new HttpError(ErrorCode.userInactive, 'This user is not activated')
  throw new HttpError(ErrorCode.userBanned, 'This user is banned')
}

async function signIn(ctx: RequestContext): Promise<Wire<typeof SignInResponse> | ResultWithCode> {
  const { context } = ctx
  const { db } = context
  const body = await readBody(ctx, SignIn)
  if (context.asksCaptcha && !context.captchas.solve(body.ticket, body.captcha)) {
    throw new HttpError(ErrorCode.wrongCaptcha, 'CAPTCHA not match')
  }
  const before = userByEmail(db, body.email)
  // Unknown accounts are throttled and hashed for too: neither the answer nor its timing reveals that they do not exist.
  const isRight = await isPasswordOfUser(ctx, before, body)
  // Another request can have changed the password meanwhile.
  const user = before && userByKey(db, before.key)
  if (!isRight || !user || user.password_hash !== before.password_hash) {
    throw new HttpError(ErrorCode.wrongCredentials, 'Incorrect password or email address')
  }
  requireActive(user)
  if (user.totp_secret)
    return new ResultWithCode(ErrorCode.secondFactorRequired, context.secondFactors.begin(user.key))
  return signedIn(ctx, user)
}

async function finishSignIn(ctx: RequestContext): Promise<Wire<typeof SignInResponse>> {
  const { db, secondFactors, now } = ctx.context
  const throttle = ctx.context.throttles.secondFactor
  const body = await readBody(ctx, SecondFactor)
  const userKey = secondFactors.attempt(body.session_id)
  const user = userKey === null ? undefined : userByKey(db, userKey)
  if (!user?.totp_secret) throw new HttpError(ErrorCode.notFound, 'Login session not found')
  const key = String(user.key)
  const isBlocked = throttle.isBlocked(key, ctx.address)
  if (!isBlocked) throttle.fail(key, ctx.address)
  const step = isBlocked ? null : verifyTotpCode(user.totp_secret, body.otp, now(), user.totp_step)
  if (step === null) {
    throw new HttpError(ErrorCode.wrongSecondFactor, 'Incorrect 2FA code')
  }
  db.run('UPDATE users SET totp_step = ? WHERE key = ?', [step, user.key])
  throttle.succeed(key, ctx.address)
  secondFactors.end(body.session_id)
  requireActive(user)
  return signedIn(ctx, user)
}

export const sessionRoutes: readonly Route[] = [
  [
    'GET',
    '/session/prepare',
    // The answer is the same for every address: it must not reveal whether an account exists.
    route(SignInMethods, (ctx) => {
      if (!v.is(Email, ctx.query.get('email'))) {
        throw new HttpError(ErrorCode.invalidParameters, 'Email format error')
      }
      return { webauthn_enabled: false, password_enabled: true }
    }),
  ],
  ['POST', '/session/token', route(SignInResponse, signIn)],
  ['POST', '/session/token/2fa', route(SignInResponse, finishSignIn)],
  [
    'POST',
    '/session/token/refresh',
    route(TokenPair, async (ctx) =>
      refreshPair(ctx.context, (await readBody(ctx, Refresh)).refresh_token),
    ),
  ],
  [
    'DELETE',
    '/session/token',
    route(SignOutResponse, async (ctx): Promise<Wire<typeof SignOutResponse>> => {
      await revokeFamilyOfRefreshToken(ctx.context, (await readBody(ctx, Refresh)).refresh_token)
      ctx.context.events.endDisallowed()
      return ''
    }),
  ],
]
