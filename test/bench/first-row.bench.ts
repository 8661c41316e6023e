import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { type AppServer, openBrowser, startAppServer, visit } from '../browser/app-server.ts'
import { median, ms, ratio } from './harness/metrics.ts'
import { readModel, servePlainPage } from './harness/plain-page.ts'

/*
 * What is fetched before the first row, and how long that takes: of each list in a new browser profile, and on a return
 * visit, beside a page of plain JavaScript in a new profile that sends the same requests and draws the same rows with the
 * same style sheets. In turn, because machines are noisy. On the sample, whose lists fit into one page.
 */

const client = fileURLToPath(new URL('../../dist/client', import.meta.url))
const rounds = 5
const lists = [
  ['shares', 'shares'],
  ['trash', 'trash'],
  ['files', 'files?uri=svc%3A%2F%2Fmy%2FDocuments'],
] as const
const networks = [
  { name: '40 ms, 10 Mbit', latency: 40, megabits: 10, slower: 1 },
  { name: '150 ms, 1.6 Mbit, 4× CPU', latency: 150, megabits: 1.6, slower: 4 },
]
type Network = (typeof networks)[number]

let server: AppServer
let browser: Browser
const table: Record<'figure' | 'value' | 'bar', string>[] = []
function report(figure: string, value: string, bar = ''): void {
  table.push({ figure, value, bar })
  console.log(`${figure}: ${value} ${bar && `(bar ${bar})`}`)
}

beforeAll(async () => {
  server = await startAppServer()
  browser = await openBrowser()
})
afterAll(async () => {
  console.table(table)
  await browser?.close()
  await server?.close()
})

/** Notes when the first row was on screen; runs in a page. */
function noteFirstRow(): void {
  if (document.querySelector('[data-index] [role=gridcell]'))
    Object.assign(window, { firstRow: performance.now() })
  else requestAnimationFrame(noteFirstRow)
}

/** ms from the start of a navigation to the frame with the first row. */
async function firstRowIn(
  context: BrowserContext,
  path: string,
  { latency, megabits, slower }: Network,
): Promise<number> {
  const page = await context.newPage()
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
  const time = await page.evaluate(() => (window as unknown as { firstRow: number }).firstRow)
  await page.close()
  return time
}

async function inNewProfile(from: AppServer, path: string, network: Network): Promise<number> {
  const { context } = await visit(browser, from, { as: 'owner' })
  const time = await firstRowIn(context, path, network)
  await context.close()
  return time
}

test('P1: JS before the first share row, as a browser asks for it', async () => {
  const { page, context } = await visit(browser, server, { as: 'owner' })
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
    .map((path) => gzipSync(readFileSync(join(client, path))).length)
    .reduce((sum, size) => sum + size, 0)
  report('P1 JS before the first row (gzip)', `${(bytes / 1000).toFixed(1)} kB`, '≤ 245 kB')
  await context.close()
})

test.each(lists)('P2: the first row of %s, cold', async (list, path) => {
  const [plain, stop] = await servePlainPage(server, await readModel(browser, server, path))
  for (const network of networks) {
    const times = { cold: [] as number[], plain: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      times.cold.push(await inNewProfile(plain, path, network))
      times.plain.push(await inNewProfile(plain, 'plain', network))
    }
    const [cold, theirs] = [median(times.cold), median(times.plain)]
    const at = `P2 ${list}, ${network.name}`
    report(`${at}: cold; plain`, `${ms(cold)}; ${ms(theirs)}`)
    report(`${at}: cold ÷ plain`, ratio(cold, theirs))
  }
  stop()
})
