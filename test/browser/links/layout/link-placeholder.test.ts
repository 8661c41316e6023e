import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { rowsOf } from '../../app-server.ts'
import { journeys } from '../../journeys.ts'
import { createLink } from '../link-journey.ts'

/* What stands on the page of links before the first of them is there. */

const { visit, ask } = journeys()

const edges = async (part: Locator) => {
  const box = await part.boundingBox()
  if (!box) throw new Error('it is not on the page')
  return { left: Math.round(box.x), right: Math.round(box.x + box.width), top: Math.round(box.y) }
}

/** The edges of the page and of its first row, while the answer is on its way and when it is there. */
async function beforeAndAfter(page: Page, path: string, isDetailsOpen: boolean) {
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/v4/share?*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(path)
  const placeholder = page.getByRole('main').getByRole('progressbar')
  await placeholder.waitFor()
  const row = placeholder.locator('div[style*=grid-template], div:has(> span + div)').first()
  const before = { page: await edges(page.getByRole('main')), row: await edges(row) }
  answer()
  await rowsOf(page).first().waitFor()
  if (isDetailsOpen) await page.getByRole('complementary').waitFor()
  const after = {
    page: await edges(page.getByRole('main')),
    row: await edges(rowsOf(page).first()),
  }
  await page.unroute('**/api/v4/share?*')
  return { before, after }
}

test.each([
  [1_440, 'en'],
  [1_440, 'zh-CN'],
  [768, 'en'],
  [390, 'en'],
] as const)(
  'S1, S3: at %d px (%s) the placeholder has the geometry of the page, also with filters and open details',
  async (width, language) => {
    const id = await createLink(ask, `Placeholder/${width} ${language}.txt`)
    const { page, leave } = await visit({ as: 'owner', width, height: 900, language })
    for (const path of [
      'shares',
      'shares?state=dead',
      'shares?state=expired',
      `shares?open=${id}`,
    ]) {
      const isDetailsOpen = path.includes('open')
      // On phones details are over the list.
      if (isDetailsOpen && width === 390) continue
      const { before, after } = await beforeAndAfter(page, path, isDetailsOpen)
      expect(after.page, path).toEqual(before.page)
      expect(after.row.right, path).toBe(before.row.right)
      // The border above the first card belongs to its placeholder.
      expect(Math.abs(after.row.top - before.row.top), path).toBeLessThan(2)
    }
    await leave()
  },
)
