import { TransportError } from '#src/contract/errors.ts'
import { createSignInCheck } from './resets.ts'
import { isTransient, retryDelay } from './transient-errors.ts'

/** Without a network a request is tried again after this time at the latest, in ms. */
const maxOfflineDelayMs = 60_000
/** During an outage a request is tried again after this time at the latest, in ms, so that its end is noticed soon. */
const maxOutageDelayMs = 4_000

/** Whether the service was not reached: there was no answer, or a gateway answered in its place. */
export const isOutageError = (error: unknown): boolean =>
  error instanceof TransportError &&
  (error.reason === 'network' ||
    error.status === 502 ||
    error.status === 503 ||
    error.status === 504)

function waitingTime(error: unknown, attempt: number): number {
  if (!navigator.onLine) return maxOfflineDelayMs
  const delay = retryDelay(error, attempt)
  const isAsked = error instanceof TransportError && error.retryAfter !== undefined
  return isOutageError(error) && !isAsked ? Math.min(delay, maxOutageDelayMs) : delay
}

const wakeUps = new EventTarget()

/** Ends every {@link waitForRetry}, because the user does not want to wait any longer. */
export const endRetryWaits = (): void => void wakeUps.dispatchEvent(new Event('retry'))

/**
 * Resolves when it is time to send again: after {@link retryDelay}, during an outage after 4 s at the latest, without a
 * network when it is back. Resolves at once when `signal` aborts or {@link endRetryWaits} is called.
 */
export function waitForRetry(error: unknown, attempt: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cleanUp = new AbortController()
    const finish = () => {
      cleanUp.abort()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(finish, waitingTime(error, attempt))
    wakeUps.addEventListener('retry', finish, { signal: cleanUp.signal })
    addEventListener('online', finish, { signal: cleanUp.signal })
    signal?.addEventListener('abort', finish, { signal: cleanUp.signal })
  })
}

/** How often a lookup is sent again when nobody answers it. */
const maxLookupRetries = 3

/**
 * Looks something up in the middle of an operation, and again when nobody answers. Without a network it gives up at
 * once, since the end of that may be far off.
 */
export const lookUpWithRetry = <T>(lookUp: () => Promise<T>, signal?: AbortSignal): Promise<T> =>
  retryOnTransientError(lookUp, {
    maxRetries: maxLookupRetries,
    signal,
    isRetryable: (error) => navigator.onLine && isTransient(error),
  })

/** Looks up what a job needs to know before it begins, and again, up to five times, when nobody answers. */
export const lookUpBeforeJob = <T>(lookUp: () => Promise<T>): Promise<T> =>
  retryOnTransientError(lookUp, { maxRetries: 5 })

export type RetryOptions = {
  /** How often to send again after the first failure. */
  readonly maxRetries: number
  readonly signal?: AbortSignal | undefined
  /** Which errors are worth another attempt; {@link isTransient} unless given. */
  readonly isRetryable?: (error: unknown) => boolean
  /** Which errors do not count towards `maxRetries`; none unless given. */
  readonly isUnlimited?: (error: unknown) => boolean
  /** Called before each wait. */
  readonly onRetry?: () => void
}

/**
 * Sends until an answer comes or sending again cannot help. Throws the last error, or the signal's reason when it aborts
 * during a wait, or `SessionEndedError` when the user has signed out by its end.
 */
export async function retryOnTransientError<T>(
  send: (attempt: number) => Promise<T>,
  {
    maxRetries,
    signal,
    isRetryable = isTransient,
    isUnlimited = () => false,
    onRetry,
  }: RetryOptions,
): Promise<T> {
  const assertSignedIn = createSignInCheck()
  let counted = 0
  for (let attempt = 0; ; attempt++) {
    try {
      return await send(attempt)
    } catch (error) {
      if (signal?.aborted || !isRetryable(error)) throw error
      const isCounted = !isUnlimited(error)
      if (isCounted && counted >= maxRetries) throw error
      onRetry?.()
      await waitForRetry(error, isCounted ? counted++ : attempt, signal)
      signal?.throwIfAborted()
      assertSignedIn()
    }
  }
}
