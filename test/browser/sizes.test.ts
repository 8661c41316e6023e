import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { rowsOf, takeScreenshot } from './app-server.ts'
import { journeys } from './journeys.ts'

/* Every width that people have: nothing lies over anything else, nothing runs out of the page. */

const { visit } = journeys()

const filesAt = (uri: string) => `files?uri=${encodeURIComponent(uri)}`

/** Pairs of children of the bar above a list that lie over each other by more than a pixel. */
const overlaps = (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector('main header') ?? document.querySelector('header:has(h1)')
    const parts = [...(bar?.children ?? [])]
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
for (const width of [768, 1024, 1440]) {
  test(`G7: at ${width} px the path, the search and the buttons of a folder lie side by side`, async () => {
    const { page, leave } = await visit({ as: 'owner', width, height: 800 })
    await page.goto(filesAt('svc://my/Photos/Lofoten, summer 2026'))
    await rowsOf(page).first().waitFor()
    expect(await overlaps(page)).toEqual([])
    const title = page.getByRole('heading', { level: 1 })
    // The name of the folder one is in is readable.
    expect((await title.boundingBox())?.width).toBeGreaterThan(90)
    await takeScreenshot(page, `files-${width}`)
    await page.keyboard.press('/')
    await page.keyboard.type('moon')
    await rowsOf(page).first().waitFor()
    expect((await page.getByRole('searchbox').boundingBox())?.width).toBeGreaterThan(90)
    await leave()
  })
}

test('G7: at 320 px the form of sign-in stays in the page', async () => {
  const { page, leave } = await visit({ width: 320, height: 640 })
  await page.goto('shares')
  await page.getByLabel('Password', { exact: true }).waitFor()
  const rightOf = async (name: string) => {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox()
    return box ? box.x + box.width : Infinity
  }
  expect(await rightOf('Show password')).toBeLessThanOrEqual(await rightOf('Sign in'))
  await takeScreenshot(page, 'sign-in-320')
  await leave()
})
