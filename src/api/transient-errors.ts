import { TransportError } from '#src/contract/errors.ts'

/** Whether sending again may help: no answer, a status of 5xx, or 429. */
export function isTransient(error: unknown): boolean {
  return (
    error instanceof TransportError &&
    (error.status === undefined || error.status >= 500 || error.status === 429)
  )
}

/**
 * ms to wait after `error` before sending again: what Retry-After asked for, else exponential with jitter (about 400 ms
 * after attempt 0). At most 30 s.
 */
export function retryDelay(error: unknown, attempt: number): number {
  const retryAfter = error instanceof TransportError ? error.retryAfter : undefined
  return Math.min(retryAfter ?? 400 * 2 ** attempt * (0.75 + Math.random() / 2), 30_000)
}
