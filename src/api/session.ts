import * as v from 'valibot'
import { Code } from '#src/contract/codes.ts'
import { Captcha } from '#src/contract/site.ts'
import { SignedIn, type User } from '#src/contract/user.ts'
import { nothing, sendPublic } from './client.ts'
import { endSession, startSession } from './tokens.ts'
import { type Answer, dataOf, exchange } from './wire.ts'

export type Credentials = {
  email: string
  password: string
  captcha?: { text: string; ticket: string }
  /** Whether the sign-in outlives the browser window. */
  keep: boolean
}

export type SignInResult =
  | { next: 'done'; user: User }
  | { next: 'second-factor'; sessionId: string }

function enter(answer: Answer, keep: boolean): SignInResult {
  const { user, token } = dataOf(SignedIn, answer)
  startSession(token, answer.date, user.id, keep)
  return { next: 'done', user }
}

/** `POST /session/token`. Throws `ApiError` 40080 (wrong e-mail or password), 40026 (captcha), 40017, 40018. */
export async function signIn(credentials: Credentials): Promise<SignInResult> {
  const { email, password, captcha, keep } = credentials
  const answer = await exchange({
    method: 'POST',
    path: '/session/token',
    body: { email, password, ...(captcha && { captcha: captcha.text, ticket: captcha.ticket }) },
  })
  if (answer.envelope.code === Code.continue) {
    const sessionId = v.safeParse(v.string(), answer.envelope.data)
    if (sessionId.success) return { next: 'second-factor', sessionId: sessionId.output }
  }
  return enter(answer, keep)
}

/** `POST /session/token/2fa`. Throws `ApiError` 40022 (wrong code, try again) or 404 (too late, start over). */
export async function finishSignIn(
  sessionId: string,
  code: string,
  keep: boolean,
): Promise<SignInResult> {
  const answer = await exchange({
    method: 'POST',
    path: '/session/token/2fa',
    body: { otp: code, session_id: sessionId },
  })
  return enter(answer, keep)
}

/** Signs out in every tab at once, then revokes the token; a failure to revoke changes nothing for this browser. */
export async function signOut(): Promise<void> {
  const refreshToken = endSession()
  if (!refreshToken) return
  try {
    await sendPublic(nothing, {
      method: 'DELETE',
      path: '/session/token',
      body: { refresh_token: refreshToken },
    })
  } catch {
    // The token is gone from here; the service lets it run out.
  }
}

/** `GET /site/captcha`: a picture (data URL) and its ticket. */
export const getCaptcha = (signal?: AbortSignal): Promise<Captcha> =>
  sendPublic(Captcha, { method: 'GET', path: '/site/captcha', signal })
