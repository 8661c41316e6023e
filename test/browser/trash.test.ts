import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, rowsOf, takeScreenshot } from './app-server.ts'
import { journeys } from './journeys.ts'
import { longPress } from './links/link-journey.ts'

/* Restoring everything, and showing what became of it. */

const here = journeys()
const { ask, visit } = here

type Listed = { files: { name: string; path: string }[]; pagination: { next_token?: string } }

async function namesIn(uri: string): Promise<string[]> {
  const names: string[] = []
  for (let cursor = ''; ;) {
    const query = `uri=${encodeURIComponent(uri)}&page_size=2000&order_by=name&next_page_token=${encodeURIComponent(cursor)}`
    const { files, pagination } = await ask<Listed>('GET', `/file?${query}`)
    names.push(...files.map(({ name }) => name))
    cursor = pagination.next_token ?? ''
    if (!cursor) return names
  }
}
/** So many files of one folder, deleted in one go. */
async function seedDeleted(folder: string, count: number): Promise<void> {
  const uris = Array.from({ length: count }, (_, at) => `svc://my/${folder}/${folder} ${at}.txt`)
  for (const uri of uris) await ask('POST', '/file/create', { uri, type: 'file' })
  await ask('DELETE', '/file', { uris })
  expect(await namesIn(`svc://my/${folder}`)).toEqual([])
}
async function openTrash(page: Page, search = ''): Promise<void> {
  await page.goto(`trash${search && `?q=${encodeURIComponent(search)}`}`)
  await rowsOf(page).first().waitFor()
}
const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click()

/** Restores all items of this search, and resolves when at least `least` of them are done. */
async function beginRestore(page: Page, search: string, total: RegExp, least: number) {
  await openTrash(page, search)
  await page.getByRole('status').getByText(total).first().waitFor()
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await press(page, 'Restore')
  const bar = page.getByRole('progressbar')
  await bar.waitFor()
  await expect
    .poll(async () => Number(await bar.getAttribute('aria-valuenow')))
    .toBeGreaterThanOrEqual(least)
}

test('T3, T4: killed with -9 in the middle of a restore, it goes on by itself and loses nothing', async () => {
  await seedDeleted('Bulk', 410)
  const { page, leave, allow } = await visit({ as: 'owner' })
  allow(/./)
  // The network is slow, so that something can be done during the restore.
  await page.route('**/file/restore', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await beginRestore(page, 'Bulk', /^4\d\d (?:of [\d,]+ )?items/, 100)
  await takeScreenshot(page, 'trash-restoring')
  await here.powerCut(() =>
    page.getByText('Waiting for the service').first().waitFor({ timeout: 30_000 }),
  )
  await page
    .getByRole('status')
    .getByText(/410 items restored/)
    .waitFor({ timeout: 90_000 })
  expect(await namesIn('svc://my/Bulk')).toHaveLength(410)
  expect((await namesIn('svc://trash')).filter((name) => name.startsWith('Bulk'))).toEqual([])
  await leave()
}, 180_000)

test('T3: a reload in the middle offers to look what happened, and goes on', async () => {
  await seedDeleted('Cut', 410)
  const { page, leave, allow } = await visit({ as: 'owner' })
  allow(/./)
  await page.route('**/file/restore', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400))
    await route.continue().catch(() => undefined)
  })
  await beginRestore(page, 'Cut', /^4\d\d (?:of [\d,]+ )?items/, 100)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  const note = page.getByRole('region', { name: 'Interrupted' })
  await note.getByText(/A restore of 4\d\d items was interrupted/).waitFor()
  await expectAccessible(page, 'the offer to go on')
  await takeScreenshot(page, 'trash-interrupted')
  await note.getByRole('button', { name: 'Check and resume' }).click()
  await page
    .getByRole('status')
    .getByText(/items restored/)
    .waitFor({ timeout: 60_000 })
  expect(await namesIn('svc://my/Cut')).toHaveLength(410)
  expect((await namesIn('svc://trash')).filter((name) => name.startsWith('Cut'))).toEqual([])
  await leave()
}, 120_000)

test('T2, T9, T5: sixty at once, with a plan before and a remedy after, accessible in each state', async () => {
  const { page, leave, allow } = await visit({ as: 'owner' })
  await openTrash(page)
  await expectAccessible(page, 'the trash')
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await expectAccessible(page, 'the trash with all selected')
  await press(page, 'Restore')
  const plan = page.getByRole('dialog', { name: /^Restore \d+ items/ })
  await plan.waitFor()
  // Its title says what its button does.
  const title = await plan.getByRole('heading').first().textContent()
  await plan.getByRole('button', { name: title ?? '', exact: true }).waitFor()
  await expectAccessible(page, 'the plan')
  await takeScreenshot(page, 'trash-plan')
  // T10: a name that is taken is one row of 44 px, with its border.
  const taken = plan.getByRole('row').filter({ has: page.getByRole('rowheader') })
  const heights = await taken.evaluateAll((all) =>
    all.map((each) => each.getBoundingClientRect().height),
  )
  expect(Math.max(...heights)).toBeLessThanOrEqual(45)
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(43)
  // What is skipped or unticked stays in the trash, as the user chose, and is not asked about again.
  await plan.getByText(/^Show the .* folders?$/).click()
  await takeScreenshot(page, 'trash-plan-folders')
  await plan.getByRole('checkbox', { name: /^Recreate/ }).uncheck()
  await plan.getByText('Skip', { exact: true }).first().click()
  const confirm = plan.getByRole('button', { name: /^Restore/ })
  const count = Number.parseInt((await confirm.innerText()).replace('Restore ', ''), 10)
  const staying = 60 - count
  await confirm.click()
  const lock = page.getByRole('alertdialog')
  await lock.waitFor()
  await takeScreenshot(page, 'trash-locked')
  await lock.getByRole('button', { name: 'Unlock and retry' }).click()
  await page
    .getByRole('status')
    .getByText(`${count} items restored. ${staying} stay in the trash`)
    .waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect(await namesIn('svc://trash')).toHaveLength(staying)
  // What the plan could not look at is decided about in the result.
  allow(/./)
  await page.route('**/api/**/file?uri=*', (route) =>
    route.fulfill({ json: { code: 403, msg: 'no', correlation_id: 'c' } }),
  )
  await press(page, 'Restore')
  const rest = page.getByRole('dialog', { name: `Restore ${staying} items` })
  await rest.waitFor()
  await page.unroute('**/api/**/file?uri=*')
  await rest.getByRole('button', { name: `Restore ${staying} items` }).click()
  const sheet = page.getByRole('dialog', { name: `0 of ${staying} restored` })
  await sheet.waitFor()
  await expectAccessible(page, 'the result sheet')
  await takeScreenshot(page, 'trash-result')
  await sheet
    .getByRole('button', { name: /^Restore \d+ items?$/ })
    .first()
    .click()
  await sheet
    .getByRole('button', { name: /^Recreate the .* folders?/ })
    .first()
    .click()
  await expect.poll(() => namesIn('svc://trash'), { timeout: 30_000 }).toEqual([])
  expect(await namesIn('svc://my/Documents')).toContain('Handbook (2).pdf')
  expect((await namesIn('svc://my')).filter((name) => name.startsWith('Restored'))).toEqual([])
  await leave()
}, 120_000)

test('T2, G7: three are selected and restored by keyboard with at most twelve keys, on a phone by touch', async () => {
  await seedDeleted('Other', 1)
  await seedDeleted('Three', 5)
  const { page, leave } = await visit({ as: 'owner' })
  await openTrash(page)
  // The page itself focuses its first row: from loading to the last key it is four.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-rowindex')))
    .toBe('2')
  for (const key of ['Space', 'Shift+ArrowDown', 'Shift+ArrowDown', 'u']) {
    await page.keyboard.press(key)
  }
  await expect.poll(() => namesIn('svc://my/Three')).toHaveLength(3)
  await page.getByRole('status').getByText('3 items restored').waitFor()
  await page.getByRole('button', { name: /^Undo: / }).click()
  await expect.poll(() => namesIn('svc://my/Three')).toHaveLength(0)
  await leave()

  const phone = await visit({ as: 'owner', width: 390, height: 844 })
  await openTrash(phone.page)
  await expectAccessible(phone.page, 'the trash on a phone')
  // The chip is scrolled away under the sheet, which stays.
  await phone.page.getByRole('button', { name: 'From', exact: true }).tap()
  // With many folders the menu has a search.
  const choice = phone.page.getByRole('menuitemradio', { name: 'Three' })
  await choice.or(phone.page.getByRole('option', { name: 'Three' })).tap()
  await phone.page.getByRole('button', { name: 'From Three' }).waitFor()
  await expect.poll(() => rowsOf(phone.page).count()).toBe(5)
  await phone.page.getByRole('button', { name: /^All/ }).tap()
  await longPress(phone.page, rowsOf(phone.page).first())
  await takeScreenshot(phone.page, 'trash-phone')
  await press(phone.page, 'Restore')
  await expect.poll(() => namesIn('svc://my/Three')).toHaveLength(1)
  await phone.leave()
})

test('L5, T6: one item waits behind the result, another is decided about, and Undo takes it all back', async () => {
  await seedDeleted('Waits', 3)
  const gone = 'svc://my/Waits gone'
  await ask('POST', '/file/create', { uri: `${gone}/Waits 3.txt`, type: 'file' })
  await ask('DELETE', '/file', { uris: [`${gone}/Waits 3.txt`] })
  await ask('DELETE', '/file', { uris: [gone], skip_soft_delete: true })
  const { page, leave } = await visit({ as: 'owner' })
  await openTrash(page, 'Waits')
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await press(page, 'Restore')
  const plan = page.getByRole('dialog', { name: /^Restore \d items/ })
  await plan.getByRole('checkbox', { name: /^Recreate/ }).uncheck()
  // After the plan was made an upload holds the place of one, and the name of another is taken.
  const upload = await ask<{ session_id: string }>('PUT', '/file/upload', {
    uri: 'svc://my/Waits/Waits 0.txt',
    size: 10,
  })
  await ask('POST', '/file/create', { uri: 'svc://my/Waits/Waits 1.txt', type: 'file' })
  await plan.getByRole('button', { name: 'Restore 3 items' }).click()
  const lock = page.getByRole('alertdialog')
  await lock.getByRole('button', { name: 'Skip locked' }).click()
  const sheet = page.getByRole('dialog', { name: /of 3 restored/ })
  await sheet.getByText('1 of 3 restored').waitFor()
  const counts = '1 failed, 1 was skipped. Nothing was lost: the rest is still in the trash.'
  await sheet.getByText(`${counts} 1 stays in the trash, as you chose.`).waitFor()
  await takeScreenshot(page, 'trash-clash')
  await sheet.getByRole('button', { name: /^Retry: / }).click()
  await lock.getByRole('button', { name: 'Wait' }).click()
  const waiting = sheet.getByRole('region', { name: 'Waiting to be unlocked' })
  await waiting.getByText(/Next retry in/).waitFor()
  await expectAccessible(page, 'the result sheet with a wait')
  await takeScreenshot(page, 'trash-waiting')
  await sheet.getByRole('button', { name: 'Restore 1 item' }).click()
  await sheet.getByText('2 of 3 restored').waitFor()
  await sheet.getByRole('button', { name: 'Undo restore' }).click()
  const said = '2 items moved to the trash. 1 keeps its new name.'
  await page.getByRole('status').getByText(said).waitFor()
  await expect.poll(() => rowsOf(page).count()).toBe(4)
  await expect.poll(() => page.getByRole('region', { name: /^Waiting/ }).count()).toBe(0)
  await ask('DELETE', '/file/upload', { id: upload.session_id, uri: 'svc://my/Waits/Waits 0.txt' })
  expect(await namesIn('svc://my/Waits')).toEqual(['Waits 1.txt'])
  await leave()
})

test('G7: in a low window the keys lead through a long menu, and the option that they are at is in sight', async () => {
  for (let at = 0; at < 16; at++) await seedDeleted(`From ${at}`, 1)
  const { page, leave } = await visit({ as: 'owner', width: 1280, height: 420 })
  await openTrash(page)
  await press(page, 'From')
  const active = page.getByRole('listbox').locator('[aria-selected=true]')
  await active.waitFor()
  for (let at = 0; at < 11; at++) await page.keyboard.press('ArrowDown')
  await takeScreenshot(page, 'trash-menu-low')
  const isInList = () =>
    active.evaluate((option) => {
      const list = option.parentElement?.getBoundingClientRect()
      const { top, bottom } = option.getBoundingClientRect()
      return list !== undefined && top >= list.top - 1 && bottom <= list.bottom + 1
    })
  await expect.poll(() => active.evaluate((option) => option.id)).toMatch(/-11$/)
  await expect.poll(isInList).toBe(true)
  await leave()
})
