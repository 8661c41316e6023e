import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { rowsOf, takeScreenshot } from './app-server.ts'
import { expectFocus, focusBy } from './focus.ts'
import { journeys } from './journeys.ts'

/* Jobs with many steps by keys alone: after each step the focus is somewhere that helps, and is seen. */

const { ask, visit } = journeys()

async function namesIn(uri: string): Promise<string[]> {
  const path = `/file?uri=${encodeURIComponent(uri)}&page_size=200`
  const { files } = await ask<{ files: { name: string }[] }>('GET', path)
  return files.map(({ name }) => name).sort()
}

/** The layout that is stored for a folder itself. */
async function layoutOf(uri: string): Promise<string | undefined> {
  type Info = { extended_info: { view?: { view?: string } } }
  const path = `/file/info?extended=true&uri=${encodeURIComponent(uri)}`
  return (await ask<Info>('GET', path)).extended_info.view?.view
}

const firstName = async (page: Page) =>
  ((await rowsOf(page).first().getAttribute('aria-label')) ?? '').replaceAll(/[\u2066-\u2069]/g, '')

const said = (page: Page, text: string | RegExp) =>
  page.getByRole('status').getByText(text).first().waitFor()

test('T5, G7: by keys alone, an item whose name is taken is restored beside the other, and that is undone', async () => {
  const folder = 'svc://my/Taken'
  const uri = `${folder}/report.txt`
  await ask('POST', '/file/create', { uri, type: 'file' })
  await ask('DELETE', '/file', { uris: [uri] })
  await ask('POST', '/file/create', { uri, type: 'file' })
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto('trash')
  await expectFocus(page, 'report.txt')
  await page.keyboard.press('u')
  await page.getByRole('dialog', { name: 'Restore 1 item' }).waitFor()
  await expectFocus(page, 'Restore 1 item')
  await page.keyboard.press('Enter')
  await said(page, /report\.txt.* restored/)
  expect(await namesIn(folder)).toEqual(['report (2).txt', 'report.txt'])
  // The item is no longer there: the focus is on the one in its place.
  await page.getByRole('row', { name: 'report.txt', exact: true }).waitFor({ state: 'detached' })
  const next = await firstName(page)
  await expectFocus(page, next)
  await page.keyboard.press('ControlOrMeta+z')
  await said(page, /report \(2\)\.txt.* moved to the trash/)
  await expect.poll(() => namesIn(folder)).toEqual(['report.txt'])
  // What is back in the trash is shown and has the focus.
  await expectFocus(page, 'report (2).txt')
  await leave()
})

/** Opens the trash and answers the question that comes before it is emptied. */
async function emptyTrash(page: Page): Promise<void> {
  await page.goto('trash')
  await expectFocus(page, await firstName(page))
  await focusBy(page, 'Shift+Tab', /^Empty trash/)
  await page.keyboard.press('Enter')
  await expectFocus(page, 'Cancel')
  await page.keyboard.press('Tab')
  await expectFocus(page, 'Empty trash')
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog', { name: /Loan form\.docx/ }).waitFor()
  await expectFocus(page, 'Cancel')
}

test('T2, L2, L4, G7: by keys alone, the trash is emptied but for what is locked, and then of that, too', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await emptyTrash(page)
  await focusBy(page, 'Tab', /^Skip locked/)
  await page.keyboard.press('Enter')
  await expect.poll(() => namesIn('svc://trash')).toEqual(['Loan form.docx'])
  await expectFocus(page, 'Loan form.docx')
  await page.getByRole('button', { name: /^Show details/ }).waitFor()
  await page.keyboard.press('Tab')
  await expectFocus(page, /^Show details/)

  await emptyTrash(page)
  await focusBy(page, 'Tab', /^Unlock and retry/)
  await page.keyboard.press('Enter')
  await expect.poll(() => namesIn('svc://trash')).toEqual([])
  await page.getByRole('main').getByText('Trash is empty').waitFor()
  await expectFocus(page, 'main')
  await leave()
})

test('V1, V6, G7: by keys alone, a view is changed, saved, copied to subfolders, and that is undone', async () => {
  const folder = 'svc://my/Photos'
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto(`files?uri=${encodeURIComponent(folder)}`)
  await expectFocus(page, await firstName(page))
  // What keeps the focus in the page is loaded with the messages, when the page is idle.
  await page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' })
  await focusBy(page, 'Shift+Tab', /^View$/)
  await page.keyboard.press('Enter')
  await page.getByRole('menu').waitFor()
  await focusBy(page, 'ArrowUp', /^View settings/)
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Settings' }).waitFor()
  await expectFocus(page, 'main')
  await focusBy(page, 'Tab', /^(?:List|Grid|Gallery)$/)
  await page.keyboard.press('ArrowRight')
  await expectFocus(page, 'Gallery')
  await focusBy(page, 'Tab', /^Save view/)
  await page.keyboard.press('Enter')
  await said(page, 'View saved')
  // The bar with that button is gone: what comes next begins at the top of the page.
  await expectFocus(page, 'main')
  expect(await layoutOf(folder)).toBe('gallery')
  await focusBy(page, 'Tab', /^Copy to subfolders/)
  await page.keyboard.press('Enter')
  await page.getByRole('treeitem').first().waitFor()
  await expectFocus(page, /^This view/)
  await focusBy(page, 'Tab', /^All subfolders/)
  await page.keyboard.press('Space')
  await focusBy(page, 'Tab', /^Copy to 3 folders/)
  const before = await layoutOf(`${folder}/Home`)
  await page.keyboard.press('Enter')
  await said(page, 'View copied to 3 folders')
  await expectFocus(page, /^Copy to subfolders/)
  expect(await layoutOf(`${folder}/Home`)).toBe('gallery')
  await page.keyboard.press('ControlOrMeta+z')
  await said(page, 'View change undone')
  expect(await layoutOf(`${folder}/Home`)).toBe(before)
  expect(await layoutOf(folder)).toBe('gallery')
  await expectFocus(page, /^Copy to subfolders/)
  await leave()
})

test.each(['shares', 'trash', `files?uri=${encodeURIComponent('svc://my/Documents')}`])(
  'G7: on a phone, what Shift+Tab leads to before the first row of %s is seen',
  async (path) => {
    // The journey above has emptied the trash.
    const uri = 'svc://my/Deleted on a phone.txt'
    await ask('POST', '/file/create', { uri, type: 'file' })
    await ask('DELETE', '/file', { uris: [uri] })
    const { page, leave } = await visit({ as: 'owner', width: 390, height: 800 })
    await page.goto(path)
    await expectFocus(page, await firstName(page))
    await focusBy(page, 'Shift+Tab', /^Select all$/)
    await takeScreenshot(page, `head-of-cards-${path.split('?')[0] ?? ''}`)
    await leave()
  },
)
