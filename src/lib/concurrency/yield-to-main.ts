/** Longest stretch of work between two yields, in ms. */
const sliceMs = 8

declare const scheduler: { yield?: () => Promise<void> } | undefined

/** Lets input and painting happen. A timer would wait for at least 4 ms each time. */
export function yieldToMain(): Promise<void> {
  if (typeof scheduler !== 'undefined' && scheduler.yield) return scheduler.yield()
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(undefined)
  })
}

/**
 * For long work on the main thread: once `isDue()` returns true, `await yieldToMain()` lets input and painting happen
 * and starts the next stretch.
 */
export function createYielder() {
  let since = performance.now()
  return {
    isDue: () => performance.now() - since > sliceMs,
    yieldToMain: async () => {
      await yieldToMain()
      since = performance.now()
    },
  }
}
