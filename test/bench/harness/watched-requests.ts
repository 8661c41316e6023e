import type { Page } from 'playwright-core'

/** Durations of long tasks in ms; matching requests in flight now, at most and in all; when the measured work began. */
export type Watched = {
  tasks: number[]
  inFlight: number
  most: number
  requests: number
  began: number
}

/** Notes long tasks, and the requests whose address matches, in `window.seen` of the page. */
export async function watchRequests(page: Page, address: RegExp): Promise<void> {
  await page.evaluate((source) => {
    const pattern = new RegExp(source)
    const seen: Watched = { tasks: [], inFlight: 0, most: 0, requests: 0, began: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.tasks.push(duration)
    }).observe({ type: 'longtask' })
    const real = window.fetch
    window.fetch = async (...args) => {
      const [asked] = args
      if (typeof asked !== 'string' || !pattern.test(asked)) return real(...args)
      seen.requests++
      seen.most = Math.max(seen.most, ++seen.inFlight)
      try {
        return await real(...args)
      } finally {
        seen.inFlight--
      }
    }
  }, address.source)
}

export const seenIn = (page: Page): Promise<Watched> =>
  page.evaluate(() => (window as unknown as { seen: Watched }).seen)
