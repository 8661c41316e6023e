import { expect, test } from 'vitest'
import { expectAccessible, rowsOf, takeScreenshot } from './app-server.ts'
import { journeys } from './journeys.ts'

const { visit } = journeys()

test.each([
  ['shares', 16],
  ['trash', 16],
  ['files?layout=list', 16],
  // The sample shows this folder as tiles.
  ['files', 16],
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

test('G3: a page whose words cannot be fetched says so in every language, and Reload brings it', async () => {
  const { page, allow, leave } = await visit({ as: 'owner' })
  allow(/ERR_FAILED/)
  await page.route('**/assets/catalogue-*.js', (route) => route.abort())
  await page.goto('trash')
  await page.getByText('This page could not be loaded.').waitFor()
  await page.getByText('未能加载此页面').waitFor()
  await expectAccessible(page, 'a page without words')
  await takeScreenshot(page, 'without-words')
  await page.unroute('**/assets/catalogue-*.js')
  await page.getByRole('button', { name: 'Reload' }).click()
  await rowsOf(page).first().waitFor()
  await leave()
})

test('what an earlier version kept of list pages and links is deleted, also beside a tab of that version', async () => {
  const { page, context, leave } = await visit({ as: 'owner' })
  const old = await context.newPage()
  await old.goto('robots.txt')
  const kept = await old.evaluate(async () => {
    localStorage.setItem('latchkey.snapshots', '"someone"')
    const opening = indexedDB.open('latchkey.records', 1)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('records'))
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const records = opening.result
    // As the earlier version does, so that a newer one can upgrade.
    records.addEventListener('versionchange', () => records.close())
    const store = records.transaction('records', 'readwrite').objectStore('records')
    store.put({ page: 'a name' }, ['someone', 'page /trash'])
    const last = store.put({ at: 1 }, ['someone', 'link-snapshots'])
    await new Promise((resolve) => last.addEventListener('success', resolve))
    return records.version
  })
  expect(kept).toBe(1)
  await page.goto('trash')
  await rowsOf(page).first().waitFor()
  const stored = () =>
    page.evaluate(async () => {
      const databases = await indexedDB.databases()
      const { version } = databases.find(({ name }) => name === 'latchkey.records') ?? {}
      return { version, hasSetting: 'latchkey.snapshots' in localStorage }
    })
  await expect.poll(stored).toEqual({ version: 2, hasSetting: false })
  const names = () =>
    page.evaluate(async () => {
      const opening = indexedDB.open('latchkey.records')
      await new Promise((resolve) => opening.addEventListener('success', resolve))
      const keys = opening.result.transaction('records').objectStore('records').getAllKeys()
      await new Promise((resolve) => keys.addEventListener('success', resolve))
      opening.result.close()
      return keys.result.map(String)
    })
  await expect.poll(async () => (await names()).filter((name) => /someone/.test(name))).toEqual([])
  await leave()
})
