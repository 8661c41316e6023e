import { expect, test } from 'vitest'
import { rowsOf } from './app-server.ts'
import { journeys } from './journeys.ts'

const { visit } = journeys()

// A folder that is shown as tiles needs one more than a list (docs/performance.md).
test.each(['shares', 'trash', 'files?layout=list'])(
  'P1: the first row of %s needs at most 14 scripts',
  async (path) => {
    const { page, leave } = await visit({ as: 'owner' })
    await page.addInitScript(() => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector('[data-index]')) return
        observer.disconnect()
        const scripts = performance
          .getEntriesByType('resource')
          .filter(({ name }) => /\/assets\/[^/]+\.js$/.test(name))
        Object.assign(window, { scripts: new Set(scripts.map(({ name }) => name)).size })
      })
      observer.observe(document, { childList: true, subtree: true })
    })
    await page.goto(path)
    await rowsOf(page).first().waitFor()
    const scripts = await page.evaluate(() => (window as unknown as { scripts: number }).scripts)
    expect(scripts).toBeGreaterThan(4)
    expect(scripts).toBeLessThanOrEqual(14)
    // What comes when the page is idle is drawn too.
    await page.getByRole('button', { name: /^Account of/ }).waitFor()
    await leave()
  },
)
