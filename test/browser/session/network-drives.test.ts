import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountPage } from '#src/i18n/en/account/account-page.ts'
import { registration } from '#src/i18n/en/account/registration.ts'
import { accountPage as accountPageZhCN } from '#src/i18n/zh-CN/account/account-page.ts'
import { registration as registrationZhCN } from '#src/i18n/zh-CN/account/registration.ts'
import { createStandInAccounts } from '../../processes/stand-in-accounts.ts'
import {
  expectAccessible,
  refusals,
  takeScreenshot,
  visit,
  type VisitOptions,
} from '../app-server.ts'
import { journeys } from '../journeys.ts'
import { buildForPublicServer, startPublicServer } from '../public-server.ts'
import { expectAccessibleInBothThemes } from '../themes.ts'

/* What the public server has and the embedded service has not. */

const on = journeys()
const built = mkdtempSync(join(tmpdir(), 'latchkey-account-'))
let accounts: ReturnType<typeof createStandInAccounts>
let server: Awaited<ReturnType<typeof startPublicServer>>

beforeAll(async () => {
  await buildForPublicServer(built)
  accounts = createStandInAccounts([on.server.account('owner').email])
  server = await startPublicServer(on.server.address, () => built, accounts)
})
afterAll(async () => {
  await server?.close()
  rmSync(built, { recursive: true, force: true })
})

const arrive = async (look?: VisitOptions) => {
  const site = { address: server.address, account: on.server.account }
  const found = await visit(on.browser, site, look)
  // That server does not tell where one is signed in.
  found.allow(refusals)
  return found
}
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('A2: by mouse a network drive is added, connected, changed and removed', async () => {
  const { page, leave } = await arrive({ as: 'owner' })
  await page.goto('connect')
  const part = region(page, accountPage.drives)
  await part.getByText(accountPage.drivesNone).waitFor()
  await expectAccessible(page, 'no network drives')
  await takeScreenshot(page, 'drives-none')
  await part.getByRole('button', { name: accountPage.addDrive }).click()
  const form = page.getByRole('dialog', { name: accountPage.addTitle })
  await form.getByLabel(accountPage.driveName).fill('Laptop')
  await form.getByRole('button', { name: accountPage.chooseFolder }).click()
  const picker = page.getByRole('dialog', { name: accountPage.chooseFolderTitle })
  await picker.getByRole('option', { name: /^Photos/ }).dblclick()
  await picker.getByRole('button', { name: /^Use .*Photos/ }).click()
  await form.getByLabel(accountPage.readOnlyChoice).check()
  await expectAccessible(page, 'adding a network drive')
  await takeScreenshot(page, 'drives-add')
  await form.getByRole('button', { name: accountPage.addDrive }).click()
  const access = page.getByRole('dialog', { name: 'Laptop' })
  await access.getByText(`${server.address}dav`).waitFor()
  await expectAccessible(page, 'connecting a network drive')
  await takeScreenshot(page, 'drives-connect')
  await access.getByRole('button', { name: accountPage.copyPassword }).click()
  const [drive] = accounts.state.drives
  expect(drive).toMatchObject({ name: 'Laptop', uri: 'cloudreve://my/Photos', options: 'AQ==' })
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(drive?.password)
  await access.getByRole('button', { name: 'Done' }).click()

  await part.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: accountPage.changeDrive }).click()
  const change = page.getByRole('dialog', { name: /^Change/ })
  await change.getByLabel(accountPage.driveName).fill('Laptop of Mei')
  await change.getByLabel(accountPage.readOnlyChoice).uncheck()
  await change.getByRole('button', { name: 'Save' }).click()
  await part.getByText('Laptop of Mei').waitFor()
  expect(accounts.state.drives).toMatchObject([{ name: 'Laptop of Mei', options: '' }])
  await part.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: accountPage.removeDrive }).click()
  await page.getByRole('dialog', { name: /^Remove/ }).waitFor()
  await expectAccessible(page, 'removing a network drive')
  await takeScreenshot(page, 'drives-remove')
  await page.getByRole('button', { name: accountPage.remove, exact: true }).click()
  await part.getByText(accountPage.drivesNone).waitFor()
  expect(accounts.state.drives).toEqual([])
  await leave()
})

test('A2: by keys alone a network drive is added in few presses', async () => {
  const { page, leave } = await arrive({ as: 'owner' })
  await page.goto('connect')
  await region(page, accountPage.drives).getByText(accountPage.drivesNone).waitFor()
  // The heading has the focus; the button is the next stop.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe(accountPage.drives)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: accountPage.addTitle }).waitFor()
  await page.keyboard.type('Phone')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const picker = page.getByRole('dialog', { name: accountPage.chooseFolderTitle })
  await picker.getByRole('option', { name: /^Documents/ }).waitFor()
  await page.keyboard.type('Docu')
  await page.keyboard.press('Enter')
  await picker.getByRole('button', { name: /^Use .*Documents/, disabled: false }).waitFor()
  await page.keyboard.press('Control+Enter')
  await picker.waitFor({ state: 'detached' })
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Phone' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(accounts.state.drives).toMatchObject([{ name: 'Phone', uri: 'cloudreve://my/Documents' }])
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON')
  await leave()
})

test('A2: on a phone in Chinese, light and dark, drives are listed and connected', async () => {
  accounts.state.drives.splice(0)
  const names = ['书房的电脑', 'An unusually long name of a computer in the study upstairs']
  for (const [at, name] of names.entries())
    accounts.state.drives.push({
      id: `d${at}`,
      created_at: '2026-11-01T10:00:00Z',
      name,
      uri: 'cloudreve://my/Photos/Lofoten%2C%20summer%202026',
      password: 'k3'.repeat(16),
      options: at === 0 ? 'AQ==' : '',
    })
  const { page, leave } = await arrive({
    as: 'owner',
    width: 390,
    height: 844,
    language: 'zh-CN',
  })
  await page.goto('account#network-drives')
  const part = region(page, accountPageZhCN.drives)
  await part.getByText('书房的电脑').waitFor()
  await expectAccessibleInBothThemes(page, 'drives in Chinese', 'drives-phone')
  await part.getByRole('button', { name: /^连接/ }).first().tap()
  await page.getByRole('dialog').getByText(`${server.address}dav`).waitFor()
  await expectAccessibleInBothThemes(page, 'connecting in Chinese', 'drives-phone-connect')
  await leave()
})

test('A2: whoever may have no drives is shown none', async () => {
  accounts.state.mayHaveDrives = false
  const { page, leave } = await arrive({ as: 'colleague' })
  const refused = page.waitForResponse((answer) => answer.url().includes('/devices/dav'))
  await page.goto('account')
  await refused
  await region(page, accountPage.versions).waitFor()
  expect(await region(page, accountPage.drives).count()).toBe(0)
  accounts.state.mayHaveDrives = true
  await leave()
})

test('A3: one signs up, follows the link of the mail, forgets the password, and sets another one', async () => {
  const { page, leave } = await arrive()
  await page.goto('sign-in')
  await page.getByRole('link', { name: 'Sign up' }).click()
  // The form of the sign-in has fields of these names, too.
  await page.getByRole('button', { name: registration.signUp }).waitFor()
  await page.getByLabel('Email').fill('new@example.org')
  await page.getByLabel('Password', { exact: true }).fill('open sesame')
  await expectAccessible(page, 'signing up')
  await takeScreenshot(page, 'sign-up')
  await page.getByRole('button', { name: registration.signUp }).click()
  await page.getByRole('heading', { name: registration.signedUpTitle }).waitFor()
  await expectAccessible(page, 'signed up')
  await takeScreenshot(page, 'sign-up-done')
  await page.goto((accounts.state.mails.at(-1)?.link ?? '').slice(1))
  await page.getByRole('heading', { name: registration.confirmedTitle }).waitFor()
  expect(new URL(page.url()).search).toBe('')
  await page.getByRole('link', { name: registration.toSignIn }).click()
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('button', { name: registration.forgotSubmit }).waitFor()
  await expect
    .poll(() => page.getByLabel('Email').evaluate((field) => field === document.activeElement))
    .toBe(true)
  await page.keyboard.type('new@example.org')
  await takeScreenshot(page, 'forgot')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: registration.sentTitle }).waitFor()
  await page.goto((accounts.state.mails.at(-1)?.link ?? '').slice(1))
  await page.getByRole('textbox', { name: registration.resetNew }).fill('another one')
  expect(new URL(page.url()).search).toBe('')
  await expectAccessible(page, 'a new password')
  await takeScreenshot(page, 'reset')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: registration.resetDoneTitle }).waitFor()
  expect(accounts.state.passwords.get('u1')).toBe('another one')
  await leave()
})

test('A3: on a phone, dark and in Chinese, signing up asks for a captcha and says what is missing', async () => {
  accounts.state.site['reg_captcha'] = true
  const look = { width: 390, height: 844, theme: 'dark', language: 'zh-CN' } as const
  const { page, leave } = await arrive(look)
  await page.goto('session/signup')
  await page.getByRole('img', { name: '一张含有待输入字符的图片' }).waitFor()
  await page.getByRole('button', { name: registrationZhCN.signUp }).tap()
  await page.getByText('请输入邮箱。').waitFor()
  await expectAccessible(page, 'signing up in Chinese')
  await takeScreenshot(page, 'sign-up-phone-dark')
  await page.goto('session/reset?id=u1&secret=gone')
  await page.getByRole('textbox', { name: registrationZhCN.resetNew }).fill('open sesame')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: registrationZhCN.linkGoneTitle }).waitFor()
  await expectAccessible(page, 'a link that is no longer good')
  await takeScreenshot(page, 'link-gone-phone-dark')
  await page.goto('sign-in')
  await page.getByRole('link', { name: '忘记密码？' }).waitFor()
  await expectAccessible(page, 'sign-in with its links')
  await takeScreenshot(page, 'sign-in-phone-dark')
  accounts.state.site['reg_captcha'] = false
  await leave()
})
