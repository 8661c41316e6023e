/** The requests of the first page go first, in ms. */
const delayMs = 1_500

/**
 * Looks, a moment after a session has started, for batches and uploads that a reload interrupted. Their code is fetched
 * then; without a network, once that is back. Returns the function to stop.
 */
export function findInterruptedWork(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const find = async () => {
    try {
      const { findBatchesAndUploads } = await import('./batches-and-uploads.ts')
      if (!signal.aborted) await findBatchesAndUploads()
    } catch {
      addEventListener('online', () => void find(), { once: true, signal })
    }
  }
  const timer = setTimeout(() => void find(), delayMs)
  signal.addEventListener('abort', () => clearTimeout(timer))
  return () => stop.abort()
}
