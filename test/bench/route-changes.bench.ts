import { test } from 'vitest'
import { rowsOf, visit } from '../browser/app-server.ts'
import { LargeDataBench, untilWhole, wholeList } from './harness/large-data-bench.ts'
import { median, ms } from './harness/metrics.ts'

/* Route changes between lists that are loaded. */

const bench = LargeDataBench.forFile()
const { report } = bench

test('P3: from page to page with everything there', async () => {
  const { page, context } = await visit(bench.browser, bench.server, { as: 'owner' })
  await wholeList(page)
  const to = async (name: string) => {
    await page
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .first()
      .click()
    await rowsOf(page).first().waitFor()
    await page.waitForTimeout(400)
  }
  await to('Trash')
  await untilWhole(page)
  for (const name of ['Files', 'Shares', 'Trash', 'Files', 'Shares', 'Trash', 'Shares'])
    await to(name)
  const times: number[] = []
  for (let round = 0; round < 30; round++) {
    const name = ['Files', 'Trash', 'Shares'][round % 3] ?? ''
    const time = await page.evaluate(async (wanted) => {
      const link = [...document.querySelectorAll('nav a')].find((each) =>
        each.textContent?.startsWith(wanted),
      ) as HTMLElement
      const title = document.title
      const from = performance.now()
      link.click()
      await new Promise<void>((resolve) => {
        // The frame in whose preparation the rows are there draws them; the first task after it ends the measurement.
        const drawn = new MessageChannel()
        drawn.port1.addEventListener('message', () => resolve())
        drawn.port1.start()
        const look = () => {
          const isThere = document.title !== title && document.querySelector('[data-index]')
          if (isThere) drawn.port2.postMessage(undefined)
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      })
      return performance.now() - from
    }, name)
    times.push(time)
    await page.waitForTimeout(300)
  }
  times.sort((a, b) => a - b)
  report(
    'P3 route change, median / p95',
    `${ms(median(times))} / ${ms(times[28] ?? 0)}`,
    'p95 ≤ 60 ms',
  )
  await context.close()
})
