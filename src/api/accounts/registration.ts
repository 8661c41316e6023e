import { sendUnauthenticated } from '#src/api/client.ts'
import type { ApiRequest } from '#src/api/wire/wire.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode } from '#src/contract/errors.ts'
import { NoData } from '#src/contract/schema.ts'

/*
 * Accounts for people who are not signed in (docs/protocol.md §2.6). No function tells whether an address has an account:
 * the answers that would are taken for success.
 */

export type CaptchaAnswer = { text: string; ticket: string }

const captchaBody = (captcha: CaptchaAnswer | undefined) =>
  captcha && { captcha: captcha.text, ticket: captcha.ticket }

/** Answers that say something about the address, or about the account that it has. */
const tellingCodes = [
  ErrorCode.secondFactorRequired,
  ErrorCode.userBanned,
  ErrorCode.userInactive,
  ErrorCode.userNotFound,
  ErrorCode.mailFailed,
  ErrorCode.emailTaken,
  ErrorCode.emailNotConfirmed,
] as const

async function sendWithoutTelling(request: ApiRequest): Promise<void> {
  try {
    await sendUnauthenticated(NoData, request)
  } catch (error) {
    if (!hasErrorCode(error, ...tellingCodes)) throw error
  }
}

/** `POST /user`. `language` is that of its mails. Throws 40026 (captcha) and 40001. */
export const signUp = ({
  captcha,
  ...body
}: {
  email: string
  password: string
  language: string
  captcha?: CaptchaAnswer | undefined
}): Promise<void> =>
  sendWithoutTelling({ method: 'POST', path: '/user', body: { ...body, ...captchaBody(captcha) } })

/** `POST /user/reset`: asks for a mail with a link to a new password. Throws 40026 (captcha) and 40001. */
export const requestPasswordReset = ({
  captcha,
  ...body
}: {
  email: string
  language: string
  captcha?: CaptchaAnswer | undefined
}): Promise<void> =>
  sendWithoutTelling({
    method: 'POST',
    path: '/user/reset',
    body: { ...body, ...captchaBody(captcha) },
  })

/** `PATCH /user/reset/:id`: another password, by the link of a mail. Throws 40030 and others when the link is not good. */
export const resetPassword = ({
  id,
  ...body
}: {
  id: string
  secret: string
  password: string
}): Promise<void> =>
  sendUnauthenticated(NoData, {
    method: 'PATCH',
    path: `/user/reset/${encodeURIComponent(id)}`,
    body,
  })

/** `GET /user/activate/:id`: confirms an address by the link of a mail. It works once, so it is never aborted. */
export const confirmEmail = (id: string, sign: string): Promise<void> =>
  sendUnauthenticated(NoData, {
    method: 'GET',
    path: `/user/activate/${encodeURIComponent(id)}`,
    query: { sign },
  })
