import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { expectAccessible, rowsOf, linkListReady, takeScreenshot } from '../app-server.ts'
import { boxesOf } from '../boxes.ts'
import { journeys } from '../journeys.ts'
import { clipboard, goToSearch, linksOf, namesOf, reviewedName } from './link-journey.ts'

const { visit, ask } = journeys()

const shareCount = async () =>
  (await ask<{ shares: unknown[] }>('GET', '/share?page_size=100')).shares.length

test('S17: a link is found and copied with "/", its name and Enter', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto('shares?state=live')
  await linkListReady(page)
  const name = (await rowsOf(page).first().getAttribute('aria-label')) ?? ''
  await goToSearch(page)
  await page.keyboard.type(name)
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  await page.keyboard.press('Enter')
  await page.getByText('Link copied').waitFor()
  expect(await clipboard(page)).toMatch(/\/s\/[^/\s]+$/)
  await leave()
})

test('S17, S8: the menu of a row, and the review of dead links', async () => {
  const { page, leave } = await visit({ as: 'owner', height: 2200 })
  await page.goto('shares?state=live')
  await linkListReady(page)
  await rowsOf(page).nth(1).click({ button: 'right' })
  await page.getByRole('menu').waitFor()
  await expectAccessible(page, 'row menu')
  await takeScreenshot(page, 'row-menu')
  await page.getByRole('menuitem', { name: 'Copy link', exact: true }).click()
  await page.getByText('Link copied').waitFor()
  const [, name] = await namesOf(page)
  const copied = await clipboard(page)
  const link = (await linksOf(ask)).find(({ id }) => copied.endsWith(`/s/${id}`))
  expect(escapeControlChars(link?.name ?? '')).toBe(name)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Dead links/ }).click()
  // The page looks for more of them.
  const chip = page.getByRole('button', { name: /^Dead links \d+$/ })
  await chip.waitFor()
  await expect
    .poll(async () => (await namesOf(page)).length)
    .toBe(Number(/\d+$/.exec((await chip.textContent()) ?? '')?.[0]))
  const dead = await namesOf(page)
  await page.getByRole('button', { name: 'Clean up' }).click()
  const review = page.getByRole('dialog', {
    name: new RegExp(`^Clean up (at least )?${dead.length} dead links$`),
  })
  await review.waitFor()
  await expectAccessible(page, 'clean up')
  await takeScreenshot(page, 'clean-up')
  // One of them stays; nothing is deleted before Undo is over.
  const first = review.getByRole('listitem').first()
  const kept = await reviewedName(first)
  expect(dead).toContain(kept)
  await first.getByRole('checkbox').click()
  expect(await first.getByRole('checkbox').isChecked()).toBe(false)
  await review.getByRole('button', { name: `Delete ${dead.length - 1} links` }).click()
  await page.getByText(`Deleting ${dead.length - 1} links`).waitFor()
  await expect.poll(() => namesOf(page)).toEqual(dead.filter((each) => each === kept))
  await page.getByRole('button', { name: /^Undo: / }).click()
  await expect.poll(() => namesOf(page)).toEqual(dead)
  await leave()
})

test('S9, S11: what is selected is planned and exported', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto('shares')
  await linkListReady(page)
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await page.getByRole('button', { name: 'Extend…' }).click()
  await page.getByRole('dialog', { name: /^Extend/ }).waitFor()
  await expectAccessible(page, 'extend many')
  await takeScreenshot(page, 'extend-many')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('dialog', { name: /^Export/ }).waitFor()
  await expectAccessible(page, 'export')
  await takeScreenshot(page, 'export')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines[0]).toMatch(/^\ufeffName,Kind,Folder,Link,/)
  expect(lines).toHaveLength(31)
  await leave()
})

test('S7: two links are deleted, taken back, deleted again and gone', async () => {
  const { page, leave } = await visit({ as: 'owner', height: 2200 })
  await page.goto('shares')
  await linkListReady(page)
  await expect.poll(() => rowsOf(page).count()).toBe(30)
  const before = 30
  const all = await shareCount()
  await rowsOf(page).nth(1).click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Delete')
  await page.getByText('Deleting 2 links').waitFor()
  await expect.poll(() => rowsOf(page).count()).toBe(before - 2)
  // The toast waits while it has focus.
  await page.getByRole('button', { name: /^Undo: / }).focus()
  // What can be done is in one line.
  const [now, undo] = await boxesOf(
    page.getByRole('button', { name: /^Delete now/ }),
    page.getByRole('button', { name: /^Undo: / }),
  )
  expect(now.top).toBe(undo.top)
  await expectAccessible(page, 'deleting')
  await takeScreenshot(page, 'deleting')
  await page.getByRole('button', { name: /^Undo: / }).click()
  await expect.poll(() => rowsOf(page).count()).toBe(before)
  // Under the pointer the toast would wait.
  await page.mouse.move(700, 400)
  await page.clock.install()
  await page.keyboard.press('Delete')
  await page.getByText('Deleting 2 links').waitFor()
  // For so long it can be taken back.
  await page.clock.fastForward(7_000)
  await page.getByText('2 links deleted').waitFor({ timeout: 30_000 })
  expect(await shareCount()).toBe(all - 2)
  await leave()
})
