import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { rowsOf, takeScreenshot } from '../app-server.ts'
import { journeys } from '../journeys.ts'
import { createLink, linksOf } from './link-journey.ts'

/* The service ends and comes back in the middle of what is done to many links. */

const on = journeys()
/** Two requests of a deletion. */
const count = 120

const linksIn = async (folder: string) =>
  (await linksOf(on.ask)).filter(({ name }) => name.startsWith(folder))

/** Creates the links of a folder, and opens the list of them with all but the newest selected. */
async function openSelected(folder: string) {
  for (let at = 0; at <= count; at++) await createLink(on.ask, `${folder}/${folder} ${at}.txt`)
  const visit = await on.visit({ as: 'owner' })
  visit.allow(/Failed to load resource/)
  await visit.page.goto(`shares?q=${folder}`)
  await rowsOf(visit.page).first().waitFor()
  await visit.page
    .getByRole('status')
    .getByText(new RegExp(`^${count + 1} of `))
    .waitFor()
  await visit.page.getByRole('checkbox', { name: 'Select all' }).click()
  await rowsOf(visit.page).first().getByRole('checkbox').click()
  await visit.page.getByText(`${count} selected`).first().waitFor()
  return visit
}

/** Lets the first requests through and keeps the others until they are let go. */
async function holdRequests(page: Page, method: string, path: string, free: number) {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let sent = 0
  await page.route(path, async (route) => {
    if (route.request().method() === method && ++sent > free) await released
    await route.continue().catch(() => undefined)
  })
  return { release: () => release(), sent: () => sent }
}

test('S9, R3: the service is killed in the middle of an edit of many links, and each is changed in the end', async () => {
  const { page, leave } = await openSelected('Outage')
  const edits = await holdRequests(page, 'POST', '**/api/v4/share/*', 10)
  await page.getByRole('button', { name: 'Extend…' }).click()
  const plan = page.getByRole('dialog', { name: `Extend ${count} links` })
  await plan.getByRole('group', { name: 'Download limit' }).getByText('Set to').click()
  await plan.getByRole('textbox', { name: 'Download limit' }).fill('8')
  await plan.getByRole('button', { name: `Extend ${count} links` }).click()
  await expect.poll(edits.sent).toBeGreaterThan(10)
  await on.powerCut(async () => {
    edits.release()
    await page.getByText('Waiting for the service').first().waitFor()
    await takeScreenshot(page, 'outage-edit-links')
  })
  await page.getByText(`${count} links · up to 8 downloads`).waitFor({ timeout: 60_000 })
  const limits = (await linksIn('Outage')).map(({ remain_downloads: left }) => left)
  expect(limits).toHaveLength(count + 1)
  expect(limits.filter((left) => left === 8)).toHaveLength(count)
  await leave()
}, 120_000)

test('S7, R3: the service is killed before and during a deletion of many links, and nothing else is lost', async () => {
  const { page, leave } = await openSelected('Blackout')
  const deletions = await holdRequests(page, 'DELETE', '**/api/v4/share*', 1)
  await page.keyboard.press('Delete')
  const question = page.getByRole('dialog', { name: `Delete ${count} links?` })
  await question.getByText(`Up to ${count} of ${count} still work, 0 visits.`).waitFor()
  // It is sent while nobody is there to take it.
  await on.powerCut(async () => {
    await question.getByRole('button', { name: `Delete ${count} links` }).click()
    await expect.poll(() => rowsOf(page).count()).toBe(1)
    await page.getByText('Waiting for the service').first().waitFor()
    await takeScreenshot(page, 'outage-delete-links')
  })
  await expect.poll(deletions.sent, { timeout: 60_000 }).toBeGreaterThan(1)
  await on.powerCut(() => Promise.resolve(deletions.release()))
  await page.getByText(`${count} links deleted`).waitFor({ timeout: 60_000 })
  expect((await linksIn('Blackout')).map(({ name }) => name)).toEqual([`Blackout ${count}.txt`])
  expect(await rowsOf(page).count()).toBe(1)
  await leave()
}, 120_000)
