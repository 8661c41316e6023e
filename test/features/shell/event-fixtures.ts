import { expect, vi } from 'vitest'
import { resetTokensAndSession, startSession } from '#src/api/tokens.ts'
import { subscribeToEvents } from '#src/features/shell/live/event-leader.ts'
import { createEmbeddedService } from '#src/server/service.ts'
import { domState } from '../../dom/dom-state.ts'
import { connect, FaultSwitch, type LoggedRequest } from '../../dom/network.ts'

/** Web Locks, as far as an exclusive lock that is waited for. jsdom has none. */
export function addLocks() {
  const held = new Map<string, Promise<unknown>>()
  const counts = { waiting: 0 }
  type Work = () => Promise<unknown>
  const request = async (name: string, ...rest: [Work] | [{ signal: AbortSignal }, Work]) => {
    const [signal, work] = rest.length === 1 ? [undefined, rest[0]] : [rest[0].signal, rest[1]]
    const before = held.get(name) ?? Promise.resolve()
    const aborted = new Promise<never>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error))
    })
    counts.waiting++
    const turn = Promise.race([before, aborted]).finally(() => counts.waiting--)
    const mine = turn.then(() => work())
    held.set(name, Promise.allSettled([before, mine]))
    return mine
  }
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
  domState.cleanups.push(() => Reflect.deleteProperty(navigator, 'locks'))
  return counts
}

/** The wires of a service with one user, who is signed in. */
export async function setUp() {
  const service = await createEmbeddedService({
    dir: ':memory:',
    passwordCost: 4,
    eventDelayMs: 20,
  })
  const userId = service.seed.addUser({ email: 'mei@example.org', nickname: 'Mei' })
  startSession(await service.seed.mintToken(userId), userId, false)
  const requests: LoggedRequest[] = []
  const faults = new FaultSwitch()
  const realFetch = globalThis.fetch
  globalThis.fetch = connect(service, faults, requests).fetch
  domState.cleanups.push(
    () => service.close(),
    () => {
      globalThis.fetch = realFetch
      resetTokensAndSession()
    },
  )
  const tab = () => {
    const seen = { changes: 0, firstStreams: 0 }
    const close = subscribeToEvents(
      userId,
      () => seen.changes++,
      () => seen.firstStreams++,
    )
    domState.cleanups.push(close)
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
