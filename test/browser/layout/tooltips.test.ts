import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { rowsOf, takeScreenshot } from '../app-server.ts'
import { boxesOf } from '../boxes.ts'
import { journeys } from '../journeys.ts'

const { visit } = journeys()

const pictures = `files?uri=${encodeURIComponent('svc://my/Photos/Lofoten, summer 2026')}&layout=grid`

/** Tooltips come with the notifications, when the page is idle. */
async function openList(page: Page, path: string) {
  await page.goto(path)
  await rowsOf(page).first().waitFor()
  await page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' })
}

test('a tooltip opens beside its button by Tab, also in a dialog, and Escape closes it alone', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await openList(page, 'trash')
  const tooltip = page.getByRole('tooltip')
  const more = page.getByRole('button', { name: 'More', exact: true })
  await more.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await tooltip.waitFor()
  const [box, button] = await boxesOf(tooltip, more)
  expect(box.top - button.bottom).toBeCloseTo(5, 0)
  expect(box.left).toBeLessThan(button.right)
  expect(box.right).toBeGreaterThan(button.left)
  await takeScreenshot(page, 'tooltip')
  await page.keyboard.press('Escape')
  await tooltip.waitFor({ state: 'detached' })

  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await dialog.getByRole('tooltip').getByText('Close').waitFor()
  await takeScreenshot(page, 'tooltip-in-dialog')
  await page.keyboard.press('Escape')
  await tooltip.waitFor({ state: 'detached' })
  expect(await dialog.isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await leave()
})

test('a pointer that rests on a name shows it where it is cut; one over a list that scrolls shows nothing', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 1024 })
  await openList(page, pictures)
  const tooltip = page.getByRole('tooltip')
  const cut = rowsOf(page).filter({ hasText: 'Midnight sun' }).locator('bdi')
  const whole = page.getByRole('heading', { level: 1 })
  await cut.hover()
  await tooltip.getByText('Midnight sun from Uttakleiv.jpg').waitFor()
  await takeScreenshot(page, 'tooltip-name')
  await page.mouse.move(2, 2)
  await tooltip.waitFor({ state: 'detached' })
  await whole.hover()
  await page.waitForTimeout(1000)
  expect(await tooltip.count(), 'of a name that is whole').toBe(0)

  await openList(page, 'trash')
  const time = rowsOf(page).nth(4).locator('time').first()
  await time.hover()
  for (let step = 0; step < 20; step++) {
    await page.mouse.wheel(0, 60)
    await page.waitForTimeout(80)
    expect(await tooltip.count(), 'while the list scrolls').toBe(0)
  }
  await leave()
})

test('the row that has the focus shows its name where it is cut', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 1024 })
  await openList(page, pictures)
  const cut = rowsOf(page).filter({ hasText: 'Midnight sun' })
  await cut.focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowRight')
  await page.getByRole('tooltip').getByText('Midnight sun from Uttakleiv.jpg').waitFor()
  await leave()
})
