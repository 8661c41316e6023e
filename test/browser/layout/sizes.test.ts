import type { Locator, Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { rowsOf, takeScreenshot } from '../app-server.ts'
import { boxesOf } from '../boxes.ts'
import { journeys } from '../journeys.ts'
import { goToSearch, longPress } from '../links/link-journey.ts'

/* Every width that people have: nothing lies over anything else, nothing runs out of the page. */

const { visit } = journeys()

const filesAt = (uri: string) => `files?uri=${encodeURIComponent(uri)}`

/** Pairs of children of the bar above a list that lie over each other by more than a pixel. */
const overlaps = (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector('main header') ?? document.querySelector('header:has(h1)')
    const parts = [...(bar?.children ?? [])]
      // What is only for screen readers is clipped away.
      .filter((each) => getComputedStyle(each).clipPath === 'none')
      .map((each) => ({ text: each.textContent, box: each.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && box.height > 1)
    return parts.flatMap((a, index) =>
      parts
        .slice(index + 1)
        .filter(
          (b) =>
            a.box.right > b.box.left + 1 &&
            b.box.right > a.box.left + 1 &&
            a.box.bottom > b.box.top + 1 &&
            b.box.bottom > a.box.top + 1,
        )
        .map((b) => `${a.text} / ${b.text}`),
    )
  })

for (const width of [640, 700, 768, 1024, 1440]) {
  test(`G7: at ${width} px the path, the search and the buttons of a folder lie side by side`, async () => {
    const { page, leave } = await visit({ as: 'owner', width, height: 800 })
    await page.goto(filesAt('svc://my/Photos/Lofoten, summer 2026'))
    await rowsOf(page).first().waitFor()
    expect(await overlaps(page)).toEqual([])
    const title = page.getByRole('heading', { level: 1 })
    // The name of the folder one is in is readable.
    expect((await title.boundingBox())?.width).toBeGreaterThan(90)
    await takeScreenshot(page, `files-${width}`)
    await goToSearch(page)
    await page.keyboard.type('moon')
    await rowsOf(page).first().waitFor()
    expect((await page.getByRole('searchbox').boundingBox())?.width).toBeGreaterThan(90)
    // The results have the folder of each, and still need not be scrolled sideways. Names have room before times have.
    if (width >= 1024) await page.getByRole('columnheader', { name: /^Modified/ }).waitFor()
    await page.getByRole('columnheader', { name: 'Location' }).waitFor()
    await expect
      .poll(() => page.getByRole('grid').evaluate((grid) => grid.scrollWidth - grid.clientWidth))
      .toBe(0)
    await expect.poll(() => overlaps(page)).toEqual([])
    await leave()
  })
}

test('G7: at 320 px the form of sign-in stays in the page', async () => {
  const { page, leave } = await visit({ width: 320, height: 640 })
  await page.goto('shares')
  await page.getByLabel('Password', { exact: true }).waitFor()
  const [show, signIn] = await boxesOf(
    page.getByRole('button', { name: 'Show password', exact: true }),
    page.getByRole('button', { name: 'Sign in', exact: true }),
  )
  expect(show.right).toBeLessThanOrEqual(signIn.right)
  await takeScreenshot(page, 'sign-in-320')
  await leave()
})

/** Whether an element is wholly within the window. */
const isInSight = async (page: Page, found: Locator) => {
  const box = await found.boundingBox()
  const size = page.viewportSize()
  return !!box && !!size && box.y >= 0 && box.y + box.height <= size.height
}

const scrollsIntoSight = async (page: Page, found: Locator) => {
  await found.scrollIntoViewIfNeeded()
  return isInSight(page, found)
}

test('G7: at 400 % zoom a list scrolls as one with its page, and what can be done stays in sight', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 320, height: 256 })
  await page.goto('trash')
  await rowsOf(page).first().focus()
  await page.keyboard.press(' ')
  await page.keyboard.press('End')
  const last = page.getByRole('row').last()
  await expect.poll(() => last.getAttribute('aria-rowindex')).toBe('61')
  await expect.poll(() => isInSight(page, last)).toBe(true)
  await expect.poll(() => isInSight(page, page.getByRole('button', { name: 'Restore' }))).toBe(true)
  expect(await isInSight(page, page.getByRole('link', { name: 'Files', exact: true }))).toBe(false)
  expect(await page.evaluate(() => scrollY), 'the page itself has scrolled').toBeGreaterThan(0)
  await page.keyboard.press('PageUp')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-rowindex')))
    .toBe('59')
  await takeScreenshot(page, 'trash-320-256')

  // A dialog begins with its title, and its buttons can be scrolled to.
  await page.setViewportSize({ width: 320, height: 200 })
  await page.keyboard.press('Delete')
  const dialog = page.getByRole('dialog')
  await expect.poll(() => isInSight(page, dialog.getByRole('heading'))).toBe(true)
  const remove = dialog.getByRole('button', { name: /^(Delete|Permanently)/ })
  await expect.poll(() => scrollsIntoSight(page, remove)).toBe(true)
  await leave()
})

test('G7: at 400 % zoom the settings of a view and Save can be scrolled to', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 320, height: 256 })
  // The second answer about the folder says where its view is from. It comes late, and nothing makes room for it then.
  const held: Route[] = []
  await page.route('**/file/info?*', (route) => held.push(route))
  await page.goto(`view-settings?folder=${encodeURIComponent('svc://my/Photos')}`)
  await expect.poll(() => held.length).toBe(1)
  await held[0]?.continue()
  const list = page.getByRole('radio', { name: 'List' })
  const before = await list.boundingBox()
  await expect.poll(() => held.length).toBe(2)
  await held[1]?.continue()
  await page.getByText(/^Own view/).waitFor()
  expect(await list.boundingBox()).toEqual(before)
  await list.check({ force: true })
  const save = page.getByRole('button', { name: 'Save view' })
  await expect.poll(() => scrollsIntoSight(page, save)).toBe(true)
  await takeScreenshot(page, 'view-320-256')
  const settings = page.getByRole('region', { name: 'Settings' })
  await expect
    .poll(() => settings.evaluate((pane) => pane.scrollHeight - pane.clientHeight))
    .toBe(0)
  await leave()
})

test('S1, G7: below 1280 px details lie over the list', async () => {
  const { page, leave } = await visit({
    as: 'owner',
    width: 1024,
    height: 768,
    reducedMotion: true,
  })
  await page.goto('shares?state=live')
  await rowsOf(page).first().waitFor()
  const before = await rowsOf(page).first().boundingBox()
  await rowsOf(page)
    .first()
    .click({ position: { x: 120, y: 16 } })
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary')
  await panel.getByText('Downloads').waitFor()
  await takeScreenshot(page, 'details-1024')
  expect(await rowsOf(page).first().boundingBox()).toEqual(before)
  const over = await panel.boundingBox()
  expect(over?.x).toBeLessThan((before?.x ?? 0) + (before?.width ?? 0))
  expect((over?.x ?? 0) + (over?.width ?? 0)).toBeLessThanOrEqual(1024)
  await page.keyboard.press('Escape')
  await leave()
})

test('G7: at 390 px the bar of a selection is filled, and its list does not move', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 390, height: 844 })
  await page.goto('trash')
  const first = rowsOf(page).first()
  await first.waitFor()
  const before = await first.boundingBox()
  await longPress(page, first)
  const bar = page.getByRole('region', { name: '1 selected' })
  const [around, last] = await boxesOf(bar, bar.getByRole('button', { name: /^Clear/ }))
  expect(await first.boundingBox()).toEqual(before)
  expect(around.bottom - last.bottom).toBeLessThan(16)
  await leave()
})

test('G7: at 320 px the bar of a selection says in one line how many', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 320, height: 640 })
  for (const path of ['trash', `${filesAt('svc://my/Documents')}&layout=list`]) {
    await page.goto(path)
    const first = rowsOf(page).first()
    await first.waitFor()
    const before = await first.boundingBox()
    await first.focus()
    await page.keyboard.press(' ')
    const bar = page.getByRole('region', { name: '1 selected' })
    await bar.waitFor()
    const lineHeight = 20.3
    expect((await bar.getByRole('status').boundingBox())?.height, path).toBeLessThan(2 * lineHeight)
    expect(await first.boundingBox(), path).toEqual(before)
    const [clear, more] = await boxesOf(
      bar.getByRole('button', { name: /^Clear/ }),
      bar.getByRole('button', { name: 'More actions' }),
    )
    expect(more.top, path).toBeGreaterThanOrEqual(clear.bottom)
    for (const button of await bar.getByRole('button').all()) {
      const box = await button.boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? Infinity), path).toBeLessThanOrEqual(320)
    }
    await takeScreenshot(page, `selection-320-${path.slice(0, 5)}`)
  }
  await leave()
})

test('G7: at 390 px a selection says how many above its list, and what can be done below it, covering no row', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 390, height: 844 })
  await page.goto('trash')
  await page.getByRole('button', { name: /^Deleted together/ }).click()
  const bar = page.getByRole('region', { name: /selected$/ })
  const [around, words, restore, list, navigation] = await boxesOf(
    bar,
    bar.getByRole('status'),
    bar.getByRole('button', { name: 'Restore', exact: true }),
    page.getByRole('grid'),
    page.getByRole('navigation'),
  )
  expect(words.top - around.top).toBeGreaterThanOrEqual(4)
  expect(list.bottom).toBeLessThanOrEqual(restore.top)
  expect(restore.bottom).toBeLessThanOrEqual(navigation.top)
  await leave()
})

test('G7: at 390 px the progress of a job stays beside the account', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 390, height: 844 })
  await page.goto('trash?q=Loan')
  await rowsOf(page).first().waitFor()
  await longPress(page, rowsOf(page).first())
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: /^Delete permanently/ }).click()
  await page.getByRole('button', { name: 'Delete permanently', exact: true }).click()
  await page.getByRole('alertdialog', { name: /yet$/ }).waitFor()
  const words = page.getByRole('main').getByText(/Waiting for locked items/)
  await words.waitFor()
  const box = await words.boundingBox()
  // The account takes the last 40 px of the bar.
  expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(350)
  await takeScreenshot(page, 'job-390')
  await leave()
})

test('G7: at 1920 px tables reach the edge, and names stand in the middle of their rows', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 1920, height: 1000 })
  /** In px: how far the name of each row is from the middle of the row. */
  const offCentre = () =>
    rowsOf(page).evaluateAll((rows) =>
      rows.flatMap((row) => {
        const cell = row.querySelector('[role=gridcell]:nth-child(2)')
        const text = cell && document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode()
        if (!text) return []
        const range = document.createRange()
        range.selectNodeContents(text)
        const [a, b] = [row.getBoundingClientRect(), range.getBoundingClientRect()]
        return [Math.abs(a.top + a.height / 2 - (b.top + b.height / 2))]
      }),
    )
  for (const [address, column] of [
    ['shares', 'Folder'],
    ['trash', 'Original location'],
    [`${filesAt('svc://my/Documents')}&layout=list`, 'Modified'],
  ] as const) {
    await page.goto(address)
    await rowsOf(page).first().waitFor()
    await page.getByRole('columnheader', { name: column }).waitFor()
    const offs = await offCentre()
    expect(offs.length, address).toBeGreaterThan(3)
    expect(Math.max(...offs), address).toBeLessThan(3)
    const last = await rowsOf(page).first().getByRole('gridcell').last().boundingBox()
    expect((last?.x ?? 0) + (last?.width ?? 0), address).toBeGreaterThan(1880)
    await takeScreenshot(page, `${address.slice(0, 5)}-1920`)
  }
  await leave()
})
