import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { rowsOf } from '../app-server.ts'
import { boxesOf } from '../boxes.ts'
import { journeys } from '../journeys.ts'

/* Where menus lie, beside what opened them or as a sheet, and messages. */

const { visit } = journeys()

const boxOf = async (at: Locator) => (await boxesOf(at))[0]
const menuOf = (page: Page) => page.getByRole('menu')

async function openList(page: Page, path = 'shares') {
  await page.goto(path)
  await rowsOf(page).nth(2).waitFor()
}

test('a menu shares an edge with its button, in either direction of writing', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await openList(page)
  const more = page.getByRole('button', { name: 'More', exact: true })
  await more.click()
  const [menu, button] = await boxesOf(menuOf(page), more)
  expect(menu.right).toBeCloseTo(button.right, 0)
  expect(menu.top - button.bottom).toBeCloseTo(4, 0)
  await page.keyboard.press('Escape')

  await page.evaluate(() => (document.documentElement.dir = 'rtl'))
  await more.click()
  const [mirrored, anchor] = await boxesOf(menuOf(page), more)
  expect(mirrored.left).toBeCloseTo(anchor.left, 0)
  expect(mirrored.right).toBeGreaterThan(anchor.right)
  await leave()
})

test('the menu of a place is there, and at the edges of the window on its other side', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await openList(page)
  await page.mouse.click(600, 200, { button: 'right' })
  const menu = await boxOf(menuOf(page))
  expect(menu.left).toBeCloseTo(600, 0)
  expect(menu.top).toBeCloseTo(204, 0)
  await page.keyboard.press('Escape')

  await page.mouse.click(1400, 840, { button: 'right' })
  const flipped = await boxOf(menuOf(page))
  expect(flipped.right).toBeCloseTo(1400, 0)
  expect(flipped.bottom).toBeCloseTo(836, 0)
  await page.keyboard.press('Escape')

  // Too low for the menu on either side: all of it is reached by scrolling.
  await page.setViewportSize({ width: 1000, height: 300 })
  await rowsOf(page).first().click({ button: 'right' })
  const covering = await boxOf(menuOf(page))
  expect(covering.top).toBeGreaterThanOrEqual(0)
  expect(covering.bottom).toBeLessThanOrEqual(300)
  await page.keyboard.press('End')
  await page.getByRole('menuitem').last().click({ trial: true })
  await leave()
})

test('the menu of a row moves with it, and goes when the row is out of sight', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await openList(page, 'trash')
  const row = rowsOf(page).nth(5)
  await row.focus()
  await page.keyboard.press('Shift+F10')
  const [before, around] = await boxesOf(menuOf(page), row)
  const distance = before.top - around.bottom
  await page.getByRole('grid').evaluate((grid) => (grid.scrollTop += 30))
  await expect.poll(async () => (await boxOf(menuOf(page))).top).toBeCloseTo(before.top - 30, 0)
  const [moved, beside] = await boxesOf(menuOf(page), row)
  expect(moved.top - beside.bottom).toBeCloseTo(distance, 0)
  await page.getByRole('grid').evaluate((grid) => (grid.scrollTop += 400))
  await menuOf(page).waitFor({ state: 'detached' })
  await leave()
})

test('a browser that cannot place a menu beside its button shows a sheet', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.route('**/*.css', async (route) => {
    const answer = await route.fetch()
    const text = await answer.text()
    await route.fulfill({
      response: answer,
      body: text.replaceAll('(position-area:', '(no-such-property:'),
    })
  })
  await openList(page)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const menu = await boxOf(menuOf(page))
  expect({ left: menu.left, right: menu.right, bottom: menu.bottom }).toEqual({
    left: 0,
    right: 1440,
    bottom: 860,
  })
  await leave()
})

test('G7: at 390 px a message lies above what can be done with a selection', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 390, height: 844 })
  await openList(page, 'files?uri=svc%3A%2F%2Fmy%2FDocuments')
  await rowsOf(page).first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ControlOrMeta+c')
  const message = page.getByText(/ready to copy/).locator('..')
  await message.waitFor()
  const download = page.getByRole('button', { name: 'Download', exact: true })
  // Messages come up from a few px below their place.
  const gap = async () => {
    const [above, below] = await boxesOf(message, download)
    return below.top - above.bottom
  }
  await expect.poll(gap).toBeGreaterThan(0)
  await leave()
})
