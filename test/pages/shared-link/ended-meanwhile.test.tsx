import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../dom/harness.tsx'
import { callService, linksOfMei } from '../../processes/service-api.ts'
import { openFile, share } from './fixtures.tsx'

describe('F7 a link that ends while somebody is at it', () => {
  const comeBack = () => act(() => void window.dispatchEvent(new Event('visibilitychange')))
  const ended =
    /^This link no longer works: it expired, was used up, or it or its item was deleted\. Nothing/

  it.each([undefined, 2])(
    'says so when one comes back to the tab, and takes nothing away (downloads left: %s)',
    async (remainDownloads) => {
      const { user, asked, requests, link, end } = await openFile(
        'Notes.txt',
        remainDownloads === undefined ? {} : { remainDownloads },
      )
      if (remainDownloads)
        await user.click(await screen.findByRole('button', { name: /^Open \(2 of 2/ }))
      await screen.findByRole('region', { name: 'Notes.txt' })
      const before = await link()
      comeBack()
      const lookedAt = () => requests.filter(({ path }) => path.startsWith('/share/info/')).length
      const looks = lookedAt()
      await waitFor(() => expect(lookedAt()).toBeGreaterThanOrEqual(looks))
      await waitFor(() => expect(requests.every(({ status }) => status === 200)).toBe(true))
      expect(screen.queryByText(ended)).toBeNull()
      // It is neither a visit nor a download.
      expect(await link()).toEqual(before)
      await end()
      comeBack()
      expect(await screen.findByText(ended)).toBeVisible()
      expect(screen.getByRole('region', { name: 'Notes.txt' })).toHaveTextContent('It rained.')
      expect(screen.getByRole('button', { name: 'Download' })).toHaveAttribute(
        'aria-disabled',
        'true',
      )
      expect(asked()).toBe(1)
    },
  )

  it('offers nothing more to open, and says nothing where the service does not answer', async () => {
    const { faults, end, asked } = await openFile('Notes.txt', { remainDownloads: 2 })
    await screen.findByRole('button', { name: /^Open \(2 of 2/ })
    faults.next('GET /share/info/*', { kind: 'status', status: 500 })
    comeBack()
    await act(() => new Promise((resolve) => setImmediate(resolve)))
    expect(screen.queryByText(ended)).toBeNull()
    await end()
    comeBack()
    expect(await screen.findByText(ended)).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Open/ })).toBeNull()
    expect(asked()).toBe(0)
  })

  it('offers Open and Download again once its owner has allowed more downloads', async () => {
    const { user, service, mei, link } = await openFile('Notes.txt', { remainDownloads: 1 })
    const download = await screen.findByRole('button', { name: 'Download' })
    await user.click(download)
    expect(await screen.findByText(ended)).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Open/ })).toBeNull()
    const { code } = await callService(service, 'POST', `/share/${(await link())?.id}`, {
      as: mei,
      body: { uri: 'svc://my/Notes.txt', downloads: 5 },
    })
    expect(code).toBe(0)
    const before = await link()
    comeBack()
    expect(await screen.findByRole('button', { name: /^Open \(5 of/ })).toBeVisible()
    expect(screen.queryByText(ended)).toBeNull()
    expect(download).not.toHaveAttribute('aria-disabled', 'true')
    expect(await link()).toEqual(before)
  })

  it('does not say that one that was deleted is used up', async () => {
    const { user, end } = await openFile('Notes.txt', { remainDownloads: 5 })
    const open = await screen.findByRole('button', { name: /^Open \(5 of 5/ })
    await user.click(open)
    await screen.findByRole('region', { name: 'Notes.txt' })
    await end()
    await user.click(screen.getByRole('button', { name: 'Download' }))
    expect(await screen.findByText(ended)).toBeVisible()
  })

  async function openFolder(as: 'lin' | 'mei' | null) {
    let id = ''
    const app = await renderApp({
      as,
      isStrict: false,
      seed: ({ service: { seed }, mei }) => {
        const folder = seed.addFolder(mei, ['Trip'])
        seed.addFile(mei, ['Trip', 'Days', 'b.txt'])
        seed.addFile(mei, ['Trip', 'a.txt'])
        id = seed.addShare(folder)
      },
      path: () => `/files?uri=${encodeURIComponent(`svc://${id}@share`)}&layout=list`,
    })
    await screen.findByRole('row', { name: 'a.txt' })
    const end = () => callService(app.service, 'DELETE', `/share/${id}`, { as: app.mei })
    const lookedAt = () =>
      app.requests.filter(({ path }) => path.startsWith(`/share/info/${id}`)).length
    return { ...app, end, lookedAt }
  }

  it.each([null, 'lin'] as const)(
    'says so in a folder of it, and leaves its rows (signed in: %s)',
    async (as) => {
      const { end, lookedAt } = await openFolder(as)
      await waitFor(() => expect(lookedAt()).toBeGreaterThan(0))
      const looks = lookedAt()
      comeBack()
      await waitFor(() => expect(lookedAt()).toBeGreaterThan(looks))
      expect(screen.queryByText(ended)).toBeNull()
      await end()
      comeBack()
      expect(await screen.findByText(ended)).toBeVisible()
      expect(screen.getByRole('row', { name: 'a.txt' })).toBeVisible()
      expect(screen.getByRole('button', { name: 'Download' })).toHaveAttribute(
        'aria-disabled',
        'true',
      )
    },
  )

  it('says so in a folder of it that cannot be read again, and not that the folder is gone', async () => {
    const { user, end } = await openFolder(null)
    await end()
    await user.keyboard('r')
    expect(await screen.findByText(ended)).toBeVisible()
    expect(screen.getByRole('row', { name: 'a.txt' })).toBeVisible()
    expect(screen.queryByText(/no longer exists/)).toBeNull()
  })

  it('says that a folder of it is gone while the link works', async () => {
    const { user, service, mei } = await openFolder(null)
    await user.dblClick(screen.getByRole('row', { name: 'Days' }))
    await screen.findByRole('row', { name: 'b.txt' })
    await callService(service, 'DELETE', '/file', {
      as: mei,
      body: { uris: ['svc://my/Trip/Days'] },
    })
    await user.keyboard('r')
    expect(await screen.findByText(/no longer exists|deleted/)).toBeVisible()
    expect(screen.queryByText(ended)).toBeNull()
  })

  /** The page of a link into the folder Reports; the service says of such a link that it works, whatever becomes of that folder. */
  async function openInFolder(kind: 'file' | 'folder', as: 'lin' | null, remainDownloads?: number) {
    let id = ''
    const options = remainDownloads === undefined ? {} : { remainDownloads }
    const app = await renderApp({
      as,
      isStrict: false,
      seed: (backend) => {
        if (kind === 'file') {
          id = share(backend, options)
          return
        }
        const { seed } = backend.service
        const folder = seed.addFolder(backend.mei, ['Reports', 'Trip'])
        seed.addFile(backend.mei, ['Reports', 'Trip', 'a.txt'])
        id = seed.addShare(folder, options)
      },
      path: () => `/s/${id}`,
    })
    const shown = () =>
      kind === 'file'
        ? screen.findByRole('heading', { name: 'Quarterly review.pdf' })
        : screen.findByRole('row', { name: 'a.txt' })
    await shown()
    await waitFor(() => expect(app.client.isFetching()).toBe(0))
    const trashFolder = async () => {
      const body = { uris: ['svc://my/Reports'] }
      const { code } = await callService(app.service, 'DELETE', '/file', { as: app.mei, body })
      expect(code).toBe(0)
    }
    return { ...app, shown, trashFolder }
  }

  const backOnline = () => {
    act(() => void window.dispatchEvent(new Event('offline')))
    act(() => void window.dispatchEvent(new Event('online')))
  }

  it.each([
    ['file', null, comeBack, undefined],
    ['file', 'lin', backOnline, 3],
    ['folder', null, backOnline, undefined],
    ['folder', 'lin', comeBack, 3],
  ] as const)(
    'says so when the folder that its item is in was deleted, and counts nothing: %s, signed in: %s',
    async (kind, as, look, left) => {
      const app = await openInFolder(kind, as, left)
      const [before] = await linksOfMei(app)
      look()
      await waitFor(() => expect(app.client.isFetching()).toBe(0))
      expect(screen.queryByText(ended)).toBeNull()
      expect((await linksOfMei(app))[0]).toEqual(before)
      await app.trashFolder()
      look()
      expect(await screen.findByText(ended)).toBeVisible()
      expect(await app.shown()).toBeVisible()
      expect(screen.queryByText(/Ask Mei/)).toBeNull()
    },
  )

  it('shows the whole limit and the end as they are by now, when one comes back to the tab', async () => {
    const app = await openFile('Notes.txt', { remainDownloads: 5, downloaded: 2 })
    await screen.findByRole('button', { name: /^Open \(5 of 7/ })
    expect(screen.queryByText('Expires')).toBeNull()
    const id = (await app.link())?.id ?? ''
    const uris = [`svc://${id}@share/Notes.txt`]
    const as = app.lin
    await callService(app.service, 'POST', '/file/url', { as, body: { uris, download: true } })
    comeBack()
    expect(await screen.findByRole('button', { name: /^Open \(4 of 7/ })).toBeVisible()
    const body = { uri: 'svc://my/Notes.txt', downloads: 4, expire: 864_000 }
    await callService(app.service, 'POST', `/share/${id}`, { as: app.mei, body })
    comeBack()
    expect(await screen.findByText('Expires')).toBeVisible()
  })
})
