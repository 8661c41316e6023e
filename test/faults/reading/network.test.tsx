import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { controlTimers, passTime } from '../../dom/dom-timers.ts'
import { here } from '../../dom/harness.tsx'
import { type Fault, type LoggedRequest, type Sent, held } from '../../dom/network.ts'
import { page, names, many } from '../../pages/shares/fixtures.tsx'
import { linksOfMei } from '../../processes/service-api.ts'

const day = 86_400_000
const isLaterPage = (sent: Sent) =>
  sent.method === 'GET' && sent.path === '/share' && sent.query.has('next_page_token')
const toList = (requests: readonly LoggedRequest[]) =>
  requests.filter(({ path }) => path === '/share')

const refusal = (code: number) => ({ code, msg: 'no', error: 'no', correlation_id: 'c-1' })

/** In ms: by then, a read that fails has been tried for the last time. */
const lastTry = 5_000

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
    ['is hidden by a page of a proxy', { kind: 'html' }, /cannot read/],
    ['answers with half a text', { kind: 'truncate' }, /cannot read/],
    ['answers null', { kind: 'json', body: null }, /cannot read/],
    ['answers a list', { kind: 'json', body: [] }, /cannot read/],
    ['answers without data', { kind: 'json', body: { code: 0, msg: '' } }, /cannot read/],
    ['refuses for a reason of its own', { kind: 'json', body: refusal(50001) }, /./],
    ['refuses with a code unknown here', { kind: 'json', body: refusal(59_999) }, /59999/],
    [
      'answers a plain 404',
      { kind: 'status', status: 404, headers: { 'content-type': 'text/plain' }, body: '404' },
      /./,
    ],
    [
      'answers two JSON documents in one',
      {
        kind: 'status',
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: '{"code":40001,"msg":"x"}{"code":0,"msg":""}',
      },
      /cannot read/,
    ],
  ])('rule 9.7 %s: the page says so, and Retry brings the list', async (_title, fault, words) => {
    controlTimers()
    const { user, faults } = await page({
      seed: (backend) => many(backend, 3),
      faults: (faults) => faults.always('GET /share', fault),
    })
    await passTime(lastTry)
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
    controlTimers()
    const { faults, requests } = await page({
      seed: (backend) => many(backend, 3),
      faults: (switched) => switched.always('GET /share', { kind: 'status', status: 502 }),
    })
    await passTime(lastTry)
    const face = await screen.findByRole('alert')
    within(face).getByRole('button', { name: 'Retry' }).focus()
    const tries = toList(requests).length
    await passTime(25_000)
    expect(toList(requests).length).toBeGreaterThan(tries + 3)
    expect(face).toBeInTheDocument()
    expect(within(face).getByRole('button', { name: 'Retry' })).toHaveFocus()
    faults.clear()
    await passTime(5_000)
    await waitFor(() => expect(names()).toHaveLength(3))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('recovers by itself from a single 503, after the time it asked for', async () => {
    const { requests } = await page({
      isStrict: false,
      seed: (backend) => many(backend, 2),
      faults: (faults) =>
        faults.next('GET /share', { kind: 'status', status: 503, headers: { 'retry-after': '1' } }),
    })
    await waitFor(() => expect(names()).toHaveLength(2))
    const [first, second] = toList(requests).map(({ at }) => at)
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(900)
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it.each([
    ['right', 0],
    ['a day behind', day],
    ['a day ahead', -day],
  ])(
    'recovers at the time of the day that it named, with a clock that is %s',
    async (_, clockOffsetMs) => {
      const at = Date.now() + clockOffsetMs
      const headers = {
        date: new Date(at).toUTCString(),
        'retry-after': new Date(at + 2_500).toUTCString(),
      }
      const { requests } = await page({
        isStrict: false,
        clockOffsetMs,
        seed: (backend) => many(backend, 2),
        faults: (faults) => faults.next('GET /share', { kind: 'status', status: 503, headers }),
      })
      await waitFor(() => expect(names()).toHaveLength(2))
      const [first, second] = toList(requests).map((request) => request.at)
      expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(900)
    },
  )
})

describe('while a list is loading', () => {
  it.each<[string, Fault]>([
    ['the service goes down', { kind: 'drop' }],
    ['the service answers 502', { kind: 'status', status: 502 }],
    ['a proxy answers', { kind: 'html' }],
    ['an answer is cut', { kind: 'truncate' }],
    ['the cursor has expired', { kind: 'json', body: refusal(50001) }],
  ])('%s: the rows so far stay, and Retry completes the list', async (_title, fault) => {
    controlTimers()
    const { user, faults } = await page({
      seed: (backend) => many(backend, 230),
      faults: (faults) => faults.always(isLaterPage, fault),
    })
    await screen.findByText('100 so far')
    await passTime(lastTry)
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
        faults.always('GET /share', {
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
    controlTimers()
    const { user, faults } = await page({ seed: (backend) => many(backend, 3) })
    await waitFor(() => expect(names()).toHaveLength(3))
    faults.always('GET /share', { kind: 'drop' })
    await user.keyboard('r')
    await passTime(lastTry)
    const alert = await screen.findByRole('alert')
    expect(names()).toHaveLength(3)
    faults.clear()
    await user.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('3 links')).toBeInTheDocument()
  })

  it('signing out stops it', async () => {
    const later = held()
    const { user, requests, service, mei } = await page({
      seed: (backend) => many(backend, 1_500),
      faults: (faults) => faults.always(isLaterPage, later.fault),
    })
    await screen.findByText(/so far/)
    await user.click(await screen.findByRole('button', { name: 'Account of Mei Wang' }))
    await user.click(await screen.findByText('Sign out'))
    await waitFor(() => expect(here()).toBe('/sign-in'))
    const asked = toList(requests).length
    later.free()
    // The service answers in turn: what the page still asked for would be among the requests by then.
    for (let turn = 0; turn < 5; turn++) await linksOfMei({ service, mei })
    expect(toList(requests)).toHaveLength(asked)
    expect(screen.queryByText(/file \d/)).not.toBeInTheDocument()
  })
})
