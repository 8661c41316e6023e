import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, rowsOf, takeScreenshot } from '../app-server.ts'
import { boxesOf } from '../boxes.ts'
import { journeys } from '../journeys.ts'

/* Columns that are added, removed and resized in the head of a folder's list. */

const { visit } = journeys()

/** While its edge has the focus, the label of that is part of a column's name. */
const headOf = (page: Page, name: string) =>
  page.getByRole('columnheader', { name: new RegExp(`^${name}`) })

const widthOf = async (page: Page, name: string) =>
  Math.round((await headOf(page, name).boundingBox())?.width ?? 0)

/** Drags the edge of a column by 30 px and holds it. Returns where it was. */
async function beginToDrag(page: Page, column: string): Promise<{ x: number; y: number }> {
  const box = await headOf(page, column).boundingBox()
  if (!box) throw new Error('the column is not drawn')
  const [x, y] = [box.x + box.width - 1, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 30, y, { steps: 3 })
  return { x, y }
}

test('V3: the edge of a column is dragged, and the width is kept with the folder', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto(`files?uri=${encodeURIComponent('svc://my/Work')}&layout=list`)
  await rowsOf(page).first().waitFor()
  await page.getByRole('button', { name: 'Columns', exact: true }).waitFor()
  await takeScreenshot(page, 'column-head')
  const [line, name] = await boxesOf(
    page.getByRole('row').filter({ has: headOf(page, 'Name') }),
    headOf(page, 'Name'),
  )
  // The name has a background, because it stays in sight while the columns are scrolled.
  expect(name.bottom, 'covers the line below').toBe(line.bottom - 1)
  const before = await widthOf(page, 'Size')
  const { x, y } = await beginToDrag(page, 'Size')
  // The rows follow before the button is released.
  await expect.poll(() => widthOf(page, 'Size')).toBe(before + 30)
  await page.mouse.move(x + 60, y, { steps: 3 })
  await page.mouse.up()
  await expect.poll(() => widthOf(page, 'Size')).toBe(before + 60)
  await page.getByRole('button', { name: 'Save for this folder' }).click()
  await page.waitForURL((url) => !url.searchParams.has('cols'))
  await page.goto(`files?uri=${encodeURIComponent('svc://my/Work')}&layout=list`)
  await rowsOf(page).first().waitFor()
  await expect.poll(() => widthOf(page, 'Size')).toBe(before + 60)
  await leave()
})

test('V3, G7: Escape ends the dragging of an edge, and no column is marked as focused by it', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto(`files?uri=${encodeURIComponent('svc://my/Work')}&layout=list`)
  await rowsOf(page).first().waitFor()
  await page.getByRole('button', { name: 'Columns', exact: true }).waitFor()
  const before = await widthOf(page, 'Size')
  await headOf(page, 'Size').getByRole('button').click()
  await beginToDrag(page, 'Size')
  await expect.poll(() => widthOf(page, 'Size')).toBe(before + 30)
  await page.keyboard.press('Escape')
  await expect.poll(() => widthOf(page, 'Size')).toBe(before)
  await page.mouse.up()
  await expect.poll(() => page.locator('[data-index]:focus').count()).toBe(1)
  expect(await headOf(page, 'Size').getByRole('button').and(page.locator(':focus')).count()).toBe(0)
  await leave()
})

test('V3, G7: by keyboard a column is added and resized, in every state without a fault', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto(`files?uri=${encodeURIComponent('svc://my/Documents')}&layout=list`)
  await rowsOf(page).first().waitFor()
  await page.getByRole('button', { name: 'Columns', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitemcheckbox', { name: 'Created' }).waitFor()
  await expectAccessible(page, 'the menu of all columns')
  await takeScreenshot(page, 'columns-menu')
  await page.keyboard.type('Created')
  await page.keyboard.press('Enter')
  await headOf(page, 'Created').waitFor()
  await headOf(page, 'Created').getByRole('button').focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menu', { name: /^Column .?Created/ }).waitFor()
  await page.keyboard.type('Change')
  await page.keyboard.press('Enter')
  const before = await widthOf(page, 'Created')
  await page.keyboard.press('ArrowRight')
  await expectAccessible(page, 'the edge of a column')
  await page.keyboard.press('Enter')
  await expect.poll(() => widthOf(page, 'Created')).toBe(before + 8)
  await takeScreenshot(page, 'column-resized')
  await leave()
})

test('V1: a list wider than its window keeps the name in sight when it is scrolled sideways', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 1100, height: 800 })
  await page.goto(
    `files?uri=${encodeURIComponent('svc://my/Work/Code')}&layout=list&cols=0:320,1:400,2:400,3:400:x`,
  )
  const name = rowsOf(page).first().getByRole('gridcell').nth(1)
  await name.waitFor()
  expect((await name.boundingBox())?.width).toBe(320)
  const grid = page.getByRole('grid')
  await grid.evaluate((element) => element.scrollTo({ left: 5000 }))
  await expect.poll(async () => (await name.boundingBox())?.x).toBe(232 + 36)
  await expect
    .poll(async () => (await page.getByRole('columnheader', { name: /^Name/ }).boundingBox())?.x)
    .toBe(232 + 36)
  await takeScreenshot(page, 'wide-list')
  await leave()
})
