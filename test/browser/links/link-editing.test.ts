import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, rowsOf, linkListReady, takeScreenshot } from '../app-server.ts'
import { journeys } from '../journeys.ts'
import { arrowToRow, tabTo } from './link-journey.ts'

const { visit, ask } = journeys()

type Link = { id: string; name: string; expires?: string; expired: boolean; url: string }
const linkNamed = async (name: string): Promise<Link | undefined> => {
  const { shares: links } = await ask<{ shares: Link[] }>('GET', '/share?page_size=100')
  return links.find((share) => share.name === name)
}
const daysLeft = (link: Link | undefined) =>
  Math.round((Date.parse(link?.expires ?? '') - Date.now()) / 86_400_000)
const first = (page: Page) => rowsOf(page).first()
const nameOf = async (page: Page) => {
  // The accessible name isolates the direction of the name.
  const name = (await first(page).getAttribute('aria-label')) ?? ''
  return name.replaceAll(/[\u2066-\u2069]/g, '')
}

/** The downloads that a link allows in all. */
function limitIn(link: object | undefined): number {
  const { remain_downloads: left = 0, downloaded = 0 } = (link ?? {}) as Record<string, number>
  return left + downloaded
}

test('S6: a link is edited, and an expired one revived, by keys alone', async () => {
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto('shares?state=live&kind=file')
  await linkListReady(page)
  const live = await nameOf(page)
  await arrowToRow(page)
  await page.keyboard.press('e')
  const form = page.getByRole('dialog', { name: /^Edit link to/ })
  await form.getByRole('textbox', { name: 'Download limit' }).waitFor()
  await expectAccessible(page, 'edit a link')
  await takeScreenshot(page, 'edit-link')
  await tabTo(page, 'Download limit')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('77')
  await page.keyboard.press('Enter')
  await form.waitFor({ state: 'detached' })
  const limited = await linkNamed(live)
  expect(limitIn(limited)).toBe(77)

  await page.goto('shares?state=expired')
  await linkListReady(page)
  const dead = await nameOf(page)
  const before = await linkNamed(dead)
  expect(before?.expired).toBe(true)
  await arrowToRow(page)
  // C on a dead link asks first; Extend is the way back.
  await page.keyboard.press('c')
  await page.getByRole('dialog').getByRole('button', { name: 'Extend' }).waitFor()
  await tabTo(page, /^Extend/)
  await page.keyboard.press('Enter')
  const extending = page.getByRole('dialog', { name: /^Extend link to/ })
  await extending.getByRole('radio', { name: '+30 days' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Extend')
  await page.keyboard.press('Enter')
  await extending.waitFor({ state: 'detached' })
  const after = await linkNamed(dead)
  expect(after).toMatchObject({ id: before?.id, url: before?.url, expired: false })
  expect(daysLeft(after)).toBe(30)
  await leave()
})

test('S6, S13: on a phone a used-up link is revived, and a link created, by touch', async () => {
  const { page, leave } = await visit({ as: 'owner', width: 390, height: 844 })
  await page.goto('shares?state=usedUp')
  await linkListReady(page)
  const dead = await nameOf(page)
  await first(page)
    .getByRole('button', { name: /^Extend the link to/ })
    .tap()
  const form = page.getByRole('dialog', { name: /^Extend link to/ })
  const limit = form.getByRole('textbox', { name: 'Download limit' })
  await limit.waitFor()
  await expectAccessible(page, 'extend a link on a phone')
  await limit.fill('9')
  await form.getByRole('button', { name: 'Extend' }).tap()
  await form.waitFor({ state: 'detached' })
  const revived = await linkNamed(dead)
  expect(revived).toMatchObject({ expired: false })
  expect(limitIn(revived)).toBe(9)

  await page.goto('shares')
  await linkListReady(page)
  await page.getByRole('button', { name: 'New link…' }).tap()
  const picker = page.getByRole('dialog', { name: 'New link' })
  const music = picker.getByRole('option', { name: 'Music' })
  await music.waitFor()
  await expectAccessible(page, 'pick items for new links')
  // The box selects a folder; the rest of its row opens it.
  await music.tap({ position: { x: 20, y: 20 } })
  await picker.getByRole('button', { name: 'Share 1 item' }).tap()
  const share = page.getByRole('dialog', { name: /^Share .*Music/ })
  await share.getByRole('button', { name: 'Create link' }).tap()
  const result = page.getByRole('dialog', { name: /^Link to .*Music/ })
  const url = await result.getByRole('textbox', { name: 'Link' }).inputValue()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(url)
  expect(await linkNamed('Music')).toMatchObject({ url })
  await leave()
})

test('S6: a link whose file is in the trash works again with that file, by keys and by mouse', async () => {
  const uri = 'svc://my/Offer.txt'
  await ask('POST', '/file/create', { uri, type: 'file' })
  await ask('PUT', '/share', { uri })
  const moveToTrash = () => ask('DELETE', '/file', { uris: [uri] })
  await moveToTrash()
  const { page, leave } = await visit({ as: 'owner' })
  await page.goto('shares?q=Offer&state=sourceGone')
  await arrowToRow(page)
  await page.keyboard.press('e')
  const broken = page.getByRole('dialog', { name: /^The link to .*Offer\.txt.* no longer works$/ })
  const restore = broken.getByRole('button', { name: 'Restore the file' })
  await expect.poll(() => restore.evaluate((one) => one === document.activeElement)).toBe(true)
  await expectAccessible(page, 'restore the file of a link')
  await takeScreenshot(page, 'restore-source')
  await page.keyboard.press('Enter')
  await broken.waitFor({ state: 'detached' })
  await page.getByText(/Offer\.txt.* restored$/).waitFor()
  expect(await linkNamed('Offer.txt')).toMatchObject({ expired: false })

  await page.goto('shares?q=Offer')
  await first(page).waitFor()
  await first(page).getByText('Live').waitFor()
  await moveToTrash()
  await page.keyboard.press('r')
  await first(page)
    .getByRole('button', { name: /^Fix the link to/ })
    .click()
  await restore.click()
  await first(page).getByText('Live').waitFor()
  await leave()
})
