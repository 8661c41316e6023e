import { expect, test } from 'vitest'
import { totpCode } from '#src/server/accounts/sign-in/totp.ts'
import {
  expectAccessible,
  refusals,
  rowsOf,
  linkListReady,
  takeScreenshot,
  signIn,
  startAppServer,
  visit as openVisit,
} from '../app-server.ts'
import { journeys } from '../journeys.ts'

const here = journeys()
const { visit } = here

test('G1, G7: signing in by keyboard alone leads back to where one came from', async () => {
  const { page, leave } = await visit()
  const { email, password } = here.server.account('owner')
  await page.goto('shares?state=dead&sort=name')
  await page.waitForURL(/\/sign-in\?to=/)
  await page.getByLabel('Email').waitFor()
  await expectAccessible(page, 'sign-in')
  await takeScreenshot(page, 'sign-in')
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await rowsOf(page).first().waitFor()
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(
    '/shares?state=dead&sort=name',
  )
  await expect.poll(() => page.title()).toBe('Shares · Latchkey')
  await leave()
})

test('G1: a wrong password is said in words, and the e-mail stays', async () => {
  const { page, leave, allow } = await visit()
  allow(refusals)
  await page.goto('sign-in')
  await page.getByLabel('Email').fill(here.server.account('owner').email)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('Wrong email or password.').waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe(here.server.account('owner').email)
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
    .toBe('password')
  await expectAccessible(page, 'sign-in refused')
  await leave()
})

test('G1: a second factor is asked for and a code of the authenticator opens', async () => {
  const { page, leave, allow } = await visit()
  allow(refusals)
  await page.goto('sign-in')
  await signIn(page, here.server, 'second-factor')
  await page.getByText('Enter the 6-digit code').waitFor()
  await expectAccessible(page, 'second factor')
  const secret = here.server.account('second-factor').totp_secret ?? ''
  const right = totpCode(secret, Date.now())
  await page.keyboard.type(right === '000000' ? '000001' : '000000')
  await page.keyboard.press('Enter')
  await page.getByText('Wrong or expired code').waitFor()
  await page.keyboard.type(totpCode(secret, Date.now()))
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/shares/)
  await leave()
})

test('G2: a new tab shares the session, and signing out clears both', async () => {
  const { page, tab, leave } = await visit()
  await page.goto('shares')
  await signIn(page, here.server)
  await linkListReady(page)
  const second = await tab()
  await second.goto('shares?state=live')
  await rowsOf(second).first().waitFor()
  expect(second.url()).toContain('/shares?state=live')
  await second.getByRole('button', { name: 'Account of Mei Wang' }).click()
  // Its code comes on the first opening; only then does it begin to fade in.
  await second.getByRole('button', { name: 'Sign out' }).waitFor()
  await expectAccessible(second, 'account menu')
  await second.getByRole('button', { name: 'Sign out' }).click()
  await Promise.all(
    [page, second].map((one) => one.getByLabel('Email').waitFor({ state: 'visible' })),
  )
  const stored = await page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) =>
      key.includes('session'),
    ),
  )
  expect(stored).toEqual([])
  await leave()
})

test('G1: started with --captcha, sign-in shows a picture and asks for its characters', async () => {
  const guarded = await startAppServer({ flags: ['--captcha'], passwords: 'quick' })
  const { page, leave } = await openVisit(here.browser, guarded)
  try {
    await page.goto('sign-in')
    const picture = page.getByRole('img', { name: 'A picture with characters to type' })
    await picture.waitFor()
    await expect
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(80)
    await expectAccessible(page, 'captcha')
    await signIn(page, guarded)
    await page.getByText('Type the characters in the picture.').waitFor()
  } finally {
    await leave()
    await guarded.close()
  }
})

test('R1, G2: killed with -9 and started again, the same 30 links are there without a second sign-in', async () => {
  const { page, leave, allow } = await visit({ as: 'owner' })
  allow(refusals)
  // Code that the idle page was fetching when the service died.
  allow(/CodeLoadError/)
  const facts = () =>
    page
      .locator('[role=row][data-index]')
      .evaluateAll((rows) =>
        rows.map((row) => row.getAttribute('aria-label') ?? '').sort((a, b) => (a < b ? -1 : 1)),
      )
  await page.setViewportSize({ width: 1440, height: 2200 })
  await page.goto('shares')
  await linkListReady(page)
  await expect.poll(facts).toHaveLength(30)
  const before = await facts()
  await here.powerCut()
  await page.reload()
  await linkListReady(page)
  await expect.poll(facts).toEqual(before)
  await leave()
})
