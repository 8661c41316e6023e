import { expect, test } from 'vitest'
import { expectAccessible, rowsOf, takeScreenshot } from './app-server.ts'
import { journeys } from './journeys.ts'

const { visit, ask } = journeys()

type Links = { shares: { id: string; name: string; url: string }[] }
const place = 'files?uri=svc%3A%2F%2Fshared_with_me'

test('S18: a link of somebody else is saved from its page, opened from Files and removed again', async () => {
  const { page, leave } = await visit({ as: 'colleague' })
  const { shares } = await ask<Links>('GET', '/share?page_size=100')
  const { id = '' } = shares.find(({ name }) => name === 'Attendees.csv') ?? {}
  await page.goto(`s/${id}`)
  await page.getByRole('button', { name: 'Save to Shared with me' }).click()
  await page.getByRole('link', { name: 'In Shared with me' }).waitFor()
  await expectAccessible(page, 'page of a saved link')
  await takeScreenshot(page, 'saved-link')
  await page.getByRole('link', { name: 'In Shared with me' }).click()
  const row = page.getByRole('row', { name: 'Attendees.csv' })
  await row.waitFor()
  await row.click()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Attendees.csv' }).waitFor()
  await page.goBack()
  await row.click()
  await page.keyboard.press('Delete')
  await page.getByText(/removed from Shared with me/).waitFor()
  await expect.poll(() => row.count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await row.waitFor()
  await leave()
})

test('S18: the place is reached on a phone too, in Chinese, and marks dead links', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 390, height: 844, language: 'zh-CN' })
  await page.goto('files')
  await rowsOf(page).first().waitFor()
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('menuitem', { name: '与我共享' }).click()
  await page.getByRole('heading', { name: '与我共享' }).waitFor()
  await page.getByText('链接失效').waitFor()
  await expectAccessible(page, 'shared with me')
  await takeScreenshot(page, 'shared-with-me-phone')
  await leave()
})

test('S18: a folder that somebody shares is entered by keys alone', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto(place)
  await page.getByRole('row', { name: 'Field notes' }).click()
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: 'Stamsund.txt' }).waitFor()
  await leave()
})
