import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { zhCN } from '#src/i18n/zh-CN/catalogue.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { expectAccessible, rowsOf, takeScreenshot } from '../../app-server.ts'
import { focusBy } from '../../focus.ts'
import { journeys } from '../../journeys.ts'
import {
  chinesePhone,
  clipboard,
  createLink,
  goToSearch,
  linksOf,
  namesOf,
} from '../link-journey.ts'

/* Finding a link, telling it from others and ordering the list: by mouse, by keys, and by touch in Chinese. */

const { visit, ask } = journeys()

const waybill = 'Waybill 7731-014.pdf'
const daySeconds = 86_400
const { common, links } = zhCN

/** By the time that is left: the least first, then links without an end, then the dead ones. */
const byTimeLeft = [
  'Ends tomorrow.txt',
  'Ends in a month.txt',
  'Ends never.txt',
  'Ends over.txt',
  'Ends used up.txt',
]
let acme = ''

beforeAll(async () => {
  acme = await createLink(ask, `Clients/Acme/${waybill}`, {
    is_private: true,
    password: 'geheim77',
  })
  await createLink(ask, `Clients/Zenith/${waybill}`)
  await createLink(ask, 'Clients/Zenith/Plan 7731.pdf')
  await createLink(ask, 'Ends never.txt')
  await createLink(ask, 'Ends over.txt', { expire: 1 })
  await createLink(ask, 'Ends in a month.txt', { expire: 30 * daySeconds })
  const usedUp = await createLink(ask, 'Ends used up.txt', { downloads: 1 })
  await ask('POST', '/file/url', { uris: [`svc://${usedUp}@share/Ends%20used%20up.txt`] })
  await createLink(ask, 'Ends tomorrow.txt', { expire: daySeconds })
})

const shown = (page: Page, names: readonly string[]) =>
  expect.poll(() => namesOf(page), { timeout: 15_000 }).toEqual(names)
const addressOf = (page: Page, id: string) => `${new URL(page.url()).origin}/s/${id}`
const textWithPassword = (page: Page) => `${addressOf(page, acme)}/geheim77`

/** The names of all links as they are shown, newest first; each was created at a time of its own. */
const byCreation = async () =>
  (await linksOf(ask))
    .sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
    .map(({ name }) => escapeControlChars(name))

/** Nothing of the password is left, in the field or in the address of the page. */
async function expectNoPassword(page: Page): Promise<void> {
  expect(decodeURIComponent(page.url())).not.toContain('geheim')
  expect(await page.getByRole('searchbox').inputValue()).not.toContain('geheim')
}

test('S15, S16, S3: by mouse, a pasted link is found, two files of one name are told apart, and the heads sort', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 1920, height: 2400 })
  await page.goto('shares')
  await rowsOf(page).first().waitFor()
  const search = page.getByRole('searchbox')
  await search.click()
  await search.fill('Waybill')
  await shown(page, [waybill, waybill])
  await page
    .getByRole('status')
    .getByText(/^2 of \d+ links( · |$)/)
    .waitFor()
  // The folder has a column of its own, and differs from row to row.
  await page.getByRole('columnheader', { name: 'Folder' }).waitFor()
  const ofAcme = rowsOf(page).filter({ has: page.getByTitle('Clients / Acme') })
  const ofZenith = rowsOf(page).filter({ has: page.getByTitle('Clients / Zenith') })
  await ofAcme.waitFor()
  await ofZenith.waitFor()
  await takeScreenshot(page, 'share-folders')

  // The other item is moved, and its row shows the new folder after a refresh.
  await ask('POST', '/file/create', { uri: 'svc://my/Clients/Paid', type: 'folder' })
  const uri = `svc://my/Clients/Zenith/${encodeURIComponent(waybill)}`
  await ask('POST', '/file/move', { uris: [uri], dst: 'svc://my/Clients/Paid' })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Refresh' }).click()
  await page.getByTitle('Clients / Paid').waitFor()
  await expect.poll(() => ofZenith.count()).toBe(0)

  await page.evaluate((text) => navigator.clipboard.writeText(text), textWithPassword(page))
  await search.click({ clickCount: 3 })
  await page.keyboard.press('ControlOrMeta+v')
  await shown(page, [waybill])
  await ofAcme.waitFor()
  await expectNoPassword(page)
  await rowsOf(page)
    .first()
    .getByRole('button', { name: /^Copy link/ })
    .click()
  await expect.poll(() => clipboard(page)).toBe(addressOf(page, acme))

  await page.getByRole('button', { name: 'Clear search' }).click()
  await page.getByRole('columnheader', { name: 'Created' }).getByRole('button').click()
  await page.waitForURL(/dir=asc/)
  await shown(page, (await byCreation()).toReversed())
  await page.getByRole('columnheader', { name: 'Created' }).getByRole('button').click()
  await shown(page, await byCreation())

  await search.fill('ends txt')
  await page.getByRole('columnheader', { name: 'State' }).getByRole('button').click()
  await page.waitForURL(/sort=state/)
  await shown(page, byTimeLeft)
  await expectAccessible(page, 'links sorted by the time left')
  await page.getByRole('columnheader', { name: 'State' }).getByRole('button').click()
  await shown(page, byTimeLeft.toReversed())
  await leave()
})

test('S15, S16, S3: by keys, a link is found by words in any order, by its folder and by its id, and the list is sorted', async () => {
  const { page, leave } = await visit({ as: 'owner', height: 2400 })
  await page.goto('shares')
  await goToSearch(page)
  const searchFor = async (text: string) => {
    await page.keyboard.press('/')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Backspace')
    await page.keyboard.type(text)
  }
  await searchFor('7731 waybill')
  await shown(page, [waybill, waybill])
  // On a phone the folder is on the second line of the row. It is asked for while the row is in view.
  await page.getByTitle('Clients / Acme').waitFor()
  await searchFor('acme/')
  await shown(page, [waybill])
  await page.getByText(/^Folder search covers \d+ of \d+$/).waitFor()
  await expectAccessible(page, 'links found by their folder')
  await searchFor(acme)
  await shown(page, [waybill])
  await page.keyboard.press('Enter')
  await page.getByText('Link copied').waitFor()
  expect(await clipboard(page)).toBe(addressOf(page, acme))
  await searchFor('')
  await page.evaluate((text) => navigator.clipboard.writeText(text), textWithPassword(page))
  await page.keyboard.press('ControlOrMeta+v')
  await shown(page, [waybill])
  await expectNoPassword(page)
  await searchFor(textWithPassword(page))
  await shown(page, [waybill])
  await expectNoPassword(page)

  await searchFor('ends')
  await expect.poll(() => rowsOf(page).count()).toBe(byTimeLeft.length)
  await focusBy(page, 'Tab', /^State/)
  await page.keyboard.press('Enter')
  await shown(page, byTimeLeft)
  await focusBy(page, 'Tab', /^Created/)
  await page.keyboard.press('Enter')
  const mine = (await byCreation()).filter((name) => byTimeLeft.includes(name))
  await shown(page, mine)
  await leave()
})

test('S15, S16, S3: by touch, in Chinese, a pasted link, words and a folder are found, and the menu sorts', async () => {
  const { page, leave } = await visit({ ...chinesePhone, height: 2400 })
  await page.goto('shares')
  await rowsOf(page).first().waitFor()
  const search = page.getByRole('searchbox')
  await search.tap()
  await search.fill('7731 waybill')
  await shown(page, [waybill, waybill])
  await page
    .getByRole('status')
    .getByText(/个链接中的 2 个$/)
    .waitFor()
  await page.getByTitle('Clients / Acme').waitFor()
  await takeScreenshot(page, 'share-folders-phone')
  await search.fill('acme/')
  await shown(page, [waybill])
  await page.getByText(/^按文件夹搜索涵盖 \d+ \/ \d+ 个链接$/).waitFor()
  await expectAccessible(page, 'links found by their folder, on a phone')
  await search.fill(textWithPassword(page))
  await shown(page, [waybill])
  await expectNoPassword(page)
  await rowsOf(page)
    .first()
    .getByRole('button', { name: /^复制链接/ })
    .tap()
  await expect.poll(() => clipboard(page)).toBe(addressOf(page, acme))

  await search.fill('ends txt')
  await expect.poll(() => rowsOf(page).count()).toBe(byTimeLeft.length)
  const sortBy = async (label: string) => {
    await page.getByRole('button', { name: common.more, exact: true }).tap()
    await page.getByRole('menuitemradio', { name: label }).tap()
  }
  await sortBy(links.columns.state)
  await shown(page, byTimeLeft)
  await sortBy(links.columns.state)
  await shown(page, byTimeLeft.toReversed())
  await sortBy(links.columns.created)
  await shown(
    page,
    (await byCreation()).filter((name) => byTimeLeft.includes(name)),
  )
  await leave()
})
