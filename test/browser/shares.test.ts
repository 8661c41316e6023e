import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, refusals, rowsOf, linkListReady, takeScreenshot } from './app-server.ts'
import { journeys } from './journeys.ts'
import { arrowToRow, darkCells, goToSearch } from './links/link-journey.ts'

const { visit } = journeys()

const namesOf = (page: Page) =>
  rowsOf(page).evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''))
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const grid = (page: Page) => page.getByRole('grid', { name: 'Share links' })

test('S1, S2: 30 links in every state, each explained by words, and nothing moves while they load', async () => {
  const { page, leave } = await visit({ as: 'owner', height: 2200 })
  await page.addInitScript(() => {
    const total = { shift: 0 }
    Object.assign(window, { total })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        total.shift += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('shares')
  await linkListReady(page)
  await expect.poll(() => rowsOf(page).count()).toBe(30)
  for (const state of [/^Live/, /^Expir(ing|es)/, /^Expired/, /^Used up/, /^Source gone/])
    expect(await rowsOf(page).getByText(state).count(), String(state)).toBeGreaterThan(0)
  expect(await grid(page).getAttribute('aria-rowcount')).toBe('31')
  await page.waitForTimeout(1500)
  // A text that moves by a few pixels when its face arrives late has been seen here once: 0.00002.
  expect(
    await page.evaluate(() => (window as unknown as { total: { shift: number } }).total.shift),
    'layout shift',
  ).toBeLessThan(0.0001)
  await leave()
})

test('G2: the session is renewed and the list asked for while the code of the page is on its way, each of them once', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  const asked: string[] = []
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/SharesPage-*.js', async (route) => {
    await held
    await route.continue()
  })
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/\/(?:share|refresh)$/.test(pathname)) asked.push(pathname)
  })
  const wanted = ['/api/v4/session/token/refresh', '/api/v4/share']
  await page.goto('shares', { waitUntil: 'commit' })
  await expect.poll(() => asked, { timeout: 15_000 }).toEqual(wanted)
  release()
  await linkListReady(page)
  expect(asked).toEqual(wanted)
  await leave()
})

test('S3, G6: search, filters and sort are in the address; reload, Back and a copied link give the same screen', async () => {
  const { page, tab, leave } = await visit({ as: 'owner', height: 2200 })
  await page.goto('shares')
  await linkListReady(page)
  await expect.poll(() => rowsOf(page).count()).toBe(30)
  const all = await namesOf(page)
  await page.getByRole('button', { name: /^Dead links/ }).click()
  // The page looks for more of them.
  const chip = page.getByRole('button', { name: /^Dead links \d+$/ })
  await chip.waitFor()
  await expect
    .poll(() => rowsOf(page).count())
    .toBe(Number(/\d+$/.exec((await chip.textContent()) ?? '')?.[0]))
  const dead = await namesOf(page)
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await page.waitForURL(/sort=name/)
  await expect.poll(() => namesOf(page)).not.toEqual(dead)
  const sorted = await namesOf(page)
  expect([...sorted].sort()).toEqual([...dead].sort())
  await page.reload()
  await linkListReady(page)
  // Whose item is gone is known a moment after the rows.
  await expect.poll(() => namesOf(page)).toEqual(sorted)
  const other = await tab()
  await other.setViewportSize({ width: 1440, height: 2200 })
  await other.goto(page.url())
  await linkListReady(other)
  await expect.poll(() => namesOf(other)).toEqual(sorted)
  await page.goBack()
  await expect.poll(() => namesOf(page)).toEqual(dead)
  await page.goBack()
  await expect.poll(() => namesOf(page)).toEqual(all)

  const wanted = all.find((name) => /^[a-z ]{6,}\./i.test(name)) ?? all[0] ?? ''
  await goToSearch(page)
  await page.keyboard.type(wanted, { delay: 5 })
  expect(await page.getByRole('searchbox').inputValue()).toBe(wanted)
  await expect.poll(() => namesOf(page)).toEqual(all.filter((name) => name.includes(wanted)))
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(wanted)
  await page.keyboard.press('Escape')
  await expect.poll(() => rowsOf(page).count()).toBe(30)
  await leave()
})

test('S3: an address with an order shows its rows in that order', async () => {
  const { page, leave } = await visit({ as: 'owner', height: 2200 })
  await page.goto('shares?sort=name')
  await linkListReady(page)
  await expect.poll(() => rowsOf(page).count()).toBe(30)
  const names = (await namesOf(page)).map((name) => name.replaceAll(/[\u2066-\u2069]/g, ''))
  expect(names).toEqual([...names].sort(new Intl.Collator('en', { numeric: true }).compare))
  await leave()
})

test('G4: nothing that matches says so and offers the way out', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto('shares?q=no-such-link-anywhere')
  await page.getByText('No matches in Shares').waitFor()
  await expectAccessible(page, 'filtered empty')
  await takeScreenshot(page, 'filtered-empty')
  await page.getByRole('button', { name: 'Clear search' }).last().click()
  await linkListReady(page)
  await leave()
})

test('G10: click, shift-click and ctrl-click select as in Finder, Explorer and Drive', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto('shares')
  await linkListReady(page)
  const at = (index: number) => page.locator(`[data-index="${index}"] [role=gridcell]`).nth(2)
  const selected = (count: number) =>
    page.getByRole('status').getByText(`${count} selected`, { exact: true }).waitFor()
  // Links that work: dead ones are asked about before they are copied (S17).
  await at(3).click()
  await selected(1)
  await at(7).click({ modifiers: ['Shift'] })
  await selected(5)
  await at(5).click({ modifiers: ['ControlOrMeta'] })
  await selected(4)
  await expectAccessible(page, 'selection')
  await takeScreenshot(page, 'selection')
  await page.getByRole('button', { name: 'Copy links' }).click()
  await page.getByRole('menu').waitFor()
  await expectAccessible(page, 'menu')
  await page.getByRole('menuitem', { name: 'Plain links' }).first().click()
  await expect.poll(async () => (await clipboard(page)).trim().split('\n').length).toBe(4)
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Shares', level: 1 }).waitFor()
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await selected(30)
  await leave()
})

test('S4: a link is on the clipboard within four keys from the list', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto('shares')
  await linkListReady(page)
  await arrowToRow(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('c')
  await expect.poll(() => clipboard(page)).toMatch(/^https?:\/\/\S+\/s\/[^/\s]+$/)
  await leave()
})

/** The dark cells of the QR code on screen, as "x y". */
const drawnCells = (page: Page) =>
  page
    .getByRole('img', { name: /QR code of the link/ })
    .locator('path')
    .evaluate((path) =>
      [...(path.getAttribute('d') ?? '').matchAll(/M(\d+) (\d+)/g)].map(([, x, y]) => `${x} ${y}`),
    )

test('S5: details show the link, a QR code to keep, and a password only when asked', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto('shares?protection=password&state=live')
  await linkListReady(page)
  await arrowToRow(page)
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary')
  await panel.getByRole('button', { name: 'QR code' }).click()
  await panel.getByRole('img', { name: /QR code of the link/ }).waitFor()
  await expectAccessible(page, 'details')
  await takeScreenshot(page, 'details')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Download as SVG' }).click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toMatch(/^<svg /)
  const [png] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Download as PNG' }).click(),
  ])
  expect(png.suggestedFilename()).toMatch(/\.qr\.png$/)
  expect(await darkCells(page, await readFile(await png.path()))).toEqual(await drawnCells(page))
  await panel.getByRole('button', { name: 'Copy password' }).click()
  await expect.poll(() => clipboard(page)).toMatch(/\S/)
  const password = await clipboard(page)
  expect(await panel.getByText(password, { exact: true }).count()).toBe(0)
  await panel.getByRole('button', { name: 'Show password' }).click()
  await panel.getByText(password, { exact: true }).waitFor()
  await panel.getByRole('button', { name: 'Copy link' }).click()
  await expect.poll(() => clipboard(page)).toMatch(/\/s\//)
  expect(await clipboard(page)).not.toContain(password)
  await page.reload()
  await page.getByRole('complementary').getByText('Who may do what').waitFor()
  await page.getByRole('button', { name: 'Close Details' }).click()
  expect(page.url()).not.toContain('open=')
  await leave()
})

test('S10: Show lands in Files, on the shared item', async () => {
  const name = 'Quarterly review.pdf'
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto(`shares?q=${encodeURIComponent(name)}`)
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  await arrowToRow(page)
  await page.keyboard.press('Enter')
  await page.getByRole('complementary').getByRole('button', { name: 'Show', exact: true }).click()
  await page.waitForURL(/\/files\?/)
  const row = page.getByRole('row', { name, exact: false }).first()
  await row.waitFor()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''))
    .toContain(name)
  // The first row of a folder would have the focus without being asked for.
  expect(await row.getAttribute('data-index')).not.toBe('0')
  await leave()
})

test('G4, G5: a list that cannot be loaded says what failed, and Retry brings it', async () => {
  const { page, leave, allow } = await visit({ as: 'owner' })
  allow(refusals)
  // Refused: a service that does not answer is asked again without anybody's doing.
  const refused = { code: 403, msg: 'Not supported action', correlation_id: 'c-1' }
  await page.route('**/api/v4/share?**', (route) => route.fulfill({ json: refused }))
  await page.goto('shares')
  await page.getByText('Your links could not be loaded').waitFor({ timeout: 20_000 })
  await expectAccessible(page, 'error face')
  await takeScreenshot(page, 'error')
  await page.unroute('**/api/v4/share?**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await linkListReady(page)
  await leave()
})

test('G9: offline is said, and what is on screen stays', async () => {
  const { page, context, leave, allow } = await visit({ as: 'owner' })
  allow(refusals)
  await page.goto('shares')
  await linkListReady(page)
  // The page fetches what it may need later once it is quiet; the network goes after that.
  await page.waitForFunction(() => {
    const fetched = performance.getEntriesByType('resource').map(({ name }) => name)
    return ['Dialogs', 'FilesPage', 'FolderPanels', 'PresetsDialog'].every((part) =>
      fetched.some((name) => name.includes(`/${part}-`) && name.endsWith('.js')),
    )
  })
  await page.getByRole('meter').waitFor()
  await context.setOffline(true)
  const notice = page.getByRole('status').getByText('You are offline. What you see')
  await notice.waitFor()
  await rowsOf(page).first().waitFor()
  await expectAccessible(page, 'offline')
  // What opens is there, also in a page that has not been entered.
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Trash' }).click()
  await page.getByRole('heading', { name: 'Trash' }).waitFor()
  await page.goBack()
  await rowsOf(page).first().waitFor()
  await context.setOffline(false)
  await notice.waitFor({ state: 'hidden' })
  await leave()
})
