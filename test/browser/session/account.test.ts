import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accountPage } from '#src/i18n/en/account/account-page.ts'
import { accountPage as accountPageZhCN } from '#src/i18n/zh-CN/account/account-page.ts'
import { expectAccessible, signInByRequest, takeScreenshot } from '../app-server.ts'
import { journeys } from '../journeys.ts'
import { expectAccessibleInBothThemes } from '../themes.ts'

const here = journeys()

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

const hasNoSidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

/** The whole of the page in one picture. */
async function wholePage(page: Page, name: string): Promise<void> {
  const size = page.viewportSize() ?? { width: 1440, height: 860 }
  await page.setViewportSize({ width: size.width, height: 2400 })
  await takeScreenshot(page, name)
  await page.setViewportSize(size)
}

test('A1: by mouse the account gets another name and versions', async () => {
  const { page, leave } = await here.visit({ as: 'owner' })
  await page.goto('trash')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor()
  await region(page, accountPage.signIns).waitFor()
  await expectAccessible(page, 'the account')
  await wholePage(page, 'account')

  const profile = region(page, accountPage.profile)
  await profile.getByLabel(accountPage.name).fill('Mei W.')
  await profile.getByRole('button', { name: 'Save' }).click()
  await profile.getByText(accountPage.saved, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Account of Mei W.' }).waitFor()

  const versions = region(page, accountPage.versions)
  const keeps = versions.getByLabel(accountPage.keepVersions)
  if (!(await keeps.isChecked())) await keeps.check()
  await versions.getByLabel(accountPage.versionsMax).fill('x')
  await versions.getByRole('button', { name: 'Save' }).click()
  await versions.getByText(accountPage.versionsMaxInvalid).waitFor()
  await expectAccessible(page, 'a field with a problem')
  await wholePage(page, 'account-problem')
  await versions.getByLabel(accountPage.versionsMax).fill('5')
  await versions.getByRole('button', { name: 'Save' }).click()
  await versions.getByText(accountPage.saved, { exact: true }).waitFor()

  await leave()
})

test('A1: by keys alone the password changes, another browser is signed out, and leaving asks', async () => {
  const { email, password } = here.server.account('colleague')
  const other = await signInByRequest(here.server, 'colleague')
  const { page, leave } = await here.visit({ as: 'colleague' })
  await page.goto('account')
  const part = region(page, accountPage.password)
  await part.getByLabel(accountPage.currentPassword).focus()
  await page.keyboard.type('not this one')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('a better one 42')
  await page.keyboard.press('Enter')
  await part.getByText(accountPage.currentPasswordWrong).waitFor()
  await takeScreenshot(page, 'account-password-wrong')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Control+a')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await part.getByText(accountPage.passwordChanged).waitFor()
  const refused = await fetch(`${here.server.address}api/v4/user/me`, {
    headers: { authorization: `Bearer ${other.access}` },
  })
  expect(((await refused.json()) as { code: number }).code).toBe(401)
  // Focus is where the next Tab goes on.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  await page.reload()
  await region(page, accountPage.profile).getByLabel(accountPage.name).focus()
  await page.keyboard.type('!')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Trash' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByText(`Not saved yet: ${accountPage.profile}.`).waitFor()
  await expectAccessible(page, 'leaving the account')
  await takeScreenshot(page, 'account-leave')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/trash/)
  // The account is what it was for other journeys.
  const changed = await fetch(`${here.server.address}api/v4/session/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'a better one 42' }),
  })
  expect(((await changed.json()) as { code: number }).code).toBe(0)
  await leave()
})

test('A1: on a phone in Chinese, light and dark, the account is there, accessible and not cut off', async () => {
  const { page, leave } = await here.visit({
    as: 'owner',
    width: 390,
    height: 844,
    language: 'zh-CN',
  })
  await page.goto('account')
  await region(page, accountPageZhCN.signIns).waitFor()
  expect(await page.title()).toBe('账号 · Latchkey')
  expect(await hasNoSidewaysScroll(page)).toBe(true)
  await expectAccessibleInBothThemes(page, 'the account in Chinese', 'account-phone', wholePage)
  const factor = region(page, accountPageZhCN.secondFactor)
  await factor.getByRole('button').tap()
  await page.getByRole('dialog').waitFor()
  await expectAccessibleInBothThemes(page, 'a dialog in Chinese', 'account-phone-dialog')
  await leave()
})

test('A1: the account is dark and wide as well, says when it cannot be read, and offline', async () => {
  const { page, context, allow, leave } = await here.visit({ as: 'owner', theme: 'dark' })
  allow(/./)
  await page.route('**/api/v4/user/setting', (route) => route.abort())
  await page.goto('account')
  await page.getByRole('heading', { name: accountPage.failed }).waitFor()
  await expectAccessible(page, 'the account that cannot be read')
  await takeScreenshot(page, 'account-failed-dark')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: 'Retry' }).click()
  await region(page, accountPage.profile).waitFor()
  await region(page, accountPage.signIns).waitFor()
  await expectAccessible(page, 'the account, dark')
  await wholePage(page, 'account-dark')
  await context.setOffline(true)
  const profile = region(page, accountPage.profile)
  await profile.getByLabel(accountPage.name).fill('Mei Wang')
  await profile.getByRole('button', { name: 'Save' }).click()
  await profile.getByRole('alert').waitFor()
  await expectAccessible(page, 'the account, offline')
  await takeScreenshot(page, 'account-offline-dark')
  await context.setOffline(false)
  await profile.getByRole('button', { name: 'Save' }).click()
  await profile.getByText(accountPage.saved, { exact: true }).waitFor()
  await leave()
})

// The last one: nobody signs in without a code after it.
test('A1: a second factor is set up by mouse, with a code of the app', async () => {
  const { page, leave } = await here.visit({ as: 'owner' })
  await page.goto('account')
  const factor = region(page, accountPage.secondFactor)
  await factor.getByRole('button', { name: accountPage.setUp }).click()
  const dialog = page.getByRole('dialog', { name: accountPage.setUpTitle })
  await dialog.getByRole('img').waitFor()
  await expectAccessible(page, 'setting up the second factor')
  await takeScreenshot(page, 'account-second-factor')
  const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '')
  await dialog.getByLabel(accountPage.setUpCode).fill('000000')
  await dialog.getByRole('button', { name: accountPage.turnOn }).click()
  await dialog.getByText('Wrong or expired code').waitFor()
  await takeScreenshot(page, 'account-second-factor-wrong')
  await dialog.getByLabel(accountPage.setUpCode).fill(new TOTP({ secret }).generate())
  await dialog.getByRole('button', { name: accountPage.turnOn }).click()
  await factor.getByText(accountPage.secondFactorOn, { exact: true }).waitFor()
  await factor.getByRole('button', { name: accountPage.turnOff }).click()
  await page.getByRole('dialog', { name: accountPage.turnOffTitle }).waitFor()
  await expectAccessible(page, 'turning the second factor off')
  await takeScreenshot(page, 'account-second-factor-off')
  await page.keyboard.press('Escape')
  await leave()
})
