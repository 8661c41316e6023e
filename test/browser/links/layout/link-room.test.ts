import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { noPermissions } from '#src/contract/share.ts'
import { refusals, rowsOf, takeScreenshot } from '../../app-server.ts'
import { boxesOf } from '../../boxes.ts'
import { expectFocus } from '../../focus.ts'
import { journeys } from '../../journeys.ts'
import { createLink, linksOf, longPress, tabTo } from '../link-journey.ts'

/* What gives way so that names of links have room. */

const { visit, ask } = journeys()

const boxOf = async (part: Locator) => (await boxesOf(part))[0]

/** In px: how far the name of a row is from the middle of the row. */
const offCentre = async (row: Locator) => {
  const [around, name] = await boxesOf(row, row.locator('bdi').first())
  return Math.abs(around.y + around.height / 2 - (name.y + name.height / 2))
}

test('S1, G7: the sidebar is a rail of icons from 640 to 1000 px', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 640, height: 800 })
  await page.goto('shares')
  await rowsOf(page).first().waitFor()
  const list = page.getByRole('grid')
  const expectStart = async (width: number, start: number) => {
    await page.setViewportSize({ width, height: 800 })
    await expect
      .poll(async () => Math.round((await boxOf(list)).x), { message: `at ${width} px` })
      .toBe(start)
  }
  await expectStart(639, 0)
  for (const width of [640, 768, 999]) await expectStart(width, 56)
  await expectStart(1_000, 232)
  await leave()
})

test('S1: on a tablet a link has one line of facts below its name: who may open it, its visits and its folder', async () => {
  await createLink(ask, 'Room/On a tablet.txt')
  const { page, leave } = await visit({ as: 'owner', width: 768, height: 1_024 })
  await page.goto('shares?q=tablet')
  const cell = page.getByRole('row', { name: 'On a tablet.txt' }).getByRole('gridcell').nth(1)
  await cell.getByText('Room', { exact: true }).waitFor()
  const [name, ...facts] = await boxesOf(
    cell.locator('bdi').first(),
    cell.getByText('Public', { exact: true }),
    cell.getByText('0 visits'),
    cell.getByText('Room', { exact: true }),
  )
  for (const fact of facts) expect(fact.y).toBeGreaterThan(name.y + name.height / 2)
  expect(new Set(facts.map(({ y, height }) => Math.round(y + height / 2))).size).toBe(1)
  expect(facts.map(({ x }) => x)).toEqual(facts.map(({ x }) => x).toSorted((a, b) => a - b))
  await takeScreenshot(page, 'facts-768')
  await leave()
})

test('F7: at 768 px the name of a shared folder is whole beside what its owner may do in it', async () => {
  const url = await ask<string>('PUT', '/share', { uri: 'svc://my/Photos/Lofoten, summer 2026' })
  const id = url.split('/s/')[1] ?? ''
  const { page, leave } = await visit({ as: 'owner', width: 768, height: 1_024 })
  await page.goto(`files?uri=${encodeURIComponent(`svc://${id}@share`)}`)
  await page.getByText('You can edit').waitFor()
  const name = page.getByRole('heading', { level: 1, name: 'Lofoten, summer 2026' }).locator('bdi')
  expect(await name.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0)
  await takeScreenshot(page, 'shared-folder-768')
  await leave()
})

test.each([640, 768, 899, 1_000, 1_100, 1_280])(
  'S18: at %i px the name of a folder that is shared with one is whole beside what one may do in it',
  async (width) => {
    const link = (await linksOf(ask)).find(({ name }) => name === '会议记录')
    const { page, leave } = await visit({ as: 'colleague', width })
    await page.goto(`s/${link?.id}`)
    const note = page.getByText('You can edit')
    await note.waitFor()
    // It takes the room, and comes last.
    await page.getByText(/^Shared by /).waitFor()
    const name = page.getByRole('heading', { level: 1, name: '会议记录' }).locator('bdi')
    const cut = () => name.evaluate((text) => text.scrollWidth - text.clientWidth)
    await expect.poll(cut).toBe(0)
    const path = page.getByRole('navigation', { name: 'Path' })
    const isBeside = async () => {
      const [before, after] = await boxesOf(path, note)
      return before.right <= after.x || before.bottom <= after.y
    }
    await expect.poll(isBeside).toBe(true)
    await leave()
  },
)

test('F7: the page of a file that one may not open has no empty line', async () => {
  const id = await createLink(ask, 'Room/Not for everybody.txt', {
    permissions: { ...noPermissions, anonymous: 'AQ==' },
  })
  const { page, leave } = await visit({ as: 'colleague' })
  await page.goto(`s/${id}`)
  await page.getByText(/^You don’t have access/).waitFor()
  const line = page.getByRole('region', { name: 'Shared link' })
  await expect.poll(() => line.count()).toBe(0)
  await leave()
})

test('S1: a name stands in the middle of its row while nothing is below it', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 1_600, height: 900 })
  await page.goto('shares?state=expired')
  await rowsOf(page).first().waitFor()
  for (const row of await rowsOf(page).all()) expect(await offCentre(row)).toBeLessThan(3)
  // Those of live links, too, until their folders are known.
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/share/info/**', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('shares?state=live')
  const first = rowsOf(page).first()
  await first.waitFor()
  expect(await offCentre(first)).toBeLessThan(3)
  answer()
  await expect.poll(() => offCentre(first)).toBeGreaterThan(4)
  await leave()
})

test('S1, G7: on a phone the filters in force come first, each with a sign that takes it away, and All is not lit', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 390, height: 844 })
  await page.goto('shares?protection=open&exposure=neverExpires')
  await rowsOf(page).first().waitFor()
  const chip = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
  const all = chip('All')
  expect(await all.getAttribute('aria-pressed')).toBe('false')
  for (const name of ['No password', 'Never expires']) {
    // The sign follows the word.
    const last = chip(name).locator(':scope > :last-child')
    expect(await last.evaluate((sign) => sign.tagName), name).toBe('svg')
    const [box, ofAll, sign] = await boxesOf(chip(name), all, last)
    expect(box.left, name).toBeLessThan(ofAll.left)
    expect(box.right, name).toBeLessThanOrEqual(390)
    expect(sign.left, name).toBeGreaterThan(box.left + box.width / 2)
  }
  await takeScreenshot(page, 'filters-in-force-390')
  await chip('No password').tap()
  await chip('Never expires').tap()
  await expect.poll(() => all.getAttribute('aria-pressed')).toBe('true')
  expect(await all.locator('svg').count()).toBe(0)
  await leave()
})

test('S15: what a search says of folders stays in the line of the filters, and moves no rows', async () => {
  for (const [width, language] of [
    [1_440, 'en'],
    [1_280, 'zh-CN'],
  ] as const) {
    const { page, leave } = await visit({ as: 'owner', width, height: 900, language })
    await page.goto('shares')
    const list = page.getByRole('grid')
    await list.waitFor()
    const { y } = await boxOf(list)
    await page.goto('shares?q=a')
    await page.getByText(/^Folder search covers|^按文件夹搜索涵盖/).waitFor()
    expect((await boxOf(list)).y, `${language} at ${width} px`).toBe(y)
    await leave()
  }
})

test('S3, G7: on a phone Tab goes through the filters as they are seen, and a pressed one keeps the focus', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 390, height: 844 })
  await page.goto('shares?protection=open')
  await rowsOf(page).first().waitFor()
  const chips = page.getByRole('group', { name: 'Filters' }).getByRole('button')
  const places = () => chips.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x))
  const expectInOrder = async () => {
    const seen = await places()
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  }
  await expectInOrder()
  await page.keyboard.press('/')
  await tabTo(page, /^No password/)
  await page.keyboard.press('Tab')
  await expectFocus(page, /^All/)
  await tabTo(page, /^Dead links/)
  await expectFocus(page, /^Dead links/)
  await tabTo(page, /^Never expires/)
  await page.keyboard.press('Space')
  await expect.poll(async () => (await chips.nth(1).textContent()) ?? '').toMatch(/^Never expires/)
  await expectFocus(page, /^Never expires/)
  await expectInOrder()
  await page.keyboard.press('Space')
  await expect.poll(async () => (await chips.nth(1).textContent()) ?? '').toMatch(/^All/)
  await expectInOrder()
  await expectFocus(page, /^Never expires/)
  await leave()
})

test('S1, G7: on a phone a card has a checkbox after a long press, a new link is a plus, and nothing is said of keys', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 390, height: 844 })
  await page.goto('shares')
  await rowsOf(page).first().waitFor()
  const plus = page.getByRole('button', { name: 'New link…' })
  expect((await boxOf(plus)).width).toBeLessThanOrEqual(48)
  expect(await plus.textContent()).toBe('')
  const [first, second] = [rowsOf(page).first(), rowsOf(page).nth(1)]
  // A cell that only screen readers have is 1 px wide.
  const isShown = async (row: Locator) => (await boxOf(row.getByRole('gridcell').first())).width > 1
  const before = await boxOf(first.locator('bdi').first())
  expect(await isShown(first)).toBe(false)
  await longPress(page, first)
  await expect.poll(() => isShown(second)).toBe(true)
  expect((await boxOf(first.locator('bdi').first())).y).toBe(before.y)
  await page.getByRole('button', { name: /^Clear/ }).tap()
  await page.getByRole('button', { name: /Mei Wang/ }).tap()
  const account = page.getByRole('dialog', { name: 'Account' })
  await account.getByText('Sign out').waitFor()
  expect(await account.getByText(/key/i).count()).toBe(0)
  await leave()
})

/** Where the page itself has been scrolled to, in px. */
const scrolled = (page: Page) => page.evaluate(() => scrollY)

test('G7: at 400 % zoom the links scroll with their page, not inside a frame', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 320, height: 256 })
  await page.goto('shares')
  await rowsOf(page).first().waitFor()
  const list = page.getByRole('grid')
  await rowsOf(page).first().focus()
  await page.keyboard.press('End')
  await expect.poll(() => scrolled(page)).toBeGreaterThan(600)
  expect(await list.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0)
  await takeScreenshot(page, 'links-320-256')
  await leave()
})

test('F7, G7: that a password is wrong is said below the ring of its field', async () => {
  const { page, leave, allow } = await visit({ width: 390, height: 844 })
  allow(refusals)
  const id = (await linksOf(ask)).find(({ name }) => name === 'Lofoten, summer 2026')?.id
  await page.goto(`s/${id}`)
  const field = page.getByLabel('Password', { exact: true })
  await field.fill('wrong')
  await field.press('Enter')
  const [said, box] = await boxesOf(
    page.getByRole('alert').getByText('Wrong password.'),
    field.locator('..'),
  )
  // The ring is 2 px wide, and 2 px away from the field.
  expect(said.top).toBeGreaterThanOrEqual(box.bottom + 4)
  await leave()
})

for (const language of ['en', 'zh-CN'] as const)
  test(`S1, G7: the arrow of the order is whole beside the word of a number (${language})`, async () => {
    const { page, leave } = await visit({ as: 'owner', language })
    const button = page.locator('[aria-sort=descending] button')
    for (const width of [1_120, 1_440, 1_540, 1_920])
      for (const sort of ['downloads', 'visits']) {
        await page.setViewportSize({ width, height: 860 })
        await page.goto(`shares?sort=${sort}`)
        await rowsOf(page).first().waitFor()
        const [arrow, over] = await button.evaluate((head) => [
          head.querySelector('svg')?.clientWidth,
          head.scrollWidth - head.clientWidth,
        ])
        expect([arrow, over], `by ${sort} at ${width} px`).toEqual([13, 0])
      }
    await leave()
  })

test('F7: the form of a dead link is drawn as elsewhere, its labels at the start', async () => {
  const id = await createLink(ask, 'Labels/dead.txt', { expire: 1 })
  await expect
    .poll(async () => (await linksOf(ask)).find((link) => link.id === id)?.expired)
    .toBe(true)
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto(`s/${id}`)
  await page.getByRole('button', { name: 'Extend…' }).click()
  const label = page.getByRole('dialog').getByText('Download limit')
  expect(await label.evaluate((one) => getComputedStyle(one).textAlign)).toBe('start')
  await leave()
})
