import { isOutageError, retryOnTransientError, type RetryOptions } from '#src/api/retry-requests.ts'
import { isTransient } from '#src/api/transient-errors.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, LockConflictError, TransportError } from '#src/contract/errors.ts'
import { setUploadPhase, type UploadJob } from '#src/features/uploads/queue/upload-job.ts'
import { withLockRetry } from '#src/jobs/define-mutation.ts'
import { createConcurrencyLimiter } from '#src/lib/concurrency/concurrency-limiter.ts'
import type { Operation } from '#src/lib/operation.ts'

/** Which failures are sent again, and how often. */
export type RetryPolicy = Pick<RetryOptions, 'maxRetries' | 'isRetryable' | 'isUnlimited'>

const maxRetries = 6

const lockRetries = createConcurrencyLimiter(1)

/**
 * Sends, and on a lock conflict sends again through the lock retry, one request after another: a locked folder is asked
 * about once, not for each of its files.
 */
export async function withSharedLockRetry<T>(
  operation: Operation,
  send: () => Promise<T>,
): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof LockConflictError)) throw error
    return lockRetries.run(() => withLockRetry(operation, send))
  }
}

const retryableCodes: ReadonlySet<number> = new Set([
  // The part that was interrupted is still being stored.
  ErrorCode.conflict,
  // A proxy cut the request.
  ErrorCode.invalidContentLength,
])

/** Besides what is transient for every request: an answer that was cut, and codes that only a retried part gets. */
const isRetryable = (error: unknown): boolean =>
  isTransient(error) ||
  (error instanceof TransportError && error.status === 200) ||
  (error instanceof ApiError && retryableCodes.has(error.code))

/** Requests are retried a few times, or for as long as the service is not reached. */
export const serviceRetryPolicy: RetryPolicy = {
  maxRetries,
  isRetryable,
  isUnlimited: isOutageError,
}

/** Sends until there is an answer. */
export const sendWithRetry = <T>(send: () => Promise<T>): Promise<T> =>
  retryOnTransientError(send, serviceRetryPolicy)

/**
 * Like {@link sendWithRetry} for a request of a job, whose phase tells while it is stalled. Rejects when `signal`
 * aborts.
 */
export async function sendWithRetryForJob<T>(
  job: UploadJob,
  signal: AbortSignal,
  send: () => Promise<T>,
  retries: RetryPolicy = serviceRetryPolicy,
): Promise<T> {
  const setStalled = (isStalled: boolean) => {
    if (job.phase.at === 'running' && job.phase.isStalled !== isStalled) {
      setUploadPhase(job, { at: 'running', isStalled })
    }
  }
  const data = await retryOnTransientError(send, {
    ...retries,
    signal,
    onRetry: () => setStalled(true),
  })
  setStalled(false)
  return data
}
