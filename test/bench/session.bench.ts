import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import {
  openBrowser,
  rowsOf,
  startAppServer,
  visit,
  type AppServer,
} from '../browser/app-server.ts'
import { ms, spent } from './harness/metrics.ts'

/* Figures of the sample data: response to input, and the processor time of an idle page. Printed, never asserted. */

let server: AppServer
let browser: Browser

beforeAll(async () => {
  server = await startAppServer()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN

/** Twelve actions: moving, selecting, searching and changing the page. */
async function act(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Shares' }).click()
  await rowsOf(page).first().click()
  for (const key of ['ArrowDown', 'ArrowDown', 'Space', 'End', 'Home', 'Escape'])
    await page.keyboard.press(key)
  await page.keyboard.press('/')
  await page.keyboard.press('a')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Trash' }).click()
  await rowsOf(page).first().waitFor()
}

test('P12: every action of a session answers at once, and nothing moves by itself', async () => {
  const { page, context } = await visit(browser, server, { as: 'owner' })
  await page.addInitScript(() => {
    const seen = {
      byInteraction: {} as Record<number, number>,
      names: {} as Record<number, string>,
      shift: 0,
    }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEventTiming & {
        interactionId: number
      })[]) {
        const before = seen.byInteraction[entry.interactionId] ?? 0
        if (entry.duration <= before) continue
        seen.byInteraction[entry.interactionId] = entry.duration
        const target = entry.target instanceof Element ? entry.target : undefined
        seen.names[entry.interactionId] =
          `${entry.name} ${target?.getAttribute('aria-label') ?? target?.textContent?.slice(0, 20) ?? ''}`
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[])
        if (!entry.hadRecentInput) seen.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('shares')
  await rowsOf(page).first().waitFor()
  await page.waitForTimeout(3000)
  const rounds = 25
  for (let round = 0; round < rounds; round++) await act(page)
  const seen = await page.evaluate(
    () =>
      (
        window as unknown as {
          seen: {
            byInteraction: Record<number, number>
            names: Record<number, string>
            shift: number
          }
        }
      ).seen,
  )
  const { 0: _other, ...byInteraction } = seen.byInteraction
  const slow = Object.values(byInteraction)
  // Interactions below 16 ms are not reported by the browser.
  const all = [...slow, ...Array<number>(Math.max(0, rounds * 12 - slow.length)).fill(8)]
  console.log(`P12 INP p98 of ${all.length} actions: ${ms(percentile(all, 0.98))} (bar 64 ms)`)
  const slowest = Object.entries(byInteraction).toSorted(([, a], [, b]) => b - a)
  for (const [id, duration] of slowest.slice(0, 12))
    console.log(`P12 slow: ${ms(duration)} ${seen.names[Number(id)] ?? ''}`)
  console.log(`P12 layout shift: ${seen.shift.toFixed(4)} (bar 0)`)
  await context.close()
})

test('P13: an idle page does nothing', async () => {
  const { page, context } = await visit(browser, server, { as: 'owner' })
  await page.goto('shares')
  await rowsOf(page).first().waitFor()
  await page.waitForTimeout(15_000)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const requests: string[] = []
  // An open stream of events is no request: nothing is asked for again.
  page.on('request', (request) => {
    if (!request.url().includes('/file/events?')) requests.push(request.url())
  })
  const before = await spent(cdp)
  await page.waitForTimeout(60_000)
  const after = await spent(cdp)
  const worked = (after['TaskDuration'] ?? 0) - (before['TaskDuration'] ?? 0)
  console.log(
    `P13 processor in 60 s: ${ms(worked)}, ${((worked / 60_000) * 100).toFixed(2)} % (bar 0.1 %)`,
  )
  console.log(`P13 requests in 60 s: ${requests.length} ${requests.join(' ')} (bar 0)`)
  await context.close()
})
