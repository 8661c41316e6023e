import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, refusals, rowsOf, takeScreenshot } from '../app-server.ts'
import { journeys } from '../journeys.ts'
import { goToSearch, type Link, linksOf, tabTo } from '../links/link-journey.ts'
import { expectAccessibleInBothThemes } from '../themes.ts'

/* Files in every layout: by keyboard alone, by touch, for who cannot see, and for who has no account. */

const here = journeys()
const { ask, visit } = here

const photos = 'files?uri=svc%3A%2F%2Fmy%2FPhotos%2FLofoten%2C%20summer%202026'
const rowNamed = (page: Page, name: string | RegExp) => page.getByRole('row', { name })
const focusedRow = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[role=row]')?.getAttribute('aria-label'))
const isLost = (page: Page) => page.evaluate(() => document.activeElement === document.body)
const hasNoSidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
const thumbnails = (page: Page) => page.locator('[role=grid] img')
const viewer = (page: Page) => page.getByRole('dialog')

async function openPhotos(page: Page, layout: 'list' | 'grid' | 'gallery'): Promise<void> {
  await page.goto(`${photos}&layout=${layout}`)
  await rowsOf(page).first().waitFor()
  if (layout !== 'list') await thumbnails(page).first().waitFor()
}

test('F1, F8: grid, gallery and a large picture say what they are, light and dark', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  for (const layout of ['list', 'grid', 'gallery'] as const) {
    await openPhotos(page, layout)
    await expectAccessibleInBothThemes(page, layout, `files-${layout}`)
  }
  await rowsOf(page).first().dblclick()
  await viewer(page).getByRole('img').first().waitFor()
  await expectAccessibleInBothThemes(page, 'the viewer', 'files-viewer')
  await leave()
})

test('F1, F8, G7: by keyboard alone through the grid, into a picture, to its neighbours and back', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await openPhotos(page, 'grid')
  await rowsOf(page).first().focus()
  const first = await focusedRow(page)
  const lanes = await rowsOf(page).evaluateAll(
    (tiles) =>
      tiles.filter(
        (tile) => tile.getBoundingClientRect().top === tiles[0]?.getBoundingClientRect().top,
      ).length,
  )
  expect(lanes).toBeGreaterThan(2)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focusedRow(page)).not.toBe(first)
  const below = await focusedRow(page)
  await page.keyboard.press('ArrowUp')
  for (let step = 0; step < lanes; step++) await page.keyboard.press('ArrowRight')
  await expect.poll(() => focusedRow(page)).toBe(below)
  await page.keyboard.press('Home')
  await expect.poll(() => focusedRow(page)).toBe(first)

  await page.keyboard.press('Enter')
  await viewer(page)
    .getByRole('heading', { name: first ?? '' })
    .waitFor()
  await page.keyboard.press('ArrowRight')
  const second = await rowsOf(page).nth(1).getAttribute('aria-label')
  await viewer(page)
    .getByRole('heading', { name: second ?? '' })
    .waitFor()
  await page.keyboard.press('Escape')
  await viewer(page).waitFor({ state: 'detached' })
  await expect.poll(() => focusedRow(page)).toBe(second)

  // Arrow keys select the row that they move to; Space adds the focused row.
  await page.keyboard.press('Space')
  await page.getByRole('region', { name: '2 selected' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await expect.poll(() => isLost(page)).toBe(false)
  await leave()
})

test('F9, G7: a search by keyboard alone, said to be what it is, and left again', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto('files')
  await goToSearch(page)
  await page.keyboard.type('report')
  const report = rowNamed(page, 'Annual report 2025.pdf')
  await report.locator('[data-tooltip="Docs / 2025"]').waitFor()
  await expectAccessible(page, 'a search')
  await takeScreenshot(page, 'files-search')
  // Past the button that clears, the layout and the menu, to the first filter.
  const kind = page.getByRole('button', { name: 'Kind', exact: true })
  for (let tabs = 0; tabs < 8; tabs++) {
    if (await kind.evaluate((button) => button === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await page.getByRole('menu', { name: 'Kind' }).waitFor()
  await expectAccessible(page, 'the kinds')
  await page.keyboard.type('pdf')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url()).toContain('kind=pdf')
  await report.waitFor()
  await report.focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: /^Show/ }).first().waitFor()
  await page.keyboard.type('show')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '2025' }).waitFor()
  await expect.poll(() => focusedRow(page)).toBe('Annual report 2025.pdf')
  await page.goBack()
  await report.waitFor()
  await page.getByRole('searchbox').focus()
  await page.keyboard.press('Shift+Tab')
  await page.getByRole('button', { name: 'End search' }).click()
  await rowNamed(page, 'Documents').waitFor()
  expect(new URL(page.url()).search).toBe('')
  await expect.poll(() => isLost(page)).toBe(false)
  await leave()
})

test('F2, G7: Delete in the selection bar leaves the focus in the list, and so does Undo', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  // The second time the code comes from the cache, and the bar is gone before all of it has been loaded.
  for (let round = 0; round < 2; round++) {
    await openPhotos(page, 'list')
    const total = await page.getByRole('grid').getAttribute('aria-rowcount')
    await rowsOf(page).nth(1).getByRole('checkbox').click()
    await rowsOf(page).nth(2).getByRole('checkbox').click()
    await page
      .getByRole('region', { name: '2 selected' })
      .getByRole('button', { name: 'Delete' })
      .click()
    await page.getByRole('button', { name: /^Undo: / }).waitFor()
    await page.getByRole('region', { name: '2 selected' }).waitFor({ state: 'detached' })
    await expect.poll(() => focusedRow(page)).toBeTruthy()
    await page.getByRole('button', { name: /^Undo: / }).click()
    await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe(total)
    await expect.poll(() => isLost(page)).toBe(false)
  }
  await leave()
})

test('F1: a gallery shows each picture whole, in lines that fill the width, also when only the thumbnails tell its proportions', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  const tiles = () =>
    rowsOf(page).evaluateAll((rows) =>
      rows.flatMap((row) => {
        const { left, top, right, bottom } = row.getBoundingClientRect()
        const image = row.querySelector('img')
        const box = image?.getBoundingClientRect()
        if (!image || !box || !image.complete) return []
        const crop = box.width / box.height / (image.naturalWidth / image.naturalHeight)
        return [{ left, top, right, bottom, crop, isUpright: box.height > box.width }]
      }),
    )
  const cropped = async () => (await tiles()).filter(({ crop }) => Math.abs(crop - 1) > 0.05)
  const lofoten = 'files?uri=svc%3A%2F%2Fmy%2FPhotos%2FLofoten%2C%20summer%202026&layout=gallery'
  await page.goto(lofoten)
  await expect.poll(async () => (await tiles()).length).toBeGreaterThan(8)
  await expect.poll(cropped).toEqual([])
  const shown = await tiles()
  const [first] = shown
  const line = shown.filter(({ top }) => top === first?.top)
  const width = await page.getByRole('grid').evaluate((grid) => grid.getBoundingClientRect().right)
  expect(line.length).toBeGreaterThan(2)
  expect(new Set(line.map(({ bottom }) => bottom)).size).toBe(1)
  expect(width - Math.max(...line.map(({ right }) => right))).toBeLessThan(48)

  // The service says nothing of the proportions.
  await page.route(/\/api\/v4\/file\?/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replaceAll(/"exif:[xy]"/g, '"exif:unknown"'),
    })
  })
  await page.goto('files?uri=svc%3A%2F%2Fmy%2FPhotos%2FCity&layout=gallery')
  await expect.poll(async () => (await tiles()).some(({ isUpright }) => isUpright)).toBe(true)
  await expect.poll(cropped).toEqual([])
  const { left, top } = first ?? {}
  await expect.poll(async () => (await tiles())[0]).toMatchObject({ left, top })
  await leave()
})

test('F1, F8, F9: on a phone by touch, without scrolling sideways', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 390, height: 844 })
  for (const layout of ['grid', 'gallery'] as const) {
    await openPhotos(page, layout)
    expect(await hasNoSidewaysScroll(page), layout).toBe(true)
    await expectAccessible(page, `${layout} on a phone`)
    await takeScreenshot(page, `files-${layout}-phone`)
  }
  await rowsOf(page).first().tap()
  await viewer(page).getByRole('img').first().waitFor()
  expect(await hasNoSidewaysScroll(page), 'viewer').toBe(true)
  await expectAccessible(page, 'the viewer on a phone')
  await takeScreenshot(page, 'files-viewer-phone')
  await viewer(page).getByRole('button', { name: 'Close' }).tap()
  await viewer(page).waitFor({ state: 'detached' })

  await page.goto('files')
  await rowsOf(page).first().waitFor()
  await page.getByRole('searchbox').tap()
  await page.keyboard.type('report')
  await rowNamed(page, 'Annual report 2025.pdf').locator('[data-tooltip="Docs / 2025"]').waitFor()
  expect(await hasNoSidewaysScroll(page), 'search').toBe(true)
  await expectAccessible(page, 'a search on a phone')
  await takeScreenshot(page, 'files-search-phone')
  await leave()
})

test.each(['mouse', 'keys', 'touch'] as const)(
  'F2, F8: a new text is named, written and saved, by %s',
  async (way) => {
    const { page, leave } = await visit({ as: 'owner', width: way === 'touch' ? 390 : 1440 })
    const press = (target: Locator) => (way === 'touch' ? target.tap() : target.click())
    await page.goto('files?uri=svc%3A%2F%2Fmy%2FDocuments&layout=list')
    await rowsOf(page).first().waitFor()
    if (way === 'keys') {
      await tabTo(page, 'New text file')
      await page.keyboard.press('Enter')
    } else if (way === 'mouse') {
      await page.getByRole('button', { name: 'New text file' }).click()
    } else {
      await press(page.getByRole('button', { name: 'More', exact: true }))
      await press(page.getByRole('menuitem', { name: 'New text file' }))
    }
    await page.getByRole('textbox', { name: 'Name of the new text file' }).waitFor()
    await page.keyboard.type(`Written by ${way}`)
    await page.keyboard.press('Enter')
    const name = `Written by ${way}.txt`
    const row = rowNamed(page, name)
    await row.waitFor()
    if (way === 'keys') {
      await expect.poll(() => focusedRow(page)).toBe(name)
      await page.keyboard.press('Enter')
    } else if (way === 'touch') await row.tap()
    else await row.dblclick()
    const text = page.getByRole('textbox', { name: /^Text of/ })
    await text.waitFor()
    // On a phone the text is not focused by itself: the keyboard would lie over it.
    if (way === 'touch') await text.tap()
    await expect.poll(() => text.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type('Low water at six.')
    await page.getByText('Unsaved changes').waitFor()
    if (way === 'keys') await page.keyboard.press('Control+s')
    else await press(page.getByRole('button', { name: 'Save', exact: true }))
    await page.getByText('Saved', { exact: true }).waitFor()
    await takeScreenshot(page, `new-text-${way}`)
    await page.reload()
    await text.waitFor()
    expect(await text.inputValue()).toBe('Low water at six.')
    await leave()
  },
)

test('F7: a stranger opens a protected link to a folder, browses it, and downloads a file', async () => {
  const isWanted = ({ name, expired }: Link) => name === 'Lofoten, summer 2026' && !expired
  const { id, password = '' } = (await linksOf(ask)).find(isWanted) ?? {}
  expect(password).not.toBe('')
  const { page, leave, allow } = await visit()
  allow(refusals)
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  await page.goto(`s/${id}`)
  await page.getByLabel('Password', { exact: true }).fill('not it')
  await page.keyboard.press('Enter')
  await page.getByText('Wrong password.').waitFor()
  await expectAccessible(page, 'the password of a link')
  await page.goto(`s/${id}/${encodeURIComponent(password)}`)
  await rowsOf(page).first().waitFor()
  await page.getByRole('heading', { name: 'Lofoten, summer 2026' }).waitFor()
  expect(page.url()).not.toContain(password)
  await expectAccessible(page, 'a shared folder, from inside')
  await takeScreenshot(page, 'link-folder')
  await rowNamed(page, 'Hamnøy, red cabins.jpg').dblclick()
  await viewer(page).getByRole('img').first().waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    viewer(page).getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Hamnøy, red cabins.jpg')
  // The first address is what was typed; from then on it is in none.
  expect(addresses.filter((each) => each.includes(password))).toHaveLength(1)
  await leave()
})
