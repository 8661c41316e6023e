import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { keys } from '#src/lists/keys.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { type Backend, renderApp } from '../../dom/harness.tsx'
import type { LoggedRequest } from '../../dom/network.ts'
import { wide } from '../../pages/shares/fixtures.tsx'
import { callService, filesAt } from '../../processes/service-api.ts'

const row = (name: string) => screen.findByRole('row', { name })
const minute = 60_000

/** Links to numbered files, the last one newest. */
function seedLinks({ service, mei }: Backend, count: number): string[] {
  const start = Date.now() - count * minute
  return service.seed.transaction(() =>
    Array.from({ length: count }, (_, index) =>
      service.seed.addShare(service.seed.addFile(mei, [`file ${index}.txt`]), {
        createdAt: start + index * minute,
      }),
    ),
  )
}

/** The page of links, all loaded, and what another browser of Mei's does. */
async function openLinks(count: number, first = `file ${count - 1}.txt`, path = '/shares') {
  wide()
  let ids: string[] = []
  const app = await renderApp({
    path,
    isLive: true,
    isStrict: false,
    seed: (backend) => {
      ids = seedLinks(backend, count)
    },
  })
  await row(first)
  await waitFor(() => expect(screen.getByRole('grid')).not.toHaveAttribute('aria-rowcount', '-1'))
  const send = async (method: string, path: string, body: object) => {
    const { code } = await callService(app.service, method, path, { as: app.mei, body })
    expect(code).toBe(0)
  }
  return { ...app, ids, send }
}

/** A visitor downloads the item of a link. */
async function takeDownload(app: Backend, id: string, path: string): Promise<void> {
  const body = { uris: [`svc://${id}@share/${path}`], download: true }
  const { code } = await callService(app.service, 'POST', '/file/url', { as: app.lin, body })
  expect(code).toBe(0)
}

const linkRequests = (app: Awaited<ReturnType<typeof openLinks>>) =>
  app.requests.filter(({ method, path }) => method === 'GET' && path.startsWith('/share'))

/** The user comes back to the tab this much later, in ms. */
function comeBack(ms: number): void {
  const now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => now + ms)
  window.dispatchEvent(new Event('focus'))
}
afterEach(() => {
  vi.restoreAllMocks()
})

describe('G12 links follow another browser', () => {
  it('on coming back to the tab after five seconds: those that are new, changed and gone', async () => {
    const app = await openLinks(5)
    const [, second = '', third = ''] = app.ids
    app.service.seed.addFile(app.mei, ['new.txt'])
    await app.send('PUT', '/share', { uri: 'svc://my/new.txt' })
    await app.send('POST', `/share/${second}`, { uri: 'svc://my/file%201.txt', downloads: 3 })
    await app.send('DELETE', `/share/${third}`, {})
    const lists = () => linkRequests(app).filter(({ path }) => path === '/share')
    const before = lists().length
    comeBack(4_000)
    expect(lists()).toHaveLength(before)
    comeBack(6_000)
    expect(await row('new.txt')).toBeVisible()
    expect(await row('file 1.txt')).toHaveTextContent('0 of 3')
    expect(screen.queryByRole('row', { name: 'file 2.txt' })).toBeNull()
    expect(lists()).toHaveLength(before + 1)
  })

  it('on entering the page again after five seconds', async () => {
    const app = await openLinks(3)
    await app.user.click(screen.getByRole('link', { name: /^Files/ }))
    await row('file 0.txt')
    app.service.seed.addFile(app.mei, ['new.txt'])
    await app.send('PUT', '/share', { uri: 'svc://my/new.txt' })
    const now = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => now + 6_000)
    await app.user.click(screen.getByRole('link', { name: /^Shares/ }))
    expect(await row('new.txt')).toBeVisible()
  })

  it('asks for the rows in view where they are not among the newest hundred, and for no others', async () => {
    const app = await openLinks(150, 'file 0.txt', '/shares?dir=asc')
    // Oldest first: what is in view is not on the newest page.
    const [first = '', second = ''] = app.ids
    const isRead = ({ path, status }: LoggedRequest) =>
      path === `/share/info/${second}` && status === 200
    await waitFor(() => expect(app.requests.some(isRead)).toBe(true))
    await app.send('POST', `/share/${first}`, { uri: 'svc://my/file%200.txt', downloads: 3 })
    await app.send('DELETE', `/share/${second}`, {})
    const before = linkRequests(app).length
    comeBack(6_000)
    await waitFor(async () => expect(await row('file 0.txt')).toHaveTextContent('0 of 3'))
    await waitFor(() => expect(screen.queryByRole('row', { name: 'file 1.txt' })).toBeNull())
    const sent = linkRequests(app).slice(before)
    // The newest page, and both pages once for the link that is not there any more.
    expect(sent.filter(({ path }) => path === '/share')).toHaveLength(3)
    expect(sent.length).toBeLessThan(50)
  })

  it('calls a link whose last download was taken elsewhere used up, not one whose source is gone', async () => {
    const app = await openLinks(150, 'file 0.txt', '/shares?dir=asc')
    const [first = ''] = app.ids
    await app.send('POST', `/share/${first}`, { uri: 'svc://my/file%200.txt', downloads: 1 })
    await takeDownload(app, first, 'file%200.txt')
    comeBack(6_000)
    const said = within(await row('file 0.txt'))
    expect(await said.findByText(/^Used up/)).toBeVisible()
    expect(said.queryByText('Source gone')).toBeNull()
  })

  it('says that the source of a link is gone where it is in a deleted folder', async () => {
    const app = await openLinks(150, 'file 0.txt', '/shares?dir=asc')
    await app.send('POST', '/file/create', { uri: 'svc://my/Old', type: 'folder' })
    await app.send('POST', '/file/move', { uris: ['svc://my/file%200.txt'], dst: 'svc://my/Old' })
    await app.send('DELETE', '/file', { uris: ['svc://my/Old'] })
    comeBack(6_000)
    expect(await within(await row('file 0.txt')).findByText('Source gone')).toBeVisible()
  })

  it('does not bring back a link that was deleted here while the newest ones were read', async () => {
    const app = await openLinks(3)
    await app.user.click(await screen.findByRole('checkbox', { name: 'Select file 1.txt' }))
    await app.user.keyboard('{Delete}')
    await waitFor(() => expect(screen.queryByRole('row', { name: 'file 1.txt' })).toBeNull())
    let answer = () => {}
    const until = new Promise<void>((resolve) => (answer = resolve))
    app.faults.next('GET /share', { kind: 'late', until })
    comeBack(6_000)
    await waitFor(() => expect(linkRequests(app).at(-1)?.path).toBe('/share'))
    await app.user.click(await screen.findByRole('button', { name: 'Delete now' }))
    expect(await screen.findByText(/deleted$/)).toBeVisible()
    answer()
    await waitFor(() => expect(app.client.isFetching()).toBe(0))
    expect(screen.queryByRole('row', { name: 'file 1.txt' })).toBeNull()
  })

  it('does not call a link live again whose item it knows to be gone, before that is back', async () => {
    const app = await openLinks(3)
    await app.send('POST', '/file/create', { uri: 'svc://my/Old', type: 'folder' })
    await app.send('POST', '/file/move', { uris: ['svc://my/file%200.txt'], dst: 'svc://my/Old' })
    await app.send('DELETE', '/file', { uris: ['svc://my/Old'] })
    await app.user.keyboard('r')
    expect(await within(await row('file 0.txt')).findByText('Source gone')).toBeVisible()
    const before = linkRequests(app).length
    comeBack(6_000)
    await waitFor(() => expect(linkRequests(app).length).toBeGreaterThan(before))
    await waitFor(() => expect(app.client.isFetching()).toBe(0))
    expect(await row('file 0.txt')).toHaveTextContent('Source gone')
    const [deleted] = await filesAt(app, 'svc://trash')
    await app.send('POST', '/file/restore', { uris: [deleted?.path] })
    comeBack(6_000)
    expect(await within(await row('file 0.txt')).findByText('Live')).toBeVisible()
  })

  it('keeps a used-up link whose file is in the trash while another file has its name', async () => {
    const app = await openLinks(150, 'file 0.txt', '/shares?dir=asc')
    const [first = ''] = app.ids
    const uri = 'svc://my/file%200.txt'
    const isRead = ({ path, status }: LoggedRequest) =>
      path === `/share/info/${first}` && status === 200
    await waitFor(() => expect(app.requests.some(isRead)).toBe(true))
    await app.send('POST', `/share/${first}`, { uri, downloads: 1 })
    await takeDownload(app, first, 'file%200.txt')
    await app.send('DELETE', '/file', { uris: [uri] })
    await app.send('POST', '/file/create', { uri, type: 'file' })
    comeBack(6_000)
    await waitFor(() => expect(row('file 0.txt')).resolves.toHaveTextContent(/Used up|Source gone/))
    await waitFor(() => expect(app.client.isFetching()).toBe(0))
    expect(await row('file 0.txt')).toHaveTextContent(/Used up|Source gone/)
  })

  it('draws nothing again where nothing has changed, and once where links in view have', async () => {
    const app = await openLinks(150, 'file 0.txt', '/shares?dir=asc')
    const list = app.client.getQueryData<PagedList<LinkRow>>(keys.links.list())
    let changes = 0
    list?.subscribe(() => changes++)
    // The first time the service tells where the items are.
    comeBack(6_000)
    await waitFor(() => expect(app.client.isFetching()).toBe(0))
    await waitFor(() => expect(changes).toBe(1))
    const before = linkRequests(app).length
    comeBack(6_000)
    await waitFor(() => expect(linkRequests(app).length).toBeGreaterThan(before + 10))
    await waitFor(() => expect(app.client.isFetching()).toBe(0))
    expect(changes).toBe(1)
  })
})

describe('G12, S2 links that are known to lead into deleted folders', () => {
  const openDead = async () => {
    wide()
    let trashId = ''
    const app = await renderApp({
      path: '/shares?state=dead',
      isLive: true,
      isStrict: false,
      seed: ({ service, mei }) => {
        const folder = service.seed.addFolder(mei, ['Old'])
        service.seed.addShare(service.seed.addFile(mei, ['Old', 'lost.txt']), {})
        service.seed.addShare(service.seed.addFile(mei, ['kept.txt']), {})
        trashId = service.seed.trashFile(folder)
      },
    })
    await row('lost.txt')
    await waitFor(() => expect(screen.queryByText(/^checking/)).toBeNull())
    const restoreFolder = () =>
      callService(app.service, 'POST', '/file/restore', {
        as: app.mei,
        body: { uris: [`svc://trash/${trashId}`] },
      })
    return { ...app, restoreFolder }
  }
  /** Whether the list has been without the link since. */
  const watchRow = () => {
    let hasBeenGone = false
    const observer = new MutationObserver(() => {
      hasBeenGone ||= screen.queryByRole('row', { name: 'lost.txt' }) === null
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    return () => {
      observer.disconnect()
      return hasBeenGone
    }
  }

  it('stay dead on coming back, though the service lists them as live, until their folder is back', async () => {
    const app = await openDead()
    const hasBeenGone = watchRow()
    const before = app.requests.length
    comeBack(6_000)
    await waitFor(() => expect(app.requests.length).toBeGreaterThan(before))
    await waitFor(() => expect(app.client.isFetching()).toBe(0))
    expect(await row('lost.txt')).toHaveTextContent('Source gone')
    expect(hasBeenGone()).toBe(false)
    await app.restoreFolder()
    comeBack(6_000)
    await waitFor(() => expect(screen.queryByRole('row', { name: 'lost.txt' })).toBeNull())
  })

  it('all stay dead on coming back, however many, and cost one request each', async () => {
    wide()
    const count = 60
    const names = Array.from({ length: count }, (_, index) => `lost ${index}.txt`)
    const app = await renderApp({
      path: '/shares',
      isLive: true,
      isStrict: false,
      seed: ({ service, mei }) => {
        const folder = service.seed.addFolder(mei, ['Old'])
        for (const name of names)
          service.seed.addShare(service.seed.addFile(mei, ['Old', name]), {})
        service.seed.trashFile(folder)
      },
    })
    await screen.findAllByRole('row', { name: /^lost/ })
    await waitFor(() => expect(app.client.isFetching()).toBe(0))
    const list = app.client.getQueryData<PagedList<LinkRow>>(keys.links.list())
    const rows = () => Array.from(list?.order ?? [], (rowIndex) => list?.at(rowIndex))
    list?.replace(rows().flatMap((link) => (link ? [{ ...link, isExpired: true }] : [])))
    const before = app.requests.length
    comeBack(6_000)
    await waitFor(() => expect(app.requests.length).toBeGreaterThan(before))
    await waitFor(() => expect(app.client.isFetching()).toBe(0))
    expect(rows()).toHaveLength(count)
    expect(rows().filter((link) => !link?.isExpired)).toEqual([])
    const sent = app.requests.slice(before).filter(({ path }) => path.startsWith('/share/'))
    expect(sent).toHaveLength(count)
  })

  it('are found again when the list was read anew', async () => {
    const app = await openDead()
    const before = app.requests.length
    await app.user.keyboard('r')
    await waitFor(() => expect(app.requests.length).toBeGreaterThan(before))
    await waitFor(() => expect(app.client.isFetching()).toBe(0))
    expect(await row('lost.txt')).toHaveTextContent('Source gone')
  })
})
