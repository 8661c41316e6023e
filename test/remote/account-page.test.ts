import { expect, test } from 'vitest'
import { accountPage } from '#src/i18n/en/account/account-page.ts'
import { frontOfServer } from './front.ts'

/* The page of the account, with Latchkey in front of the server. */

const { server, arrive } = frontOfServer()

test('R10 the account is shown as the server has it, and looking at it writes nothing', async () => {
  const { must, email } = server()
  const { nickname } = await must<{ nickname: string }>('GET', '/user/me')
  const { page, leave, allow } = await arrive()
  // A server without a list of sign-ins or of network drives answers 404.
  allow(/Failed to load resource/)
  const writes: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && !pathname.startsWith('/api/v4/session/'))
      writes.push(`${request.method()} ${pathname}`)
  })
  await page.goto('/settings')
  const profile = page.getByRole('region', { name: accountPage.profile, exact: true })
  await expect.poll(() => profile.getByLabel(accountPage.name).inputValue()).toBe(nickname)
  await profile.getByText(email).waitFor()
  for (const name of [accountPage.password, accountPage.secondFactor, accountPage.versions])
    await page.getByRole('region', { name, exact: true }).waitFor()
  expect(writes).toEqual([])
  await leave()
})

test('R10 a network drive is added, shown with what to enter, and removed, where the server has them', async ({
  skip,
}) => {
  const { ask, folder } = server()
  type Drives = { accounts?: { name: string }[] | null }
  const list = () => ask<Drives>('GET', '/devices/dav?page_size=50')
  if ((await list()).code !== 0) return skip('the service has no network drives for this account')
  const isListed = async (name: string) =>
    ((await list()).data.accounts ?? []).some((drive) => drive.name === name)
  const name = `${folder} on the page`
  const { page, leave, allow } = await arrive()
  allow(/Failed to load resource/)
  await page.goto('/connect')
  const part = page.getByRole('region', { name: accountPage.drives, exact: true })
  await part.getByRole('button', { name: accountPage.addDrive }).click()
  const form = page.getByRole('dialog', { name: accountPage.addTitle })
  await form.getByLabel(accountPage.driveName).fill(name)
  await form.getByLabel(accountPage.readOnlyChoice).check()
  await form.getByRole('button', { name: accountPage.addDrive }).click()
  const access = page.getByRole('dialog', { name })
  await access.getByText(/\/dav$/).waitFor()
  await expect.poll(() => isListed(name)).toBe(true)
  await page.keyboard.press('Escape')
  await part.getByRole('button', { name: accountPage.driveMenu(name) }).click()
  await page.getByRole('menuitem', { name: accountPage.removeDrive }).click()
  await page
    .getByRole('dialog', { name: accountPage.removeTitle(name) })
    .getByRole('button', { name: accountPage.remove, exact: true })
    .click()
  await expect.poll(() => isListed(name)).toBe(false)
  await leave()
})
