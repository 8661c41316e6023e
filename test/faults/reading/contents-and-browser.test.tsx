import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type RenderOptions } from '../../dom/harness.tsx'
import { enter, page, names, many } from '../../pages/shares/fixtures.tsx'

describe('what the service may write', () => {
  const share = {
    id: 'abc',
    name: 'plan.pdf',
    visited: 1,
    expired: false,
    unlocked: true,
    source_type: 0,
    owner: { id: 'u', nickname: 'Mei', created_at: '2026-01-01T00:00:00Z' },
    created_at: '2026-03-01T12:00:00Z',
    url: 'http://localhost/s/abc',
    permission_setting: null as unknown,
  }
  const answering = (links: unknown): RenderOptions => ({
    faults: (faults) => {
      const data = { shares: links, pagination: { page: 0, page_size: 100, is_cursor: true } }
      faults.always('GET /share', { kind: 'json', body: { code: 0, msg: '', data } })
      if (Array.isArray(links))
        faults.always('GET /share/info/*', {
          kind: 'json',
          body: { code: 0, msg: '', data: links[0] as unknown },
        })
    },
  })

  it('`shares: null` is an empty list', async () => {
    await page(answering(null))
    expect(await screen.findByText('Links you create appear here.')).toBeInTheDocument()
  })

  it.each<[string, object]>([
    ['an unknown kind of source', { source_type: 7 }],
    ['a kind of source that is a text', { source_type: 'album' }],
    ['no owner', { owner: undefined }],
    ['an owner that is null', { owner: null }],
    ['no permission setting', { permission_setting: undefined }],
    ['numbers beyond 2^53', { visited: 2 ** 60, downloaded: 2 ** 60 }],
    ['a zero date', { created_at: '0001-01-01T00:00:00Z', expires: '0001-01-01T00:00:00Z' }],
    ['a date that is none', { created_at: 'yesterday' }],
    ['fields nobody knows', { mood: 'good', permission_setting: { martians: 'AQ==' } }],
    ['a lone surrogate in its name', { name: 'plan\ud800.pdf' }],
  ])('a link with %s is a row like any other, and opens', async (_title, change) => {
    const { user } = await page(answering([{ ...share, ...change }]))
    const row = await screen.findByRole('row', { name: /^plan/ })
    await user.click(row)
    await enter(user)
    expect(await screen.findByRole('button', { name: 'QR code' })).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,hi',
    '//evil.example/s/abc',
    'https://user:pass@evil.example/s/abc',
    'java\nscript:alert(1)',
  ])('a link to %j is never something to click', async (url) => {
    const { user } = await page(answering([{ ...share, url }]))
    await user.click(await screen.findByRole('row', { name: /^plan/ }))
    await enter(user)
    const panel = await screen.findByRole('complementary')
    expect(within(panel).queryByRole('link')).not.toBeInTheDocument()
    for (const anchor of document.querySelectorAll('a'))
      expect(anchor.href).toMatch(/^http:\/\/localhost/)
  })

  it('a safe link can be clicked and opens outside of this page', async () => {
    const { user } = await page(answering([share]))
    await user.click(await screen.findByRole('row', { name: /^plan/ }))
    await enter(user)
    const panel = await screen.findByRole('complementary')
    const link = within(panel).getByRole('link')
    expect(link).toHaveAttribute('href', 'http://localhost/s/abc')
    expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  })
})

describe('the browser', () => {
  it('that keeps nothing shows the list all the same', async () => {
    const { user } = await page({ seed: (backend) => many(backend, 3) })
    await waitFor(() => expect(names()).toHaveLength(3))
    for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
      const blocked = vi.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException('no', 'SecurityError')
      })
      onTestFinished(() => blocked.mockRestore())
    }
    await user.keyboard('r')
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    expect(screen.getByText('3 selected')).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('that refuses the clipboard leaves the text to be copied by hand', async () => {
    const { user } = await page({ seed: (backend) => many(backend, 2) })
    await screen.findByRole('grid')
    const refused = vi
      .spyOn(navigator.clipboard, 'writeText')
      .mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    onTestFinished(() => refused.mockRestore())
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    await user.click(screen.getByRole('button', { name: 'Copy links' }))
    // The same formats follow once more, with passwords.
    const [lines] = await screen.findAllByRole('menuitem', { name: 'Plain links' })
    await user.click(lines as HTMLElement)
    const dialog = await screen.findByRole('dialog')
    const field = within(dialog).getByRole<HTMLTextAreaElement>('textbox')
    expect(field.value.split('\n')).toHaveLength(2)
    expect(screen.queryByText(/links copied/)).not.toBeInTheDocument()
  })
})
