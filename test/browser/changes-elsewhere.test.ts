import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { rowsOf, takeScreenshot } from './app-server.ts'
import { journeys } from './journeys.ts'
import { createLink } from './links/link-journey.ts'

/* What a page says while another tab, another browser or the other user changes the same: nothing of it is untrue. */

const { ask, visit } = journeys('--event-delay', '500')

type Listed = { files: { name: string; path: string }[] }
const filesIn = async (uri: string) =>
  (await ask<Listed>('GET', `/file?uri=${encodeURIComponent(uri)}&page_size=2000`)).files
const namesIn = async (uri: string) => (await filesIn(uri)).map(({ name }) => name).sort()
const create = (...uris: string[]) =>
  Promise.all(uris.map((uri) => ask('POST', '/file/create', { uri, type: 'file' })))
const filesOf = (uri: string) => `files?uri=${encodeURIComponent(uri)}`
const rowNamed = (page: Page, name: string) => page.getByRole('row', { name, exact: true })
const said = (page: Page, text: string | RegExp) =>
  page.getByRole('status').getByText(text).first().waitFor()
/** Live updates begin once the first rows are drawn. */
const isLive = (page: Page) =>
  page.waitForResponse((response) => response.url().includes('/file/events?'))

test('F2, T4, T6, G11: the mark of a link comes back with Undo, in the middle of an outage too, and nothing is in the future', async () => {
  const folder = 'svc://my/Marks'
  await createLink(ask, 'Marks/shared.txt')
  await create(`${folder}/back.txt`, `${folder}/gone.txt`, `${folder}/stays.txt`)
  const { page, leave, allow } = await visit({ as: 'owner' })
  allow(/Failed to load resource/)
  // The trash of the public server does not say what is shared.
  await page.route(/\/api\/v4\/file\?.*trash/, async (route) => {
    const answer = await route.fetch()
    const text = await answer.text()
    await route.fulfill({
      response: answer,
      body: text.replaceAll('"shared":true', '"shared":false'),
    })
  })
  const live = isLive(page)
  await page.goto(filesOf(folder))
  const mark = rowNamed(page, 'shared.txt').getByRole('img', { name: 'Shared' })
  await mark.waitFor()
  await live
  for (const name of ['shared.txt', 'back.txt', 'gone.txt'])
    await rowNamed(page, name).getByRole('checkbox').check()
  await page.keyboard.press('Delete')
  await said(page, '3 items moved to the trash')

  // Another browser restores one of them and deletes one for good. Then the network is gone as Undo is sent.
  const uriOf = new Map((await filesIn('svc://trash')).map(({ name, path }) => [name, path]))
  await ask('POST', '/file/restore', { uris: [uriOf.get('back.txt')] })
  await ask('DELETE', '/file', { uris: [uriOf.get('gone.txt')], skip_soft_delete: true })
  await rowNamed(page, 'back.txt').waitFor()
  let isCut = true
  await page.route('**/api/v4/file/restore', (route) => (isCut ? route.abort() : route.continue()))
  await page.keyboard.press('ControlOrMeta+z')
  await page.getByText(/^Waiting for the (network|service)/).waitFor()
  isCut = false
  await said(page, /shared\.txt.* restored\. 1 was back already\. 1 no longer exists\.$/)
  await mark.waitFor()
  expect(await namesIn(folder)).toEqual(['back.txt', 'shared.txt', 'stays.txt'])

  await create(`${folder}/new.txt`)
  const shown = await rowNamed(page, 'new.txt').textContent()
  expect(shown).toContain('Just now')
  expect(await rowsOf(page).allTextContents()).not.toContainEqual(expect.stringMatching(/\bin \d/))
  await leave()
})

test('T9, G12: the trash follows what other tabs do while a plan is open, and its result says what was gone', async () => {
  await create('svc://my/Planned now/taken.txt', 'svc://my/Planned now/gone.txt')
  const planned = ['svc://my/Planned now/taken.txt', 'svc://my/Planned now/gone.txt']
  await ask('DELETE', '/file', { uris: planned })
  await create('svc://my/Planned now/taken.txt')
  const { page, tab, leave } = await visit({ as: 'owner' })
  const live = isLive(page)
  await page.goto('trash?q=Planned now')
  await rowNamed(page, 'gone.txt').waitFor()
  await live
  const openPlan = async (title: string) => {
    await page.getByRole('checkbox', { name: 'Select all' }).click()
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    const plan = page.getByRole('dialog', { name: title })
    await plan.waitFor()
    return plan
  }
  const plan = await openPlan('Restore 2 items')
  const other = await tab()
  await other.goto('trash?q=Planned now')
  // A tab tells the others what it writes once it is idle, when messages are loaded too.
  await other.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' })
  const deleteForGood = async (name: string) => {
    await rowNamed(other, name).getByRole('checkbox').check()
    await other.keyboard.press('Delete')
    await other.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click()
    await said(other, new RegExp(`${name}.* permanently deleted`))
    // The list below the plan follows at once.
    const listed = page.locator(`[role=grid][aria-label=Trash] [role=row][aria-label*="${name}"]`)
    await expect.poll(() => listed.count()).toBe(0)
  }
  const saidToBeGone = async (title: string, name: string) => {
    const result = page.getByRole('dialog', { name: title })
    const gone = result.getByRole('region', { name: 'No longer in the trash' })
    await gone.getByText(name).waitFor()
    await page.keyboard.press('Escape')
    await result.waitFor({ state: 'detached' })
  }
  await deleteForGood('gone.txt')
  await plan.getByRole('button', { name: 'Restore 2 items' }).click()
  await saidToBeGone('1 of 2 restored', 'gone.txt')
  expect(await namesIn('svc://my/Planned now')).toEqual(['taken (2).txt', 'taken.txt'])

  // All that was planned is gone. The other tab has heard of the restore: its row is no older item of that name.
  await rowNamed(other, 'taken.txt').waitFor({ state: 'detached' })
  await ask('DELETE', '/file', { uris: ['svc://my/Planned now/taken.txt'] })
  await create('svc://my/Planned now/taken.txt')
  await rowNamed(page, 'taken.txt').waitFor()
  const second = await openPlan('Restore 1 item')
  await rowNamed(other, 'taken.txt').waitFor()
  await deleteForGood('taken.txt')
  await second.getByRole('button', { name: 'Restore 1 item' }).click()
  await saidToBeGone('0 of 1 restored', 'taken.txt')
  await leave()
})

test('T3, G12: list and chips of the trash follow a restore of 600 while it goes on', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  const folder = 'svc://my/Many'
  const names = Array.from({ length: 100 }, (_, at) => `Many ${at}.txt`)
  const uris = names.map((name) => `${folder}/${name}`)
  await ask('POST', '/file/create', { uri: folder, type: 'folder' })
  await create(...uris)
  for (let at = 0; at < 6; at++) {
    const dst = `svc://my/Many ${at}`
    await ask('POST', '/file/create', { uri: dst, type: 'folder' })
    await ask('POST', '/file/move', { uris, dst, copy: true })
    await ask('DELETE', '/file', { uris: names.map((name) => `${dst}/${name}`) })
  }
  let sent = 0
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/file/restore', async (route) => {
    if (++sent > 4) await released
    await route.continue()
  })
  await page.goto('trash?q=Many')
  await page.getByRole('button', { name: /^All 6\d\d/ }).waitFor()
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByRole('progressbar', { name: 'Restoring 400 of 600' }).waitFor()
  await page.getByRole('button', { name: /^All 2\d\d/ }).waitFor()
  await expect
    .poll(async () => Number(await page.getByRole('grid').getAttribute('aria-rowcount')))
    .toBeLessThan(202)
  await takeScreenshot(page, 'trash-follows-restore')
  release()
  await said(page, '600 items restored')
  await leave()
})

test('L1, L5, L12: a deletion that met a lock names after the wait what is really left', async () => {
  const folder = 'svc://my/Finance/2026'
  const before = await namesIn(folder)
  const { page, leave } = await visit({ as: 'owner', width: 1280 })
  await page.goto(`${filesOf(folder)}&layout=grid`)
  await rowNamed(page, 'Budget 2026.xlsx').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  const dialog = page.getByRole('alertdialog')
  const expectOnlyBudget = async () => {
    await dialog
      .getByText(`${before.length - 1} of ${before.length} items`)
      .first()
      .waitFor()
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(1)
    await dialog.getByRole('listitem').getByText('Budget 2026.xlsx').waitFor()
  }
  await expectOnlyBudget()
  await dialog.getByRole('button', { name: 'Wait' }).click()
  const tray = page.getByRole('region', { name: 'Waiting for locked items' })
  await tray.getByText(/Waiting to delete .*Budget 2026\.xlsx/).waitFor()
  await tray.getByRole('button', { name: 'Show' }).click()
  await expectOnlyBudget()
  expect(await namesIn(folder)).toEqual(['Budget 2026.xlsx'])
  await takeScreenshot(page, 'lock-after-wait')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const mark = rowNamed(page, 'Budget 2026.xlsx').getByRole('img', { name: 'Locked' })
  await mark.waitFor()
  // Where there is no room, the date is cut and not the marks.
  const cutOff = await mark.evaluate((drawn) => {
    const line = drawn.closest('small')
    return line ? line.scrollWidth - line.clientWidth : undefined
  })
  expect(cutOff).toBe(0)
  await page.getByRole('button', { name: /^Undo: / }).click()
  await expect.poll(() => namesIn(folder)).toEqual(before)
  await leave()
})

test('L2, G12: an open text follows its file, by content, by lock, by name and back from the trash, and shows both sides of a conflict', async () => {
  const folder = 'svc://my/Texts'
  const uri = `${folder}/letter.txt`
  await create(uri)
  const write = (text: string, at = uri) =>
    ask('PUT', `/file/content?uri=${encodeURIComponent(at)}`, text)
  await write('One')
  const { page, leave, allow } = await visit({ as: 'owner' })
  // An editor whose lock or file is gone is refused; the browser says so by itself.
  allow(/40[49]/)
  const live = isLive(page)
  await page.goto(`edit?uri=${encodeURIComponent(uri)}`)
  await page.getByText('Locks when you start typing').waitFor()
  await live
  const field = (name: string) => page.getByRole('textbox', { name: new RegExp(name) })
  await write('Two')
  await expect.poll(() => field('letter').inputValue()).toContain('Two')
  await field('letter').focus()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' mine')
  const owned = page.getByText('Only you can edit while this is open')
  await owned.waitFor()

  // The same user in another browser renames the file and unlocks it for that.
  const second = await visit({ as: 'owner' })
  await second.page.goto(filesOf(folder))
  const renameElsewhere = async (from: string, to: string) => {
    await rowNamed(second.page, `${from}.txt`).click()
    await second.page.keyboard.press('F2')
    await rowsOf(second.page).getByRole('textbox').fill(`${to}.txt`)
    await second.page.keyboard.press('Enter')
    await second.page.getByRole('button', { name: 'Unlock and retry' }).click()
    await rowNamed(second.page, `${to}.txt`).waitFor()
    await field(to).waitFor()
    await expect.poll(() => owned.count(), { timeout: 25_000 }).toBe(0)
  }
  await renameElsewhere('letter', 'note')
  expect(await field('note').inputValue()).toContain('mine')

  await write('Three', `${folder}/note.txt`)
  await page.getByRole('button', { name: 'Compare…' }).click()
  const conflict = page.getByRole('dialog', { name: 'Which text should stay?' })
  await conflict.getByRole('deletion').filter({ hasText: 'Three' }).waitFor()
  await conflict.getByRole('insertion').filter({ hasText: 'mine' }).waitFor()
  await takeScreenshot(page, 'editor-conflict')
  await conflict.getByRole('button', { name: 'Overwrite' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await owned.waitFor()

  await page.keyboard.type(' more')
  await rowNamed(second.page, 'note.txt').click()
  await second.page.keyboard.press('Delete')
  await second.page.getByRole('button', { name: 'Unlock and retry' }).click()
  const gone = page.getByText('renamed, moved or deleted. What you typed is kept')
  await gone.waitFor()
  await takeScreenshot(page, 'editor-gone')
  await second.page.keyboard.press('ControlOrMeta+z')
  await owned.waitFor()
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  await page.keyboard.press('ControlOrMeta+s')
  await page.getByText('Saved', { exact: true }).waitFor()

  await page.keyboard.type(' yet')
  await renameElsewhere('note', 'letter')
  await write('Four')
  await page.getByRole('button', { name: 'Compare…' }).click()
  await conflict.getByRole('button', { name: 'Discard mine and reload' }).click()
  await expect.poll(() => field('letter').inputValue()).toContain('Four')
  await second.leave()
  await leave()
})

test('V8: a view that a second tab has saved meanwhile is merged field by field, and one click saves it', async () => {
  const folder = 'svc://my/Photos/City'
  type Info = { extended_info: { view: Record<string, unknown> } }
  const path = `/file/info?extended=true&uri=${encodeURIComponent(folder)}`
  const stored = async () => (await ask<Info>('GET', path)).extended_info.view
  const { page, tab, leave } = await visit({ as: 'owner' })
  const second = await tab()
  for (const each of [page, second]) {
    await each.goto(`view-settings?folder=${encodeURIComponent(folder)}`)
    await rowsOf(each).first().waitFor()
  }
  await page.getByText('Grid', { exact: true }).first().click()
  const save = async (each: Page) => {
    await each.getByRole('button', { name: 'Save view' }).click()
    await each.getByText('View saved').waitFor()
  }
  await second.getByRole('textbox', { name: 'Items per page' }).fill('77')
  await save(second)
  await save(page)
  expect(await stored()).toMatchObject({ view: 'grid', page_size: 77 })
  expect(await page.getByRole('alert').count()).toBe(0)
  await leave()
})
