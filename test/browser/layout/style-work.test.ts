import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { rowsOf } from '../app-server.ts'
import { journeys } from '../journeys.ts'

/* An action computes the styles of what it changes, not those of the whole page: that would take 8 ms each time. */

const { visit } = journeys()

type TraceEvent = { name: string; args: { elementCount?: number } }

/** The most elements whose styles the browser computed at once from `action` until the second frame after it. */
async function mostElementsStyled(page: Page, action: () => Promise<unknown>): Promise<number> {
  const cdp = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  cdp.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]))
  })
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline'] },
  })
  await action()
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve))
      }),
  )
  const complete = new Promise((resolve) => {
    cdp.once('Tracing.tracingComplete', resolve)
  })
  await cdp.send('Tracing.end')
  await complete
  await cdp.detach()
  const counts = events
    .filter(({ name }) => name === 'UpdateLayoutTree')
    .map(({ args }) => args.elementCount ?? 0)
  expect(counts.length).toBeGreaterThan(0)
  return Math.max(...counts)
}

/** A list when all that is fetched after its rows has come, and how many elements its rows have. */
async function settled(path: string) {
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto(path)
  await rowsOf(page).nth(3).waitFor()
  // The last of the page that is drawn without being asked for.
  await page.locator('section > [role=status]:empty').waitFor({ state: 'attached' })
  return { page, leave, inRows: await page.locator('[data-index], [data-index] *').count() }
}

test.each(['shares', 'trash', 'files?layout=list'])(
  'P4: selecting in %s computes the styles of the selected rows alone, whatever appears with them',
  async (path) => {
    const { page, inRows, leave } = await settled(path)
    const checkbox = rowsOf(page).nth(2).getByRole('checkbox')
    const all = page.locator('[role=columnheader] input').first()

    expect(await mostElementsStyled(page, () => checkbox.click())).toBeLessThanOrEqual(inRows)
    expect(await mostElementsStyled(page, () => all.click())).toBeLessThanOrEqual(inRows)
    expect(await mostElementsStyled(page, () => page.keyboard.press('Escape'))).toBeLessThanOrEqual(
      inRows,
    )
    await leave()
  },
)
