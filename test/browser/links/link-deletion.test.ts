import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, rowsOf, takeScreenshot } from '../app-server.ts'
import { journeys } from '../journeys.ts'
import {
  arrowToRow,
  chinesePhone,
  choose,
  createLink,
  linksOf,
  longPress,
  namesOf,
  tabTo,
} from './link-journey.ts'

/* Deletions of links in a real browser: a held key, a reload while Undo is on offer, two tabs, two users. */

const here = journeys()
const { ask, visit } = here

const linksIn = async (folder: string) =>
  (await linksOf(ask))
    .map(({ name }) => name)
    .filter((name) => name.startsWith(folder))
    .sort()

async function createLinks(folder: string, count: number): Promise<void> {
  for (let at = 1; at <= count; at++) await createLink(ask, `${folder}/${folder} ${at}.txt`)
}

async function openLinks(page: Page, folder: string, count: number): Promise<void> {
  await page.goto(`shares?q=${folder}`)
  await expect.poll(() => rowsOf(page).count()).toBe(count)
}

/** Keeps the key pressed: the browser says of all but the first that it repeats. */
async function hold(page: Page, key: string, times: number): Promise<void> {
  for (let at = 0; at < times; at++) await page.keyboard.down(key)
  await page.keyboard.up(key)
}

test('S7: a held Delete deletes one link, and deletions that follow join into one message', async () => {
  await createLinks('Held', 10)
  const { page, leave } = await visit({ as: 'owner', width: 1280 })
  await openLinks(page, 'Held', 10)
  await arrowToRow(page)
  await hold(page, 'Delete', 30)
  await expect.poll(() => rowsOf(page).count()).toBe(9)
  for (const left of [8, 7, 6]) {
    await arrowToRow(page, (await namesOf(page))[1])
    await hold(page, 'Delete', 30)
    await expect.poll(() => rowsOf(page).count()).toBe(left)
  }
  await page.getByText('Deleting 4 links, all of them work and have no visits').waitFor()
  expect(await page.getByRole('button', { name: /^Undo: / }).count()).toBe(1)
  await expectAccessible(page, 'deletions in one message')
  await takeScreenshot(page, 'deletion-joined')
  await page.keyboard.press('Control+z')
  await expect.poll(() => rowsOf(page).count()).toBe(10)
  expect(await linksIn('Held')).toHaveLength(10)
  await leave()
})

test('S7: a reload while Undo is on offer deletes the link, and nothing is left to be asked', async () => {
  await createLinks('Reload', 3)
  const { page, leave } = await visit({ as: 'owner' })
  await openLinks(page, 'Reload', 3)
  await arrowToRow(page)
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: /^Undo: / }).waitFor()
  await page.reload()
  await expect.poll(() => linksIn('Reload')).toEqual(['Reload 1.txt', 'Reload 2.txt'])
  await expect.poll(() => rowsOf(page).count()).toBe(2)
  await page.waitForFunction(
    () => !Object.keys(localStorage).some((key) => key.includes('journals')),
  )
  expect(await page.getByText('not deleted').count()).toBe(0)
  await leave()
})

test('S7: offline, a reload offers what was not deleted until somebody decides about it', async () => {
  await createLinks('Offline', 3)
  const { page, leave } = await visit({ as: 'owner', width: 1280 })
  await openLinks(page, 'Offline', 3)
  await page.getByRole('checkbox', { name: 'Select Offline 3.txt' }).click()
  await page.getByRole('checkbox', { name: 'Select Offline 2.txt' }).click()
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: /^Undo: / }).waitFor()
  // Requests that outlive a page cannot be intercepted.
  await page.evaluate(() => {
    globalThis.fetch = () => Promise.reject(new TypeError('offline'))
  })
  await page.reload()
  await page.getByText('2 links were not deleted.').waitFor()
  await expectAccessible(page, 'links that were not deleted')
  await takeScreenshot(page, 'deletion-not-sent')
  await page.reload()
  await page.getByText('2 links were not deleted.').waitFor()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('2 links deleted').waitFor()
  expect(await linksIn('Offline')).toEqual(['Offline 1.txt'])
  await leave()
})

test('S7: a sign-out in one tab sends what waits in another', async () => {
  await createLinks('Tabs', 3)
  const { page, tab, leave } = await visit({ as: 'owner' })
  await openLinks(page, 'Tabs', 3)
  const other = await tab()
  await openLinks(other, 'Tabs', 3)
  await arrowToRow(page)
  await page.keyboard.press('Delete')
  // The message waits while it has the focus.
  await tabTo(page, /^Undo: /)
  // The other tab still has the link, and deletes the next one.
  await arrowToRow(other, (await namesOf(other))[1])
  await other.keyboard.press('Delete')
  await other.getByRole('button', { name: /^Undo: / }).waitFor()
  await other.getByRole('button', { name: /^Account of/ }).click()
  await other.getByRole('button', { name: 'Sign out' }).click()
  for (const each of [page, other]) await each.waitForURL(/\/sign-in/)
  expect(await linksIn('Tabs')).toEqual(['Tabs 1.txt'])
  await leave()
})

test('S7: more than ten are deleted after a question, on a phone in Chinese too', async () => {
  await createLinks('Many', 12)
  const { page, leave } = await visit(chinesePhone)
  await openLinks(page, 'Many', 12)
  await longPress(page, rowsOf(page).first())
  await choose(page, '删除链接')
  await page.getByText('的链接，仍有效，共 0 次访问').waitFor()
  await expectAccessible(page, 'a deletion on a phone')
  await takeScreenshot(page, 'deletion-phone')
  await page.getByRole('button', { name: '撤销' }).tap()
  await expect.poll(() => rowsOf(page).count()).toBe(12)
  // What was taken back is still selected.
  await page.getByRole('button', { name: '选择全部 12 个匹配项' }).tap()
  await choose(page, '删除 12 个链接…')
  const question = page.getByRole('dialog', { name: '删除 12 个链接？' })
  await question.getByText('12 个中最多有 12 个仍有效，共 0 次访问。').waitFor()
  await expectAccessible(page, 'a question before many links are deleted')
  await takeScreenshot(page, 'deletion-question-phone')
  expect(await linksIn('Many')).toHaveLength(12)
  await question.getByRole('button', { name: '删除 12 个链接' }).tap()
  await expect.poll(() => linksIn('Many')).toEqual([])
  await leave()
})

test('F6: a colleague is asked before something of the owner is deleted', async () => {
  const id = await createLink(
    ask,
    'Common',
    { permissions: { same_group: null, everyone: 'Cw==', other: null, anonymous: null } },
    'folder',
  )
  for (const name of ['a.txt', 'b.txt'])
    await ask('POST', '/file/create', { uri: `svc://my/Common/${name}`, type: 'file' })
  const { page, leave } = await visit({ as: 'colleague', width: 1280 })
  await page.goto(`files?uri=${encodeURIComponent(`svc://${id}@share`)}`)
  await expect.poll(() => namesOf(page)).toEqual(['a.txt', 'b.txt'])
  await arrowToRow(page)
  await hold(page, 'Delete', 20)
  const question = page.getByRole('dialog')
  await question.getByText('Only the owner can restore it.').waitFor()
  await expectAccessible(page, 'a question before a visitor deletes')
  await takeScreenshot(page, 'deletion-of-others')
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  expect(await namesOf(page)).toEqual(['a.txt', 'b.txt'])
  await page.keyboard.press('Delete')
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.poll(() => namesOf(page)).toEqual(['b.txt'])
  await leave()
})

test.each(['S/ID/PW', 's/ID/PW/x', '/s/ID/PW', 's/ID%2FPW?a=PW#PW', 'home?path=svc://ID:PW@share'])(
  'F7: the password leaves the address, and nothing goes in a circle: %s',
  async (form) => {
    const password = 'sesame77'
    const name = `Secret${form.length}.txt`
    const id = await createLink(ask, name, { password, is_private: true })
    const { page, leave } = await visit()
    const address = form.replaceAll('ID', id).replaceAll('PW', password)
    await page.goto(here.server.address + address)
    await page.getByRole('heading', { name }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/s/${id}`)
    const history = await page.context().newCDPSession(page)
    const { entries } = await history.send('Page.getNavigationHistory')
    expect(entries.map(({ url }) => url).join(' ')).not.toContain(password)
    await leave()
  },
)
