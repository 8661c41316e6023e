import * as v from 'valibot'
import { type ApiResponse, parseResponseData, sendRequest } from '#src/api/wire/wire.ts'
import { SignInResponse, type User } from '#src/contract/accounts/user.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { NoData } from '#src/contract/schema.ts'
import { CaptchaChallenge } from '#src/contract/site.ts'
import { sendUnauthenticated } from './client.ts'
import { refreshTokensAfterPasswordChange, signOutAllTabs, startSession } from './tokens.ts'

export type SignInRequest = {
  email: string
  password: string
  captcha?: { text: string; ticket: string }
  /** Whether the sign-in outlives the browser session ("Keep me signed in"). */
  keep: boolean
}

export type SignInResult =
  | { next: 'done'; user: User }
  | { next: 'second-factor'; sessionId: string }

function completeSignIn(response: ApiResponse, keep: boolean): SignInResult {
  const { user, token } = parseResponseData(SignInResponse, response)
  startSession(token, user.id, keep)
  return { next: 'done', user }
}

/**
 * `POST /session/token` (docs/protocol.md §2.3). Throws `ApiError` 40080 (wrong e-mail or password), 40026 (captcha),
 * 40017, 40018.
 */
export async function signIn(credentials: SignInRequest): Promise<SignInResult> {
  const { email, password, captcha, keep } = credentials
  const response = await sendRequest({
    method: 'POST',
    path: '/session/token',
    body: { email, password, ...(captcha && { captcha: captcha.text, ticket: captcha.ticket }) },
  })
  if (response.envelope.code === ErrorCode.secondFactorRequired) {
    const sessionId = v.safeParse(v.string(), response.envelope.data)
    if (sessionId.success) return { next: 'second-factor', sessionId: sessionId.output }
  }
  return completeSignIn(response, keep)
}

/**
 * `POST /session/token/2fa` (docs/protocol.md §2.3). Throws `ApiError` 40022 (wrong code, try again) or 404 (too late,
 * start over).
 */
export async function signInWithSecondFactor(
  sessionId: string,
  code: string,
  keep: boolean,
): Promise<SignInResult> {
  const response = await sendRequest({
    method: 'POST',
    path: '/session/token/2fa',
    body: { otp: code, session_id: sessionId },
  })
  return completeSignIn(response, keep)
}

/** Keeps this browser signed in after the password has changed, where that takes no captcha and no second factor. */
export const signInAgainAfterPasswordChange = (email: string, password: string): Promise<void> =>
  refreshTokensAfterPasswordChange(async () => {
    const body = { email, password }
    const response = await sendRequest({ method: 'POST', path: '/session/token', body })
    return parseResponseData(SignInResponse, response).token
  })

/** Signs out in every tab, then revokes the refresh token. A failed revocation changes nothing for this browser. */
export async function signOut(): Promise<void> {
  const refreshToken = signOutAllTabs()
  if (!refreshToken) return
  try {
    await sendUnauthenticated(NoData, {
      method: 'DELETE',
      path: '/session/token',
      body: { refresh_token: refreshToken },
    })
  } catch {
    // This browser has forgotten the token; the service lets it expire.
  }
}

/** `GET /site/captcha`: a picture (data URL) and its ticket. */
export const getCaptcha = (signal?: AbortSignal): Promise<CaptchaChallenge> =>
  sendUnauthenticated(CaptchaChallenge, { method: 'GET', path: '/site/captcha', signal })
