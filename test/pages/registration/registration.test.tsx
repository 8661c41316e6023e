import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { here, renderApp, requestTo } from '../../dom/harness.tsx'
import { createStandInAccounts } from '../../processes/stand-in-accounts.ts'
import { withStandInAccounts } from '../../processes/stand-in-service.ts'

const known = 'mei@example.org'
const stranger = 'nobody@example.org'

async function open(path: string, prepare?: (site: Record<string, unknown>) => void) {
  const stand = createStandInAccounts([known])
  prepare?.(stand.state.site)
  const { between } = withStandInAccounts(stand)
  const app = await renderApp({ path, as: null, between })
  return { app, stand: stand.state }
}
type Opened = Awaited<ReturnType<typeof open>>

const main = () => screen.getByRole('main')
const fill = async ({ app }: Opened, email: string, password?: string) => {
  await app.user.type(await screen.findByLabelText('Email'), email)
  if (password !== undefined) await app.user.type(screen.getByLabelText('Password'), password)
}
const press = ({ app }: Opened, name: string) =>
  app.user.click(within(main()).getByRole('button', { name }))

/** What is on the page, with the address that was typed left out. */
const outcome = async (email: string) => {
  await screen.findByRole('heading', { name: 'Check your mail' })
  return main().textContent.replaceAll(`\u2068${email}\u2069`, '…')
}

describe('A3 signing up', () => {
  it('A3 is offered at sign-in where the site allows it, and so is a new password', async () => {
    const opened = await open('/sign-in')
    await opened.app.user.click(await screen.findByRole('link', { name: 'Sign up' }))
    expect(await screen.findByRole('heading', { name: 'Sign up for Latchkey' })).toBeVisible()
    expect(here()).toBe('/session/signup')
    expect(screen.getByLabelText('Email')).toHaveFocus()
    await opened.app.user.click(screen.getByRole('link', { name: 'Sign in' }))
    await opened.app.user.click(await screen.findByRole('link', { name: 'Forgot your password?' }))
    expect(await screen.findByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  })

  it('A3 neither is offered by the embedded service, whose pages say whom to ask', async () => {
    const app = await renderApp({ path: '/sign-in', as: null })
    await requestTo(app.requests, 'GET', '/site/config/login')
    await screen.findByLabelText('Email')
    expect(within(main()).queryByRole('link')).toBeNull()
  })

  it.each([
    ['/session/signup', 'You cannot sign up here. Ask the administrator for an account.'],
    ['/session/reset', 'Passwords cannot be reset here. Ask the administrator.'],
  ])('A3 %s of the embedded service says whom to ask', async (path, text) => {
    await renderApp({ path, as: null })
    expect(await screen.findByText(text)).toBeVisible()
    expect(screen.queryByLabelText('Email')).toBeNull()
    expect(screen.getByRole('link', { name: 'Go to sign-in' })).toBeVisible()
  })

  it('A3 sends address, password and language, and says the same whether the address has an account or not', async () => {
    const fresh = await open('/session/signup')
    await fill(fresh, stranger, 'open sesame')
    await press(fresh, 'Sign up')
    const first = await outcome(stranger)
    expect(fresh.stand.writes).toEqual([
      {
        line: 'POST /user',
        body: { email: stranger, password: 'open sesame', language: 'en-US' },
      },
    ])
    expect(fresh.stand.mails.map(({ to }) => to)).toEqual([stranger])
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    fresh.app.unmount()

    const taken = await open('/session/signup')
    await fill(taken, known, 'open sesame')
    await press(taken, 'Sign up')
    expect(await outcome(known)).toBe(first)
    expect(taken.stand.mails).toEqual([])
  })

  it.each([0, 203, 40017, 40018, 40021, 40028, 40032, 40033])(
    'A3 answer %i looks like every other',
    async (code) => {
      const opened = await open('/session/signup')
      opened.app.faults.next('POST /user', { kind: 'json', body: { code, msg: 'said' } })
      await fill(opened, stranger, 'open sesame')
      await press(opened, 'Sign up')
      expect(await outcome(stranger)).toContain('If … had no account, it has one now.')
      expect(main().textContent).not.toContain('said')
    },
  )

  it('A3 says what is missing at its field, and sends nothing', async () => {
    const opened = await open('/session/signup', (site) => {
      site['reg_captcha'] = true
    })
    await screen.findByLabelText('Characters in the picture')
    await fill(opened, 'mei@', '12345')
    await press(opened, 'Sign up')
    expect(screen.getByText('Enter a valid email address.')).toBeVisible()
    expect(screen.getByText('A password has 6 to 128 characters.')).toBeVisible()
    expect(screen.getByText('Type the characters in the picture.')).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveFocus()
    expect(opened.stand.writes).toEqual([])
  })

  it.each([
    [
      '/session/signup',
      'Sign up',
      ['请输入有效的邮箱地址。', '密码需为 6 到 128 个字符。', '请输入图中的字符。'],
    ],
    ['/session/reset', 'Send mail', ['请输入有效的邮箱地址。', '请输入图中的字符。']],
    ['/session/reset?id=mei&secret=abc', 'Set password', ['密码需为 6 到 128 个字符。']],
  ])(
    'A3 %s says what is missing in the language that was chosen since',
    async (path, name, problems) => {
      const opened = await open(path, (site) => {
        site['reg_captcha'] = true
        site['forget_captcha'] = true
      })
      const button = await screen.findByRole('button', { name })
      for (const field of screen.queryAllByLabelText('Email'))
        await opened.app.user.type(field, 'mei@')
      await opened.app.user.click(button)
      await opened.app.user.click(screen.getByRole('radio', { name: '简体中文' }))
      for (const problem of problems) expect(await screen.findByText(problem)).toBeVisible()
      expect(opened.stand.writes).toEqual([])
    },
  )

  it('A3 a captcha is asked for where the site wants one; a wrong answer gets another picture', async () => {
    const opened = await open('/session/signup', (site) => {
      site['reg_captcha'] = true
    })
    await fill(opened, stranger, 'open sesame')
    await screen.findByRole('img', { name: 'A picture with characters to type' })
    await opened.app.user.type(screen.getByLabelText('Characters in the picture'), 'wrong')
    await press(opened, 'Sign up')
    expect(await screen.findByText('Wrong characters. Try the new picture.')).toBeVisible()
    expect(screen.getByLabelText('Characters in the picture')).toHaveValue('')
    expect(screen.getByLabelText('Password')).toHaveValue('open sesame')
    await screen.findByRole('img', { name: 'A picture with characters to type' })
    await opened.app.user.type(screen.getByLabelText('Characters in the picture'), 'right')
    await press(opened, 'Sign up')
    await outcome(stranger)
    expect(opened.stand.writes.at(-1)?.body).toMatchObject({
      captcha: 'right',
      ticket: expect.stringMatching(/./),
    })
  })

  it('A3 names the terms of the site, to http addresses only', async () => {
    await open('/session/signup', (site) => {
      site['tos_url'] = 'https://example.org/terms'
      site['privacy_policy_url'] = 'javascript:alert(1)'
    })
    const link = await screen.findByRole('link', { name: 'Terms of use' })
    expect(link).toHaveAttribute('href', 'https://example.org/terms')
    expect(screen.queryByRole('link', { name: 'Privacy' })).toBeNull()
  })

  it('A3 an outage is said, and what was typed is sent at the next try', async () => {
    const opened = await open('/session/signup')
    await fill(opened, stranger, 'open sesame')
    opened.app.faults.next('POST /user', { kind: 'drop' })
    await press(opened, 'Sign up')
    const alert = within(await screen.findByRole('alert'))
    await opened.app.user.click(alert.getByRole('button', { name: 'Retry' }))
    await outcome(stranger)
  })
})

describe('A3 a forgotten password', () => {
  it('A3 says the same for every address', async () => {
    const texts: string[] = []
    for (const email of [known, stranger]) {
      const opened = await open('/session/reset')
      await fill(opened, email)
      await press(opened, 'Send mail')
      texts.push(await outcome(email))
      opened.app.unmount()
    }
    expect(texts[0]).toBe(texts[1])
    expect(texts[0]).toContain('If … has an account, a mail with a link is on its way.')
  })

  it.each([40017, 40018, 40021, 40028])('A3 answer %i looks like success', async (code) => {
    const opened = await open('/session/reset')
    opened.app.faults.next('POST /user/reset', { kind: 'json', body: { code, msg: 'said' } })
    await fill(opened, known)
    await press(opened, 'Send mail')
    expect(await outcome(known)).toContain('a mail with a link is on its way')
  })

  it('A3 the link of the mail sets another one, once, and its secret leaves the address', async () => {
    const stand = createStandInAccounts([known])
    const { between } = withStandInAccounts(stand)
    stand.answer({
      method: 'POST',
      path: '/user/reset',
      query: new URLSearchParams(),
      body: JSON.stringify({ email: known }),
      isSignedIn: false,
    })
    const path = stand.state.mails[0]?.link ?? ''
    expect(path).toMatch(/^\/session\/reset\?id=u1&secret=secret-/)
    for (const isGood of [true, false]) {
      const app = await renderApp({ path, as: null, between })
      expect(await screen.findByRole('heading', { name: 'Choose a new password' })).toBeVisible()
      await waitFor(() => expect(here()).toBe('/session/reset'))
      expect(JSON.stringify([localStorage, sessionStorage, history.state])).not.toContain('secret-')
      await app.user.type(screen.getByLabelText('New password'), 'short')
      await app.user.click(screen.getByRole('button', { name: 'Set password' }))
      expect(screen.getByText('A password has 6 to 128 characters.')).toBeVisible()
      await app.user.type(screen.getByLabelText('New password'), ' no more')
      await app.user.click(screen.getByRole('button', { name: 'Set password' }))
      expect(
        await screen.findByRole('heading', {
          name: isGood ? 'You have a new password' : 'This link is no longer good',
        }),
      ).toBeVisible()
      if (!isGood) expect(screen.getByRole('link', { name: 'Ask for another mail' })).toBeVisible()
      app.unmount()
    }
    expect(stand.state.passwords.get('u1')).toBe('short no more')
  })

  it('A3 an outage keeps the new password and the link', async () => {
    const stand = createStandInAccounts([known])
    const { between } = withStandInAccounts(stand)
    const app = await renderApp({
      path: '/session/reset?id=u1&secret=nothing',
      as: null,
      between,
      faults: (faults) => faults.next('PATCH /user/reset/u1', { kind: 'status', status: 502 }),
    })
    await app.user.type(await screen.findByLabelText('New password'), 'open sesame')
    await app.user.click(screen.getByRole('button', { name: 'Set password' }))
    expect(await screen.findByText('The service is not available right now.')).toBeVisible()
    expect(screen.getByLabelText('New password')).toHaveValue('open sesame')
    await app.user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { name: /no longer good/ })).toBeVisible()
  })
})

describe('A3 confirming an address', () => {
  it('A3 happens when the link is opened; a second time it says what to do', async () => {
    const stand = createStandInAccounts()
    const { between } = withStandInAccounts(stand)
    stand.answer({
      method: 'POST',
      path: '/user',
      query: new URLSearchParams(),
      body: JSON.stringify({ email: stranger, password: 'open sesame' }),
      isSignedIn: false,
    })
    const path = stand.state.mails[0]?.link ?? ''
    const app = await renderApp({ path, as: null, between })
    expect(await screen.findByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
    expect(here()).toBe('/session/activate')
    await app.user.click(screen.getByRole('link', { name: 'Go to sign-in' }))
    expect(await screen.findByLabelText('Password')).toBeVisible()
    app.unmount()
    await renderApp({ path, as: null, between })
    expect(
      await screen.findByRole('heading', { name: 'This link is no longer good' }),
    ).toBeVisible()
    expect(screen.getByText(/Sign in if you can/)).toBeVisible()
  })

  it.each([
    ['an outage', { kind: 'status', status: 403 }],
    ['a problem of the service', { kind: 'json', body: { code: 50001, msg: 'database is busy' } }],
  ] as const)('A3 %s is no verdict: it is asked again', async (_, fault) => {
    const stand = createStandInAccounts()
    const { between } = withStandInAccounts(stand)
    const app = await renderApp({
      path: '/session/activate?id=u1&sign=x',
      as: null,
      between,
      faults: (faults) => faults.always('GET /user/activate/u1', fault),
    })
    expect(
      await screen.findByRole('heading', { name: 'Your address could not be confirmed' }),
    ).toBeVisible()
    app.faults.clear()
    await app.user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { name: /no longer good/ })).toBeVisible()
  })

  it('A3 a link without its parts says so', async () => {
    const { between } = withStandInAccounts()
    await renderApp({ path: '/session/activate', as: null, between })
    expect(await screen.findByRole('heading', { name: /no longer good/ })).toBeVisible()
  })
})
