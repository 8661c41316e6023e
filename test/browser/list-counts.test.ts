import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { rowsOf } from './app-server.ts'
import { journeys } from './journeys.ts'

/* How many links and deleted items there are, in the sidebar of every page. */

const { ask, visit } = journeys()

const countOf = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).locator('b')

test('G3: the sidebar counts links and deleted items from the start, after the first row, and follows deletions', async () => {
  await ask('POST', '/file/create', { uri: 'svc://my/Work/Counted.txt', type: 'file' })
  const { page, leave } = await visit({ as: 'owner' })
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/share')) asked.push('shares')
    if (searchParams.get('uri') === 'svc://trash') asked.push('trash')
  })
  await page.goto(`files?uri=${encodeURIComponent('svc://my/Work')}&layout=list`)
  await rowsOf(page).first().waitFor()
  expect(asked).toEqual([])
  await expect.poll(() => countOf(page, 'Shares').textContent()).toBe('30')
  const before = Number(await countOf(page, 'Trash').textContent())
  expect(before).toBeGreaterThan(50)
  expect(asked.toSorted()).toEqual(['shares', 'trash'])

  await page.getByRole('row', { name: 'Counted.txt' }).focus()
  await page.keyboard.press('Delete')
  await expect.poll(() => countOf(page, 'Trash').textContent()).toBe(String(before + 1))
  // The list itself is read when its page is entered.
  await page.getByRole('link', { name: 'Trash' }).click()
  await page.getByRole('row', { name: 'Counted.txt' }).waitFor()
  await expect.poll(() => countOf(page, 'Trash').textContent()).toBe(String(before + 1))
  await leave()
})
