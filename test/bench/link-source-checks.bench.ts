import { test } from 'vitest'
import { visit } from '../browser/app-server.ts'
import { LargeDataBench, settle, wholeList } from './harness/large-data-bench.ts'
import { reportElements, reportScrolling } from './harness/scrolling.ts'

/* The list of links with the column of folders, which wide windows have. */

const bench = LargeDataBench.forFile()

test('S16: scrolling with the column of folders', async () => {
  const { page, context } = await visit(bench.browser, bench.server, { as: 'owner', width: 1800 })
  await wholeList(page)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.getByRole('columnheader', { name: 'Folder' }).waitFor()
  // The rows in view have told their folders.
  // Of live links only; which folder that is depends on what other measurements have left.
  await page.waitForFunction(
    () => {
      const heads = [...document.querySelectorAll('[role=columnheader]')]
      const at = heads.findIndex((head) => head.textContent === 'Folder')
      return [...document.querySelectorAll('[role=row][data-index]')].some(
        (row) => row.querySelectorAll('[role=gridcell]')[at]?.textContent,
      )
    },
    undefined,
    { timeout: 60_000 },
  )
  await settle(page)
  await reportElements(bench, page, ', with folders')
  await reportScrolling(bench, page, cdp, ', with folders')
  await context.close()
})
