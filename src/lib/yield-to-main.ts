/** Longest stretch of work between two yields, in ms. */
const sliceMs = 8

/**
 * For long work on the main thread: once `isDue()` returns true, `await yieldToMain()` lets input and painting happen
 * and starts the next stretch.
 */
export function createYielder() {
  let since = performance.now()
  return {
    isDue: () => performance.now() - since > sliceMs,
    yieldToMain: async () => {
      await new Promise<void>((resolve) => {
        setTimeout(resolve, 0)
      })
      since = performance.now()
    },
  }
}
