import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { rowsOf, takeScreenshot } from '../app-server.ts'
import { journeys } from '../journeys.ts'
import { arrowToRow, clipboard, createLink, linksOf } from './link-journey.ts'

/* New links go to the system's share sheet. Chromium has one on some systems only: a stub says what it was given. */

const { visit, ask } = journeys()

/** The page has no share sheet, or one that the user closes (AbortError) or that cannot be opened (NotAllowedError). */
const setShareSheet = (page: Page, outcome: 'none' | 'sent' | 'AbortError' | 'NotAllowedError') =>
  page.addInitScript((outcome) => {
    const given: ShareData[] = []
    Object.assign(window, { given })
    if (outcome === 'none') Reflect.deleteProperty(Navigator.prototype, 'share')
    else
      Object.defineProperty(Navigator.prototype, 'share', {
        configurable: true,
        value: async (data: ShareData) => {
          given.push(data)
          if (outcome !== 'sent') throw new DOMException('', outcome)
        },
      })
  }, outcome)

const given = (page: Page) =>
  page.evaluate(() => (window as unknown as { given: ShareData[] }).given)

/** Creates links to two files with one password and an end; resolves to the dialog that shows them. */
async function createTwo(page: Page) {
  await page.goto('shares')
  await rowsOf(page).first().waitFor()
  await page.getByRole('button', { name: 'New link…' }).click()
  const picker = page.getByRole('dialog', { name: 'New link' })
  await picker.getByRole('option', { name: 'Documents' }).click()
  for (const name of ['Attendees.csv', 'Quarterly review.pdf'])
    await picker.getByRole('option', { name }).click()
  await picker.getByRole('button', { name: 'Share 2 items' }).click()
  const form = page.getByRole('dialog', { name: /^Share 2 items/ })
  await form.getByText('Protect with a password').click()
  await form.getByText('7 days', { exact: true }).click()
  const password = await form.getByLabel('Password', { exact: true }).inputValue()
  await form.getByRole('button', { name: 'Create 2 links' }).click()
  const result = page.getByRole('dialog', { name: '2 links created' })
  // It is announced as well.
  await result.getByText('2 links and the password copied.').first().waitFor()
  return { password, result }
}

test('S13: the share sheet gets the names, the links, and the password and the date once, as they were edited', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await setShareSheet(page, 'sent')
  const { password, result } = await createTwo(page)
  const field = result.getByRole('textbox', { name: 'Text to send' })
  const text = await field.inputValue()
  await field.fill(`Hello Ida,\n${text}`)
  await takeScreenshot(page, 'share-sheet')
  await result.getByRole('button', { name: 'Send…' }).click()
  await expect.poll(() => given(page)).toEqual([{ text: `Hello Ida,\n${text}` }])
  const made = (await linksOf(ask)).filter((link) => link.password === password)
  expect(made).toHaveLength(2)
  for (const { id, name } of made) expect(text).toMatch(new RegExp(`${name}\n\\S+/s/${id}\n`))
  expect(text.split(password)).toHaveLength(2)
  expect(text.split('Expires: ')).toHaveLength(2)
  await leave()
})

test('S13: whoever closes the share sheet is told nothing else, and the clipboard stays', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await setShareSheet(page, 'AbortError')
  const { result } = await createTwo(page)
  await page.evaluate(() => navigator.clipboard.writeText('before'))
  const before = await result.textContent()
  await result.getByRole('button', { name: 'Send…' }).click()
  await expect.poll(async () => (await given(page)).length).toBe(1)
  expect(await result.textContent()).toBe(before)
  expect(await clipboard(page)).toBe('before')
  await leave()
})

test('S13: where the share sheet cannot be opened the text is copied, and where there is none nothing offers it', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await setShareSheet(page, 'NotAllowedError')
  const { result } = await createTwo(page)
  const field = result.getByRole('textbox', { name: 'Text to send' })
  await field.fill('Hello Ida')
  await result.getByRole('button', { name: 'Send…' }).click()
  await expect.poll(() => clipboard(page)).toBe('Hello Ida')

  // The link in the details goes the same way.
  await createLink(ask, 'Sent from details.txt')
  await page.goto('shares?q=details')
  await arrowToRow(page)
  await page.keyboard.press('Enter')
  await page.getByRole('complementary').getByRole('button', { name: 'Send…' }).click()
  await page.getByText('Link copied', { exact: true }).waitFor()
  expect(await clipboard(page)).toMatch(/\/s\/\w+$/)
  await leave()

  const other = await visit({ as: 'owner' })
  await setShareSheet(other.page, 'none')
  const without = await createTwo(other.page)
  await without.result.getByRole('button', { name: 'Copy with password' }).waitFor()
  expect(await without.result.getByRole('button', { name: 'Send…' }).count()).toBe(0)
  await other.leave()
})
