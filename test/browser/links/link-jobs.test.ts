import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { SharePermission } from '#src/contract/flags/boolset.ts'
import { formatBoolset } from '#src/contract/flags/format-boolset.ts'
import { noPermissions } from '#src/contract/share.ts'
import { expectAccessible, rowsOf, takeScreenshot } from '../app-server.ts'
import { journeys } from '../journeys.ts'
import { clipboard, createLink, linksOf } from './link-journey.ts'

/* Whole jobs with links, and how many clicks they take. */

const { visit, ask } = journeys()

function clicker() {
  let count = 0
  const click = async (target: Locator, options?: Parameters<Locator['click']>[0]) => {
    count++
    await target.click(options)
  }
  return { click, count: () => count }
}

test('S3, S9: which links strangers can change is seen and taken away in at most six clicks', async () => {
  const everyone = formatBoolset([SharePermission.read, SharePermission.update])
  const permissions = { ...noPermissions, everyone }
  for (const name of ['Open 1.txt', 'Open 2.txt', 'Open 3.txt'])
    await createLink(ask, name, { permissions })
  const open = async () =>
    (await linksOf(ask)).filter(({ permission_setting: setting }) => setting?.everyone === everyone)
  expect(await open()).toHaveLength(3)
  const { page, leave } = await visit({ as: 'owner' })
  const { click, count } = clicker()
  await page.goto('shares')
  await rowsOf(page).first().waitFor()
  await click(page.getByRole('button', { name: /^Can change/ }))
  await page.getByRole('row', { name: 'Open 1.txt' }).waitFor()
  await click(page.getByRole('checkbox', { name: /^Select all/ }))
  await click(page.getByRole('button', { name: 'Access…' }))
  const dialog = page.getByRole('dialog', { name: /^Access to \d+ links$/ })
  await takeScreenshot(page, 'access-of-many')
  await click(dialog.getByRole('button', { name: /^Change \d+ links$/ }))
  await expect.poll(async () => (await open()).length).toBe(0)
  expect(count()).toBeLessThanOrEqual(6)
  await leave()
})

test('S13: five photos go to a client with one password and an end in at most ten clicks', async () => {
  const before = new Set((await linksOf(ask)).map(({ id }) => id))
  const { page, leave } = await visit({ as: 'owner' })
  const { click, count } = clicker()
  await page.goto('shares')
  await rowsOf(page).first().waitFor()
  await click(page.getByRole('button', { name: 'New link…' }))
  const picker = page.getByRole('dialog', { name: 'New link' })
  await click(picker.getByRole('option', { name: 'Photos' }))
  await click(picker.getByRole('option', { name: /^Lofoten, summer/ }))
  const photos = picker.getByRole('option', { name: /\.jpg$/ })
  await click(photos.first())
  await click(photos.nth(4), { modifiers: ['Shift'] })
  await photos.first().locator('img').waitFor()
  await takeScreenshot(page, 'new-links-picker')
  await click(picker.getByRole('button', { name: 'Share 5 items' }))
  const form = page.getByRole('dialog', { name: /^Share 5 items/ })
  await form.getByText('Anyone with the link can view.').waitFor()
  await click(form.getByText('Protect with a password'))
  await click(form.getByText('7 days', { exact: true }))
  const password = await form.getByLabel('Password', { exact: true }).inputValue()
  await takeScreenshot(page, 'new-links-form')
  await click(form.getByRole('button', { name: 'Create 5 links' }))
  const result = page.getByRole('dialog', { name: '5 links created' })
  await result.getByText('5 links and the password copied.').waitFor()
  await expectAccessible(page, 'five new links')
  await takeScreenshot(page, 'new-links-result')
  expect(count()).toBeLessThanOrEqual(10)
  const made = (await linksOf(ask)).filter(({ id }) => !before.has(id))
  expect(made.map((link) => link.password)).toEqual(Array(5).fill(password))
  const text = await clipboard(page)
  for (const { id, name } of made) expect(text).toMatch(new RegExp(`${name}\n\\S+/s/${id}\n`))
  expect(text.split(password)).toHaveLength(2)
  expect(text.split('Expires: ')).toHaveLength(2)
  await leave()
})
