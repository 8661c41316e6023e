import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** In ms. */
const stepMs = 250

/** From here on, {@link passTime} ends pauses of the app; without it they take as long as they do. Ends with the test. */
export function controlTimers({ isDateIncluded = false } = {}): void {
  vi.useFakeTimers({
    toFake: [
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      ...(isDateIncluded ? (['Date'] as const) : []),
    ],
    shouldAdvanceTime: true,
    // Each wait of Testing Library and of user-event ends with a timer of 0 ms, which is due with the next advance.
    advanceTimeDelta: 5,
  })
}

/** Lets so much time pass, in steps, between which requests are answered. */
export async function passTime(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    await act(() => vi.advanceTimersByTimeAsync(Math.min(stepMs, ms - passed)))
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** The app looks for work that a reload has interrupted 1.5 s after its session has started. */
export const findInterruptedWork = (): Promise<void> => passTime(1_500)
