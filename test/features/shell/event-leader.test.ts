import { afterEach, expect, it, vi } from 'vitest'
import { createEmptyItem } from '#src/api/files/files.ts'
import { endRetryWaits } from '#src/api/retry-requests.ts'
import { resetTokensAndSession, startSession } from '#src/api/tokens.ts'
import { eventStreamClient, reportWrite } from '#src/api/wire/event-stream.ts'
import { subscribeToEvents } from '#src/features/shell/live/event-leader.ts'
import { createEmbeddedService } from '#src/server/service.ts'
import { connect, FaultSwitch, type LoggedRequest } from '../../dom/network.ts'

const realFetch = globalThis.fetch
const undo: (() => void)[] = []
afterEach(() => {
  for (const each of undo.splice(0).reverse()) each()
  globalThis.fetch = realFetch
  resetTokensAndSession()
  vi.useRealTimers()
})

/** Web Locks, as far as an exclusive lock that is waited for. jsdom has none. */
function addLocks(): void {
  const held = new Map<string, Promise<unknown>>()
  const request = async (
    name: string,
    { signal }: { signal: AbortSignal },
    work: () => Promise<unknown>,
  ) => {
    const before = held.get(name) ?? Promise.resolve()
    const mine = before.then(() => (signal.aborted ? undefined : work()))
    held.set(
      name,
      mine.catch(() => undefined),
    )
    return mine
  }
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
  undo.push(() => Reflect.deleteProperty(navigator, 'locks'))
}

/** The wires of a service with one user, who is signed in. */
async function setUp() {
  const service = await createEmbeddedService({
    dir: ':memory:',
    passwordCost: 4,
    eventDelayMs: 20,
  })
  const userId = service.seed.addUser({ email: 'mei@example.org', nickname: 'Mei' })
  startSession(await service.seed.mintToken(userId), userId, false)
  const requests: LoggedRequest[] = []
  const faults = new FaultSwitch()
  globalThis.fetch = connect(service, faults, requests).fetch
  undo.push(() => service.close())
  const tab = () => {
    const seen = { changes: 0 }
    const close = subscribeToEvents(userId, () => seen.changes++)
    undo.push(close)
    return { seen, close }
  }
  const streams = () => requests.filter(({ path }) => path === '/file/events')
  const isOpen = (count: number) =>
    // A stream that broke is opened again after a pause.
    vi.waitFor(
      () => expect(streams().map(({ status }) => status)).toEqual(Array(count).fill(200)),
      { timeout: 10_000 },
    )
  return { service, userId, faults, streams, isOpen, tab }
}

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
  first.close()
  await isOpen(2)
  // Changes made while there was no stream were not reported.
  await vi.waitFor(() => expect(second.seen.changes).toBe(2), { timeout: 15_000 })
  service.seed.addFile(userId, ['b'])
  await vi.waitFor(() => expect(second.seen.changes).toBe(3), { timeout: 15_000 })
  expect(first.seen.changes).toBe(1)
})

it('G12 a tab that has been hidden for five minutes leaves the stream, and takes it up when it is shown', async () => {
  addLocks()
  const { isOpen, streams, tab } = await setUp()
  let isHidden = false
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
  undo.push(() => Reflect.deleteProperty(document, 'hidden'))
  const show = (shown: boolean) => {
    isHidden = !shown
    document.dispatchEvent(new Event('visibilitychange'))
  }
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

it('G12 a service whose streams end as soon as they begin is left alone', async () => {
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
    end()
    await vi.waitFor(() => expect(eventStreamClient.id).toBeUndefined(), { timeout: 10_000 })
  }
  for (let turn = 0; turn < 20; turn++) {
    endRetryWaits()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(streams()).toHaveLength(5)
})

/** A tab without a stream, and how often another one has heard of a change. */
async function listenToTab() {
  const { userId, faults, tab } = await setUp()
  faults.always('GET /file/events', { kind: 'status', status: 404 })
  const heard: unknown[] = []
  const channel = new BroadcastChannel(`latchkey.events.${userId}`)
  undo.push(() => channel.close())
  channel.addEventListener('message', ({ data }: MessageEvent<{ type: string }>) => {
    if (data.type === 'changed') heard.push(data)
  })
  return {
    tab,
    heard,
    /** Lets time pass, and messages arrive. */
    pass: async (ms: number) => {
      vi.advanceTimersByTime(ms)
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

it('G12 other tabs hear of what was written before it followed the events, also without a stream', async () => {
  const { tab, heard } = await listenToTab()
  await createEmptyItem('svc://my/Early', 'folder')
  tab()
  await vi.waitFor(() => expect(heard).toHaveLength(1), { timeout: 5_000 })
})

it('G12 other tabs hear of a long row of writes while it goes on', async () => {
  const { tab, heard, pass } = await listenToTab()
  tab()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (let second = 1; second <= 10; second++) {
    reportWrite('/file/restore')
    await pass(1_000)
    if (second === 3) expect(heard).toHaveLength(1)
  }
  expect(heard).toHaveLength(5)
})

it('G12 other tabs hear at once of what was written in a tab that is closed', async () => {
  const { tab, heard, pass } = await listenToTab()
  tab()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  dispatchEvent(new Event('pagehide'))
  await pass(0)
  expect(heard).toHaveLength(0)
  reportWrite('/file/restore')
  dispatchEvent(new Event('pagehide'))
  await pass(0)
  expect(heard).toHaveLength(1)
  await pass(5_000)
  expect(heard).toHaveLength(1)
})

it.each([
  ['/file/wopi/a1B2', 0],
  ['/file/wopi/a1B2/contents', 1],
  ['/file/lock', 0],
  ['/file/url', 0],
  ['/file/viewerSession', 0],
  ['/file/view', 0],
  ['/file/content', 1],
  ['/file/rename', 1],
  ['/share', 0],
])('G12 other tabs hear of a write to %s: %i times', async (path, times) => {
  const { tab, heard, pass } = await listenToTab()
  tab()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  reportWrite(path)
  await pass(2_000)
  expect(heard).toHaveLength(times)
})
