import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { resetStores } from '#src/api/resets.ts'
import { lookUpWithRetry, waitForRetry } from '#src/api/retry-requests.ts'
import { SessionEndedError, TransportError } from '#src/contract/errors.ts'
import { createUpstreamProxy } from '#src/server/http/upstream/upstream.ts'
import { renderApp } from '../dom/harness.tsx'
import type { Fault, Sent } from '../dom/network.ts'
import { seedTrashedFiles, trashNames } from '../dom/trash-fixtures.ts'
import {
  atWork,
  bytesOf,
  choose,
  ends,
  file,
  isContent,
  isPart,
  listed,
  sent,
} from '../features/uploads/fixtures.tsx'
import { listen } from '../processes/listen.ts'
import { namesAt } from '../processes/service-api.ts'

/*
 * The service is away for a while, and a proxy before it answers in its place. What was begun waits and goes on.
 */

/** What `--upstream` answers while the real server is not there. */
async function ownProxyOutage(): Promise<Fault> {
  const closed = new URL('http://127.0.0.1:1')
  const { port, close } = await listen(createServer(createUpstreamProxy(closed)))
  onTestFinished(close)
  const request = get({ host: '127.0.0.1', port, path: '/api/v4/file', agent: false })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  let body = ''
  for await (const text of answer.setEncoding('utf8')) body += String(text)
  const type = String(answer.headers['content-type'])
  return { kind: 'status', status: answer.statusCode ?? 0, headers: { 'content-type': type }, body }
}

/** What nginx answers in front of a server that is not there. */
const nginxOutage: Fault = {
  kind: 'status',
  status: 502,
  headers: { 'content-type': 'text/html' },
  body: '<html><head><title>502 Bad Gateway</title></head><body><hr><center>nginx</center></body></html>',
}

const isRestore = ({ method, path }: Pick<Sent, 'method' | 'path'>) =>
  method === 'POST' && path === '/file/restore'

describe('R3 an outage in the middle of a restore', () => {
  it.each<[string, () => Fault | Promise<Fault>]>([
    ['our own proxy, which answers with an envelope', ownProxyOutage],
    ['nginx, which answers with a page', () => nginxOutage],
    [
      'a gateway that answers 503 with an envelope',
      () => ({
        kind: 'status',
        status: 503,
        headers: { 'content-type': 'application/json' },
        body: '{"code":-1,"msg":"unavailable"}',
      }),
    ],
  ])('behind %s: it waits, and everything is restored once', async (_title, outageOf) => {
    const outage = await outageOf()
    const app = await renderApp({
      path: '/trash',
      seed: (backend) => seedTrashedFiles(backend, 150),
    })
    await screen.findByText('150 items')
    await app.user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    let isAway = false
    let refused = 0
    let sent = 0
    app.faults.always((request) => {
      if (isRestore(request) && ++sent === 2) isAway = true
      if (isAway) refused++
      return isAway
    }, outage)
    await app.user.click(await screen.findByRole('button', { name: 'Restore' }))
    await waitFor(() => expect(refused).toBeGreaterThan(2), { timeout: 20_000 })
    expect(screen.queryByRole('dialog')).toBeNull()
    isAway = false
    expect(
      await screen.findByText(/150 items restored/, undefined, { timeout: 20_000 }),
    ).toBeVisible()
    expect(await namesAt(app, 'svc://my/Docs')).toHaveLength(150)
    expect(await trashNames(app)).toEqual([])
  })
})

describe('F2 a service that was away for long', () => {
  it.each([new TransportError('network'), new TransportError('http', { status: 502 })])(
    'is asked again after four seconds at the latest (%s)',
    async (error) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      onTestFinished(() => void vi.useRealTimers())
      const waiting = waitForRetry(error, 20)
      await vi.advanceTimersByTimeAsync(4_000)
      expect(vi.getTimerCount()).toBe(0)
      await waiting
    },
  )
})

it('F2 nothing is looked up again after a sign-out, which might be asked as somebody else', async () => {
  const lookUp = vi.fn(() => Promise.reject(new TransportError('network')))
  const found = lookUpWithRetry(lookUp)
  await vi.waitFor(() => expect(lookUp).toHaveBeenCalled())
  resetStores()
  await expect(found).rejects.toThrow(SessionEndedError)
  expect(lookUp).toHaveBeenCalledTimes(1)
})

describe('F2 after a restart of the service', () => {
  it('an upload goes on within 5 s of it answering; the row has Retry', async () => {
    const app = await atWork({ faults: (faults) => faults.always(isPart(0), nginxOutage) })
    const tries = () => sent(app.requests, 'POST', '/file/upload/').length
    choose([file('film.bin', 9)])
    const isWaiting = () =>
      waitFor(async () =>
        expect(await listed('film.bin')).toHaveTextContent('Waiting for the service'),
      )
    await isWaiting()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    // After so many tries the delay before the next one is half a minute.
    for (let at = 0; at < 10; at++) {
      const before = tries()
      fireEvent.click(within(await listed('film.bin')).getByRole('button', { name: 'Retry' }))
      await waitFor(() => expect(tries()).toBe(before + 1))
      await isWaiting()
    }
    app.faults.clear()
    act(() => void vi.advanceTimersByTime(5_000))
    await ends('1 file uploaded')
    expect(await isContent(app, 'film.bin', bytesOf(9))).toBe(true)
  })
})

describe('F2 Undo of a deletion', () => {
  const isTrashList = ({ method, path, query }: Sent) =>
    method === 'GET' && path === '/file' && query.get('uri') === 'svc://trash'
  const names = ['one.txt', 'three.txt', 'two.txt']
  /** Three files are deleted; the message with its Undo is there. */
  async function deleteAll() {
    const app = await renderApp({
      path: '/files?uri=svc%3A%2F%2Fmy%2FWork',
      seed: ({ service, mei }) => {
        for (const name of names) service.seed.addFile(mei, ['Work', name])
      },
    })
    await screen.findByRole('row', { name: 'one.txt' })
    await app.user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    await app.user.click(
      within(await screen.findByRole('region', { name: '3 selected' })).getByRole('button', {
        name: 'Delete',
      }),
    )
    const undo = await screen.findByRole('button', { name: /^Undo: / })
    return { ...app, undo }
  }

  it('goes on after a gateway has answered its first look into the trash', async () => {
    const app = await deleteAll()
    app.faults.next(isTrashList, nginxOutage)
    await app.user.click(app.undo)
    await screen.findByText('3 items restored', undefined, { timeout: 10_000 })
    expect(await namesAt(app, 'svc://my/Work')).toEqual(names)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('that failed is named, stays, and works the next time', async () => {
    const app = await deleteAll()
    app.faults.next(isTrashList, { kind: 'json', body: { code: 50001, msg: 'busy' } })
    await app.user.click(app.undo)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('This could not be undone: 3 items moved to the trash.')
    expect(alert).toHaveTextContent('The service had a problem.')
    await app.user.click(screen.getByRole('button', { name: /^Undo: / }))
    await screen.findByText('3 items restored')
    expect(await namesAt(app, 'svc://my/Work')).toEqual(names)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByText('3 items moved to the trash')).toBeNull()
  })
})
