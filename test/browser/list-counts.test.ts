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
  // Noted in the page: a request that comes right after the first row would look here as if it came before.
  await page.addInitScript(() => {
    const asked: string[] = []
    const real = window.fetch
    window.fetch = (input, init) => {
      const { href } = new URL(input instanceof Request ? input.url : input, location.href)
      const { pathname, searchParams } = new URL(href)
      const when = document.querySelector('[data-index]') ? 'after' : 'before'
      if (pathname.endsWith('/share')) asked.push(`shares ${when} the first row`)
      if (searchParams.get('uri') === 'svc://trash') asked.push(`trash ${when} the first row`)
      return real(input, init)
    }
    Object.assign(window, { asked })
  })
  const asked = () =>
    page.evaluate(() => (window as unknown as { asked: string[] }).asked.toSorted())
  await page.goto(`files?uri=${encodeURIComponent('svc://my/Work')}&layout=list`)
  await rowsOf(page).first().waitFor()
  await expect.poll(() => countOf(page, 'Shares').textContent()).toBe('30')
  const inTrash = async () => Number(await countOf(page, 'Trash').textContent())
  await expect.poll(inTrash).toBeGreaterThan(50)
  const before = await inTrash()
  expect(await asked()).toEqual(['shares after the first row', 'trash after the first row'])

  await page.getByRole('row', { name: 'Counted.txt' }).focus()
  await page.keyboard.press('Delete')
  await expect.poll(() => countOf(page, 'Trash').textContent()).toBe(String(before + 1))
  // The list itself is read when its page is entered.
  await page.getByRole('link', { name: 'Trash' }).click()
  await page.getByRole('row', { name: 'Counted.txt' }).waitFor()
  await expect.poll(() => countOf(page, 'Trash').textContent()).toBe(String(before + 1))
  await leave()
})
