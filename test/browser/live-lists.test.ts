import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { rowsOf } from './app-server.ts'
import { journeys } from './journeys.ts'
import { makeLong } from './long-folder.ts'

/* Two browsers of one account look at the same folder. */

const { ask, visit } = journeys('--event-delay', '500')

const rowNamed = (page: Page, name: string) => page.getByRole('row', { name, exact: true })
const isEvents = (url: string) => url.includes('/file/events?')

/** The streams that a browser has opened so far. */
function countStreams(context: BrowserContext): () => number {
  let count = 0
  context.on('request', (request) => {
    if (isEvents(request.url())) count++
  })
  return () => count
}

async function openFolder(page: Page): Promise<void> {
  await page.goto('files?uri=svc%3A%2F%2Fmy%2FTogether')
  await rowsOf(page).first().waitFor()
}

test('G12: what is done in one browser is seen in the tabs of another, which share one stream', async () => {
  await ask('POST', '/file/create', { uri: 'svc://my/Together/first.txt', type: 'file' })
  await ask('POST', '/file/create', { uri: 'svc://my/Together/second.txt', type: 'file' })
  const mine = await visit({ as: 'owner' })
  const streams = countStreams(mine.context)
  const opened = mine.page.waitForResponse((response) => isEvents(response.url()))
  await openFolder(mine.page)
  expect((await opened).status()).toBe(200)
  const tab = await mine.tab()
  await openFolder(tab)
  await rowNamed(mine.page, 'second.txt').getByRole('checkbox').check()

  const theirs = await visit({ as: 'owner' })
  await openFolder(theirs.page)
  await rowNamed(theirs.page, 'first.txt').focus()
  await theirs.page.keyboard.press('F2')
  // The field before this one only takes what is typed until the code of this one is there.
  await theirs.page
    .locator('input[aria-label]:not(.sr-only)')
    .and(theirs.page.getByRole('textbox', { name: /name/i }))
    .fill('renamed.txt')
  await theirs.page.keyboard.press('Enter')
  await rowNamed(theirs.page, 'renamed.txt').waitFor()
  for (const page of [mine.page, tab]) {
    await rowNamed(page, 'renamed.txt').waitFor()
    await expect.poll(() => rowNamed(page, 'first.txt').count()).toBe(0)
  }
  expect(await rowNamed(mine.page, 'second.txt').getAttribute('aria-selected')).toBe('true')
  expect(streams()).toBe(1)

  // The tab with the stream is closed, and the other one goes on.
  await mine.page.close()
  await expect.poll(streams).toBe(2)
  await ask('POST', '/file/create', { uri: 'svc://my/Together/third.txt', type: 'file' })
  await rowNamed(tab, 'third.txt').waitFor()
  await theirs.leave()
  await mine.leave()
})

test('G12: on a phone, what others did in a long folder is said, and Refresh shows it', async () => {
  const create = (name: string) =>
    ask('POST', '/file/create', { uri: `svc://my/Long/${name}.txt`, type: 'file' })
  await create('file')
  const { page, context, leave } = await visit({ as: 'owner', width: 390, height: 700 })
  // Longer lists than 2,000 rows are read again only when their user wants that.
  await makeLong(page, 'svc://my/Long', 2001)
  const opened = context.waitForEvent('response', (response) => isEvents(response.url()))
  await page.goto('files?uri=svc%3A%2F%2Fmy%2FLong')
  await rowsOf(page).first().waitFor()
  await opened
  await create('0 first')
  // A button that is cut off cannot be clicked.
  await page.getByRole('button', { name: 'Refresh' }).click()
  await rowNamed(page, '0 first.txt').waitFor()
  await leave()
})
