import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { expectAccessible, rowsOf, takeScreenshot } from '../app-server.ts'
import { expectFocus, focusBy } from '../focus.ts'
import { journeys } from '../journeys.ts'
import {
  arrowToRow,
  clipboard,
  createLink,
  darkCells,
  goToSearch,
  linksOf,
  namesOf,
  tabTo,
} from './link-journey.ts'

/* New links, details, QR codes and deletions, by keys alone. */

const { visit, ask } = journeys()

const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    return at?.getAttribute('aria-label') ?? at?.textContent ?? ''
  })

/** The name of the row that has the focus. */
const focusedRow = (page: Page) =>
  page.evaluate(
    () =>
      document.activeElement?.closest('[role=row][data-index]')?.getAttribute('aria-label') ?? '',
  )

/** The dark cells of the QR code of a text, as "x y". */
const cellsOf = (text: string) =>
  encode(text, { border: 0 }).data.flatMap((cells, y) =>
    cells.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : [])),
  )

test('S13: a link with a password is created by keys alone, and both are copied', async () => {
  await ask('POST', '/file/create', { uri: 'svc://my/Keyboard.txt', type: 'file' })
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto('shares')
  await goToSearch(page)
  await tabTo(page, 'New link…')
  await page.keyboard.press('Enter')
  const picker = page.getByRole('dialog', { name: 'New link' })
  await picker.getByRole('option', { name: 'Documents' }).waitFor()
  await expectFocus(page, 'Search all files')
  await page.keyboard.type('keyboard')
  await expect.poll(() => picker.getByRole('option').count()).toBe(1)
  // A letter is part of the search; with Ctrl the space selects.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+Space')
  await picker.getByRole('button', { name: 'Share 1 item' }).waitFor()
  await page.keyboard.press('Control+Enter')
  const share = page.getByRole('dialog', { name: /^Share .*Keyboard\.txt/ })
  await share.getByRole('button', { name: 'Create link' }).waitFor()
  await tabTo(page, 'Protect with a password')
  await page.keyboard.press('Space')
  const password = await share.getByLabel('Password', { exact: true }).inputValue()
  await expectAccessible(page, 'new link, by keys')
  await share.getByLabel('Password', { exact: true }).press('Enter')
  const result = page.getByRole('dialog', { name: /^Link to .*Keyboard\.txt/ })
  await result.waitFor()
  const made = (await linksOf(ask)).find(({ name }) => name === 'Keyboard.txt')
  expect(made).toMatchObject({ password })
  await expect.poll(() => clipboard(page)).toContain(`/s/${made?.id}\nPassword: ${password}`)
  await expectFocus(page, 'Done')
  await page.keyboard.press('Enter')
  await result.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('New link…')
  await leave()
})

test('S6: the form of a link is opened by keys on its first field, also in a window that is too low for it', async () => {
  await createLink(ask, 'Low window.txt', { expire: 40 * 86_400 })
  const { page, leave } = await visit({ as: 'owner', height: 420 })
  await page.goto('shares?q=low+window')
  await arrowToRow(page)
  await page.keyboard.press('e')
  const form = page.getByRole('dialog', { name: /^Edit link to/ })
  const chosen = form.getByRole('radio', { checked: true })
  await chosen.waitFor()
  await expect.poll(() => chosen.evaluate((radio) => radio.matches(':focus-visible'))).toBe(true)
  await takeScreenshot(page, 'edit-link-low')
  await leave()
})

test('S17, S5: details follow the arrow keys, and their QR code is saved as PNG', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto('shares?state=live')
  await rowsOf(page).nth(3).waitFor()
  const names = await namesOf(page)
  await arrowToRow(page)
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: names[0] ?? '?' }).waitFor()
  await arrowToRow(page, names[1])
  const panel = page.getByRole('complementary', { name: names[1] ?? '?' })
  await panel.waitFor()
  const id = new URL(page.url()).searchParams.get('open') ?? '?'
  await page.keyboard.press('c')
  await expect.poll(() => clipboard(page)).toMatch(new RegExp(`/s/${id}$`))
  const link = await clipboard(page)
  await tabTo(page, 'QR code')
  await page.keyboard.press('Enter')
  await panel.getByRole('img', { name: /^QR code of the link/ }).waitFor()
  await tabTo(page, 'Download as PNG')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.keyboard.press('Enter'),
  ])
  expect(download.suggestedFilename()).toBe(`${names[1]}.qr.png`)
  const png = await readFile(await download.path())
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG')
  expect(await darkCells(page, png)).toEqual(cellsOf(link))
  await page.keyboard.press('Escape')
  await page.getByRole('complementary').waitFor({ state: 'detached' })
  expect(page.url()).not.toContain('open=')
  await leave()
})

test('S7: links are selected, deleted and taken back by keys alone, and a row has the focus again', async () => {
  for (const name of ['Undo 1.txt', 'Undo 2.txt', 'Undo 3.txt']) await createLink(ask, name)
  const { page, leave } = await visit({ as: 'owner' })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'DELETE') sent.push(request.url())
  })
  await page.goto('shares')
  const all = await linksOf(ask)
  await goToSearch(page)
  await page.keyboard.type('undo txt')
  const names = ['Undo 3.txt', 'Undo 2.txt', 'Undo 1.txt']
  await expect.poll(() => namesOf(page)).toEqual(names)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByRole('status').getByText('2 selected', { exact: true }).waitFor()
  await page.keyboard.press('Delete')
  await page.getByText('Deleting 2 links').waitFor()
  await expect.poll(() => namesOf(page)).toEqual(['Undo 1.txt'])
  // The row that is left has the focus of those that are hidden.
  await expect.poll(() => focusedRow(page)).toBe('Undo 1.txt')
  await tabTo(page, /^Undo: /)
  await page.keyboard.press('Enter')
  await expect.poll(() => namesOf(page)).toEqual(names)
  await page.getByText('Deleting 2 links').waitFor({ state: 'detached' })
  await expect.poll(() => focusedRow(page)).toMatch(/^Undo \d\.txt$/)
  // Keys go on from there, with the links that are selected again.
  await page.keyboard.press('c')
  await page.getByText('2 links copied').waitFor()
  expect(sent).toEqual([])
  expect(await linksOf(ask)).toHaveLength(all.length)
  await leave()
})

test('F7, G7: by keys alone, her own link is extended and copied on its page, and both are said', async () => {
  const id = await createLink(ask, 'Ends soon.txt', { expire: 86_400 })
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto(`s/${id}`)
  await page.getByRole('region', { name: 'Your link' }).waitFor()
  await page.keyboard.press('Tab')
  await focusBy(page, 'Tab', /^Extend…$/)
  await page.keyboard.press('Enter')
  await expectFocus(page, 'Extend')
  await page.keyboard.press('Escape')
  await expectFocus(page, 'Extend…')
  await page.keyboard.press('Enter')
  await expectFocus(page, 'Extend')
  await page.keyboard.press('Enter')
  await page
    .getByRole('status')
    .getByText(/works until/)
    .waitFor()
  await expectFocus(page, 'Extend…')
  await focusBy(page, 'Tab', /^Copy link$/)
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText('Link copied', { exact: true }).waitFor()
  expect(await clipboard(page)).toMatch(new RegExp(`/s/${id}$`))
  await leave()
})

test('S13, G7: by keys alone, what is wrong with a new link has the focus and is said, until it is right', async () => {
  await ask('POST', '/file/create', { uri: 'svc://my/Refused.txt', type: 'file' })
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto('shares')
  await goToSearch(page)
  await focusBy(page, 'Tab', /^New link…$/)
  await page.keyboard.press('Enter')
  await expectFocus(page, 'Search all files')
  await page.keyboard.type('refused')
  await page.getByRole('option', { name: 'Refused.txt' }).waitFor()
  await expect.poll(() => page.getByRole('option').count()).toBe(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+Space')
  await page.keyboard.press('Control+Enter')
  await expectFocus(page, 'Create link')
  await focusBy(page, 'Shift+Tab', /^Change who may open it$/)
  await page.keyboard.press('Enter')
  await expectFocus(page, 'Public: read')
  await page.keyboard.press('Space')
  await page
    .getByRole('alert')
    .getByText(/^Nobody could open this link/)
    .waitFor()
  await focusBy(page, 'Tab', /^Create link$/)
  await page.keyboard.press('Enter')
  await expectFocus(page, 'Public: read')
  const said = page.getByRole('dialog').getByRole('status')
  await said.getByText(/^Nobody could open this link/).waitFor()
  await page.keyboard.press('Space')
  await focusBy(page, 'Tab', /^Download limit$/)
  await page.keyboard.type('0')
  await page.keyboard.press('Enter')
  await expectFocus(page, 'Download limit')
  await said.getByText(/^Type a whole number/).waitFor()
  await page.keyboard.type('9')
  await page.keyboard.press('Home')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Enter')
  await expectFocus(page, 'Done')
  await page.keyboard.press('Escape')
  await expectFocus(page, 'New link…')
  await leave()
})
