import type { CDPSession } from 'playwright-core'
import { test } from 'vitest'
import { rowsOf, visit } from '../browser/app-server.ts'
import { LargeDataBench, settle, total, wholeList } from './harness/large-data-bench.ts'

/* Memory of 100,000 links, and its growth over many changes of route. */

const bench = LargeDataBench.forFile()
const { report } = bench

async function heapOf(cdp: CDPSession): Promise<number> {
  for (let round = 0; round < 3; round++) await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize = 0 } = (await cdp.send('Runtime.getHeapUsage')) as {
    usedSize: number
    backingStorageSize?: number
  }
  return usedSize + backingStorageSize
}

test('P7: memory', async () => {
  const few = await visit(bench.browser, bench.server, { as: 'owner' })
  await few.page.route(/next_page_token=/, (route) => route.abort())
  await few.page.goto('shares')
  await rowsOf(few.page).first().waitFor()
  await few.page.waitForTimeout(4000)
  const empty = await heapOf(await few.context.newCDPSession(few.page))
  await few.context.close()

  const { page, context } = await visit(bench.browser, bench.server, { as: 'owner' })
  await wholeList(page)
  await settle(page)
  const cdp = await context.newCDPSession(page)
  const full = await heapOf(cdp)
  report('P7 bytes a row', ((full - empty) / (total - 100)).toFixed(0), '≤ 480')

  const go = async (times: number) => {
    for (let round = 0; round < times; round++)
      await page.getByRole('link', { name: round % 2 ? 'Shares' : 'Files' }).click()
    await page.waitForTimeout(6000)
  }
  // Until the code on the way is compiled, which is no memory of the page's own.
  await go(60)
  const before = await heapOf(cdp)
  await go(200)
  report(
    'P7 200 route changes add',
    `${(((await heapOf(cdp)) - before) / 1000) | 0} kB`,
    '≤ 1,000 kB',
  )
  await context.close()
})
