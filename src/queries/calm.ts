import { waitBefore } from './listing.ts'

/** Without a network, so long until it is tried all the same, in ms. */
const mostOffline = 60_000

/** Waits until asking again may help: for the network to come back, or a growing while. Ends at once with `signal`. */
export function calm(error: unknown, attempt: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = new AbortController()
    const finish = () => {
      end.abort()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(finish, navigator.onLine ? waitBefore(error, attempt) : mostOffline)
    addEventListener('online', finish, { signal: end.signal })
    signal?.addEventListener('abort', finish, { signal: end.signal })
  })
}
