import { screen, waitFor, within } from '@testing-library/react'
import { TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { password, requestTo } from '../../dom/harness.tsx'
import { held } from '../../dom/network.ts'
import { callService } from '../../processes/service-api.ts'
import { type App, open, section, storedAccount } from './fixtures.tsx'

const nextPassword = 'a better one 42'

/** Whether one can sign in with a password. */
const signsInWith = async ({ service }: App, word: string) =>
  (
    await callService(service, 'POST', '/session/token', {
      body: { email: 'mei@example.org', password: word },
    })
  ).code === 0

describe('another password', () => {
  const change = async (app: App, current: string, next: string) => {
    const part = await section('Password')
    await app.user.clear(part.getByLabelText('Current password'))
    await app.user.type(part.getByLabelText('Current password'), current)
    await app.user.clear(part.getByLabelText('New password'))
    await app.user.type(part.getByLabelText('New password'), next)
    await app.user.click(part.getByRole('button', { name: 'Change password' }))
    return part
  }

  it('A1 asks for the old one, ends other sign-ins, and says so; this one stays', async () => {
    const app = await open({ passwords: true })
    const other = await app.service.seed.mintToken(app.mei)
    const part = await section('Password')
    expect(part.getByText('Another password signs you out everywhere else.')).toBeVisible()
    await change(app, password, nextPassword)
    expect(
      await part.findByText('Password changed. You are signed out everywhere else.'),
    ).toBeVisible()
    expect(part.getByLabelText('New password')).toHaveValue('')
    expect(await signsInWith(app, nextPassword)).toBe(true)
    const asked = await callService(app.service, 'GET', '/user/me', { token: other.access_token })
    expect(asked.code).toBe(401)
    await app.user.click(screen.getByRole('link', { name: 'Trash' }))
    expect(await screen.findByText('Trash is empty', { exact: false })).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('A1 a wrong old one is said at its field, and both stay', async () => {
    const app = await open({ passwords: true })
    const part = await change(app, 'not this one', nextPassword)
    expect(await part.findByText('This is not your password.')).toBeVisible()
    expect(part.getByLabelText('Current password')).toBeInvalid()
    expect(part.getByLabelText('New password')).toHaveValue(nextPassword)
    expect(part.queryByRole('alert')).toBeNull()
    await change(app, password, nextPassword)
    await part.findByText(/^Password changed/)
  })

  it.each([
    ['', nextPassword, 'Enter the password that you have now.'],
    [password, 'short', 'A password has 6 to 128 characters.'],
    [password, password, 'This is the password that you have now.'],
  ])('A1 “%s” and “%s” are not sent: %s', async (current, next, text) => {
    const app = await open({ passwords: true })
    const part = await section('Password')
    if (current) await app.user.type(part.getByLabelText('Current password'), current)
    await app.user.type(part.getByLabelText('New password'), next)
    await app.user.click(part.getByRole('button', { name: 'Change password' }))
    expect(await part.findByText(text)).toBeVisible()
    expect(app.requests.some(({ method }) => method === 'PATCH')).toBe(false)
  })

  it('A1 whose answer got lost may be in use already, which is said when the old one is refused', async () => {
    const app = await open({ passwords: true })
    app.faults.next('PATCH /user/setting', { kind: 'lost' })
    const part = await change(app, password, nextPassword)
    expect(await part.findByText('The service could not be reached.')).toBeVisible()
    await app.user.click(part.getByRole('button', { name: 'Change password' }))
    expect(
      await part.findByText('This is not your password. The new one may be in use already.'),
    ).toBeVisible()
  })

  it('A1 a service that ends this sign-in too gets a new one, and nothing is asked', async () => {
    const app = await open({ passwords: true })
    app.faults.next('POST /session/token/refresh', {
      kind: 'json',
      body: { code: 40020, msg: 'Failed to issue token pair' },
    })
    const part = await change(app, password, nextPassword)
    await part.findByText(/^Password changed/)
    await requestTo(app.requests, 'POST', '/session/token')
    expect(screen.queryByRole('dialog')).toBeNull()
    // The new sign-in is what the next request is sent with.
    app.service.seed.addFile(app.mei, ['here.txt'])
    await app.user.click(screen.getByRole('link', { name: 'Files' }))
    expect(await screen.findByRole('row', { name: /^here\.txt/ })).toBeVisible()
  })
})

describe('the second factor', () => {
  const openSetUp = async (app: App) => {
    const part = await section('Two-factor sign-in')
    await app.user.click(part.getByRole('button', { name: 'Set up…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Set up two-factor sign-in' }))
    await dialog.findByRole('img', { name: 'QR code for an authenticator app' })
    const secret = dialog.getByText(/^[A-Z2-7]{4} /).textContent.replaceAll(' ', '')
    return { part, dialog, secret }
  }
  const codeOf = (app: App, secret: string) =>
    new TOTP({ secret }).generate({ timestamp: app.clock.now() })

  it('A1 is set up with a QR code and a code of the app, and turned off with another code', async () => {
    const app = await open()
    const { part, dialog, secret } = await openSetUp(app)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(part.getByText(/the administrator can turn it off/)).toBeVisible()
    expect(dialog.getByRole('textbox', { name: 'Code from the app' })).toHaveFocus()
    await app.user.type(
      dialog.getByRole('textbox', { name: 'Code from the app' }),
      codeOf(app, secret),
    )
    await app.user.click(dialog.getByRole('button', { name: 'Turn on' }))
    expect(await part.findByText('On')).toBeVisible()
    expect((await storedAccount(app)).two_fa_enabled).toBe(true)
    app.clock.advance(30_000)
    await app.user.click(part.getByRole('button', { name: 'Turn off…' }))
    const question = within(
      await screen.findByRole('dialog', { name: 'Turn off two-factor sign-in?' }),
    )
    await app.user.type(question.getByRole('textbox', { name: 'Code' }), codeOf(app, secret))
    await app.user.click(question.getByRole('button', { name: 'Turn off' }))
    expect(await part.findByText('Off')).toBeVisible()
    expect((await storedAccount(app)).two_fa_enabled).toBe(false)
  })

  it('A1 turned on by a request whose answer got lost is on, and nothing asks to turn it off', async () => {
    const app = await open()
    const { part, dialog, secret } = await openSetUp(app)
    app.faults.next('PATCH /user/setting', { kind: 'lost' })
    const field = dialog.getByRole('textbox', { name: 'Code from the app' })
    await app.user.type(field, codeOf(app, secret))
    await app.user.click(dialog.getByRole('button', { name: 'Turn on' }))
    expect(await part.findByText('On')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('A1 a wrong code is said at the field, which offers another QR code; a short one is not sent', async () => {
    const app = await open()
    const { dialog, secret } = await openSetUp(app)
    const field = dialog.getByRole('textbox', { name: 'Code from the app' })
    await app.user.type(field, '123')
    await app.user.click(dialog.getByRole('button', { name: 'Turn on' }))
    expect(dialog.getByText('The code has 6 digits.')).toBeVisible()
    expect(app.requests.some(({ method }) => method === 'PATCH')).toBe(false)
    await app.user.clear(field)
    await app.user.type(field, codeOf(app, secret) === '000000' ? '000001' : '000000')
    await app.user.click(dialog.getByRole('button', { name: 'Turn on' }))
    expect(await dialog.findByText('Wrong or expired code. Try the next one.')).toBeVisible()
    await app.user.click(dialog.getByRole('button', { name: 'Another QR code' }))
    await waitFor(() =>
      expect(dialog.getByText(/^[A-Z2-7]{4} /).textContent.replaceAll(' ', '')).not.toBe(secret),
    )
  })

  it('A1 whose secret does not come says so, and asks again', async () => {
    const app = await open({
      faults: (faults) => faults.always('GET /user/setting/2fa', { kind: 'status', status: 403 }),
    })
    const part = await section('Two-factor sign-in')
    await app.user.click(part.getByRole('button', { name: 'Set up…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Set up two-factor sign-in' }))
    expect(await dialog.findByText('The QR code could not be made.')).toBeVisible()
    app.faults.clear()
    await app.user.click(dialog.getByRole('button', { name: 'Retry' }))
    expect(await dialog.findByRole('img')).toBeVisible()
  })
})

describe('where one is signed in', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
  const signInAs = (app: App, client: string) =>
    callService(app.service, 'POST', '/session/token', {
      body: { email: 'mei@example.org', password },
      headers: { 'user-agent': client },
    })
  const withOthers = async () => {
    const app = await open({ path: '/trash', passwords: true })
    await signInAs(app, firefox)
    await signInAs(app, 'sync/2.1')
    await app.user.click(await screen.findByRole('button', { name: /Account of/ }))
    await app.user.click(await screen.findByRole('link', { name: 'Account' }))
    return { app, part: await section('Where you are signed in') }
  }

  it('A1 lists each, says which is this one, and ends one', async () => {
    const { app, part } = await withOthers()
    expect(part.getAllByRole('listitem')).toHaveLength(3)
    const [own] = part
      .getAllByRole('listitem')
      .filter((row) => /This browser/.test(row.textContent))
    expect(own).toBeDefined()
    if (own) expect(within(own).queryByRole('button')).toBeNull()
    expect(part.getByText(/sync/)).toBeVisible()
    await app.user.click(part.getByRole('button', { name: /Sign out .*Firefox.* on .*Linux/ }))
    await waitFor(() => expect(part.getAllByRole('listitem')).toHaveLength(2))
    expect(part.queryByText(/Firefox/)).toBeNull()
    expect(document.body).not.toHaveFocus()
  })

  it('A1 leaves the focus where the user has gone meanwhile', async () => {
    const { app, part } = await withOthers()
    const { fault, free } = held()
    app.faults.next((sent) => sent.method === 'DELETE', fault)
    await app.user.click(part.getByRole('button', { name: /Sign out .*sync/ }))
    const field = (await section('Password')).getByLabelText('Current password')
    await app.user.type(field, 'secret')
    free()
    await waitFor(() => expect(part.getAllByRole('listitem')).toHaveLength(2))
    expect(field).toHaveFocus()
  })

  it('A1 ends all others after a question', async () => {
    const { app, part } = await withOthers()
    await app.user.click(part.getByRole('button', { name: 'Sign out everywhere else' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign out everywhere else?' }))
    expect(dialog.getByText(/^2 other browsers and programs/)).toBeVisible()
    await app.user.click(dialog.getByRole('button', { name: 'Sign out everywhere else' }))
    await waitFor(() => expect(part.getAllByRole('listitem')).toHaveLength(1))
    expect(part.getByText('Nowhere else.')).toBeVisible()
    expect(part.queryByRole('button')).toBeNull()
  })

  it('A1 a failure is said there, and done again', async () => {
    const { app, part } = await withOthers()
    app.faults.next((sent) => sent.method === 'DELETE', { kind: 'drop' })
    await app.user.click(part.getByRole('button', { name: /Sign out .*sync/ }))
    const alert = within(await part.findByRole('alert'))
    await app.user.click(alert.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(part.getAllByRole('listitem')).toHaveLength(2))
    await waitFor(() => expect(part.queryByRole('alert')).toBeNull())
  })

  it('A1 is not shown where the service does not tell', async () => {
    const app = await open({
      faults: (faults) => faults.always('GET /user/sessions', { kind: 'status', status: 404 }),
    })
    await section('Profile')
    await requestTo(app.requests, 'GET', '/user/sessions')
    expect(screen.queryByRole('region', { name: 'Where you are signed in' })).toBeNull()
  })
})
