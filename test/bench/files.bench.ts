import { randomFillSync } from 'node:crypto'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { rowsOf, signInByRequest, startAppServer, visit } from '../browser/app-server.ts'
import { openBarePage } from './harness/bare-browser.ts'
import { LargeDataBench } from './harness/large-data-bench.ts'
import { median, ms, ratio } from './harness/metrics.ts'
import { reportScrolling } from './harness/scrolling.ts'

/* Files: searching, uploading, and the settings of a view over a folder of many; printed, never asserted. */

const gigabyte = 1024 ** 3
const small = 5_000

const bench = LargeDataBench.forFile()
const { report, call } = bench
let scratch: string

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'latchkey-bench-'))
})
afterAll(() => rm(scratch, { recursive: true, force: true }))

const remove = (uri: string) =>
  call('DELETE', '/file', { uris: [uri], skip_soft_delete: true, unlink: false })
const run = `Bench ${Date.now() % 100_000}`
const folder = `svc://my/${encodeURIComponent(run)}`
const at = (uri: string) => `files?uri=${encodeURIComponent(uri)}`

async function watchTasks(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const tasks: number[] = []
    Object.assign(window, { tasks })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration)
    }).observe({ type: 'longtask' })
  })
  return () => page.evaluate(() => (window as unknown as { tasks: number[] }).tasks.splice(0))
}

/** The folder of 100,000 files, loaded to its end. */
async function wholeArchive(page: Page, layout: string): Promise<void> {
  await page.goto(`${at('svc://my/Archive')}&layout=${layout}`)
  await page.waitForFunction(
    () => Number(document.querySelector('[role=grid]')?.getAttribute('aria-rowcount')) > 1,
    undefined,
    { polling: 500, timeout: 120_000 },
  )
}

test('F9: searching 100,000 files', async () => {
  const { page, context } = await visit(bench.browser, bench.server, { as: 'owner' })
  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    const uri = `svc://my/?name=${round}77&case_folding=`
    const from = performance.now()
    await call('GET', `/file?uri=${encodeURIComponent(uri)}&page_size=100`)
    times.push(performance.now() - from)
  }
  report('F9 first page of a search, service', ms(median(times)))
  await page.goto('files')
  await rowsOf(page).first().waitFor()
  await page.waitForTimeout(1500)
  const tasks = await watchTasks(page)
  const from = performance.now()
  await page.getByRole('searchbox').fill('777')
  await rowsOf(page).filter({ hasText: '777' }).first().waitFor()
  report('F9 key to first result, in the page', ms(performance.now() - from))
  await page.waitForTimeout(2000)
  const long = await tasks()
  report('F9 longest task', ms(Math.max(0, ...long)), '50 ms')
  await context.close()
})

test('F2: uploading one gigabyte, and 5,000 small files', async () => {
  await call('POST', '/file/create', { uri: folder, type: 'folder' })
  const path = join(scratch, 'large.bin')
  const file = await open(path, 'w')
  const block = randomFillSync(new Uint8Array(4 * 1024 * 1024))
  const began = performance.now()
  for (let left = gigabyte; left > 0; left -= block.length) await file.write(block)
  await file.sync()
  const disk = performance.now() - began
  await file.close()
  const names = Array.from({ length: small }, (_, at) => join(scratch, `small ${at}.txt`))
  for (const name of names) await writeFile(name, name)

  const { refresh, userId } = await signInByRequest(bench.server)
  const session = JSON.stringify({ refresh, userId })
  const page = await openBarePage(`
    localStorage.setItem('latchkey.session', ${JSON.stringify(session)})
    window.tasks = []
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration)
    }).observe({ type: 'longtask' })
  `)
  const field = 'input[type=file]:not([webkitdirectory])'
  const said = (words: string) => `/${words}/.test(document.body.textContent)`
  await page.goto(bench.server.address + at(folder))
  await page.until(`document.querySelector('${field}')`)
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const before = await page.heap()
  let most = before
  const from = performance.now()
  await page.chooseFiles(field, [path])
  const look = setInterval(() => {
    void page.heap().then((now) => (most = Math.max(most, now)))
  }, 1000)
  await page.until(said('1 file uploaded'), 300_000).finally(() => clearInterval(look))
  const took = performance.now() - from
  const inMegabytes = (bytes: number) => (bytes / 1e6).toFixed(0)
  report('F2 1 GiB, throughput', `${(gigabyte / 1e3 / took).toFixed(0)} MB/s`)
  report('F2 1 GiB ÷ writing the same to the disk', ratio(took, disk))
  report('F2 1 GiB, heap before and at most', `${inMegabytes(before)}, ${inMegabytes(most)} MB`)

  await page.evaluate('tasks.splice(0).length')
  const start = performance.now()
  await page.chooseFiles(field, names)
  await page.until(said('5,00[01] files uploaded'), 400_000)
  const speed = small / ((performance.now() - start) / 1000)
  report('F2 5,000 small files', `${speed.toFixed(0)} a second`)
  const long = await page.evaluate<number[]>('tasks')
  report('F2 tasks over 50 ms, longest', `${long.length}, ${ms(Math.max(0, ...long))}`)
  await page.close()
  await remove(folder)
})

test('F1: first thumbnails', async () => {
  const small = await startAppServer()
  const photos = at('svc://my/Photos/Lofoten%2C%20summer%202026')
  for (const round of ['made now', 'made before']) {
    const { page, context } = await visit(bench.browser, small, { as: 'owner' })
    await page.goto('trash')
    await rowsOf(page).first().waitFor()
    await page.waitForTimeout(3000)
    await page.goto(`${photos}&layout=grid`)
    const times = await page.evaluate(
      () =>
        new Promise<{ row: number; first: number; all: number; count: number }>((resolve) => {
          const found = { row: 0, first: 0, all: 0, count: 0 }
          const look = () => {
            const now = performance.now()
            const tiles = document.querySelectorAll('[data-index]').length
            const images = [...document.querySelectorAll<HTMLImageElement>('[data-index] img')]
            const loaded = images.filter(({ complete, naturalWidth }) => complete && naturalWidth)
            if (tiles > 0) found.row ||= now
            if (loaded.length > 0) found.first ||= now
            if (loaded.length > found.count)
              Object.assign(found, { all: now, count: loaded.length })
            // Nothing came for a second: these are all.
            if (found.count > 0 && now - found.all > 1000) return resolve(found)
            requestAnimationFrame(look)
          }
          look()
        }),
    )
    const { row, first, all, count } = times
    report(
      `F1 tiles, first and all ${count} thumbnails after opening the page, ${round}`,
      `${ms(row)}, ${ms(first)}, ${ms(all)}`,
    )
    await context.close()
  }
  await small.close()
})

test.each(['grid', 'gallery'])('P6: scrolling 100,000 files as a %s', async (layout) => {
  const { page, context } = await visit(bench.browser, bench.server, { as: 'owner' })
  await wholeArchive(page, layout)
  await page.waitForTimeout(4000)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  await reportScrolling(bench, page, cdp, `, ${layout}`)
  await context.close()
})

test('V2: the slider over a folder of 100,000, and opening the settings', async () => {
  const { page, context } = await visit(bench.browser, bench.server, { as: 'owner' })
  await wholeArchive(page, 'gallery')
  await page.waitForTimeout(4000)
  await page.getByRole('button', { name: 'View', exact: true }).click()
  const opened = await page.evaluate(async () => {
    const entry = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find((each) =>
      each.textContent?.startsWith('View settings'),
    )
    const from = performance.now()
    entry?.click()
    while (!document.querySelector('main input[type=radio]'))
      await new Promise((resolve) => requestAnimationFrame(resolve))
    return performance.now() - from
  })
  report('opening the view settings, list and code there', ms(opened), '50 ms')
  await page.getByRole('radio', { name: 'Gallery' }).check({ force: true })
  await page.waitForTimeout(2000)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const tasks = await watchTasks(page)
  const steps = await page.evaluate(async () => {
    const slider = document.querySelector<HTMLInputElement>('main input[type=range]')
    if (!slider) throw new Error('There is no slider.')
    const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
    let count = 0
    for (let value = 100; value <= 300; value += 5) {
      own?.set?.call(slider, String(value))
      slider.dispatchEvent(new Event('input', { bubbles: true }))
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      count++
    }
    return count
  })
  const long = await tasks()
  report(
    `V2 tasks over 50 ms of ${steps} steps of the slider, longest, 4×`,
    `${long.length}, ${ms(Math.max(0, ...long))}`,
    '0',
  )
  await context.close()
})
