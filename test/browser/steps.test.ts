import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { rowsOf } from './app-server.ts'
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
  // The same by keys, from another page.
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
  await pressAll(page, ['/'])
  await page.keyboard.type(name)
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  await pressAll(page, ['ArrowDown', 'c'])
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/\/s\/[^/\s]+$/)
  await leave()
})
