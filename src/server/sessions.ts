import * as v from 'valibot'
import { Code } from '#src/contract/codes.ts'
import type { SignedIn } from '#src/contract/user.ts'
import { readBody } from './call.ts'
import type { Call, Route } from './call.ts'
import { Refusal, Reply } from './envelope.ts'
import { beginFamily, endFamily, refreshPair } from './tokens.ts'
import { totpStep } from './totp.ts'
import { userBody, userByEmail, userByKey } from './users.ts'
import type { UserRow } from './users.ts'

const email = v.pipe(v.string(), v.nonEmpty(), v.maxLength(254), v.regex(/^[^\s@]+@[^\s@]+$/))
const SignIn = v.object({
  email,
  password: v.pipe(v.string(), v.minLength(4), v.maxLength(128)),
  captcha: v.optional(v.string(), ''),
  ticket: v.optional(v.string(), ''),
})
const SecondFactor = v.object({
  otp: v.pipe(v.string(), v.nonEmpty()),
  session_id: v.pipe(v.string(), v.nonEmpty()),
})
const Refresh = v.object({ refresh_token: v.pipe(v.string(), v.nonEmpty()) })

function signedIn(call: Call, user: UserRow): SignedIn {
  return { user: userBody(user), token: beginFamily(call.context, user) }
}

function requireActive(user: UserRow): void {
  if (user.status === 'active') return
  if (user.status === 'inactive') throw new Refusal(Code.userInactive, 'This user is not activated')
  throw new Refusal(Code.userBanned, 'This user is banned')
}

async function signIn(call: Call): Promise<unknown> {
  const { context } = call
  const { db, throttle, hasher } = context
  const body = await readBody(call, SignIn)
  if (context.asksCaptcha && !context.captchas.solve(body.ticket, body.captcha)) {
    throw new Refusal(Code.wrongCaptcha, 'CAPTCHA not match')
  }
  const user = userByEmail(db, body.email)
  // Unknown accounts are counted and hashed for too, so that neither answer nor time tells them apart.
  const key = `password\n${body.email.toLowerCase()}\n${call.address}`
  const isBlocked = throttle.isBlocked(key)
  if (!isBlocked) throttle.fail(key)
  const isRight = await hasher.matches(body.password, user?.password_hash)
  if (!user || !isRight || isBlocked) {
    throw new Refusal(Code.wrongSignIn, 'Incorrect password or email address')
  }
  throttle.clear(key)
  requireActive(user)
  if (user.totp_secret) return new Reply(Code.continue, context.secondFactors.begin(user.key))
  return signedIn(call, user)
}

async function finishSignIn(call: Call): Promise<SignedIn> {
  const { db, throttle, secondFactors, now } = call.context
  const body = await readBody(call, SecondFactor)
  const userKey = secondFactors.attempt(body.session_id)
  const user = userKey === null ? undefined : userByKey(db, userKey)
  if (!user?.totp_secret) throw new Refusal(Code.notFound, 'Login session not found')
  const key = `totp\n${user.key}`
  const step = throttle.isBlocked(key)
    ? null
    : totpStep(user.totp_secret, body.otp, now(), user.totp_step)
  if (step === null) {
    throttle.fail(key)
    throw new Refusal(Code.wrongSecondFactor, 'Incorrect 2FA code')
  }
  db.run('UPDATE users SET totp_step = ? WHERE key = ?', [step, user.key])
  throttle.clear(key)
  secondFactors.end(body.session_id)
  requireActive(user)
  return signedIn(call, user)
}

export const sessionRoutes: readonly Route[] = [
  [
    'GET',
    '/session/prepare',
    // The same for every address: whether there is such an account is not told.
    (call) => {
      if (!v.is(email, call.query.get('email'))) {
        throw new Refusal(Code.invalidParameters, 'Email format error')
      }
      return { webauthn_enabled: false, password_enabled: true }
    },
  ],
  ['POST', '/session/token', signIn],
  ['POST', '/session/token/2fa', finishSignIn],
  [
    'POST',
    '/session/token/refresh',
    async (call) => refreshPair(call.context, (await readBody(call, Refresh)).refresh_token),
  ],
  [
    'DELETE',
    '/session/token',
    async (call) => {
      endFamily(call.context, (await readBody(call, Refresh)).refresh_token)
      return ''
    },
  ],
]
