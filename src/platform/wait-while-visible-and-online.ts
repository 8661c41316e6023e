/** Resolves after `ms` during which the page is visible and online, or when `stop` aborts. */
export async function waitWhileVisibleAndOnline(
  ms: number,
  stop: AbortSignal,
  onSchedule: (dueAt: number | undefined) => void,
): Promise<void> {
  let left = ms
  while (left > 0 && !stop.aborted) {
    // The clock may be set meanwhile.
    const startedAt = performance.now()
    const isActive = !document.hidden && navigator.onLine
    onSchedule(isActive ? Date.now() + left : undefined)
    await changeOrTimeout(isActive ? left : undefined, stop)
    if (isActive) left -= performance.now() - startedAt
  }
}

/** Resolves when visibility or connectivity changes, after `ms`, or when `stop` aborts. */
function changeOrTimeout(ms: number | undefined, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const ended = new AbortController()
    const end = () => {
      ended.abort()
      clearTimeout(timer)
      resolve()
    }
    const timer = ms === undefined ? undefined : setTimeout(end, ms)
    const { signal } = ended
    stop.addEventListener('abort', end, { signal })
    document.addEventListener('visibilitychange', end, { signal })
    addEventListener('online', end, { signal })
    addEventListener('offline', end, { signal })
  })
}
