import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { cleanUp } from '#src/i18n/en/links/clean-up.ts'
import { expectAccessible, rowsOf } from '../app-server.ts'
import { journeys } from '../journeys.ts'
import {
  arrowToRow,
  chinesePhone,
  createLink,
  goToSearch,
  linksOf,
  longPress,
  tabInto,
  tabTo,
} from './link-journey.ts'

/* Many links at once: by keys, by touch in Chinese, and with a second tab beside the one that works. */

const { visit, ask } = journeys()

type Link = { id: string; name: string; remain_downloads?: number; permission_setting?: object }
const links = async () => (await ask<{ shares: Link[] }>('GET', '/share?page_size=100')).shares
const idsOf = async () => (await links()).map(({ id }) => id)
const limitedTo = async (limit: number) =>
  (await links()).filter(({ remain_downloads: left }) => left === limit).length

async function createLinks(folder: string, count: number): Promise<string[]> {
  await ask('POST', '/file/create', { uri: `svc://my/${folder}`, type: 'folder' })
  const ids: string[] = []
  for (let n = 1; n <= count; n++) {
    const uri = `svc://my/${folder}/${folder} ${n}.txt`
    await ask('POST', '/file/create', { uri, type: 'file' })
    ids.push((await ask<string>('PUT', '/share', { uri })).split('/s/')[1] ?? '')
  }
  return ids
}

test('S9, S15, S11, S14, S8: links are found, limited, exported, opened to a person and cleaned up by keys alone', async () => {
  const ids = await createLinks('Ledger', 3)
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto('shares')
  await goToSearch(page)
  // A search finds words in any order.
  await page.keyboard.type('txt ledger')
  await expect.poll(() => rowsOf(page).count()).toBe(3)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+a')
  await page.getByText('3 selected').first().waitFor()
  await tabTo(page, 'Extend…')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: /^Extend 3/ }).waitFor()
  // The download limit is the second group of choices.
  await tabInto(page, page.getByRole('group', { name: 'Download limit' }))
  await page.keyboard.press('ArrowRight')
  await tabTo(page, 'Download limit')
  await page.keyboard.type('5')
  await tabTo(page, 'Extend 3 links')
  await page.keyboard.press('Enter')
  await page.getByText('3 links · up to 5 downloads').waitFor()
  expect(await limitedTo(5)).toBe(3)

  await tabTo(page, 'Export…')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Export 3 links' }).waitFor()
  await tabTo(page, 'Copy as table')
  await page.keyboard.press('Enter')
  await page.getByText('3 links copied').waitFor()
  const table = await page.evaluate(() => navigator.clipboard.readText())
  expect(table.trimEnd().split('\n')).toHaveLength(4)

  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await page.keyboard.press('Control+a')
  await page.keyboard.type(`${page.url().split('/shares')[0]}/s/${ids[0] ?? ''}`)
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('e')
  const form = page.getByRole('dialog', { name: /^Edit link to/ })
  await form.waitFor()
  await tabTo(page, 'Add a person')
  await page.keyboard.type('lin')
  await form.getByRole('button', { name: /^Add \u2068Lin/ }).waitFor()
  await expectAccessible(page, 'permissions of a link')
  // Enter chooses the only person that was found.
  await page.keyboard.press('Enter')
  await form.getByText(/Lin .*: read\./).waitFor()
  await tabTo(page, 'Download limit')
  await page.keyboard.press('Enter')
  await form.waitFor({ state: 'detached' })
  const edited = (await links()).find(({ id }) => id === ids[0])
  expect(
    Object.values(edited?.permission_setting ?? {}).map((of) => JSON.stringify(of)),
  ).toContainEqual(expect.stringContaining('AQ=='))

  await page.goto('shares?state=dead')
  await rowsOf(page).first().waitFor()
  const before = (await idsOf()).length
  await tabTo(page, 'Clean up…')
  await page.keyboard.press('Enter')
  const review = page.getByRole('dialog', { name: /^Clean up/ })
  // Until the list is complete this text is in the place of the result. The page looks for more of them, too.
  await review.getByText(cleanUp.text).waitFor()
  const title = review.getByRole('heading', { name: /^Clean up \d+ dead links$/ })
  const dead = Number(/\d+/.exec((await title.textContent()) ?? '')?.[0])
  await expect.poll(() => rowsOf(page).count()).toBe(dead)
  await tabInto(page, review.getByRole('checkbox').nth(1))
  await page.keyboard.press('Space')
  await tabTo(page, `Delete ${dead - 1} links`)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Delete now/ }).waitFor()
  await tabTo(page, /^Delete now/)
  await page.keyboard.press('Enter')
  await page.getByText(`${dead - 1} links deleted`).waitFor()
  expect(await idsOf()).toHaveLength(before - (dead - 1))
  await leave()
})

test('S7, S9, S11: on a phone, in Chinese, links are limited, exported and deleted by touch', async () => {
  const ids = await createLinks('Receipts', 2)
  const { page, leave } = await visit({ ...chinesePhone, theme: 'dark' })
  await page.goto('shares?q=Receipts')
  await expect.poll(() => rowsOf(page).count()).toBe(2)
  for (const row of await rowsOf(page).all()) await longPress(page, row)
  const choose = async (command: string) => {
    await page.getByRole('button', { name: '更多操作' }).tap()
    await page.getByRole('menuitem', { name: command }).tap()
  }
  await choose('延期…')
  const plan = page.getByRole('dialog', { name: '为 2 个链接延期' })
  await plan.getByRole('group', { name: '下载上限' }).getByText('设为').tap()
  await plan.getByRole('textbox', { name: '下载上限' }).fill('6')
  await expectAccessible(page, 'extend many on a phone, in Chinese')
  await plan.getByRole('button', { name: '为 2 个链接延期' }).tap()
  await plan.waitFor({ state: 'detached' })
  await expect.poll(() => limitedTo(6)).toBe(2)

  await choose('导出…')
  const exporting = page.getByRole('dialog', { name: '导出 2 个链接' })
  await expectAccessible(page, 'export on a phone, in Chinese')
  await exporting.getByRole('button', { name: '复制为表格' }).tap()
  await exporting.waitFor({ state: 'detached' })
  const table = await page.evaluate(() => navigator.clipboard.readText())
  expect(table.split('\n')[0]).toMatch(/^名称\t类型\t文件夹\t链接\t状态/)

  await choose('删除 2 个链接')
  await expect.poll(() => rowsOf(page).count()).toBe(0)
  await page.getByRole('button', { name: '撤销' }).last().tap()
  await expect.poll(() => rowsOf(page).count()).toBe(2)
  await choose('删除 2 个链接')
  await page.getByRole('button', { name: '立即删除' }).tap()
  await expect.poll(async () => (await idsOf()).filter((id) => ids.includes(id))).toEqual([])
  await leave()
})

test('S9, S7: a second tab neither resumes nor repeats what the first one is about, and what it deletes is told', async () => {
  // A second try of the test needs another name.
  const folder = `Minutes${Date.now()}`
  const ids = await createLinks(folder, 24)
  const { page, tab, leave } = await visit({ as: 'owner' })
  const edits: string[] = []
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/v4/share/*', async (route) => {
    if (route.request().method() === 'POST') {
      edits.push(route.request().url().split('/').at(-1) ?? '')
      await held
    }
    await route.continue()
  })
  await page.goto(`shares?q=${folder}`)
  await linkRows(page, 24)
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await page.getByRole('button', { name: 'Extend…' }).click()
  const plan = page.getByRole('dialog', { name: /^Extend \d+ links/ })
  await plan.getByRole('group', { name: 'Download limit' }).getByText('Set to').click()
  await plan.getByRole('textbox', { name: 'Download limit' }).fill('8')
  await plan.getByRole('button', { name: 'Extend 24 links' }).click()
  await expect.poll(() => edits.length).toBe(2)

  const other = await tab()
  const sentByOther: string[] = []
  other.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/share/'))
      sentByOther.push(request.url())
  })
  await other.goto(`shares?q=${folder}`)
  await linkRows(other, 24)
  // The oldest link is last in the list, so it is in the last chunk, which has not been sent yet.
  const [oldest = ''] = ids
  await other.getByRole('button', { name: /^Account of/ }).waitFor()
  await rowsOf(other).last().press('Delete')
  await other.getByRole('button', { name: 'Delete now' }).click()
  await other.getByText(/deleted$/).waitFor()
  expect(await idsOf()).not.toContain(oldest)
  // By now this tab has looked for jobs to resume; that of the other one is locked.
  expect(await other.getByText(/was interrupted/).count()).toBe(0)
  release()
  await page.getByText('23 of 24 links changed. 1 failed.').waitFor({ timeout: 30_000 })
  expect(await limitedTo(8)).toBe(23)
  expect(new Set(edits).size).toBe(edits.length)
  expect(sentByOther).toEqual([])

  // A deletion that waits for its Undo, and the same links deleted in the other tab meanwhile.
  await page.keyboard.press('r')
  await linkRows(page, 23)
  // All are selected still. Ten are few enough to be deleted without a question.
  for (const row of (await rowsOf(page).all()).slice(0, 13)) await row.getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Delete 10 links' }).click()
  await page.getByRole('button', { name: 'Delete now' }).waitFor()
  await page
    .getByRole('button', { name: /^Undo: / })
    .last()
    .focus()
  await other.reload()
  await linkRows(other, 23)
  await other.getByRole('button', { name: /^Account of/ }).waitFor()
  await rowsOf(other).last().press('Delete')
  await other.getByRole('button', { name: 'Delete now' }).click()
  await other.getByText(/deleted$/).waitFor()
  await page.getByRole('button', { name: 'Delete now' }).click()
  await page.getByText('10 links deleted').waitFor()
  expect((await idsOf()).filter((id) => ids.includes(id))).toHaveLength(13)
  await leave()
})

test('S9: by keys, three links get thirty days more, and Ctrl+Z gives each its date back', async () => {
  const ids: string[] = []
  for (const days of [3, 5, 6])
    ids.push(await createLink(ask, `Lent/Lent ${days}.txt`, { expire: days * 86_400 - 60 }))
  const datesOf = async () => {
    const all = await linksOf(ask)
    return ids.map((id) => Date.parse(all.find((link) => link.id === id)?.expires ?? ''))
  }
  const before = await datesOf()
  /** How far the dates are from those at first, in days. */
  const daysMore = async () =>
    (await datesOf()).map((date, at) => Math.round(Math.abs(date - (before[at] ?? 0)) / 86_400_000))
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto('shares?q=Lent')
  await expect.poll(() => rowsOf(page).count()).toBe(3)
  await arrowToRow(page)
  await page.keyboard.press('Control+a')
  await page.getByText('3 selected').first().waitFor()
  await tabTo(page, 'Extend…')
  await page.keyboard.press('Enter')
  const plan = page.getByRole('dialog', { name: 'Extend 3 links' })
  await plan.getByRole('radio', { name: '+30 days' }).waitFor()
  await tabTo(page, 'Extend 3 links')
  await page.keyboard.press('Enter')
  await plan.waitFor({ state: 'detached' })
  await expect.poll(daysMore).toEqual([30, 30, 30])
  await page.getByRole('button', { name: /^Undo/ }).waitFor()
  await page.keyboard.press('Control+z')
  await expect.poll(daysMore).toEqual([0, 0, 0])
  // What is sent is how long a link still works, in whole seconds.
  const after = await datesOf()
  for (const [at, date] of after.entries())
    expect(Math.abs(date - (before[at] ?? 0)), `ms of link ${at}`).toBeLessThan(60_000)
  for (const days of [3, 5, 6])
    await page
      .getByRole('row', { name: `Lent ${days}.txt` })
      .getByText(`in ${days} days`)
      .waitFor()
  await leave()
})

async function linkRows(page: Page, count: number): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 2200 })
  await expect.poll(() => rowsOf(page).count(), { timeout: 15_000 }).toBe(count)
}
