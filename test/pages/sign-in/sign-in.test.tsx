import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { totpCode } from '#src/server/accounts/sign-in/totp.ts'
import { type Backend, here, password, renderApp } from '../../dom/harness.tsx'

const secret = 'JBSWY3DPEHPK3PXP'
const email = () => screen.findByLabelText('Email')
const signInButton = () => screen.getByRole('button', { name: 'Sign in' })

async function seedSecondFactor({ service: { seed } }: Backend): Promise<void> {
  const passwordHash = await seed.hashPassword(password)
  seed.addUser({
    email: 'two@example.org',
    nickname: 'Two',
    passwordHash,
    totpSecret: secret,
  })
}

describe('signing in', () => {
  it('by keyboard leads back to where one came from', async () => {
    const { user } = await renderApp({ path: '/trash?q=a%20b', as: null, passwords: true })
    await email()
    expect(here()).toBe('/sign-in?to=%2Ftrash%3Fq%3Da%2520b')
    expect(document.title).toBe('Sign in · Latchkey')
    expect(screen.getByLabelText('Email')).toHaveFocus()
    await user.keyboard('mei@example.org{Tab}')
    await user.keyboard(`${password}{Enter}`)
    await waitFor(() => expect(here()).toBe('/trash?q=a%20b'))
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeVisible()
  })

  it('G7 by keyboard leaves the focus on the page that one came for', async () => {
    const { user } = await renderApp({ path: '/files', as: null, passwords: true })
    await email()
    await user.keyboard('mei@example.org{Tab}')
    await user.keyboard(`${password}{Enter}`)
    await screen.findByRole('navigation', { name: 'Main' })
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
  })

  it('G7 leaves the focus to the browser where one was signed in already', async () => {
    await renderApp({ path: '/files' })
    await screen.findAllByRole('button', { name: 'Upload' })
    expect(document.body).toHaveFocus()
  })

  it('says that the email or password is wrong and keeps what was typed', async () => {
    const { user } = await renderApp({ path: '/sign-in', as: null, passwords: true })
    await user.type(await email(), 'mei@example.org')
    await user.type(screen.getByLabelText('Password'), 'not that one{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('Wrong email or password.')
    expect(screen.getByLabelText('Email')).toHaveValue('mei@example.org')
    expect(screen.getByLabelText('Password')).toHaveValue('not that one')
    expect(screen.getByLabelText('Password')).toHaveFocus()
  })

  it('asks for what is missing before anything is sent', async () => {
    const { user, requests } = await renderApp({ path: '/sign-in', as: null })
    await email()
    await user.click(signInButton())
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Enter your email.')
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Enter your password.')
    expect(screen.getByLabelText('Email')).toHaveFocus()
    expect(requests.some(({ path }) => path === '/session/token')).toBe(false)
  })

  it('goes on after a failed network with Retry', async () => {
    const { user, faults } = await renderApp({ path: '/sign-in', as: null, passwords: true })
    faults.next('POST /session/token', { kind: 'drop' })
    await user.type(await email(), 'mei@example.org')
    await user.type(screen.getByLabelText('Password'), `${password}{Enter}`)
    expect(await screen.findByRole('alert')).toHaveTextContent('The service could not be reached.')
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(here()).toBe('/shares'))
  })

  it('asks for the second factor, and again when the code is wrong', async () => {
    const { user, clock } = await renderApp({
      path: '/sign-in',
      as: null,
      seed: seedSecondFactor,
    })
    await user.type(await email(), 'two@example.org')
    await user.type(screen.getByLabelText('Password'), `${password}{Enter}`)
    const code = await screen.findByLabelText('Code')
    expect(code).toHaveFocus()
    expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    await user.keyboard('12{Enter}')
    expect(code).toHaveAccessibleDescription('The code has 6 digits.')
    const right = totpCode(secret, clock.now())
    const wrong = right.startsWith('1') ? `2${right.slice(1)}` : `1${right.slice(1)}`
    await user.clear(code)
    await user.type(code, wrong)
    expect(await screen.findByRole('alert')).toHaveTextContent('Wrong or expired code')
    await user.clear(code)
    await user.type(code, totpCode(secret, clock.now()))
    await waitFor(() => expect(here()).toBe('/shares'))
  })

  it('starts over when the second factor came too late', async () => {
    const { user, clock } = await renderApp({
      path: '/sign-in',
      as: null,
      seed: seedSecondFactor,
    })
    await user.type(await email(), 'two@example.org')
    await user.type(screen.getByLabelText('Password'), `${password}{Enter}`)
    const code = await screen.findByLabelText('Code')
    clock.advance(11 * 60_000)
    await user.type(code, '123456')
    expect(await screen.findByRole('alert')).toHaveTextContent('That took too long.')
    expect(screen.getByLabelText('Email')).toHaveValue('two@example.org')
  })

  it('asks for the characters of a picture, with a new picture after each failure', async () => {
    const { user, service, requests } = await renderApp({
      path: '/sign-in',
      as: null,
      passwords: true,
      service: { captcha: true },
    })
    const tickets: string[] = []
    const real = globalThis.fetch
    globalThis.fetch = async (...args: Parameters<typeof fetch>) => {
      const answer = await real(...args)
      if (JSON.stringify(args[0]).includes('/site/captcha')) {
        const body = (await answer.clone().json()) as { data: { ticket: string } }
        tickets.push(body.data.ticket)
      }
      return answer
    }
    const picture = () => screen.findByRole('img', { name: 'A picture with characters to type' })
    /** Resolves when another picture is shown; the ticket of what is shown is then the last one. */
    const isReplaced = async (work: () => Promise<void>) => {
      const shown = (await picture()).getAttribute('src') ?? ''
      await work()
      await waitFor(async () => expect(await picture()).not.toHaveAttribute('src', shown))
    }
    await picture()
    await user.type(await email(), 'mei@example.org')
    await user.type(screen.getByLabelText('Password'), password)
    await isReplaced(async () => {
      await user.type(screen.getByLabelText('Characters in the picture'), 'zzzzzz{Enter}')
      expect(await screen.findByText(/Wrong characters/)).toBeVisible()
    })
    await isReplaced(() => user.click(screen.getByRole('button', { name: 'Another picture' })))
    const answer = service.captchaText(tickets.at(-1) ?? '') ?? ''
    expect(answer).not.toBe('')
    await user.type(screen.getByLabelText('Characters in the picture'), `${answer}{Enter}`)
    await waitFor(() => expect(here()).toBe('/shares'))
    expect(requests.filter(({ path }) => path === '/session/token')).toHaveLength(2)
  })

  it('works when the browser keeps nothing', async () => {
    const blocked = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('no', 'SecurityError')
    })
    const alsoBlocked = vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
      throw new DOMException('no', 'SecurityError')
    })
    onTestFinished(() => {
      blocked.mockRestore()
      alsoBlocked.mockRestore()
    })
    const { user } = await renderApp({ path: '/sign-in', as: null, passwords: true })
    await user.type(await email(), 'mei@example.org')
    await user.type(screen.getByLabelText('Password'), `${password}{Enter}`)
    await waitFor(() => expect(here()).toBe('/shares'))
    blocked.mockRestore()
    alsoBlocked.mockRestore()
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/%2F/evil.example',
    '/.//evil.example',
  ])('never leads away from here, such as to %s', async (to) => {
    await renderApp({ path: `/sign-in?to=${encodeURIComponent(to)}` })
    await waitFor(() => expect(here()).toBe('/shares'))
    expect(window.location.origin).toBe('http://localhost:3000')
  })

  it('lets one choose the language before', async () => {
    const { user } = await renderApp({ path: '/sign-in', as: null })
    await email()
    await user.click(screen.getByRole('radio', { name: '简体中文' }))
    expect(await screen.findByRole('button', { name: '登录' })).toBeVisible()
    await waitFor(() => expect(document.documentElement.lang).toBe('zh-CN'))
    expect(localStorage.getItem('latchkey.preferences')).toContain('zh-CN')
  })

  it('says what is missing in the language that was chosen since', async () => {
    const { user } = await renderApp({ path: '/sign-in', as: null })
    await user.type(await email(), 'mei{Enter}')
    expect(await screen.findByText('Enter your password.')).toBeVisible()
    await user.click(screen.getByRole('radio', { name: '简体中文' }))
    await screen.findByRole('button', { name: '登录' })
    expect(screen.queryByText('Enter your password.')).toBeNull()
    expect(screen.getByText('请输入密码。')).toBeVisible()
  })

  it('asks for another picture when one goes back from the second factor', async () => {
    const { user, requests } = await renderApp({
      path: '/sign-in',
      as: null,
      seed: seedSecondFactor,
      service: { captcha: true },
      faults: (faults) =>
        faults.next('POST /session/token', { kind: 'json', body: { code: 203, data: 'x' } }),
    })
    const pictures = () => requests.filter(({ path }) => path === '/site/captcha').length
    await user.type(await email(), 'two@example.org')
    await user.type(screen.getByLabelText('Password'), password)
    await user.type(await screen.findByLabelText('Characters in the picture'), 'abcdef{Enter}')
    await screen.findByLabelText('Code')
    const before = pictures()
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(await screen.findByLabelText('Characters in the picture')).toHaveValue('')
    await waitFor(() => expect(pictures()).toBeGreaterThan(before))
  })
})

describe('a session that the service ends', () => {
  it('is renewed by a dialog over the page, and what was asked goes through', async () => {
    const { user, requests } = await renderApp({
      path: '/trash',
      passwords: true,
      isSessionOver: true,
    })
    const dialog = await screen.findByRole('dialog', { name: 'Please sign in again' })
    expect(screen.getByText('Skip to content')).toBeInTheDocument()
    const fields = within(dialog)
    await user.type(fields.getByLabelText('Email'), 'mei@example.org')
    await user.type(fields.getByLabelText('Password'), `${password}{Enter}`)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(await screen.findByRole('button', { name: 'Account of Mei Wang' })).toBeVisible()
    expect(here()).toBe('/trash')
    await waitFor(() =>
      expect(requests.findLast(({ path }) => path === '/user/me')?.status).toBe(200),
    )
    expect(requests.filter(({ path }) => path === '/session/token/refresh')).toHaveLength(1)
  })

  it('names whose session it was, and goes on for that person', async () => {
    const { user, service, client } = await renderApp({ path: '/trash', passwords: true })
    await screen.findByRole('button', { name: 'Account of Mei Wang' })
    service.seed.endSessions()
    void client.invalidateQueries({ queryKey: ['users', 'capacity'] })
    const dialog = await screen.findByRole('dialog', { name: 'Please sign in again' })
    const fields = within(dialog)
    expect(fields.getByLabelText('Email')).toHaveValue('mei@example.org')
    expect(fields.getByLabelText('Password')).toHaveFocus()
    await user.keyboard('{Escape}')
    expect(dialog).toBeInTheDocument()
    await user.type(fields.getByLabelText('Password'), `${password}{Enter}`)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(here()).toBe('/trash')
  })

  it('can be left to somebody else', async () => {
    const { user } = await renderApp({ path: '/trash?q=private', isSessionOver: true })
    await user.click(
      await screen.findByRole('button', { name: 'Sign in as someone else (discards this page)' }),
    )
    await email()
    expect(here()).toBe('/sign-in')
    expect(sessionStorage.getItem('latchkey.session')).toBeNull()
  })
})
