import { expect, it, onTestFinished, vi } from 'vitest'
import { waitWhileVisibleAndOnline } from '#src/platform/wait-while-visible-and-online.ts'

it.each([-3_600_000, 3_600_000])(
  'a wait takes as long as it should when the clock is set by %i ms meanwhile',
  async (change) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    let hasPassed = false
    const wait = waitWhileVisibleAndOnline(10_000, new AbortController().signal, () => {})
    void wait.then(() => (hasPassed = true))
    await vi.advanceTimersByTimeAsync(4_000)
    vi.setSystemTime(Date.now() + change)
    // It looks at the time again.
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(hasPassed).toBe(false)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(hasPassed).toBe(true)
  },
)
