import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  here,
  renderApp,
  type Fault,
  type LoggedRequest,
  type RenderOptions,
  type Sent,
  type Backend,
} from '../harness.tsx'

const page = (options: RenderOptions) => renderApp({ path: '/shares', ...options })
const names = () =>
  within(screen.getByRole('grid'))
    .getAllByRole('row')
    .slice(1)
    .map((one) => one.getAttribute('aria-label'))

const many = (count: number) => (backend: Backend) =>
  backend.service.seed.transaction(() => {
    for (let n = 1; n <= count; n++)
      backend.service.seed.addShare(backend.service.seed.addFile(backend.mei, [`file ${n}.txt`]))
  })
// The code of the details comes with the first that are opened.
/** Opens the details of the focused row and waits for them. */
const enter = async (user: { keyboard(keys: string): Promise<void> }) => {
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.querySelector('aside, dialog[open]')).not.toBeNull())
}

const isShareList = (sent: Sent) => sent.method === 'GET' && sent.path === '/share'
const isLaterPage = (sent: Sent) => isShareList(sent) && sent.query.has('next_page_token')
const toList = (requests: readonly LoggedRequest[]) =>
  requests.filter(({ path }) => path === '/share')

/** Pauses between tries are waited for at once. */
function hurry(): void {
  const real = globalThis.setTimeout
  const hurried = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((run: () => void, ms = 0, ...rest: never[]) =>
      real(run, ms >= 250 && ms < 4_500 ? 5 : ms, ...rest)) as typeof setTimeout)
  onTestFinished(() => hurried.mockRestore())
}

const refusal = (code: number) => ({ code, msg: 'no', error: 'no', correlation_id: 'c-1' })

describe('the service at start', () => {
  it.each<[string, Fault, RegExp]>([
    ['cannot be reached', { kind: 'drop' }, /could not be reached/],
    ['answers 500', { kind: 'status', status: 500 }, /not available right now/],
    ['answers 502', { kind: 'status', status: 502 }, /not available right now/],
    ['answers 503', { kind: 'status', status: 503 }, /not available right now/],
    [
      'answers 429',
      { kind: 'status', status: 429, headers: { 'retry-after': '1' } },
      /Too many requests/,
    ],
    ['is hidden by a page of a proxy', { kind: 'html' }, /does not understand/],
    ['answers with half a text', { kind: 'truncate' }, /does not understand/],
    ['answers null', { kind: 'json', body: null }, /does not understand/],
    ['answers a list', { kind: 'json', body: [] }, /does not understand/],
    ['answers without data', { kind: 'json', body: { code: 0, msg: '' } }, /does not understand/],
    ['refuses for a reason of its own', { kind: 'json', body: refusal(50001) }, /./],
    ['refuses with a code unknown here', { kind: 'json', body: refusal(59_999) }, /59999/],
  ])('%s: the page says so, and Retry brings the list', async (_title, fault, words) => {
    hurry()
    const { user, faults } = await page({
      seed: many(3),
      faults: (faults) => faults.always(isShareList, fault),
    })
    const face = await screen.findByRole('alert')
    expect(face).toHaveTextContent('Your links could not be loaded')
    expect(face).toHaveTextContent(words)
    expect(within(face).getByRole('button', { name: 'Copy ID' })).toBeInTheDocument()
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    faults.clear()
    await user.click(within(face).getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(names()).toHaveLength(3))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('is away for long: why it is away stays in sight, and the list comes by itself', async () => {
    hurry()
    const real = globalThis.setInterval
    const hurried = vi
      .spyOn(globalThis, 'setInterval')
      .mockImplementation((run: () => void, ms = 0) => real(run, ms === 5_000 ? 40 : ms))
    onTestFinished(() => hurried.mockRestore())
    const { faults, requests } = await page({
      seed: many(3),
      faults: (switched) => switched.always(isShareList, { kind: 'status', status: 502 }),
    })
    const face = await screen.findByRole('alert')
    within(face).getByRole('button', { name: 'Retry' }).focus()
    const tries = toList(requests).length
    await waitFor(() => expect(toList(requests).length).toBeGreaterThan(tries + 3))
    expect(face).toBeInTheDocument()
    expect(within(face).getByRole('button', { name: 'Retry' })).toHaveFocus()
    faults.clear()
    await waitFor(() => expect(names()).toHaveLength(3))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('recovers by itself from a single 503, after the time it asked for', async () => {
    const { requests } = await page({
      isStrict: false,
      seed: many(2),
      faults: (faults) =>
        faults.next(isShareList, { kind: 'status', status: 503, headers: { 'retry-after': '1' } }),
    })
    await waitFor(() => expect(names()).toHaveLength(2))
    const [first, second] = toList(requests).map(({ at }) => at)
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(900)
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})

describe('in the middle of the walk', () => {
  it.each<[string, Fault]>([
    ['the service goes down', { kind: 'drop' }],
    ['the service answers 502', { kind: 'status', status: 502 }],
    ['a proxy answers', { kind: 'html' }],
    ['an answer is cut', { kind: 'truncate' }],
    ['the cursor has expired', { kind: 'json', body: refusal(50001) }],
  ])('%s: the rows so far stay, and Retry completes the list', async (_title, fault) => {
    hurry()
    const { user, faults } = await page({
      seed: many(230),
      faults: (faults) => faults.always(isLaterPage, fault),
    })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('The rest could not be loaded.')
    expect(screen.getByText('100 so far')).toBeInTheDocument()
    expect(screen.getByRole('row', { name: 'file 230.txt' })).toBeInTheDocument()
    faults.clear()
    await user.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('230 links')).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('a cursor that repeats ends in a question, not in a loop', async () => {
    const share = (id: string) => ({
      id,
      name: `${id}.txt`,
      visited: 0,
      expired: false,
      unlocked: true,
      source_type: 0,
      created_at: '2026-03-01T12:00:00Z',
      url: `http://localhost/s/${id}`,
    })
    const pagination = { page: 0, page_size: 100, is_cursor: true, next_token: 'same' }
    const { requests } = await page({
      faults: (faults) =>
        faults.always(isShareList, {
          kind: 'json',
          body: { code: 0, msg: '', data: { shares: [share('a'), share('b')], pagination } },
        }),
    })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('The rest could not be loaded.')
    expect(within(alert).getByRole('button', { name: 'Retry' })).toBeInTheDocument()
    expect(names()).toEqual(['a.txt', 'b.txt'])
    expect(toList(requests).length).toBeLessThan(5)
  })

  it('a failed refresh keeps what is on the screen and says so', async () => {
    hurry()
    const { user, faults } = await page({ seed: many(3) })
    await waitFor(() => expect(names()).toHaveLength(3))
    faults.always(isShareList, { kind: 'drop' })
    await user.keyboard('r')
    const alert = await screen.findByRole('alert')
    expect(names()).toHaveLength(3)
    faults.clear()
    await user.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('3 links')).toBeInTheDocument()
  })

  it('signing out stops it', async () => {
    const { user, faults, requests } = await page({
      seed: many(1_500),
      faults: (faults) => faults.always(isLaterPage, { kind: 'delay', ms: 150 }),
    })
    await screen.findByText(/so far/)
    await user.click(await screen.findByRole('button', { name: 'Account of Mei Wang' }))
    await user.click(await screen.findByText('Sign out'))
    await waitFor(() => expect(here()).toBe('/sign-in'))
    faults.clear()
    const asked = toList(requests).length
    await act(async () => {
      await new Promise((resolve) => setTimeout(resolve, 400))
    })
    expect(toList(requests)).toHaveLength(asked)
    expect(screen.queryByText(/file \d/)).not.toBeInTheDocument()
  })
})

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
  const answering = (shares: unknown): RenderOptions => ({
    faults: (faults) => {
      const data = { shares, pagination: { page: 0, page_size: 100, is_cursor: true } }
      faults.always(isShareList, { kind: 'json', body: { code: 0, msg: '', data } })
      if (Array.isArray(shares))
        faults.always('GET /share/info/*', {
          kind: 'json',
          body: { code: 0, msg: '', data: shares[0] as unknown },
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

  it('an honest link is something to click, away from this page', async () => {
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
    const { user } = await page({ seed: many(3) })
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
    const { user } = await page({ seed: many(2) })
    await screen.findByRole('grid')
    const refused = vi
      .spyOn(navigator.clipboard, 'writeText')
      .mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    onTestFinished(() => refused.mockRestore())
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    await user.click(screen.getByRole('button', { name: 'Copy links' }))
    await user.click(await screen.findByRole('menuitem', { name: 'As lines' }))
    const dialog = await screen.findByRole('dialog')
    const field = within(dialog).getByRole<HTMLTextAreaElement>('textbox')
    expect(field.value.split('\n')).toHaveLength(2)
    expect(screen.queryByText(/links copied/)).not.toBeInTheDocument()
  })
})
