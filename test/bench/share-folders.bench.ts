import { test } from 'vitest'
import { visit } from '../browser/app-server.ts'
import { LargeWorld, settle, total, wholeList } from './large-world.ts'
import { ms, ratio } from './metrics.ts'
import { scrollBoth } from './scrolling.ts'

/* The list of links with the column of folders, which wide windows have. */

const world = LargeWorld.forFile()
const { report } = world

test('S16: scrolling with the column of folders', async () => {
  const { page, context } = await visit(world.browser, world.server, { as: 'owner', width: 1800 })
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
  const counts = await page.evaluate(() => ({
    row: Math.max(
      ...[...document.querySelectorAll('[data-index]')].map(
        (row) => row.querySelectorAll('*').length + 1,
      ),
    ),
    all: document.querySelectorAll('*').length,
  }))
  report('P6 elements a row, with folders', String(counts.row), '≤ 24')
  report('P6 elements in the document, with folders', String(counts.all), '≤ 1,200')
  const { ours, theirs, blanks } = await scrollBoth(page, cdp, total)
  report('P6 work a frame, with folders', `${ms(ours)} (plain ${ms(theirs)})`)
  report('P6 ratio to plain JS, with folders', ratio(ours, theirs), '≤ 1.25×')
  report('P6 places found blank, with folders', blanks, '0')
  await context.close()
})
