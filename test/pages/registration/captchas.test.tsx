import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../dom/harness.tsx'
import { setMeta } from '../../dom/meta-tags.ts'
import { createStandInAccounts } from '../../processes/stand-in-accounts.ts'
import { withStandInAccounts } from '../../processes/stand-in-service.ts'

describe('A3 a captcha that is no picture', () => {
  const forms = [
    ['/sign-in', 'login_captcha', '/session'],
    ['/session/signup', 'reg_captcha', '/session/signup'],
    ['/session/reset', 'forget_captcha', '/session/reset'],
  ] as const
  const openForm = async (path: string, asks: string) => {
    const stand = createStandInAccounts()
    Object.assign(stand.state.site, { [asks]: true })
    stand.state.captchaType = 'turnstile'
    const { between } = withStandInAccounts(stand)
    await renderApp({ path, as: null, between })
    await screen.findByText(/a captcha that needs scripts of another site/)
    expect(screen.queryByRole('textbox')).toBeNull()
  }

  it.each(forms)('A3 %s leads to the same form of the server’s own front end', async (...form) => {
    setMeta('classic', 'https://old.example')
    const [path, asks, there] = form
    await openForm(path, asks)
    expect(screen.getByText(/old\.example.*, /)).toBeVisible()
    expect(screen.getByRole('link', { name: /Open in .*old\.example/ })).toHaveAttribute(
      'href',
      `https://old.example${there}`,
    )
  })

  it.each(forms)('A3 %s says whom to ask where there is none', async (path, asks) => {
    await openForm(path, asks)
    expect(screen.getByText(/administrator/)).toBeVisible()
    expect(screen.queryByRole('link', { name: /Open in/ })).toBeNull()
  })

  it('A3 stops only the forms that ask for it', async () => {
    const stand = createStandInAccounts()
    stand.state.site['reg_captcha'] = true
    stand.state.captchaType = 'turnstile'
    const { between } = withStandInAccounts(stand)
    await renderApp({ path: '/session/reset', as: null, between })
    expect(await screen.findByLabelText('Email')).toBeVisible()
    expect(screen.queryByText(/scripts of another site/)).toBeNull()
  })
})
