import { expect, it, vi } from 'vitest'
import { currentSession } from '#src/api/current-session.ts'
import { endRetryWaits } from '#src/api/retry-requests.ts'
import { startSession } from '#src/api/tokens.ts'
import { eventStreamClient } from '#src/api/wire/event-stream.ts'
import { domState } from '../../dom/dom-state.ts'
import type { Fault, LoggedRequest } from '../../dom/network.ts'
import { addLocks, setUp } from './event-fixtures.ts'

it('G12 two tabs share one stream, and the second one takes over when the first is closed', async () => {
  addLocks()
  const { service, userId, streams, isOpen, tab } = await setUp()
  const first = tab()
  const second = tab()
  await isOpen(1)
  service.seed.addFile(userId, ['a'])
  await vi.waitFor(() => expect([first.seen.changes, second.seen.changes]).toEqual([1, 1]), {
    timeout: 15_000,
  })
  expect(streams()).toHaveLength(1)
  const firstStreams = () => [first.seen.firstStreams, second.seen.firstStreams]
  await vi.waitFor(() => expect(firstStreams()).toEqual([1, 1]), { timeout: 15_000 })
  first.close()
  await isOpen(2)
  // Changes made while there was no stream were not reported.
  await vi.waitFor(() => expect(second.seen.changes).toBe(2), { timeout: 15_000 })
  service.seed.addFile(userId, ['b'])
  await vi.waitFor(() => expect(second.seen.changes).toBe(3), { timeout: 15_000 })
  expect(first.seen.changes).toBe(1)
  expect(firstStreams()).toEqual([1, 1])
})

/** Returns a function that shows or hides the tab. */
function setShown() {
  let isHidden = false
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
  domState.cleanups.push(() => Reflect.deleteProperty(document, 'hidden'))
  return (shown: boolean) => {
    isHidden = !shown
    document.dispatchEvent(new Event('visibilitychange'))
  }
}

it('G12 a tab that has been hidden for five minutes leaves the stream, and takes it up when it is shown', async () => {
  addLocks()
  const { isOpen, streams, tab } = await setUp()
  const show = setShown()
  const { seen } = tab()
  await isOpen(1)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  show(false)
  vi.advanceTimersByTime(5 * 60_000 - 1)
  show(true)
  expect(streams()).toHaveLength(1)
  show(false)
  vi.advanceTimersByTime(5 * 60_000)
  vi.useRealTimers()
  // A stream that had not been left would not be opened again.
  show(true)
  await isOpen(2)
  await vi.waitFor(() => expect(seen.changes).toBe(1), { timeout: 15_000 })
})

it('G12 a hidden tab does not wait for the stream of another one, and a tab that is shown waits once', async () => {
  const locks = addLocks()
  const { userId, streams, tab } = await setUp()
  void navigator.locks.request(`latchkey.events.${userId}`, () => new Promise(() => {}))
  await vi.waitFor(() => expect(locks.waiting).toBe(0))
  const show = setShown()
  tab()
  expect(locks.waiting).toBe(1)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (let time = 0; time < 3; time++) {
    show(false)
    vi.advanceTimersByTime(5 * 60_000)
    await vi.waitFor(() => expect(locks.waiting).toBe(0))
    show(true)
    expect(locks.waiting).toBe(1)
  }
  expect(streams()).toEqual([])
})

it('G12 a stream that breaks is opened again, and one that is refused is not', async () => {
  addLocks()
  const { faults, isOpen, streams, tab } = await setUp()
  let cut = () => {}
  const when = new Promise<void>((resolve) => (cut = resolve))
  faults.next('GET /file/events', { kind: 'cut', when })
  const { seen } = tab()
  await isOpen(1)
  cut()
  await isOpen(2)
  await vi.waitFor(() => expect(seen.changes).toBe(1), { timeout: 15_000 })
  faults.always('GET /file/events', { kind: 'status', status: 404 })
  const other = await setUp()
  other.faults.always('GET /file/events', { kind: 'status', status: 404 })
  other.tab()
  await vi.waitFor(() => expect(other.streams().at(-1)?.status).toBe(404), { timeout: 15_000 })
  document.dispatchEvent(new Event('visibilitychange'))
  expect(other.streams()).toHaveLength(1)
  expect(streams()).toHaveLength(2)
})

it('G12 what has changed before a stream that could not be opened at once is in none of its events', async () => {
  addLocks()
  const { faults, streams, tab } = await setUp()
  faults.next('GET /file/events', { kind: 'status', status: 500 })
  const { seen } = tab()
  await vi.waitFor(() => expect(streams().map(({ status }) => status)).toEqual([500, 200]), {
    timeout: 10_000,
  })
  await vi.waitFor(() => expect(seen).toEqual({ changes: 1, firstStreams: 1 }), { timeout: 15_000 })
})

it.each([
  ['for a while', () => vi.advanceTimersByTime(5 * 60_000)],
  ['until the network is back', () => dispatchEvent(new Event('online'))],
])('G12 a service whose streams end as soon as they begin is left alone %s', async (_, pass) => {
  addLocks()
  const { faults, streams, tab } = await setUp()
  const cutNext = () => {
    let cut = () => {}
    const when = new Promise<void>((resolve) => (cut = resolve))
    faults.next('GET /file/events', { kind: 'cut', when })
    return cut
  }
  let cut = cutNext()
  tab()
  for (let count = 1; count <= 5; count++) {
    await vi.waitFor(
      () => {
        endRetryWaits()
        expect(streams()).toHaveLength(count)
        expect(eventStreamClient.id).toBeDefined()
      },
      { timeout: 10_000 },
    )
    const end = cut
    cut = cutNext()
    if (count === 5) vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    end()
    await vi.waitFor(() => expect(eventStreamClient.id).toBeUndefined(), { timeout: 10_000 })
  }
  for (let turn = 0; turn < 20; turn++) {
    endRetryWaits()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(streams()).toHaveLength(5)
  pass()
  await vi.waitFor(() => expect(streams()).toHaveLength(6))
})

it('G12 a tab in which the browser denies locks reads a stream of its own', async () => {
  const deny = () => Promise.reject(new DOMException('The request was denied.', 'SecurityError'))
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request: deny } })
  domState.cleanups.push(() => Reflect.deleteProperty(navigator, 'locks'))
  const { isOpen, tab } = await setUp()
  tab()
  await isOpen(1)
})

const opensLater = (streams: () => readonly LoggedRequest[]) =>
  vi.waitFor(
    () => {
      endRetryWaits()
      expect(streams().at(-1)?.status).toBe(200)
      expect(eventStreamClient.id).toBeDefined()
    },
    { timeout: 10_000 },
  )

it.each<[string, Fault]>([
  ['is busy (429)', { kind: 'status', status: 429 }],
  ['fails (500)', { kind: 'status', status: 500 }],
  ['has a failing database', { kind: 'json', body: { code: 50001, msg: 'database failure' } }],
  ['is hidden by the page of a proxy', { kind: 'html' }],
  ['does not accept the bearer any more', { kind: 'json', body: { code: 401, msg: 'sign in' } }],
])('G12 asks again for events where the service %s', async (_, fault) => {
  addLocks()
  const { faults, service, streams, tab, userId } = await setUp()
  faults.next('GET /file/events', fault)
  const { seen } = tab()
  await opensLater(streams)
  expect(streams()).toHaveLength(2)
  service.seed.addFile(userId, ['a'])
  await vi.waitFor(() => expect(seen.changes).toBe(1), { timeout: 10_000 })
})

it('G12 asks again for events where no answer comes in time', async () => {
  addLocks()
  const { faults, streams, tab } = await setUp()
  faults.next('GET /file/events', { kind: 'stall' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  tab()
  await vi.waitFor(() => expect(streams()).toHaveLength(1))
  vi.advanceTimersByTime(30_000)
  vi.useRealTimers()
  await vi.waitFor(() => expect(streams().length).toBeGreaterThan(0))
  await opensLater(streams)
})

it('G12 follows the events again once somebody whose session had ended has signed in', async () => {
  addLocks()
  const { faults, service, streams, tab, userId } = await setUp()
  faults.next('GET /file/events', { kind: 'json', body: { code: 401, msg: 'sign in' } })
  faults.next('POST /session/token/refresh', { kind: 'json', body: { code: 40020, msg: 'over' } })
  const { seen } = tab()
  await vi.waitFor(() => expect(currentSession().status).toBe('ended'))
  startSession(await service.seed.mintToken(userId), userId, false)
  await opensLater(streams)
  service.seed.addFile(userId, ['a'])
  await vi.waitFor(() => expect(seen.changes).toBe(1), { timeout: 10_000 })
})
