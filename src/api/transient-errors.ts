import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, TransportError } from '#src/contract/errors.ts'

/** Whether sending again may help: no answer, a status of 5xx, or 429. */
export function isTransient(error: unknown): boolean {
  return (
    error instanceof TransportError &&
    (error.status === undefined || error.status >= 500 || error.status === 429)
  )
}

/** Whether the service has decided against a request. An internal error of it is no decision. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.code < ErrorCode.internal &&
  error.code !== ErrorCode.unclassified

/**
 * ms to wait after `error` before sending again: what Retry-After asked for, else exponential with jitter (about 400 ms
 * after attempt 0). At most 30 s.
 */
export function retryDelay(error: unknown, attempt: number): number {
  const retryAfter = error instanceof TransportError ? error.retryAfter : undefined
  return Math.min(retryAfter ?? 400 * 2 ** attempt * (0.75 + Math.random() / 2), 30_000)
}
