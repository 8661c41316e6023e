import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { here, renderApp } from '../../dom/harness.tsx'
import { open } from './fixtures.tsx'

describe('F7 opening a share link', () => {
  it('shows what it is and whose, without a session', async () => {
    const { id } = await open({})
    expect(await screen.findByRole('heading', { name: 'Quarterly review.pdf' })).toBeVisible()
    expect(await screen.findByText(/^Shared by \u2068Mei Wang\u2069 · 3\.\d MB$/)).toBeVisible()
    expect(screen.queryByText('Expires')).toBeNull()
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      `/sign-in?to=${encodeURIComponent(`/s/${id}`)}`,
    )
    await waitFor(() => expect(document.title).toBe('Quarterly review.pdf · Latchkey'))
  })

  it('takes the password out of the address at once and keeps it to itself', async () => {
    const { id } = await open({ password: 'open sesame' }, { suffix: '/open%20sesame' })
    expect(here()).toBe(`/s/${id}`)
    expect(await screen.findByRole('heading', { name: 'Quarterly review.pdf' })).toBeVisible()
    expect(document.title).not.toContain('sesame')
    expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('sesame')
    expect(document.body.innerHTML).not.toContain('sesame')
  })

  it('asks for the password, and again when it is wrong', async () => {
    const { user, id } = await open({ password: 'sesame' })
    expect(await screen.findByRole('heading', { name: 'This link is protected' })).toBeVisible()
    const field = screen.getByLabelText('Password')
    await user.type(field, 'barley{Enter}')
    expect(await screen.findByText('Wrong password.')).toBeVisible()
    await user.clear(screen.getByLabelText('Password'))
    await user.type(screen.getByLabelText('Password'), 'sesame{Enter}')
    expect(await screen.findByRole('heading', { name: 'Quarterly review.pdf' })).toBeVisible()
    expect(here()).toBe(`/s/${id}`)
  })

  it('says each time that a password is missing or wrong, and leads back to its field', async () => {
    const { user } = await open({ password: 'sesame' })
    const field = async () => screen.findByLabelText('Password')
    const submit = () => user.click(screen.getByRole('button', { name: 'Continue' }))
    await field()
    await submit()
    expect(screen.getByRole('alert')).toHaveTextContent('Enter your password.')
    expect(await field()).toHaveFocus()
    await user.type(await field(), 'barley{Enter}')
    const first = await screen.findByText('Wrong password.')
    await user.type(await field(), 'barley')
    await submit()
    await waitFor(() => expect(screen.getByText('Wrong password.')).not.toBe(first))
    expect(await field()).toHaveFocus()
  })

  it('keeps the password that was typed when the service is not reached', async () => {
    const { user, faults } = await open({ password: 'sesame' })
    await user.type(await screen.findByLabelText('Password'), 'barley{Enter}')
    await screen.findByText('Wrong password.')
    faults.always(({ path }) => path.startsWith('/share/info/'), { kind: 'drop' })
    await user.type(screen.getByLabelText('Password'), 'barley{Enter}')
    await waitFor(() =>
      expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(/could not be reached/),
    )
    expect(screen.getByLabelText('Password')).toHaveValue('barley')
    faults.clear()
    await user.type(screen.getByLabelText('Password'), '{Enter}')
    expect(await screen.findByText('Wrong password.')).toBeVisible()
  })

  it('says that a link has expired, without an alert', async () => {
    await open({ expires: Date.now() - 1000 })
    expect(await screen.findByText('This link no longer works')).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it.each(['/s/nobody', '/s', '/s/%21%21'])(
    'has another page for an address that no link can have: %s',
    async (path) => {
      await renderApp({ as: null, path })
      expect(await screen.findByRole('heading', { name: 'There is no such link' })).toBeVisible()
      expect(screen.getByText(/^Part of the address is missing or mistyped/)).toBeVisible()
      expect(screen.queryByText(/Ask the sender/)).toBeNull()
    },
  )

  it('has a picture for a mistyped address, and another one for a dead link', async () => {
    const picture = () => screen.getByRole('main').querySelector('svg')?.outerHTML
    const mistyped = await renderApp({ as: null, path: '/s/nobody' })
    await screen.findByRole('heading', { name: 'There is no such link' })
    const ofMistyped = picture()
    mistyped.unmount()
    await open({ expires: Date.now() - 1000 })
    await screen.findByText('This link no longer works')
    expect(ofMistyped).toMatch(/<svg/)
    expect(picture()).toMatch(/<svg/)
    expect(picture()).not.toBe(ofMistyped)
  })

  it('R3 says so as well where the service still describes one that has expired', async () => {
    await renderApp({
      as: null,
      isStrict: false,
      path: '/s/old',
      faults: (faults) =>
        faults.next('GET /share/info/old', {
          kind: 'json',
          body: {
            code: 0,
            data: {
              id: 'old',
              name: 'plan.pdf',
              source_type: 0,
              unlocked: true,
              expired: true,
              created_at: '2026-01-01T00:00:00Z',
              owner: { id: 'a', nickname: 'Mei Wang', created_at: '2026-01-01T00:00:00Z' },
              url: 'http://localhost/s/old',
            },
            msg: '',
          },
        }),
    })
    expect(await screen.findByText('This link no longer works')).toBeVisible()
    expect(screen.getByText(/Ask \u2068Mei Wang\u2069 for a new one\./)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Download' })).toBeNull()
  })

  it('offers Retry when the service cannot be reached', async () => {
    const { user } = await renderApp({
      as: null,
      path: '/s/nobody',
      isStrict: false,
      faults: (faults) => faults.next('GET /share/info/nobody', { kind: 'html' }),
    })
    expect(await screen.findByRole('alert')).toHaveTextContent('This link could not be opened')
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('There is no such link')).toBeVisible()
  })

  it('leads somebody who is signed in to the own shares', async () => {
    const { user } = await open({}, { as: 'lin' })
    await user.click(await screen.findByRole('link', { name: 'Go to my shares' }))
    await waitFor(() => expect(here()).toBe('/shares'))
  })
})
