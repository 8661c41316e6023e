import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Backend, renderApp, type RenderOptions } from '../../dom/harness.tsx'
import type { LoggedRequest } from '../../dom/network.ts'
import { seedTrashedFiles } from '../../dom/trash-fixtures.ts'
import { callService, filesAt } from '../../processes/service-api.ts'

const row = (name: string) => screen.findByRole('row', { name })
const streams = (requests: readonly LoggedRequest[]) =>
  requests.filter(({ path }) => path === '/file/events')
const listRequests = (requests: readonly LoggedRequest[], host = 'my') =>
  requests.filter(
    ({ method, path, query }) =>
      method === 'GET' && path === '/file' && query.includes(`svc%3A%2F%2F${host}`),
  )

/** Files with a stream that is open. */
async function openFiles(options: RenderOptions = {}) {
  const app = await renderApp({
    path: '/files',
    isLive: true,
    isStrict: false,
    seed: ({ service, mei }) => {
      for (const name of ['a.txt', 'b.txt', 'c.txt']) service.seed.addFile(mei, [name])
    },
    ...options,
  })
  return app
}
const isFollowing = (requests: readonly LoggedRequest[]) =>
  waitFor(() => expect(streams(requests).at(-1)?.status).toBe(200))

/** Somebody else's client changes Mei's files. */
const elsewhere = ({ service, mei }: Backend) => {
  const send = async (method: string, path: string, body: object) => {
    const { code } = await callService(service, method, path, { as: mei, body })
    expect(code).toBe(0)
  }
  return {
    add: (name: string) => send('POST', '/file/create', { uri: `svc://my/${name}`, type: 'file' }),
    rename: (name: string, to: string) =>
      send('POST', '/file/rename', { uri: `svc://my/${name}`, new_name: to }),
    remove: (name: string) => send('DELETE', '/file', { uris: [`svc://my/${name}`] }),
    restore: (uri: string) => send('POST', '/file/restore', { uris: [uri] }),
    removeForGood: (uri: string) =>
      send('DELETE', '/file', { uris: [uri], skip_soft_delete: true }),
  }
}

let isHidden = false
Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
function show(shown: boolean): void {
  isHidden = !shown
  document.dispatchEvent(new Event('visibilitychange'))
}
afterEach(() => {
  isHidden = false
  vi.restoreAllMocks()
})

describe('lists follow what others do', () => {
  it('G12, rule 9.6: shows what another client adds and renames; the selection stays', async () => {
    const app = await openFiles()
    const others = elsewhere(app)
    await app.user.click(within(await row('b.txt')).getByRole('checkbox'))
    await isFollowing(app.requests)
    await others.add('new.txt')
    await others.rename('b.txt', 'renamed.txt')
    expect(await row('renamed.txt')).toHaveAttribute('aria-selected', 'true')
    expect(await row('new.txt')).toBeVisible()
  })

  it('G12 takes out what another client deletes; the focus stays', async () => {
    const app = await openFiles()
    const focused = await row('c.txt')
    focused.focus()
    await isFollowing(app.requests)
    await elsewhere(app).remove('a.txt')
    await waitFor(() => expect(screen.queryByRole('row', { name: 'a.txt' })).toBeNull())
    expect(focused).toHaveFocus()
  })

  it('G12 reads nothing again for what one has done oneself', async () => {
    const app = await openFiles()
    const { user, requests } = app
    const others = elsewhere(app)
    const file = await row('b.txt')
    await isFollowing(requests)
    const before = listRequests(requests).length
    file.focus()
    await user.keyboard('{F2}')
    await user.clear(await screen.findByRole('textbox', { name: /name/i }))
    await user.keyboard('mine.txt{Enter}')
    await row('mine.txt')
    // The stream tells of what comes later alone.
    await others.add('theirs.txt')
    await row('theirs.txt')
    expect(listRequests(requests).length).toBe(before + 1)
  })

  it('G12 says of a long list that it has changed, and reads it when asked to', async () => {
    const app = await openFiles({
      seed: ({ service, mei }) => {
        for (let index = 0; index < 2_001; index++)
          service.seed.addFile(mei, [`file ${String(index).padStart(4, '0')}`])
      },
    })
    const { user, requests } = app
    await screen.findByText(/2,001/)
    await isFollowing(requests)
    await waitFor(() => expect(screen.queryByText(/so far/)).toBeNull())
    const before = listRequests(requests).length
    await elsewhere(app).add('0 first')
    expect(await screen.findByText(/Changed/)).toBeVisible()
    expect(listRequests(requests).length).toBe(before)
    await user.click(screen.getByRole('checkbox', { name: 'Select file 0000' }))
    await screen.findByRole('region', { name: '1 selected' })
    expect(screen.getByText(/Changed/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    expect(await row('0 first')).toBeVisible()
    await waitFor(() => expect(screen.queryByText(/Changed/)).toBeNull())
  })

  it('G12, rule 9.6: loses nothing while the stream is broken', async () => {
    let cut = () => {}
    const when = new Promise<void>((resolve) => (cut = resolve))
    const app = await openFiles({
      faults: (faults) => faults.next('GET /file/events', { kind: 'cut', when }),
    })
    await row('a.txt')
    await isFollowing(app.requests)
    app.faults.always('GET /file/events', { kind: 'status', status: 503 })
    cut()
    await waitFor(() => expect(streams(app.requests).length).toBeGreaterThan(1))
    await elsewhere(app).add('meanwhile.txt')
    app.faults.clear()
    expect(
      await screen.findByRole('row', { name: 'meanwhile.txt' }, { timeout: 20_000 }),
    ).toBeVisible()
  })

  it.each([
    ['has none', { kind: 'status', status: 404, body: '404 page not found' }],
    ['has switched it off', { kind: 'json', body: { code: 40019, msg: 'disabled' } }],
    ['knows only other methods', { kind: 'status', status: 405 }],
  ] as const)('G12 does not ask again for events where the service %s', async (_, fault) => {
    const app = await openFiles({
      faults: (faults) => faults.always('GET /file/events', fault),
    })
    await row('a.txt')
    await waitFor(() => expect(streams(app.requests).at(-1)?.status).toBeGreaterThan(0))
    await elsewhere(app).add('late.txt')
    // What is a minute old is read again when it is looked at.
    const now = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => now + 61_000)
    window.dispatchEvent(new Event('focus'))
    expect(await row('late.txt')).toBeVisible()
    show(false)
    show(true)
    expect(streams(app.requests)).toHaveLength(1)
  })

  it('G12 reads nothing while the page is hidden, and what has changed when it is shown again', async () => {
    const app = await openFiles()
    await row('a.txt')
    await isFollowing(app.requests)
    const others = elsewhere(app)
    const before = listRequests(app.requests).length
    show(false)
    await others.add('unseen.txt')
    await others.add('another.txt')
    show(true)
    expect(await row('unseen.txt')).toBeVisible()
    expect(await row('another.txt')).toBeVisible()
    expect(listRequests(app.requests).length).toBe(before + 1)
  })

  it('G12 shows in the trash what another client deletes and restores', async () => {
    const app = await openFiles({ path: '/trash' })
    await waitFor(() => expect(listRequests(app.requests, 'trash').length).toBe(1))
    await isFollowing(app.requests)
    const others = elsewhere(app)
    await others.remove('a.txt')
    expect(await row('a.txt')).toBeVisible()
    await others.remove('b.txt')
    expect(await row('b.txt')).toBeVisible()
    for (const { path } of await filesAt(app, 'svc://trash')) await others.restore(path)
    expect(await screen.findByText('Trash is empty')).toBeVisible()
  })

  it('G12 says of a long trash that it has changed, and reads it when asked to', async () => {
    const app = await openFiles({
      path: '/trash',
      seed: (backend) => {
        backend.service.seed.addFile(backend.mei, ['a.txt'])
        seedTrashedFiles(backend, 2_001)
      },
    })
    await screen.findByText(/2,001 items/)
    await isFollowing(app.requests)
    const before = listRequests(app.requests, 'trash').length
    await elsewhere(app).remove('a.txt')
    expect(await screen.findByText(/Changed/)).toBeVisible()
    expect(listRequests(app.requests, 'trash').length).toBe(before)
    // The bar of a selection takes the place of the toolbar that says so.
    await app.user.click(screen.getAllByRole('checkbox', { name: /^Select item/ })[0] as Element)
    const bar = within(await screen.findByRole('region', { name: '1 selected' }))
    expect(bar.getByText(/Changed/)).toBeVisible()
    expect(within(bar.getByRole('status')).queryByRole('button')).toBeNull()
    await app.user.click(bar.getByRole('button', { name: 'Refresh' }))
    expect(screen.getByRole('grid')).toContainElement(document.activeElement as HTMLElement)
    expect(await row('a.txt')).toBeVisible()
    await waitFor(() => expect(bar.queryByText(/Changed/)).toBeNull())
    expect(screen.getByRole('region', { name: '1 selected' })).toBeVisible()
  })

  it.each(['/files', '/trash'])(
    'G7, G12 Refresh in the toolbar of %s leaves the focus in the list, by keys',
    async (path) => {
      const app = await openFiles({
        path,
        seed: (backend) => {
          backend.service.seed.addFile(backend.mei, ['a.txt'])
          if (path === '/trash') return seedTrashedFiles(backend, 2_001)
          for (let at = 0; at < 2_001; at++)
            backend.service.seed.addFile(backend.mei, [`note ${at}.txt`])
        },
      })
      await screen.findByText(/2,00\d items/)
      await isFollowing(app.requests)
      await elsewhere(app).remove('a.txt')
      const refresh = await screen.findByRole('button', { name: 'Refresh' })
      refresh.focus()
      await app.user.keyboard('{Enter}')
      await waitFor(() => expect(refresh).not.toBeInTheDocument())
      await waitFor(() =>
        expect(screen.getByRole('grid')).toContainElement(document.activeElement as HTMLElement),
      )
    },
  )

  it('G12, rule 9.6: reads the trash again at focus when it is older than a minute', async () => {
    const app = await openFiles({ path: '/trash' })
    await isFollowing(app.requests)
    await elsewhere(app).remove('a.txt')
    await row('a.txt')
    const before = listRequests(app.requests, 'trash').length
    // The stream does not tell of permanent deletions.
    for (const { path } of await filesAt(app, 'svc://trash'))
      await elsewhere(app).removeForGood(path)
    const now = Date.now()
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now + 50_000)
    window.dispatchEvent(new Event('focus'))
    expect(listRequests(app.requests, 'trash').length).toBe(before)
    clock.mockImplementation(() => now + 61_000)
    window.dispatchEvent(new Event('focus'))
    expect(await screen.findByText('Trash is empty')).toBeVisible()
    expect(streams(app.requests).every(({ query }) => !query.includes('trash'))).toBe(true)
  })

  it('G12, rule 9.6: reads a long trash and the links again at focus when they are older than five minutes', async () => {
    const app = await openFiles({
      path: '/trash',
      seed: (backend) => {
        backend.service.seed.addFile(backend.mei, ['a.txt'])
        seedTrashedFiles(backend, 2_001)
      },
      faults: (faults) => faults.always('GET /file/events', { kind: 'status', status: 404 }),
    })
    await screen.findByText(/2,001 items/)
    const before = listRequests(app.requests, 'trash').length
    await elsewhere(app).remove('a.txt')
    const now = Date.now()
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now + 4 * 60_000)
    window.dispatchEvent(new Event('focus'))
    expect(listRequests(app.requests, 'trash').length).toBe(before)
    clock.mockImplementation(() => now + 5 * 60_000 + 1_000)
    window.dispatchEvent(new Event('focus'))
    expect(await row('a.txt')).toBeVisible()
  })

  it('G12, rule 9.6: the trash follows what another client deletes, on screen and on entering it again', async () => {
    const app = await openFiles({ path: '/trash' })
    await isFollowing(app.requests)
    await waitFor(() => expect(listRequests(app.requests, 'trash').length).toBe(1))
    await elsewhere(app).remove('a.txt')
    expect(await row('a.txt')).toBeVisible()
    await app.user.click(screen.getByRole('link', { name: /^Files/ }))
    await row('b.txt')
    await elsewhere(app).remove('b.txt')
    await waitFor(() => expect(screen.queryByRole('row', { name: 'b.txt' })).toBeNull())
    await app.user.click(screen.getByRole('link', { name: /^Trash/ }))
    expect(await row('b.txt')).toBeVisible()
  })
})
