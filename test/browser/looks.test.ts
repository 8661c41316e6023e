import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { rowsOf, takeScreenshot } from './app-server.ts'
import { journeys } from './journeys.ts'

/* What a page looks like, where a rule can be said of it: which buttons are filled, what keeps its place. */

const { visit } = journeys()

const lofoten = 'svc://my/Photos/Lofoten, summer 2026'

/** The names of the visible buttons that are filled with a colour, in the order of the page. */
const filledButtons = (page: Page, token: '--accent-fill' | '--danger-fill') =>
  page.evaluate((name) => {
    const probe = document.createElement('i')
    probe.style.background = `var(${name})`
    document.body.append(probe)
    const fill = getComputedStyle(probe).backgroundColor
    probe.remove()
    const isFilled = (each: Element) => getComputedStyle(each).backgroundColor === fill
    return [...document.querySelectorAll('button')]
      .filter((each) => each.checkVisibility() && isFilled(each))
      .map((each) => each.textContent)
  }, token)

const checkboxOf = (row: Locator) => row.getByRole('checkbox')

test('G7: one button of a page is the primary one, with a selection and details open', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto('shares')
  const links = rowsOf(page)
  await links.nth(0).click()
  await page.getByRole('button', { name: 'Copy links' }).waitFor()
  await expect.poll(() => filledButtons(page, '--accent-fill')).toEqual(['Copy links'])
  await page.getByRole('button', { name: 'Details', exact: true }).click()
  await page.getByRole('complementary').getByRole('button', { name: 'Copy link' }).waitFor()
  await expect.poll(() => filledButtons(page, '--accent-fill')).toEqual(['Copy link'])
  await checkboxOf(links.nth(3)).click()
  await expect.poll(() => filledButtons(page, '--accent-fill')).toEqual(['Copy links'])
  await takeScreenshot(page, 'one-primary-shares')

  await page.goto('trash')
  const items = rowsOf(page)
  await items.nth(0).dblclick()
  const panel = page.getByRole('complementary')
  await panel.getByRole('button', { name: 'Restore', exact: true }).waitFor()
  await expect.poll(() => filledButtons(page, '--accent-fill')).toEqual(['Restore'])
  await checkboxOf(items.nth(2)).click()
  await expect.poll(() => filledButtons(page, '--accent-fill')).toEqual(['Restore'])
  await leave()
})

test('T2: the button that deletes for ever is filled, the one that asks first is not', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto('trash')
  await rowsOf(page).nth(0).click()
  await page.getByRole('button', { name: 'Delete permanently' }).waitFor()
  expect(await filledButtons(page, '--danger-fill')).toEqual([])
  await page.keyboard.press('Delete')
  await page.getByRole('dialog').waitFor()
  await expect.poll(() => filledButtons(page, '--danger-fill')).toEqual(['Delete permanently'])
  await takeScreenshot(page, 'confirm-deletion')
  await leave()
})

test('F1: a folder of pictures: compact folders, captions of two lines, checkboxes when they are of use', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto('files?uri=svc%3A%2F%2Fmy&layout=grid')
  const folder = page.getByRole('row', { name: 'Photos', exact: true })
  expect((await folder.boundingBox())?.height).toBe(48)
  await page.goto(`files?uri=${encodeURIComponent(lofoten)}&layout=grid`)
  const picture = page.getByRole('row', { name: /Midnight sun/ })
  await picture.getByText(/kB · /).waitFor()
  const opacity = () => checkboxOf(picture).evaluate((box) => getComputedStyle(box).opacity)
  await expect.poll(opacity).toBe('0')
  await picture.hover()
  await expect.poll(opacity).toBe('1')
  await checkboxOf(rowsOf(page).nth(0)).click()
  await page.mouse.move(4, 4)
  await expect.poll(opacity).toBe('1')
  await takeScreenshot(page, 'grid-captions')
  await leave()
})
