import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, rowsOf, takeScreenshot } from './app-server.ts'
import { boxesOf } from './boxes.ts'
import { journeys } from './journeys.ts'

/* One user has a file open and another one needs it, in real browsers. */

const here = journeys()
const { ask, visit } = here

const namesIn = async (uri: string): Promise<string[]> => {
  const { files } = await ask<{ files: { name: string }[] }>(
    'GET',
    `/file?uri=${encodeURIComponent(uri)}&page_size=200`,
  )
  return files.map(({ name }) => name)
}
/** The link on Work/Code, in which the colleague may change, add and delete. */
async function sharedCode(): Promise<string> {
  const { shares: links } = await ask<{ shares: { id: string; name: string }[] }>(
    'GET',
    '/share?page_size=100',
  )
  const found = links.find(({ name }) => name === 'Code')
  if (!found) throw new Error('no link on Work/Code')
  return found.id
}

const rowNamed = (page: Page, name: string) => rowsOf(page).filter({ hasText: name }).first()
async function openFolder(page: Page, uri: string): Promise<void> {
  await page.goto(`files?uri=${encodeURIComponent(uri)}`)
  await rowsOf(page).first().waitFor()
}
async function renameTo(page: Page, row: string, name: string): Promise<void> {
  await rowNamed(page, row).click()
  await page.keyboard.press('F2')
  await rowsOf(page).getByRole('textbox').fill(name)
  await page.keyboard.press('Enter')
}
const dialogOf = (page: Page) => page.getByRole('alertdialog')
async function openLetter(page: Page, uri: string): Promise<void> {
  await page.goto(`edit?uri=${encodeURIComponent(uri)}`)
  await page.getByText('Locks when you start typing').waitFor()
}

// This test is the first, because a later one releases this lock too.
test('L3: a colleague who may change a shared folder meets the owner’s lock and finds no button that does nothing', async () => {
  const share = await sharedCode()
  const lin = await visit({ as: 'colleague' })
  await openFolder(lin.page, `svc://${share}@share`)
  await renameTo(lin.page, 'stale-stations.sql', 'stations.sql')
  const dialog = dialogOf(lin.page)
  await dialog
    .getByText(/Only .?Mei Wang.? can unlock it/)
    .first()
    .waitFor()
  const buttons = await dialog.getByRole('button').allInnerTexts()
  expect(buttons.sort()).toEqual(['Cancel', 'Retry', 'Wait'])
  expect(await dialog.getByRole('checkbox').count()).toBe(0)
  await expectAccessible(lin.page, 'the lock dialog of a visitor')
  await takeScreenshot(lin.page, 'lock-visitor')
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await dialog.getByText(/still locked/).waitFor()
  await lin.page.keyboard.press('Escape')
  await lin.page.getByText(/was not renamed/).waitFor()
  expect(await namesIn('svc://my/Work/Code')).toContain('stale-stations.sql')
  await lin.leave()
})

test('L2: on a phone what unlocking costs is in sight with the buttons, however many are locked', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 390, height: 844 })
  const [explorer, me] = await Promise.all([
    ask<{ file_viewers: { viewers: { id: string; display_name: string }[] }[] }>(
      'GET',
      '/site/config/explorer',
    ),
    ask<{ id: string }>('GET', '/user/me', undefined, 'colleague'),
  ])
  const office = explorer.file_viewers
    .flatMap(({ viewers }) => viewers)
    .find(({ display_name: name }) => /Collabora/.test(name))
  const conflicts = Array.from({ length: 5 }, (_, at) => ({
    path: `svc://my/Work/Code/part ${at}.txt`,
    token: `token ${at}`,
    type: 0,
    owner: { owner: me.id, application: { type: 'viewer', viewer_id: office?.id } },
  }))
  await page.route('**/api/v4/file', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ json: { code: 40073, msg: 'Lock conflict', data: conflicts } })
      : route.continue(),
  )
  await openFolder(page, 'svc://my/Work')
  await rowNamed(page, 'Code').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = dialogOf(page)
  const cost = dialog.getByText(/Unsaved changes of .?Lin Okafor.? may be lost/)
  await cost.waitFor()
  const [said, button, all] = await boxesOf(
    cost,
    dialog.getByRole('button', { name: 'Unlock and retry' }),
    dialog,
  )
  expect(said.bottom).toBeLessThan(button.top)
  expect(said.top).toBeGreaterThan(all.top)
  // Nothing is scrolled to see it, and it is not cut.
  expect(
    await cost.evaluate(
      (text) =>
        document.elementFromPoint(
          text.getBoundingClientRect().x + 4,
          text.getBoundingClientRect().bottom - 4,
        ) === text,
    ),
  ).toBe(true)
  await expectAccessible(page, 'the lock dialog of a phone')
  await takeScreenshot(page, 'lock-phone')
  await page.keyboard.press('Escape')
  await leave()
})

test('L1, L2: a colleague edits a letter, its owner renames the folder, unlocks, and nothing typed is lost', async () => {
  const share = await sharedCode()
  const lin = await visit({ as: 'colleague' })
  await openLetter(lin.page, `svc://${share}@share/letter.txt`)
  const text = lin.page.getByRole('textbox', { name: /letter\.txt/ })
  await text.focus()
  await lin.page.keyboard.press('ControlOrMeta+End')
  await lin.page.keyboard.type('Skrova agrees. Lin')
  const owned = lin.page.getByText('Only you can edit while this is open')
  await owned.waitFor()

  const mei = await visit({ as: 'owner' })
  await openFolder(mei.page, 'svc://my/Work')
  await renameTo(mei.page, 'Code', 'Programs')
  const dialog = dialogOf(mei.page)
  await dialog.waitFor()
  expect(await dialog.getByRole('heading').innerText()).toMatch(/Can’t rename .*Code.* yet/)
  const line = dialog.getByRole('listitem').filter({ hasText: 'letter.txt' })
  await line.getByText(/Text editor/).waitFor()
  await line.getByText('Lin Okafor').waitFor()
  await expectAccessible(mei.page, 'the lock dialog')
  await takeScreenshot(mei.page, 'lock-two-accounts')

  // Unlocking takes six keys at most.
  expect(await mei.page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel')
  let keys = 0
  const onward = dialog.getByRole('button', { name: 'Unlock and retry' })
  while (!(await onward.evaluate((button) => button === document.activeElement))) {
    await mei.page.keyboard.press('Shift+Tab')
    expect(++keys).toBeLessThan(6)
  }
  await mei.page.keyboard.press('Enter')
  await rowNamed(mei.page, 'Programs').waitFor()
  await expect.poll(() => dialog.count()).toBe(0)
  expect(await namesIn('svc://my/Work')).toContain('Programs')

  const told = lin.page.getByRole('alert')
  await told.filter({ hasText: 'What you typed is kept' }).waitFor({ timeout: 25_000 })
  await expect.poll(() => owned.count()).toBe(0)
  expect(await text.inputValue()).toContain('Skrova agrees. Lin')
  await expectAccessible(lin.page, 'the editor whose lock was taken away')
  await takeScreenshot(lin.page, 'editor-unlocked')
  // The copy in the same folder has all that was typed.
  await lin.page.getByRole('button', { name: 'Save as a copy' }).first().click()
  await expect.poll(() => namesIn('svc://my/Work/Programs')).toContain('letter (2).txt')
  // An editor whose lock is gone is refused with 409; the browser says so by itself.
  lin.allow(/409/)
  // Its new lock goes with the page.
  await lin.page.goto('files')
  await lin.leave()
  await renameTo(mei.page, 'Programs', 'Code')
  await expect.poll(() => namesIn('svc://my/Work')).toContain('Code')
  await mei.leave()
})

test('L2, L5: the same person in two browsers waits in the tray until the first has left', async () => {
  const first = await visit({ as: 'owner' })
  await openLetter(first.page, 'svc://my/Work/Code/letter.txt')
  await first.page.getByRole('textbox', { name: /letter\.txt/ }).focus()
  await first.page.keyboard.type(' ')
  await first.page.getByText('Only you can edit while this is open').waitFor()
  await first.page.keyboard.press('Backspace')
  const second = await visit({ as: 'owner' })
  await openFolder(second.page, 'svc://my/Work')
  await renameTo(second.page, 'Code', 'Sources')
  const dialog = dialogOf(second.page)
  await dialog.getByText('by you').waitFor()
  await dialog.getByRole('button', { name: 'Wait' }).click()
  const tray = second.page.getByRole('region', { name: 'Waiting for locked items' })
  await tray.getByText(/Waiting to rename/).waitFor()
  await expectAccessible(second.page, 'the tray')
  await takeScreenshot(second.page, 'lock-tray')
  await first.page.getByRole('link', { name: 'Shares' }).first().click()
  await second.page
    .getByRole('status')
    .getByText(/Code.* renamed to .*Sources/)
    .waitFor({ timeout: 30_000 })
  expect(await namesIn('svc://my/Work')).toContain('Sources')
  await renameTo(second.page, 'Sources', 'Code')
  await expect.poll(() => namesIn('svc://my/Work')).toContain('Code')
  await first.leave()
  await second.leave()
})

/** What can be done with a selection is at the bottom of a phone, and what waits stands above it. */
async function expectBarBelowTray(page: Page): Promise<void> {
  const tray = page.getByRole('region', { name: 'Waiting for locked items' })
  await tray.waitFor()
  const bar = page.getByRole('button', { name: 'Download' })
  const navigation = page.getByRole('navigation', { name: 'Main' })
  const [above, middle, below] = await boxesOf(tray, bar, navigation)
  expect(above.bottom).toBeLessThanOrEqual(middle.top)
  expect(below.top - middle.bottom).toBeLessThan(12)
  await takeScreenshot(page, 'lock-tray-phone')
  await tray.getByRole('button', { name: 'Cancel' }).tap()
}

test('L1, L9: every kind of holder, in Chinese, in the dark and on a phone', async () => {
  for (const look of [
    { theme: 'dark', language: 'zh-CN', width: 1440 },
    { theme: 'light', language: 'en', width: 390, height: 844 },
  ] as const) {
    const { page, leave } = await visit({ as: 'owner', ...look })
    await openFolder(page, 'svc://my')
    const row = rowNamed(page, 'Documents')
    await row.getByRole('checkbox').click()
    await page
      .getByText(look.language === 'en' ? '1 selected' : '已选 1 项')
      .first()
      .waitFor()
    await page.keyboard.press('Delete')
    await dialogOf(page).waitFor()
    await dialogOf(page).getByText('Scans.zip').waitFor()
    await dialogOf(page)
      .getByText(/Collabora Online/)
      .waitFor()
    await expectAccessible(page, `the lock dialog, ${look.language}, ${look.width}`)
    await takeScreenshot(page, `lock-${look.language}-${look.width}`)
    if (look.width === 390) {
      // The buttons are below each other, Cancel last.
      const heights = await dialogOf(page)
        .getByRole('button')
        .evaluateAll((all) =>
          all.map((each) => [each.getBoundingClientRect().top, each.textContent]),
        )
      const last = heights.toSorted((a, b) => Number(b[0]) - Number(a[0]))[0]
      expect(last?.[1]).toBe('Cancel')
      await dialogOf(page).getByRole('button', { name: 'Wait' }).tap()
      await expectBarBelowTray(page)
    } else await page.keyboard.press('Escape')
    await expect.poll(() => dialogOf(page).count()).toBe(0)
    await leave()
  }
  expect(await namesIn('svc://my')).toContain('Documents')
})

test('locks outlive a restart of the service', async () => {
  const { page, leave, allow } = await visit({ as: 'owner' })
  allow(/./)
  await here.powerCut()
  await openFolder(page, 'svc://my')
  await renameTo(page, 'Press kit', 'Press')
  await dialogOf(page).getByText('Being uploaded').waitFor()
  await page.keyboard.press('Escape')
  await leave()
})
