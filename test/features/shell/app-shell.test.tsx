import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { setSession } from '#src/api/current-session.ts'
import { ApiError, TransportError } from '#src/contract/errors.ts'
import { showToast } from '#src/jobs/messages/toasts.ts'
import { announce } from '#src/ui/announcements/announce.ts'
import { setMedia } from '../../dom/dom-state.ts'
import { here, renderApp, requestTo } from '../../dom/harness.tsx'

const account = () => screen.findByRole('button', { name: 'Account of Mei Wang' })

describe('the frame', () => {
  it('leads to the three places, and marks the one I am at', async () => {
    const { user } = await renderApp({ path: '/trash' })
    const nav = await screen.findByRole('navigation', { name: 'Main' })
    expect(within(nav).getByRole('link', { name: 'Trash' })).toHaveAttribute('aria-current', 'page')
    await user.click(within(nav).getByRole('link', { name: 'Files' }))
    await waitFor(() => expect(window.location.pathname).toBe('/files'))
    await waitFor(() =>
      expect(within(nav).getByRole('link', { name: 'Files' })).toHaveAttribute(
        'aria-current',
        'page',
      ),
    )
  })

  it('G3 opens the first page at the root, without a warning in the console', async () => {
    const warn = vi.spyOn(console, 'warn')
    onTestFinished(() => warn.mockRestore())
    await renderApp({ path: '/' })
    await account()
    await waitFor(() => expect(window.location.pathname).toBe('/shares'))
    expect(warn).not.toHaveBeenCalled()
  })

  it('says what the account was given, and how much of it is used', async () => {
    await renderApp({
      path: '/trash',
      seed: ({ service, mei }) => {
        service.seed.addFile(mei, ['big.bin'], { size: Math.round(27.9 * 1024 ** 3) })
      },
    })
    const meter = await screen.findByRole('meter', { name: 'Storage' })
    expect(meter).toHaveAttribute('aria-valuetext', '27.9\u00a0GB of 100\u00a0GB')
  })

  it('lets me skip to the content', async () => {
    const { user } = await renderApp({ path: '/trash' })
    await account()
    await user.tab()
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('main')).toHaveFocus()
    expect(here()).toBe('/trash')
  })

  it('keeps language, theme and density in the account menu', async () => {
    const { user } = await renderApp({ path: '/trash' })
    await user.click(await account())
    const menu = within(await screen.findByRole('dialog', { name: 'Account' }))
    expect(await menu.findByText('mei@example.org')).toBeVisible()
    await user.click(menu.getByRole('radio', { name: 'Dark' }))
    expect(document.documentElement.dataset['theme']).toBe('dark')
    await user.click(menu.getByRole('radio', { name: 'Compact' }))
    expect(document.documentElement.dataset['density']).toBe('compact')
    await user.click(menu.getByRole('radio', { name: '简体中文' }))
    expect(await screen.findByRole('link', { name: '回收站' })).toBeVisible()
    expect(localStorage.getItem('latchkey.preferences')).toContain('compact')
  })

  it('lists the keys on "?", unless single letters are switched off', async () => {
    const { user } = await renderApp({ path: '/trash' })
    await account()
    await user.keyboard('?')
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(within(dialog).getByText('Copy link')).toBeVisible()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    await user.click(await account())
    await user.click(screen.getByRole('checkbox', { name: 'Single-letter keys' }))
    await user.keyboard('{Escape}')
    await user.keyboard('?')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await user.click(await account())
    await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts…' }))
    const again = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(within(again).queryByText('Copy link')).not.toBeInTheDocument()
    expect(within(again).getByText('Select all')).toBeVisible()
  })

  it('forgets me when I sign out, and says nothing of where I was', async () => {
    const { user, requests, client } = await renderApp({ path: '/trash?q=private' })
    await user.click(await account())
    await user.click(screen.getByRole('button', { name: 'Sign out' }))
    await screen.findByLabelText('Email')
    expect(here()).toBe('/sign-in')
    expect(sessionStorage.getItem('latchkey.session')).toBeNull()
    expect(client.getQueryData(['users', 'me'])).toBeUndefined()
    expect((await requestTo(requests, 'DELETE', '/session/token')).method).toBe('DELETE')
  })

  it('leaves nothing that was to be announced to me for whoever comes next', async () => {
    await renderApp({ path: '/trash' })
    await account()
    // What the page, or another test, has just said keeps it waiting, and what the page says then takes its place.
    await waitFor(() => {
      act(() => announce('first'))
      expect(screen.getByText('first')).toBeInTheDocument()
    })
    // The second one waits, since the first has just been said.
    act(() => announce('second'))
    expect(screen.queryByText('second')).toBeNull()
    act(() => setSession({ status: 'active', userId: 'another' }))
    expect(screen.queryByText(/^(?:first|second)$/)).toBeNull()
    await new Promise((resolve) => setTimeout(resolve, 2_100))
    expect(screen.queryByText(/^(?:first|second)$/)).toBeNull()
  })

  it('says when I am offline, and when I am back', async () => {
    await renderApp({ path: '/trash' })
    await account()
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    onTestFinished(() => onLine.mockRestore())
    act(() => void window.dispatchEvent(new Event('offline')))
    expect(screen.getByText(/You are offline/)).toBeVisible()
    onLine.mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    expect(screen.queryByText(/You are offline/)).not.toBeInTheDocument()
  })

  it('says what did not work while I was offline until I am back', async () => {
    await renderApp({ path: '/trash' })
    await account()
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    onTestFinished(() => onLine.mockRestore())
    const failureContext = { kind: 'notLoaded', what: 'list' } as const
    const error = new TransportError('network')
    act(() => void showToast({ kind: 'failed', error, failureContext }))
    act(() => void window.dispatchEvent(new Event('offline')))
    expect(await screen.findByText('You are offline.')).toBeVisible()
    onLine.mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(screen.queryByText('You are offline.')).toBeNull())
  })

  it('has four tabs and my account on a phone', async () => {
    setMedia('(max-width: 639.98px)', true)
    const { user } = await renderApp({ path: '/trash' })
    const nav = await screen.findByRole('navigation', { name: 'Main' })
    expect(within(nav).getAllByRole('link')).toHaveLength(4)
    await user.click(await account())
    expect(screen.getByRole('button', { name: 'Sign out' })).toBeVisible()
  })

  it('says that there is no such page, and leads back', async () => {
    const { user } = await renderApp({ path: '/nowhere' })
    expect(await screen.findByText('Page not found')).toBeVisible()
    expect(document.title).toBe('Page not found · Latchkey')
    await user.click(screen.getByRole('link', { name: 'Go to Shares' }))
    await waitFor(() => expect(here()).toBe('/shares'))
  })
})

describe('messages', () => {
  it('keep a failure until I dismiss it, with its id a click away', async () => {
    const { user } = await renderApp({ path: '/trash' })
    await account()
    act(() => {
      showToast({
        kind: 'failed',
        error: new ApiError({ code: 40051, message: 'no space', correlationId: 'abc-123' }),
        failureContext: { kind: 'notLoaded', what: 'trash' },
      })
    })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('The trash could not be refreshed.')
    expect(alert).toHaveTextContent('There is not enough storage left.')
    await user.click(within(alert).getByText('Details'))
    expect(within(alert).getByText('abc-123')).toBeVisible()
    expect(within(alert).getByRole('button', { name: 'Copy ID' })).toBeVisible()
    await user.click(within(alert).getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('let a success go by itself, but not while I point at it', async () => {
    const { user } = await renderApp({ path: '/trash' })
    await account()
    act(() => void showToast({ kind: 'done', key: 'copied', values: { count: 2 } }))
    const toast = await screen.findByText('2 links copied')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    await user.hover(toast)
    act(() => void vi.advanceTimersByTime(8000))
    expect(toast).toBeVisible()
    await user.unhover(toast)
    act(() => void vi.advanceTimersByTime(7100))
    expect(toast).not.toBeInTheDocument()
  })
})
