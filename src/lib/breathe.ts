/** Longest stretch of work between two breaths, in ms. */
const slice = 8

/**
 * For long work on the thread that draws: `isLate()` once a stretch has lasted long enough; then `await breathe()` lets
 * input and painting happen and begins the next.
 */
export function inSlices() {
  let since = performance.now()
  return {
    isLate: () => performance.now() - since > slice,
    breathe: async () => {
      await new Promise<void>((resolve) => {
        setTimeout(resolve, 0)
      })
      since = performance.now()
    },
  }
}
