import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { rowsOf } from './app-server.ts'
import { boxesOf } from './boxes.ts'
import { journeys } from './journeys.ts'

/* How many keys it takes to get to work, from the moment that a page has loaded. */

const { visit } = journeys()

/** The first row, once it has the focus. */
const firstRowFocused = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() =>
        document.activeElement?.closest('[role=row]')?.getAttribute('aria-rowindex'),
      ),
    )
    .toBe('2')

async function pressAll(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

test.each([
  ['files', 'f'],
  ['shares', 's'],
  ['trash', 't'],
])('G7: from the loaded page %s to its first row takes no key', async (path, letter) => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto(path)
  await rowsOf(page).first().waitFor()
  await firstRowFocused(page)
  // The keys of the page lead there from another page.
  await pressAll(page, ['g', path === 'files' ? 't' : 'f'])
  await page.waitForURL((url) => !url.pathname.startsWith(`/${path}`))
  await pressAll(page, ['g', letter])
  await page.waitForURL((url) => url.pathname.startsWith(`/${path}`))
  await firstRowFocused(page)
  await leave()
})

test('S4: a link is found and copied within four keys and the letters of its name', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto('shares?state=live')
  await rowsOf(page).first().waitFor()
  const name = (await rowsOf(page).last().getAttribute('aria-label')) ?? ''
  await firstRowFocused(page)
  await page.keyboard.press('/')
  await expect
    .poll(() => page.getByRole('searchbox').evaluate((each) => each === document.activeElement))
    .toBe(true)
  await page.keyboard.type(name)
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  await pressAll(page, ['ArrowDown', 'c'])
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/\/s\/[^/\s]+$/)
  await leave()
})

test('G10: an area drawn with the mouse beside the items of a folder selects those that it meets', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  const selected = () => page.getByRole('row', { selected: true }).count()
  for (const layout of ['list', 'grid']) {
    await page.goto(`files?uri=${encodeURIComponent('svc://my/Work/Code')}&layout=${layout}`)
    await rowsOf(page).first().waitFor()
    const [grid, ...boxes] = await boxesOf(page.getByRole('grid'), ...(await rowsOf(page).all()))
    const second = boxes[1]
    if (!second) throw new Error('nothing is drawn')
    // The drag goes from below all items to the upper half of the second one, so that it does not touch the first.
    const start = { x: second.right - 30, y: grid.bottom - 60 }
    const end = { x: second.x + 60, y: second.y + 12 }
    const met = boxes.filter(
      (box) => box.left < start.x && box.right > end.x && box.bottom > end.y,
    ).length
    expect(met).toBeGreaterThan(0)
    expect(met).toBeLessThan(boxes.length)
    // The code for it is loaded when the page is idle.
    await expect
      .poll(async () => {
        await page.mouse.move(start.x, start.y)
        await page.mouse.down()
        await page.mouse.move(end.x, end.y, { steps: 4 })
        await page.mouse.up()
        return selected()
      })
      .toBe(met)
    await page.mouse.click(start.x, start.y)
    await expect.poll(selected).toBe(0)
  }
  await leave()
})

test.each(['list', 'grid'])(
  'F2: in a %s, a new folder is named by keys as soon as there are rows',
  async (layout) => {
    const { page, leave } = await visit({ as: 'owner' })
    await page.goto(`files?uri=${encodeURIComponent('svc://my/Work/Code')}&layout=${layout}`)
    await rowsOf(page).first().waitFor()
    await page.keyboard.press('n')
    await page.keyboard.type(`Early in a ${layout}`)
    await page.keyboard.press('Enter')
    await page.getByRole('row', { name: `Early in a ${layout}`, exact: true }).waitFor()
    await leave()
  },
)

test('F2: an item is renamed by keys as soon as there are rows, and none of them goes to the list', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto(`files?uri=${encodeURIComponent('svc://my/Work/Code')}&layout=list`)
  const row = page.getByRole('row', { name: /^letter\.txt/ })
  await row.focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('my note')
  await page.keyboard.press('Enter')
  const renamed = page.getByRole('row', { name: 'my note.txt', exact: true })
  await renamed.waitFor()
  await renamed.press('F2')
  await renamed.locator('input[type=text]').fill('letter.txt')
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: 'letter.txt', exact: true }).waitFor()
  await leave()
})
