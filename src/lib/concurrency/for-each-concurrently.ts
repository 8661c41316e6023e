/**
 * Calls `work` for each item in order, with at most `limit` calls under way at the same time. Rejects with the first
 * error once the calls under way have ended; no call is started after it.
 */
export async function forEachConcurrently<T>(
  items: Iterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]()
  let hasFailed = false
  const runWorker = async () => {
    for (let next = iterator.next(); !next.done && !hasFailed; next = iterator.next()) {
      try {
        await work(next.value)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  const workers = await Promise.allSettled(Array.from({ length: limit }, runWorker))
  for (const worker of workers) if (worker.status === 'rejected') throw worker.reason
}
