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

test('P2: a return visit shows the list of the last one, where it was, until the service has answered', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto('trash')
  await rowsOf(page).first().waitFor()
  await page.getByRole('button', { name: /^Account of/ }).waitFor()
  const nameAt = (name: string) => page.getByText(name, { exact: true }).first().boundingBox()
  const name = await rowsOf(page).first().getAttribute('aria-label')
  if (name === null) throw new Error('the first row has no name')
  const before = await nameAt(name)
  const rowsInWindow = () => page.evaluate(() => Math.ceil(window.innerHeight / 36))
  await page.waitForFunction(() => 'latchkey.snapshots' in localStorage)
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/v4/file?*', async (route) => {
    await answered
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await page.locator('[data-snapshot=shown]').waitFor()
  expect(await nameAt(name)).toEqual(before)
  const drawn = await page.evaluate(() => {
    const shadow = document.querySelector('[data-snapshot] > div')?.shadowRoot
    const sheets = [...(shadow?.querySelectorAll('link') ?? [])].map(({ href }) => href)
    return { sheets, rows: shadow?.querySelectorAll('[role=row][data-index]').length }
  })
  // What only dialogs, the font or other pages need is not loaded for it, nor are rows that are out of sight.
  expect(drawn.sheets.join()).toContain('/app-')
  expect(drawn.sheets.join()).not.toMatch(/font-|sign-in/)
  expect(drawn.rows).toBeGreaterThan(3)
  expect(drawn.rows).toBeLessThanOrEqual(await rowsInWindow())
  // The elements of the snapshot are not in the document.
  expect(await page.evaluate(() => document.querySelectorAll('[data-index]').length)).toBe(0)
  answer()
  await page.locator('[data-snapshot]').waitFor({ state: 'detached' })
  expect(await nameAt(name)).toEqual(before)
  await leave()
})
