import { isOutageError, retryOnTransientError, type RetryOptions } from '#src/api/retry-requests.ts'
import { isTransient } from '#src/api/transient-errors.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, LockConflictError, TransportError } from '#src/contract/errors.ts'
import type { UploadGroup } from '#src/features/uploads/queue/upload-group.ts'
import { setUploadPhase, type UploadJob } from '#src/features/uploads/queue/upload-job.ts'
import { withLockRetry } from '#src/jobs/define-mutation.ts'
import { LockCancelledError } from '#src/jobs/locks/lock-question.ts'
import { createConcurrencyLimiter } from '#src/lib/concurrency/concurrency-limiter.ts'
import type { Operation } from '#src/lib/operation.ts'

/** Which failures are sent again, and how often. */
export type RetryPolicy = Pick<RetryOptions, 'maxRetries' | 'isRetryable' | 'isUnlimited'>

const maxRetries = 6

const lockRetries = createConcurrencyLimiter(1)

/**
 * Sends, and on a lock conflict sends again through the lock retry, one request after another: a locked folder is asked
 * about once, not for each of its files, also when the user gives up. Rejects when `stop` aborts.
 */
export async function withSharedLockRetry<T>(
  operation: Operation,
  send: () => Promise<T>,
  { group, ...options }: { group: UploadGroup; stop: AbortSignal; showsSuccess?: boolean },
): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof LockConflictError)) throw error
    const { cancelledAtLock } = group
    const { stop } = options
    return lockRetries.run(async () => {
      if (group.cancelledAtLock && group.cancelledAtLock !== cancelledAtLock)
        throw group.cancelledAtLock
      try {
        return await withLockRetry(operation, send, options)
      } catch (failure) {
        if (failure instanceof LockCancelledError && !stop.aborted) group.cancelledAtLock = failure
        throw failure
      }
    }, stop)
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

/**
 * A part whose connection was lost is held by the service for another minute: after so many retries, over a minute has
 * passed.
 */
export const partRetryPolicy: RetryPolicy = { ...serviceRetryPolicy, maxRetries: 8 }

/** Sends until there is an answer, the user has signed out, or `signal` aborts. */
export const sendWithRetry = <T>(send: () => Promise<T>, signal?: AbortSignal): Promise<T> =>
  retryOnTransientError(send, { ...serviceRetryPolicy, signal })

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
