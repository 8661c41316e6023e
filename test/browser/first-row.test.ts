import { expect, test } from 'vitest'
import { rowsOf } from './app-server.ts'
import { journeys } from './journeys.ts'

const { visit } = journeys()

test.each([
  ['shares', 14],
  ['trash', 14],
  ['files?layout=list', 14],
  // The sample shows this folder as tiles.
  ['files', 14],
])('P1: the first row of %s needs at most %i scripts', async (path, maxScripts) => {
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
  expect(scripts).toBeLessThanOrEqual(maxScripts)
  // What comes when the page is idle is drawn too.
  await page.getByRole('button', { name: /^Account of/ }).waitFor()
  await leave()
})
