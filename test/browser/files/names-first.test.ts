import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { rowsOf, takeScreenshot } from '../app-server.ts'
import { journeys } from '../journeys.ts'

/* Names have room before facts have, in windows of every width. */

const here = journeys()
const { visit } = here

const folder = (path: string, layout: string) =>
  `files?${new URLSearchParams({ uri: `svc://my/${path}`, layout }).toString()}`

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await rowsOf(page).first().waitFor()
}

/** The names that are cut, by what of them is drawn. */
const cutNames = (page: Page) =>
  page
    .locator('[role=row][data-index] bdi[data-tooltip-if=cut]')
    .evaluateAll((names) =>
      names
        .filter((name) =>
          [name, ...name.children].some(
            (part) => !part.matches('[class*=all]') && part.scrollWidth > part.clientWidth + 1,
          ),
        )
        .map((name) => name.getAttribute('data-tooltip')),
    )

test('F1: names are whole on a tablet, and the commands for what is selected are buttons', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 768 })
  await open(page, folder('Documents', 'list'))
  expect(await cutNames(page)).toEqual([])
  await rowsOf(page).first().click()
  await page.keyboard.press('Control+a')
  const bar = page.getByRole('region', { name: /selected/ })
  await bar.getByRole('button', { name: 'Download' }).waitFor()
  await bar.getByRole('button', { name: 'Move…' }).waitFor()
  const boxes = await bar
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().top),
    )
  expect(new Set(boxes).size, 'lines of the bar').toBe(1)
  await takeScreenshot(page, 'names-tablet')
  await open(page, `${folder('Documents', 'list')}&sort=modified`)
  await page.getByRole('columnheader', { name: 'Modified' }).waitFor()
  await leave()
})

test('T1: the trash shows what it is sorted by on a tablet', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 768 })
  await open(page, 'trash')
  await page.locator('[role=columnheader][aria-sort=descending]', { hasText: 'Deleted' }).waitFor()
  await takeScreenshot(page, 'trash-tablet')
  await leave()
})

test('F1: a table reaches the edge of a wide window', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 1920 })
  await open(page, folder('Documents', 'list'))
  const modified = await page.getByRole('columnheader', { name: 'Modified' }).boundingBox()
  expect((modified?.x ?? 0) + (modified?.width ?? 0)).toBeGreaterThan(1800)
  await leave()
})

test('F1: a folder of the grid shows its whole name, and its checkbox under the pointer', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 1024 })
  await open(page, folder('Photos', 'grid'))
  await page.getByRole('row', { name: /Lofoten, summer/ }).waitFor()
  expect(await cutNames(page)).toEqual([])
  const opacityIn = (name: RegExp) =>
    page
      .getByRole('row', { name })
      .getByRole('checkbox')
      .evaluate((element) => getComputedStyle(element).opacity)
  expect(await opacityIn(/^City/)).toBe('0')
  await page.getByRole('row', { name: 'City' }).hover()
  await expect.poll(() => opacityIn(/^City/)).toBe('1')
  // The first folder has the focus once the page is there, and its box after a key only.
  expect(await opacityIn(/^Lofoten/)).toBe('0')
  await page.keyboard.press('Shift')
  await expect.poll(() => opacityIn(/^Lofoten/)).toBe('1')
  await leave()
})
