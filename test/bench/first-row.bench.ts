import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { onTestFinished, test } from 'vitest'
import { rowsOf, visit } from '../browser/app-server.ts'
import { LargeWorld } from './large-world.ts'
import { median, ms, ratio } from './metrics.ts'
import { servePlainPage } from './plain-page.ts'

/* What is fetched before the first link is shown, and how long that takes. */

const client = fileURLToPath(new URL('../../dist/client/', import.meta.url))

const world = LargeWorld.forFile()
const { report } = world

/** Notes when the first row was in the document; runs in a page. */
function noteFirstRow(): void {
  if (document.querySelector('[data-index] [role=gridcell]'))
    Object.assign(window, { firstRow: performance.now() })
  else requestAnimationFrame(noteFirstRow)
}

test('P1: JS before the first share row, as a browser asks for it', async () => {
  const { page, context } = await visit(world.browser, world.server, { as: 'owner' })
  await page.addInitScript(noteFirstRow)
  await page.goto('shares')
  await page.waitForFunction(() => 'firstRow' in window)
  const scripts = await page.evaluate(() => {
    const { firstRow } = window as unknown as { firstRow: number }
    const before = performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime < firstRow)
    return [...new Set(before.map(({ name }) => new URL(name).pathname))]
  })
  const bytes = scripts
    .map((path) => gzipSync(readFileSync(client + path.slice(1))).length)
    .reduce((sum, size) => sum + size, 0)
  report('P1 JS before the first row (gzip)', `${(bytes / 1000).toFixed(1)} kB`, '≤ 120 kB')
  await context.close()
})

test('P2: the first share row, cold', async () => {
  const { page, context } = await visit(world.browser, world.server, { as: 'owner' })
  await page.goto('shares')
  await rowsOf(page).first().waitFor()
  const html = await page.evaluate(() => {
    const styles = [...document.querySelectorAll('link[rel=stylesheet]')].map(
      (link) => link.outerHTML,
    )
    const row = document.querySelector('[data-index]') as HTMLElement
    const model = row.outerHTML
    row.parentElement?.replaceChildren()
    const frame = document.getElementById('root')?.innerHTML ?? ''
    return { styles: styles.join(''), model, frame }
  })
  await context.close()
  const [plain, closePlain] = await servePlainPage(world.server, html)
  onTestFinished(closePlain)
  for (const [name, latency, megabits, slower, bar] of [
    ['40 ms, 10 Mbit', 40, 10, 1, '≤ 1.5×'],
    ['150 ms, 1.6 Mbit, 4× CPU', 150, 1.6, 4, '≤ 1.7×'],
  ] as const) {
    const times: Record<'shares' | 'plain', number[]> = { shares: [], plain: [] }
    for (let round = 0; round < 5; round++)
      for (const path of ['shares', 'plain'] as const) {
        const { page, context } = await visit(world.browser, plain, { as: 'owner' })
        await page.addInitScript(noteFirstRow)
        const cdp = await context.newCDPSession(page)
        await cdp.send('Network.enable')
        await cdp.send('Network.emulateNetworkConditions', {
          offline: false,
          latency,
          downloadThroughput: (megabits * 1e6) / 8,
          uploadThroughput: (megabits * 1e6) / 8,
        })
        await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower })
        await page.goto(path, { waitUntil: 'commit' })
        await page.waitForFunction(() => 'firstRow' in window, undefined, { timeout: 60_000 })
        times[path].push(
          await page.evaluate(() => (window as unknown as { firstRow: number }).firstRow),
        )
        await context.close()
      }
    report(
      `P2 first row, ${name}`,
      `${ms(median(times.shares))} (plain ${ms(median(times.plain))})`,
    )
    report('P2 ratio', ratio(median(times.shares), median(times.plain)), bar)
  }
})
