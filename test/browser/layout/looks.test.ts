import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { rowsOf, takeScreenshot } from '../app-server.ts'
import { boxesOf } from '../boxes.ts'
import { journeys } from '../journeys.ts'

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

test('S2: the copy icons and the words of all rows are below each other', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto('shares')
  await page
    .getByRole('button', { name: /^Extend/ })
    .first()
    .waitFor()
  await page.getByRole('button', { name: /^Fix/ }).first().waitFor()
  const starts = () =>
    page.evaluate(() => {
      const startOf = (each: Element) => Math.round(each.getBoundingClientRect().left)
      const contentOf = (each: Element) =>
        startOf(each) + parseFloat(getComputedStyle(each).paddingLeft)
      // A button without text has its icon in the middle.
      const iconOf = (each: Element) =>
        each.textContent ? contentOf(each) : startOf(each) + (each.clientWidth - 16) / 2
      const icons = [...document.querySelectorAll('[role=gridcell] > button[data-word]')]
      const words = [...document.querySelectorAll('[role=gridcell] > button:not([data-word])')]
      return {
        rows: icons.length,
        icons: new Set(icons.map(iconOf)).size,
        words: new Set(words.map(contentOf)).size,
      }
    })
  await expect.poll(starts).toMatchObject({ icons: 1, words: 1 })
  expect((await starts()).rows).toBeGreaterThan(10)
  await leave()
})

test('S6: in a window of 320 px the names of who may do what are not cut', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('shares')
  await rowsOf(page).nth(1).focus()
  await page.keyboard.press('e')
  const people = page.getByRole('dialog').getByRole('rowheader', { name: 'People not signed in' })
  await people.waitFor()
  expect(await people.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBeLessThanOrEqual(
    0,
  )
  expect(
    await page
      .getByRole('dialog')
      .getByRole('rowheader', { name: 'Public' })
      .evaluate((cell) => cell.querySelector('bdi')?.getClientRects().length),
  ).toBe(1)
  await leave()
})

test('G7: in Chinese a title stays on one line beside the search', async () => {
  const { page, leave } = await visit({ as: 'owner', language: 'zh-CN', width: 768, height: 1024 })
  for (const path of ['shares', 'trash']) {
    await page.goto(path)
    await rowsOf(page).first().waitFor()
    const height = (await page.getByRole('heading', { level: 1 }).boundingBox())?.height ?? 0
    expect(height, path).toBeGreaterThan(10)
    expect(height, path).toBeLessThan(40)
  }
  await leave()
})

test('G7: on a tablet the name of a folder is beside the menu of those above, not over it', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 640, height: 1024 })
  await page.goto(`files?uri=${encodeURIComponent(lofoten)}`)
  await rowsOf(page).first().waitFor()
  const path = page.getByRole('navigation', { name: 'Path' })
  const [menu, name] = await boxesOf(
    path.getByRole('button', { name: 'Folders in between' }),
    path.getByRole('heading', { level: 1 }),
  )
  expect(name.left).toBeGreaterThanOrEqual(menu.right)
  await leave()
})

test('F4: the facts in the details of a file have even gaps', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto(`files?uri=${encodeURIComponent('svc://my/Documents')}&layout=list`)
  await page.getByRole('row', { name: /^Quarterly review/ }).focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary')
  await panel.getByText('Owner').waitFor()
  const gaps = await panel.getByRole('term').evaluateAll((terms) => {
    const boxes = terms.map((term) => term.getBoundingClientRect())
    return boxes.slice(1).map(({ top }, index) => Math.round(top - (boxes[index]?.bottom ?? 0)))
  })
  expect(gaps.length).toBeGreaterThan(5)
  expect(new Set(gaps).size).toBe(1)
  await leave()
})

test('G7: on a tablet the path of the view settings is whole, never a letter or two', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 768, height: 1024 })
  await page.goto(`view-settings?folder=${encodeURIComponent(lofoten)}`)
  await page.getByText('Own view').waitFor()
  const isCut = (cut: Locator) =>
    cut.evaluateAll((all) => all.map((each) => each.scrollWidth > each.clientWidth + 1))
  const path = page.getByRole('navigation', { name: 'Path' })
  await expect
    .poll(() => path.locator('bdi:visible').allTextContents())
    .toEqual(['Files', 'Photos', 'Lofoten, summer 2026'])
  expect(await isCut(path.locator('bdi'))).toEqual([false, false, false])
  expect(await isCut(page.getByText('Own view'))).toEqual([false])
  await leave()
})

test('F2, G7: on a phone the name of a new folder is typed in line with the other items', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 390, height: 844 })
  await page.goto(`files?uri=${encodeURIComponent('svc://my/Documents')}&layout=list`)
  await rowsOf(page).first().waitFor()
  await page.getByRole('button', { name: 'More', exact: true }).tap()
  await page.getByRole('menuitem', { name: /^New folder/ }).tap()
  const field = page.getByRole('textbox', { name: 'Name of the new folder' })
  await field.waitFor()
  const [box, name] = await boxesOf(field, rowsOf(page).first().locator('bdi').first())
  // Its text begins where the names of the others do: 8 px of padding and its edge are before that.
  expect(Math.abs(box.left - name.left)).toBeLessThanOrEqual(9)
  expect(box.width).toBeGreaterThan(240)
  expect(box.right).toBeLessThanOrEqual(390)
  await leave()
})

test('F2, G7: in a grid the name of a new folder is typed in a tile with an edge', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto(`files?uri=${encodeURIComponent('svc://my/Documents')}&layout=grid`)
  const tile = rowsOf(page).first()
  await tile.waitFor()
  await page.getByRole('button', { name: 'New folder' }).click()
  const row = page.getByRole('row').filter({ has: page.locator('input[type=text]') })
  await row.waitFor()
  const [named, other] = await boxesOf(row, tile)
  expect(named.left).toBe(other.left)
  const edge = () => row.evaluate((each) => getComputedStyle(each).borderTopColor)
  expect(await edge()).not.toBe('rgba(0, 0, 0, 0)')
  await leave()
})

test('F8, L1: in the dark theme the banner that floats over a text is lighter than the page', async () => {
  const { page, leave } = await visit({ as: 'owner', theme: 'dark' })
  await page.goto(`edit?uri=${encodeURIComponent('svc://my/Work/Code/stale-stations.sql')}`)
  const said = page.getByText('This file is in use.')
  await said.waitFor()
  const [banner, canvas] = await said.evaluate((element) => {
    const colourOf = (each: Element | null): string => {
      const colour = each ? getComputedStyle(each).backgroundColor : 'none'
      return /, 0\)|\/ 0\)/.test(colour) ? colourOf(each?.parentElement ?? null) : colour
    }
    return [colourOf(element), colourOf(document.querySelector('main'))]
  })
  const lightness = (colour?: string) => Number(/oklch\(([\d.]+)/.exec(colour ?? '')?.[1])
  expect(lightness(canvas)).toBeGreaterThan(0)
  expect(lightness(banner)).toBeGreaterThan(lightness(canvas))
  await leave()
})
