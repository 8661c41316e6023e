import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { SharePermission } from '#src/contract/flags/boolset.ts'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import { noPermissions } from '#src/contract/share.ts'
import { expectAccessible, refusals, rowsOf, takeScreenshot } from '../app-server.ts'
import { focusBy } from '../focus.ts'
import { journeys } from '../journeys.ts'
import {
  arrowToRow,
  choose,
  clipboard,
  createLink,
  daysLeft,
  goToSearch,
  linksOf,
  longPress,
  phone,
  press,
  ways,
} from './link-journey.ts'

/* Whole jobs with links, by mouse, by keys and on a phone, and how many steps they take. */

const { visit, ask } = journeys()

function clicker() {
  let count = 0
  const click = async (target: Locator, options?: Parameters<Locator['click']>[0]) => {
    count++
    await target.click(options)
  }
  return { click, count: () => count }
}

test.each(ways)(
  'S3, S9: which links strangers can change is seen and taken away in at most six steps, by %s',
  async (way) => {
    const everyone = encodeBoolset([SharePermission.read, SharePermission.update])
    const permissions = { ...noPermissions, everyone }
    for (const part of [1, 2, 3]) await createLink(ask, `${way} ${part}.txt`, { permissions })
    const open = async () =>
      (await linksOf(ask)).filter(
        ({ permission_setting: setting }) => setting?.everyone === everyone,
      )
    expect(await open()).toHaveLength(3)
    const { page, leave } = await visit({ as: 'owner', ...(way === 'touch' && phone) })
    let count = 0
    const step = (target: Locator, name: string) => {
      count++
      return press(way, page, target, name)
    }
    await page.goto('shares')
    await rowsOf(page).first().waitFor()
    if (way === 'keys') await goToSearch(page)
    await step(page.getByRole('button', { name: /^Can change/ }), 'Can change')
    const row = page.getByRole('row', { name: `${way} 1.txt` })
    await row.getByText('Public · can change').waitFor()
    count++
    if (way === 'touch') {
      await longPress(page, row)
      await step(page.getByRole('button', { name: /^Select all/ }), 'Select all')
    } else if (way === 'keys') {
      await arrowToRow(page, `${way} 1.txt`)
      await page.keyboard.press('Control+a')
    } else await page.getByRole('checkbox', { name: /^Select all/ }).click()
    if (way === 'touch') {
      count += 2
      await choose(page, 'Access…')
    } else await step(page.getByRole('button', { name: 'Access…' }), 'Access…')
    const dialog = page.getByRole('dialog', { name: /^Access to \d+ links$/ })
    const confirm = dialog.getByRole('button', { name: /^Set access to \d+ links$/ })
    await confirm.waitFor()
    await takeScreenshot(page, `access-of-many-${way}`)
    // It has the focus.
    await step(confirm, (await confirm.textContent()) ?? '')
    await expect.poll(async () => (await open()).length).toBe(0)
    expect(count).toBeLessThanOrEqual(6)
    await leave()
  },
)

// By mouse it is in `test/browser/files/files`.
test.each(['keys', 'touch'] as const)(
  'F7: a protected folder is opened, a picture in it looked at and all of it downloaded, by %s',
  async (way) => {
    const link = (await linksOf(ask)).find(({ name }) => name === 'Lofoten, summer 2026')
    const { page, leave } = await visit(way === 'touch' ? phone : {})
    // Where to save it is asked by the browser, which nobody could answer here.
    await page.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined }))
    await page.goto(`s/${link?.id}`)
    const field = page.getByLabel('Password', { exact: true })
    await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
    const go = page.getByRole('button', { name: 'Continue' })
    await page.keyboard.type('wrong')
    await press(way, page, go, 'Continue')
    await page.getByRole('alert').getByText('Wrong password.').waitFor()
    await field.fill(link?.password ?? '')
    await press(way, page, go, 'Continue')
    const row = page.getByRole('row', { name: 'Hamnøy, red cabins.jpg' })
    await row.waitFor()
    if (way === 'keys') {
      await arrowToRow(page)
      await focusBy(page, 'ArrowRight', /^Hamnøy, red cabins\.jpg$/)
      await page.keyboard.press('Enter')
    } else await row.tap()
    const picture = page.getByRole('dialog').getByRole('img').first()
    await picture.waitFor()
    await page.keyboard.press('Escape')
    await picture.waitFor({ state: 'detached' })
    // Nothing is selected, so that all is downloaded.
    await page.keyboard.press('Escape')
    const download = page.getByRole('button', { name: 'Download', exact: true })
    const [archive] = await Promise.all([
      page.waitForEvent('download'),
      press(way, page, download.first(), 'Download'),
    ])
    expect(archive.suggestedFilename()).toBe('Lofoten, summer 2026.zip')
    await leave()
  },
)

test.each(ways)(
  'F7: its owner extends an expired link on its page, where it works again, by %s',
  async (way) => {
    const id = await createLink(ask, `Ended by ${way}.txt`, { expire: 1 })
    const end = async () => (await linksOf(ask)).find((link) => link.id === id)
    await expect.poll(async () => (await end())?.expired).toBe(true)
    const { page, leave, allow } = await visit({ as: 'owner', ...(way === 'touch' && phone) })
    allow(refusals)
    await page.goto(`s/${id}`)
    const line = page.getByRole('region', { name: 'Your link' })
    await line.waitFor()
    await takeScreenshot(page, `own-expired-link-${way}`)
    await press(way, page, line.getByRole('button', { name: 'Extend…' }), 'Extend…')
    const form = page.getByRole('dialog', { name: /^Extend link to/ })
    const extend = form.getByRole('button', { name: 'Extend', exact: true })
    await extend.waitFor()
    await press(way, page, extend, 'Extend')
    await page.getByText(/works until/).waitFor()
    expect(daysLeft((await end()) ?? {})).toBe(30)
    await page.getByRole('button', { name: 'Download', exact: true }).waitFor()
    await leave()
  },
)

/** Chooses the photos in the dialog that opens from Shares, and says until when and with which password they are shared. */
async function sharePhotos(
  page: Page,
  click: ReturnType<typeof clicker>['click'],
  choosePhotos: (photos: Locator) => Promise<void>,
  { isFirst = true } = {},
) {
  await click(page.getByRole('button', { name: 'New link…' }))
  const picker = page.getByRole('dialog', { name: 'New link' })
  const photos = picker.getByRole('option', { name: /\.jpg/ })
  await choosePhotos(photos)
  await photos.first().locator('img').waitFor()
  await takeScreenshot(page, 'new-links-picker')
  await click(picker.getByRole('button', { name: 'Share 5 items' }))
  const form = page.getByRole('dialog', { name: /^Share 5 items/ })
  if (isFirst) {
    await form.getByText('Anyone with the link can view.').waitFor()
    await click(form.getByText('Protect with a password'))
    await click(form.getByText('7 days', { exact: true }))
  }
  expect(await form.getByRole('radio', { name: '7 days' }).isChecked()).toBe(true)
  const password = await form.getByLabel('Password', { exact: true }).inputValue()
  await takeScreenshot(page, 'new-links-form')
  await click(form.getByRole('button', { name: 'Create 5 links' }))
  const result = page.getByRole('dialog', { name: '5 links created' })
  // It is announced as well.
  await result.getByText('5 links and the password copied.').first().waitFor()
  return { password, result }
}

const lofoten = 'Lofoten, summer 2026'
const openLofoten = async (page: Page, click: ReturnType<typeof clicker>['click']) => {
  await click(page.getByRole('option', { name: 'Photos' }))
  await click(page.getByRole('option', { name: new RegExp(`^${lofoten}`) }))
}
/** Five that lie apart from each other. */
const chooseScattered =
  (click: ReturnType<typeof clicker>['click']) =>
  async (photos: Locator): Promise<void> => {
    for (const index of [0, 2, 4, 6, 8]) await click(photos.nth(index))
  }

test('S13: five photos go to a client with one password and an end in at most ten clicks', async () => {
  const before = new Set((await linksOf(ask)).map(({ id }) => id))
  const { page, leave } = await visit({ as: 'owner' })
  const { click, count } = clicker()
  await page.goto('shares')
  await rowsOf(page).first().waitFor()
  const { password } = await sharePhotos(page, click, async (photos) => {
    await openLofoten(page, click)
    await click(photos.first())
    await click(photos.nth(4), { modifiers: ['Shift'] })
  })
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

test('S13: five scattered photos in folders that were never opened are found by name, and take at most ten clicks', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  const { click, count } = clicker()
  await page.goto('shares')
  await rowsOf(page).first().waitFor()
  await sharePhotos(page, click, async (photos) => {
    await page.getByRole('combobox', { name: 'Search all files' }).fill('.jpg')
    await photos.nth(8).waitFor()
    await chooseScattered(click)(photos)
  })
  expect(count()).toBeLessThanOrEqual(10)
  await leave()
})

test('S13: five scattered photos that were looked at before take ten clicks, and the next five eight', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto(`files?uri=${encodeURIComponent(`svc://my/Photos/${lofoten}`)}`)
  await page.getByText('Hamnøy, red cabins.jpg').first().waitFor()
  await page.getByRole('link', { name: /^Shares/ }).click()
  await rowsOf(page).first().waitFor()
  const first = clicker()
  const { password, result } = await sharePhotos(page, first.click, chooseScattered(first.click))
  expect(first.count()).toBe(10)
  await result.getByRole('button', { name: 'Done' }).click()
  const second = clicker()
  const next = await sharePhotos(page, second.click, chooseScattered(second.click), {
    isFirst: false,
  })
  expect(second.count()).toBe(8)
  expect(next.password).not.toBe(password)
  await leave()
})
