import * as v from 'valibot'
import { Code } from '#src/contract/codes.ts'
import { ApiError, BatchError } from '#src/contract/errors.ts'
import {
  accessToken,
  isRefusal,
  refreshSession,
  sessionAgain,
  SessionEndedError,
} from './tokens.ts'
import { type Call, dataOf, exchange } from './wire.ts'

/** Whether the service said that the bearer is no longer good, at the top or for every item of a batch. */
function isSignInRefused(error: unknown): boolean {
  if (error instanceof BatchError) {
    const failures = [...error.failures.values()]
    return failures.length > 0 && failures.every((failure) => failure.code === Code.signInRequired)
  }
  return (
    error instanceof ApiError &&
    (error.code === Code.signInRequired || error.code === Code.invalidCredential)
  )
}

/**
 * Sends a call as the signed-in user, or as a stranger where nobody is, and returns its `data`. A refused bearer is
 * renewed once and the call sent again; when the renewal is refused too, the call waits for the same user to sign in
 * again. Throws `ApiError` and its kinds, `TransportError`, `SessionEndedError`, or the signal's reason.
 */
export async function send<S extends v.GenericSchema>(
  schema: S,
  call: Call,
): Promise<v.InferOutput<S>> {
  for (let attempt = 0; ; attempt++) {
    const bearer = await accessToken(call.signal)
    try {
      return dataOf(schema, await exchange(call, bearer))
    } catch (error) {
      if (!isSignInRefused(error) || attempt > 1) throw error
      if (!bearer) throw new SessionEndedError()
      try {
        await refreshSession(bearer)
      } catch (refusal) {
        if (!isRefusal(refusal)) throw refusal
        await sessionAgain(call.signal)
      }
    }
  }
}

/** Sends a call that needs no session, without a bearer. Throws `ApiError` or `TransportError`. */
export async function sendPublic<S extends v.GenericSchema>(
  schema: S,
  call: Call,
): Promise<v.InferOutput<S>> {
  return dataOf(schema, await exchange(call))
}

/** For answers without `data`. */
export const nothing = v.unknown()
