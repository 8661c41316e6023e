import * as v from 'valibot'
import { type ApiRequest, parseResponseData, sendRequest } from '#src/api/wire/wire.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { SessionEndedError } from '#src/contract/errors.ts'
import { ApiError, BatchError } from '#src/contract/errors.ts'
import { currentSession } from './current-session.ts'
import { toLinkEndedError } from './links/link-errors.ts'
import { signOutCount } from './resets.ts'
import { getAccessToken, refreshTokens, waitForSignIn } from './tokens.ts'
import { isRefusal } from './transient-errors.ts'

/** The service rejects a bearer token for the whole request or for every item of a batch (docs/protocol.md §2.2). */
function isBearerRejected(error: unknown): boolean {
  if (error instanceof BatchError) {
    const failures = [...error.failures.values()]
    return (
      failures.length > 0 && failures.every((failure) => failure.code === ErrorCode.signInRequired)
    )
  }
  return (
    error instanceof ApiError &&
    (error.code === ErrorCode.signInRequired || error.code === ErrorCode.invalidToken)
  )
}

/**
 * Sends something as the signed-in user, or anonymously when nobody is signed in. When the bearer is rejected (401) it is
 * renewed and `send` called again, at most twice; when the renewal is rejected too, it waits for the same user to sign in.
 * Answers that come after a sign-out are dropped. Throws what `send` throws, `TransportError`, `SessionEndedError`, or the
 * signal's reason.
 */
export async function sendWithBearer<T>(
  send: (bearer: string | undefined) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const signOuts = signOutCount()
  const { userId } = currentSession()
  // The request belongs to a user who may sign out meanwhile: it is not sent then, and its caller gets no answer.
  const assertSameUser = () => {
    if (signOutCount() !== signOuts) throw new SessionEndedError()
  }
  for (let attempt = 0; ; attempt++) {
    const bearer = await getAccessToken(signal).finally(assertSameUser)
    try {
      return await send(bearer).finally(assertSameUser)
    } catch (error) {
      if (!isBearerRejected(error) || attempt > 1) throw error
      if (!bearer) throw new SessionEndedError()
      try {
        await refreshTokens(bearer)
      } catch (refusal) {
        if (!isRefusal(refusal)) throw refusal
        await waitForSignIn(userId, signal)
      }
    }
  }
}

/** Sends a request by {@link sendWithBearer} and returns its `data`. Throws `ApiError` and its subclasses as well. */
export async function sendAuthenticated<S extends v.GenericSchema>(
  schema: S,
  request: ApiRequest,
): Promise<v.InferOutput<S>> {
  try {
    return await sendWithBearer(
      async (bearer) => parseResponseData(schema, await sendRequest(request, bearer)),
      request.signal,
    )
  } catch (error) {
    throw toLinkEndedError(error, request)
  }
}

/** Sends a request without a bearer. Throws `ApiError` or `TransportError`. */
export async function sendUnauthenticated<S extends v.GenericSchema>(
  schema: S,
  request: ApiRequest,
): Promise<v.InferOutput<S>> {
  return parseResponseData(schema, await sendRequest(request))
}
