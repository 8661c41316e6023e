import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, rowsOf } from './app-server.ts'
import { boxesOf } from './boxes.ts'
import { journeys } from './journeys.ts'

/* One view for many folders, and views under a name. */

const { visit } = journeys()

const settingsOf = (uri: string) => `view-settings?folder=${encodeURIComponent(uri)}`
const isLaidOut = (page: Page, layout: string) =>
  page.getByRole('radio', { name: layout, exact: true }).isChecked()

/** By keys alone: a button, or the menu and one of its entries by its first letters. */
async function choose(page: Page, entry: string): Promise<void> {
  const button = page.getByRole('button', { name: entry })
  if (await button.isVisible()) {
    await button.press('Enter')
    await page.getByRole('dialog').waitFor()
    return
  }
  await page.getByRole('button', { name: 'More', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: entry }).waitFor()
  await page.keyboard.type(entry)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
}

test.each([
  { width: 1440, theme: 'light' },
  { width: 390, theme: 'dark' },
] as const)('V6: copies to subfolders by keys alone at $width px', async ({ width, theme }) => {
  const { page, leave } = await visit({ as: 'owner', width, theme })
  await page.goto(settingsOf('svc://my'))
  await rowsOf(page).first().waitFor()
  await choose(page, 'Copy to subfolders')
  const tree = page.getByRole('tree', { name: 'Subfolders' })
  await tree.getByRole('treeitem').first().waitFor()
  for (let tabs = 0; tabs < 3; tabs++) await page.keyboard.press('Tab')
  await page.keyboard.type('mus')
  const music = tree.getByRole('treeitem', { name: /^Music/ })
  await expect.poll(() => music.evaluate((row) => row === document.activeElement)).toBe(true)
  await page.keyboard.press('ArrowRight')
  await tree.locator('[aria-level="2"]').first().waitFor()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect.poll(() => music.getAttribute('aria-checked')).toBe('mixed')
  await expectAccessible(page, `the tree of subfolders at ${width} px, ${theme}`)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText(/View copied to/).waitFor()
  const opener = page.getByRole('button', { name: 'Copy to subfolders…', exact: true })
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)
  await leave()
})

test('V6: a preset goes from one browser to another as a file, and over a draft', async () => {
  const one = await visit({ as: 'owner' })
  await one.page.goto(settingsOf('svc://my/Photos/City'))
  await rowsOf(one.page).first().waitFor()
  await choose(one.page, 'Presets')
  await one.page.keyboard.type('As in the city')
  await one.page.keyboard.press('Enter')
  await one.page.getByText('saved.').waitFor()
  await expectAccessible(one.page, 'the presets')
  const download = one.page.waitForEvent('download')
  await one.page.getByRole('button', { name: 'Export' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  await one.page.keyboard.press('Escape')
  expect(await isLaidOut(one.page, 'List')).toBe(true)
  await one.leave()

  const other = await visit({ as: 'owner', theme: 'dark' })
  await other.page.goto(settingsOf('svc://my'))
  await rowsOf(other.page).first().waitFor()
  expect(await isLaidOut(other.page, 'List')).toBe(false)
  await choose(other.page, 'Presets')
  await expectAccessible(other.page, 'no presets, dark')
  await other.page.locator('input[type=file]').setInputFiles({
    name: 'presets.json',
    mimeType: 'application/json',
    buffer: Buffer.from(file),
  })
  await other.page.getByText('1 preset imported.').waitFor()
  await other.page.getByRole('button', { name: /^Use .*As in the city/ }).click()
  await other.page.getByText(/^\d changes?$/).waitFor()
  expect(await isLaidOut(other.page, 'List')).toBe(true)
  await other.leave()
})

test('V1, V4: on a phone by touch, a view is changed, and saved on leaving', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 390, height: 844 })
  const files = `files?uri=${encodeURIComponent('svc://my/Photos/Home')}`
  await page.goto(files)
  await rowsOf(page).first().waitFor()
  await page.getByRole('button', { name: 'More', exact: true }).tap()
  await page.getByRole('menuitem', { name: 'View settings' }).tap()
  for (const layout of ['List', 'Gallery']) {
    await page.getByText(layout, { exact: true }).first().tap()
    await expect.poll(() => isLaidOut(page, layout)).toBe(true)
  }
  await page.goBack()
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: 'Save and leave' }).tap()
  await question.waitFor({ state: 'detached' })
  await page.getByText('View saved').waitFor()
  await page.goto(files)
  await rowsOf(page).first().waitFor()
  // Pictures side by side, where a list has one item below the other.
  const [first, second] = await boxesOf(rowsOf(page).nth(0), rowsOf(page).nth(1))
  expect(second.left).toBeGreaterThan(first.left)
  await leave()
})

test('V6: Copy to subfolders is in sight at 390 px, and its room is kept while the folder loads', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 390 })
  let answer = () => {}
  const arrived = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/v4/file?*', async (route) => {
    await arrived
    await route.continue()
  })
  await page.goto(settingsOf('svc://my/Photos'))
  const header = page.getByRole('main').locator('header')
  const heightOf = async () => (await header.boundingBox())?.height
  await page.getByRole('progressbar').waitFor()
  const whileLoading = await heightOf()
  answer()
  const button = page.getByRole('button', { name: 'Copy to subfolders…' })
  await button.waitFor()
  await header.getByText('Own view').waitFor()
  expect(await heightOf()).toBe(whileLoading)
  await button.tap()
  await page.getByRole('dialog', { name: 'Copy to subfolders' }).waitFor()
  await leave()
})
