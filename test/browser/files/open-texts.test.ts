import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { rowsOf } from '../app-server.ts'
import { journeys } from '../journeys.ts'

/* A text that is open in two tabs of one browser, through a cut network and a reload. */

const { ask, visit } = journeys()

const folder = 'svc://my/Open texts'
const uri = `${folder}/letter.txt`
const field = (page: Page) => page.getByRole('textbox', { name: /^Text of/ })
const owned = (page: Page) => page.getByText('Only you can edit while this is open')
async function openText(page: Page): Promise<void> {
  await page.goto(`edit?uri=${encodeURIComponent(uri)}`)
  await field(page).waitFor()
}
async function typeAtEnd(page: Page, text: string): Promise<void> {
  await field(page).focus()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(text)
}
async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
}

test('L2, G9, G12: two tabs of one browser tell each other of lock and text, and a cut network and a reload lose nothing', async () => {
  await ask('POST', '/file/create', { uri, type: 'file' })
  const { page, tab, context, leave, allow } = await visit({ as: 'owner' })
  // The browser says of each request without a network, and of a lock that is gone, that it has failed.
  allow(/Failed to load resource/)
  await openText(page)
  const other = await tab()
  await openText(other)
  await other.getByText('Locks when you start typing').waitFor()

  await typeAtEnd(page, 'One two')
  await owned(page).waitFor()
  await other.getByText('You have this file open in another window.').waitFor()
  await save(page)
  await expect.poll(() => field(other).inputValue()).toBe('One two')
  await page.getByRole('link', { name: 'Back to the folder' }).click()
  await other.getByText('Locks when you start typing').waitFor()

  // Its details are open in the first tab while the second one saves.
  await rowsOf(page).filter({ hasText: 'letter.txt' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Details' }).click()
  const details = page.getByRole('complementary', { name: 'letter.txt' })
  await details.getByText('7 B', { exact: true }).first().waitFor()
  await typeAtEnd(other, ' three')
  await owned(other).waitFor()
  await save(other)
  await details.getByText('13 B', { exact: true }).first().waitFor()
  const versions = details.getByRole('listitem')
  await versions.filter({ hasText: 'Current' }).filter({ hasText: '13 B' }).waitFor()

  await context.setOffline(true)
  await typeAtEnd(other, ' four')
  await other.getByText('Unsaved changes').waitFor()
  await context.setOffline(false)
  await owned(other).waitFor()
  await save(other)

  await other.reload()
  await expect.poll(() => field(other).inputValue()).toBe('One two three four')
  await typeAtEnd(other, ' five')
  await owned(other).waitFor()
  expect(await other.getByText(/in another window/).count()).toBe(0)
  await save(other)
  await leave()
})
