import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { cleanUp } from '#src/i18n/en/links/clean-up.ts'
import { displayName } from '#src/i18n/names.ts'
import { expectAccessible, rowsOf, linkListReady, takeScreenshot } from '../app-server.ts'
import { journeys } from '../journeys.ts'
import { clipboard, createLink, daysLeft, linkById, linksOf, namesOf } from './link-journey.ts'

/* What is done with links in their list, by mouse. */

const { visit, ask } = journeys()

async function findLink(page: Page, name: string) {
  await page.goto(`shares?q=${encodeURIComponent(name)}`)
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  return rowsOf(page).first()
}

test('S6: a link is edited from its menu, and an expired one extended in its row', async () => {
  const id = await createLink(ask, 'Mouse.txt', { downloads: 3 })
  const { page, leave } = await visit({ as: 'owner' })
  const row = await findLink(page, 'Mouse.txt')
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit…' }).click()
  const form = page.getByRole('dialog', { name: /^Edit link to/ })
  await form.getByText('7 days', { exact: true }).click()
  await form.getByText(/^Until /).waitFor()
  await form.getByRole('textbox', { name: 'Download limit' }).fill('8')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  const edited = await linkById(ask, id)
  expect(edited).toMatchObject({ remain_downloads: 8 })
  expect(daysLeft(edited)).toBe(7)

  await ask('POST', `/share/${id}`, { uri: 'svc://my/Mouse.txt', expire: 1, downloads: 8 })
  await expect.poll(async () => (await linkById(ask, id)).expired).toBe(true)
  await page.keyboard.press('r')
  await row.getByText('Expired', { exact: true }).waitFor()
  await row.getByRole('button', { name: /^Extend the link to/ }).click()
  const extending = page.getByRole('dialog', { name: /^Extend link to/ })
  await extending.getByRole('button', { name: 'Extend', exact: true }).click()
  await extending.waitFor({ state: 'detached' })
  await row.getByText('Live', { exact: true }).waitFor()
  const extended = await linkById(ask, id)
  expect(extended).toMatchObject({ url: edited.url, expired: false, remain_downloads: 8 })
  expect(daysLeft(extended)).toBe(30)
  await leave()
})

test('S17: details follow the selection and the arrow keys, and copy the link that they show', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto('shares?state=live')
  await rowsOf(page).nth(3).waitFor()
  const names = await namesOf(page)
  const shows = async (index: number) => {
    const panel = page.getByRole('complementary', { name: names[index] ?? '?' })
    await panel.waitFor()
    const id = new URL(page.url()).searchParams.get('open') ?? '?'
    await panel
      .getByRole('link')
      .filter({ hasText: `/s/${id}` })
      .waitFor()
    await panel.getByRole('button', { name: 'Copy link', exact: true }).click()
    await expect.poll(() => clipboard(page)).toMatch(new RegExp(`/s/${id}$`))
    return id
  }
  await rowsOf(page).nth(0).click()
  await page.getByRole('button', { name: 'Details', exact: true }).click()
  const first = await shows(0)
  await rowsOf(page).nth(2).click()
  expect(await shows(2)).not.toBe(first)
  await rowsOf(page).nth(2).click()
  await page.keyboard.press('ArrowUp')
  await shows(1)
  await leave()
})

const lin = displayName('Lin Okafor')

test('S13, S14: two items get a link each with one password, and a person may change what one leads to', async () => {
  await ask('POST', '/file/create', { uri: 'svc://my/Mouse 1.txt', type: 'file' })
  await ask('POST', '/file/create', { uri: 'svc://my/Mouse 2.txt', type: 'file' })
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto('shares')
  await linkListReady(page).catch(() => rowsOf(page).first().waitFor())
  await page.getByRole('button', { name: 'New link…' }).click()
  const picker = page.getByRole('dialog', { name: 'New link' })
  // They are below the folders, where no option is drawn yet.
  await picker.getByRole('combobox').fill('Mouse')
  for (const name of ['Mouse 1.txt', 'Mouse 2.txt'])
    await picker.getByRole('option', { name }).click()
  await picker.getByRole('button', { name: 'Share 2 items' }).click()
  const share = page.getByRole('dialog', { name: /^Share 2 items/ })
  await share.getByText('Protect with a password').click()
  const password = await share.getByLabel('Password', { exact: true }).inputValue()
  await share.getByRole('button', { name: 'Create 2 links' }).click()
  const result = page.getByRole('dialog', { name: '2 links created' })
  // It is announced as well.
  await result.getByText('2 links and the password copied.').first().waitFor()
  const made = (await linksOf(ask)).filter(({ name }) => /^Mouse [12]\.txt$/.test(name))
  expect(made.map((link) => link.password)).toEqual([password, password])
  const text = await clipboard(page)
  for (const { id, name } of made) expect(text).toMatch(new RegExp(`${name}\n\\S*/s/${id}\n`))
  expect(text).toMatch(new RegExp(`\n\nPassword: ${password}$`))
  await page.getByRole('button', { name: 'Done' }).click()

  const [one] = made
  if (!one) throw new Error('no link was made')
  const row = await findLink(page, one.id)
  await row.click()
  await page.getByRole('button', { name: 'Details', exact: true }).click()
  const panel = page.getByRole('complementary', { name: one.name })
  await panel.getByRole('button', { name: 'Edit…' }).click()
  const form = page.getByRole('dialog', { name: /^Edit link to/ })
  await form.getByRole('textbox', { name: 'Add a person' }).fill('oka')
  await form.getByRole('button', { name: `Add ${lin}` }).click()
  await form.getByRole('checkbox', { name: `${lin}: change` }).click()
  await form.getByText(`${lin}: read and change.`).waitFor()
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  await panel.getByText('Read, change').waitFor()
  const { permission_setting: setting } = await linkById(ask, one.id)
  expect(Object.values(setting?.user_explicit ?? {})).toEqual(['Aw=='])
  await leave()
})

test('S8: dead links are reviewed, deleted but for one, taken back, and deleted', async () => {
  const { page, leave } = await visit({ as: 'owner', height: 2200 })
  await page.goto('shares')
  await page.getByRole('button', { name: /^Dead links/ }).click()
  await rowsOf(page).first().waitFor()
  // What is found to be dead meanwhile would be listed, too.
  await expect.poll(() => page.getByText(/^Checking/i).count()).toBe(0)
  await page.getByRole('button', { name: 'Clean up…' }).click()
  const review = page.getByRole('dialog', { name: /^Clean up (at least )?\d+ dead links$/ })
  // Those that were never opened are listed below, and none of them is ticked.
  const ticked = review.getByRole('listitem').getByRole('checkbox', { checked: true })
  await ticked.first().waitFor()
  // Until the list is complete this text is in the place of the result.
  await review.getByText(cleanUp.text).waitFor()
  const lines = await ticked.count()
  await page
    .getByRole('dialog', { name: new RegExp(`^Clean up (at least )?${lines} dead links$`) })
    .waitFor()
  const all = (await linksOf(ask)).length
  await review.getByRole('listitem').first().getByText(/./).first().click()
  await review.getByRole('button', { name: `Delete ${lines - 1} links` }).click()
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  await page.getByRole('button', { name: /^Undo: / }).click()
  await expect.poll(() => rowsOf(page).count()).toBe(lines)
  expect(await linksOf(ask)).toHaveLength(all)

  await page.getByRole('button', { name: 'Clean up…' }).click()
  await review.getByRole('button', { name: `Delete ${lines} links` }).click()
  await page.getByRole('button', { name: 'Delete now' }).click()
  await page.getByText(`${lines} links deleted`).waitFor()
  expect(await linksOf(ask)).toHaveLength(all - lines)
  await leave()
})

test('S5: a link is handed to the share sheet of the system, where there is one', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.addInitScript(() => {
    // Chromium has no sheet on Linux.
    Object.defineProperty(navigator, 'share', {
      value: (data: ShareData) => {
        Object.assign(window, { handed: data })
        return Promise.resolve()
      },
    })
  })
  await page.goto('shares?state=live&protection=password')
  await rowsOf(page).first().click()
  await page.getByRole('button', { name: 'Details', exact: true }).click()
  await page.getByRole('complementary').getByRole('button', { name: 'Send…' }).click()
  await takeScreenshot(page, 'share-sheet')
  const handed = () =>
    page.evaluate(() => (window as unknown as { handed: ShareData | undefined }).handed)
  await expect.poll(handed).toMatchObject({
    url: expect.stringMatching(/\/s\/[^/]+$/),
    title: (await namesOf(page))[0],
  })
  await expectAccessible(page, 'details with Send')
  await leave()
})
