import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, rowsOf, takeScreenshot } from '../../app-server.ts'
import { journeys } from '../../journeys.ts'
import { chinesePhone, goToSearch, tabTo } from '../link-journey.ts'

const { visit, ask } = journeys()

const day = 86_400_000

/**
 * Whether the list, as it was at `time` or later, has been saved for the next viewing. Makes what is saved older by
 * `ageMs`, as the clock of the service cannot be set.
 */
const isKept = (page: Page, time: number, ageMs = 0): Promise<boolean> =>
  page.evaluate(
    async ([after, age]) => {
      const name = 'latchkey.records'
      const known = await indexedDB.databases()
      if (!known.some((each) => each.name === name)) return false
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result))
          request.addEventListener('error', () => reject(new Error('IndexedDB')))
        })
      const db = await done(indexedDB.open(name))
      const records = db.transaction('records', 'readwrite').objectStore('records')
      let isFound = false
      for (const key of await done(records.getAllKeys())) {
        const record = await done<{ latest?: { at: number } }>(records.get(key))
        if ((record.latest?.at ?? 0) < after) continue
        record.latest = { ...record.latest, at: (record.latest?.at ?? 0) - age }
        await done(records.put(record, key))
        isFound = true
      }
      db.close()
      const seen = Object.keys(sessionStorage).filter((key) =>
        key.startsWith('latchkey.links-seen.'),
      )
      for (const key of seen) sessionStorage.setItem(key, String(Number(sessionStorage[key]) - age))
      return isFound
    },
    [time, ageMs] as const,
  )

/** Two viewings, two days apart: a link was created in between, and another one visited. */
async function viewTwice(page: Page): Promise<{ made: string; visited: string }> {
  const now = Date.now()
  await page.goto('shares')
  await rowsOf(page).first().waitFor()
  await expect.poll(() => isKept(page, now), { timeout: 20_000 }).toBe(true)
  expect(await page.getByText(/^(?:Since|自)/).count()).toBe(0)
  await page.goto('trash')
  expect(await isKept(page, now, 2 * day)).toBe(true)
  const { shares: links } = await ask<{ shares: { id: string; name: string; expired: boolean }[] }>(
    'GET',
    '/share?page_size=100',
  )
  const live = links.find(({ expired, name }) => !expired && name.startsWith('Attendees'))
  if (!live) throw new Error('no such link')
  await ask('GET', `/share/info/${live.id}?count_views=true`)
  const made = `Minutes ${now}.txt`
  await ask('POST', '/file/create', { uri: `svc://my/Documents/${made}`, type: 'file' })
  await ask('PUT', '/share', { uri: `svc://my/Documents/${made}` })
  await page.goto('shares')
  await rowsOf(page).first().waitFor()
  return { made, visited: live.name }
}

test('S12, S16: what happened since the list was last viewed, and where each item is', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  const { made, visited } = await viewTwice(page)
  const fresh = rowsOf(page).filter({ hasText: made })
  await fresh.getByText('New').waitFor()
  await fresh.getByTitle('Documents').waitFor()
  await rowsOf(page)
    .filter({ hasText: visited })
    .getByRole('img', { name: /^1 more since/ })
    .waitFor()
  await expectAccessible(page, 'since last viewed')
  await takeScreenshot(page, 'since-last-seen')
  // A click on the chip filters the list, and another click shows all rows again.
  const visitedChip = page.getByRole('button', { name: /^Visited \d/ })
  await visitedChip.click()
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  await rowsOf(page).filter({ hasText: visited }).waitFor()
  await visitedChip.click()
  await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(1)
  await tabTo(page, /^New \d/)
  await page.keyboard.press('Enter')
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  await page.reload()
  await fresh.getByText('New').waitFor()
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  await goToSearch(page)
  await page.keyboard.type('documents/minutes')
  await expect.poll(() => page.url()).toContain('q=')
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  await leave()
})

test('S12, S16: on a phone, in Chinese, by touch', async () => {
  const { page, leave } = await visit({ ...chinesePhone, theme: 'dark' })
  const { made } = await viewTwice(page)
  const fresh = rowsOf(page).filter({ hasText: made })
  await fresh.getByText('新增').waitFor()
  await fresh.getByTitle('Documents').waitFor()
  await takeScreenshot(page, 'since-last-seen-phone')
  await expectAccessible(page, 'since last viewed, phone')
  const chip = page.getByRole('button', { name: /^新增 \d/ })
  await chip.scrollIntoViewIfNeeded()
  await chip.tap()
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  await leave()
})

test('S12: the new links are marked, filtered and shown among all again, by keys alone', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  const { made } = await viewTwice(page)
  const fresh = rowsOf(page).filter({ hasText: made })
  await fresh.getByText('New').waitFor()
  const all = await rowsOf(page).count()
  const chip = page.getByRole('button', { name: /^New \d/ })
  const label = (await chip.textContent()) ?? ''
  await goToSearch(page)
  await tabTo(page, label)
  expect(await chip.getAttribute('aria-pressed')).toBe('false')
  await page.keyboard.press('Enter')
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  await fresh.getByText('New').waitFor()
  expect(await chip.getAttribute('aria-pressed')).toBe('true')
  expect(page.url()).toContain('since=new')
  // The chip still has the focus.
  expect(await chip.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Space')
  await expect.poll(() => rowsOf(page).count()).toBe(all)
  expect(page.url()).not.toContain('since=')
  await leave()
})
