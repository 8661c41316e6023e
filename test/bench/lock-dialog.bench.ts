import { test } from 'vitest'
import { rowsOf, visit } from '../browser/app-server.ts'
import { LargeDataBench } from './harness/large-data-bench.ts'
import { median, ms } from './harness/metrics.ts'

/* From the answer that names a lock to the dialog, and from its button to what was asked for. */

const bench = LargeDataBench.forFile()
const { report, call } = bench

test('P10: from 40073 to the dialog, and from the click to done', async () => {
  const opening: number[] = []
  const closing: number[] = []
  const { page, context } = await visit(bench.browser, bench.server, { as: 'owner' })
  await call('POST', '/file/create', { uri: 'svc://my/Locked 0', type: 'folder' })
  await page.goto(`files?uri=${encodeURIComponent('svc://my')}`)
  await rowsOf(page).first().waitFor()
  await page.waitForTimeout(3000)
  for (let round = 0; round < 9; round++) {
    const uri = `svc://my/Locked ${round}`
    await call('PUT', '/file/upload', { uri: `${uri}/upload ${round}`, size: 5 })
    // When the answers came, and when the dialog had focus or was gone.
    await page.evaluate(() => {
      const seen = { answers: [] as number[], opened: 0, closed: 0 }
      Object.assign(window, { seen })
      const real = window.fetch
      window.fetch = async (...args) => {
        const answer = await real(...args)
        if (args[1]?.method !== 'GET') seen.answers.push(performance.now())
        return answer
      }
      const look = () => {
        const box = document.querySelector('[role=alertdialog]')
        if (box?.contains(document.activeElement) && !seen.opened) seen.opened = performance.now()
        if (!box && seen.opened) seen.closed = performance.now()
        else requestAnimationFrame(look)
      }
      look()
    })
    await rowsOf(page)
      .filter({ hasText: `Locked ${round}` })
      .first()
      .click()
    await page.keyboard.press('F2')
    await rowsOf(page)
      .getByRole('textbox')
      .fill(`Locked ${round + 1}`)
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').waitFor()
    await page.waitForTimeout(400)
    const clicked = await page.evaluate(() => {
      const at = performance.now()
      ;[...document.querySelectorAll<HTMLElement>('[role=alertdialog] button')]
        .find((button) => button.textContent?.includes('Unlock and retry'))
        ?.click()
      return at
    })
    await rowsOf(page)
      .filter({ hasText: `Locked ${round + 1}` })
      .first()
      .waitFor()
    await page.waitForTimeout(200)
    const seen = await page.evaluate(
      () =>
        (window as unknown as { seen: { answers: number[]; opened: number; closed: number } }).seen,
    )
    opening.push(seen.opened - (seen.answers[0] ?? 0))
    closing.push(seen.closed - clicked)
  }
  report('P10 answer to dialog with focus', ms(median(opening)), 'one frame')
  report('P10 click to done', ms(median(closing)), '2 round trips + service + one frame')
  await context.close()
})
