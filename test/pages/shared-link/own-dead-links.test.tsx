import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { password, renderApp, type Backend, type RenderOptions } from '../../dom/harness.tsx'
import { held, type Sent } from '../../dom/network.ts'
import { callService, filesAt } from '../../processes/service-api.ts'
import { comeBack, share } from './fixtures.tsx'

/** The page of Mei's link to a file, which has expired, seen by Mei. */
async function openExpired(
  options: Parameters<typeof share>[1] = {},
  more?: (backend: Backend) => void | Promise<void>,
  rest: RenderOptions = {},
) {
  let id = ''
  const app = await renderApp({
    ...rest,
    seed: async (backend) => {
      id = share(backend, { expires: Date.now() - 86_400_000, ...options })
      await more?.(backend)
    },
    path: () => `/s/${id}`,
  })
  return app
}

/** Links that are newer than those of the tests. */
const addLinks =
  (count: number, of: 'mei' | 'lin' = 'mei') =>
  (backend: Backend) => {
    const { seed } = backend.service
    seed.transaction(() => {
      const file = seed.addFile(backend[of], ['other.txt'])
      for (let n = 0; n < count; n++) seed.addShare(file)
    })
  }
const line = async () => within(await screen.findByRole('region', { name: 'Your link' }))

describe('F7 the page of one’s own link', () => {
  const trash =
    (uri: string) =>
    async ({ service, mei }: Backend) => {
      const body = { uris: [uri] }
      expect((await callService(service, 'DELETE', '/file', { as: mei, body })).code).toBe(0)
    }
  const lasting = Date.now() + 86_400_000

  it.each([
    ['Expired', {}, undefined, 'Extend…'],
    ['Used up', { expires: lasting, remainDownloads: 0, downloaded: 4 }, undefined, 'Extend…'],
    ['Source gone', { expires: lasting }, trash('svc://my/Reports/Quarterly%20review.pdf'), 'Fix…'],
    ['Source gone', { expires: lasting }, trash('svc://my/Reports'), 'Fix…'],
  ] as const)(
    'that is dead tells her why, what can be done, and not to ask herself: %s %o',
    async (state, options, more, remedy) => {
      const { user } = await openExpired(options, more)
      await screen.findByRole('heading', { name: 'This link no longer works' })
      const own = await line()
      expect(await own.findByText(state)).toBeVisible()
      expect(own.getByRole('button', { name: remedy })).toBeVisible()
      expect(screen.queryByText(/^Ask /)).toBeNull()
      // S17: it is not copied as if it worked.
      await user.click(own.getByRole('button', { name: 'Copy link' }))
      expect(await screen.findByText('Dead link copied. Nobody can open it.')).toBeVisible()
      expect(screen.queryByText('Link copied')).toBeNull()
      expect(await navigator.clipboard.readText()).toMatch(/\/s\/\w+$/)
    },
  )

  it('says that its item is gone when the folder of that was deleted elsewhere meanwhile, and that it works once it is back', async () => {
    const app = await openExpired({ expires: Date.now() + 40 * 86_400_000 })
    expect(await (await line()).findByText('Live')).toBeVisible()
    await waitFor(() => expect(app.client.isFetching()).toBe(0))
    await trash('svc://my/Reports')(app)
    comeBack()
    const own = await line()
    expect(await own.findByText('Source gone')).toBeVisible()
    expect(own.getByRole('button', { name: 'Fix…' })).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Quarterly review.pdf' })).toBeVisible()
    expect(screen.queryByText(/^This link no longer works/)).toBeNull()
    const uris = (await filesAt(app, 'svc://trash')).map(({ path }) => path)
    await callService(app.service, 'POST', '/file/restore', { as: app.mei, body: { uris } })
    comeBack()
    expect(await own.findByText('Live')).toBeVisible()
  })

  it('keeps what it says of a deleted folder while that is asked again', async () => {
    const app = await openExpired({ expires: lasting })
    const own = await line()
    await own.findByRole('button', { name: 'Copy link' })
    await waitFor(() => expect(app.client.isFetching()).toBe(0))
    await trash('svc://my/Reports')(app)
    comeBack()
    expect(await own.findByText('Source gone')).toBeVisible()
    await waitFor(() => expect(app.client.isFetching()).toBe(0))
    const answers = held()
    app.faults.always(() => true, answers.fault)
    comeBack()
    await waitFor(() => expect(app.client.isFetching()).toBeGreaterThan(1))
    expect(own.getByText('Source gone')).toBeVisible()
    await app.user.click(own.getByRole('button', { name: 'Copy link' }))
    expect(await screen.findByText('Dead link copied. Nobody can open it.')).toBeVisible()
    expect(own.getByText('Source gone')).toBeVisible()
    answers.free()
    await waitFor(() => expect(app.client.isFetching()).toBe(0))
    expect(own.getByText('Source gone')).toBeVisible()
  })

  it('keeps the focus on Copy when it is found dead', async () => {
    const app = await openExpired({ expires: lasting })
    const own = await line()
    const copy = await own.findByRole('button', { name: 'Copy link' })
    await waitFor(() => expect(app.client.isFetching()).toBe(0))
    for (let n = 0; n < 30 && document.activeElement !== copy; n++) await app.user.tab()
    expect(copy).toHaveFocus()
    await trash('svc://my/Reports')(app)
    comeBack()
    expect(await own.findByText('Source gone')).toBeVisible()
    expect(copy).toHaveFocus()
  })

  it('that was used up meanwhile works once it is extended, before its item has been asked for', async () => {
    let id = ''
    const app = await renderApp({
      seed: (backend) => {
        id = share(backend, { remainDownloads: 1 })
      },
      path: () => `/s/${id}`,
    })
    const own = await line()
    expect(await own.findByText('Live')).toBeVisible()
    await waitFor(() => expect(app.client.isFetching()).toBe(0))
    const body = { uris: [`svc://${id}@share/Quarterly%20review.pdf`], download: true }
    expect((await callService(app.service, 'POST', '/file/url', { as: app.lin, body })).code).toBe(
      0,
    )
    comeBack()
    expect(await own.findByText('Used up')).toBeVisible()
    await waitFor(() => expect(app.client.isFetching()).toBe(0))
    await app.user.click(own.getByRole('button', { name: 'Extend…' }))
    const extend = await screen.findByRole('button', { name: 'Extend' })
    const item = held()
    const isThroughLink = ({ path, query }: Sent) =>
      path === '/file/info' && query.get('uri')?.includes('@share') === true
    app.faults.always(isThroughLink, item.fault)
    await app.user.click(extend)
    expect(await own.findByText('Live')).toBeVisible()
    item.free()
  })

  it('that is dead does not tell her to ask herself where her session has ended, and says what it is once she has signed in', async () => {
    const app = await openExpired({}, undefined, { isSessionOver: true, passwords: true })
    expect(
      await screen.findByRole('heading', { name: 'This link no longer works', hidden: true }),
    ).toBeInTheDocument()
    const dialog = within(await screen.findByRole('dialog'))
    expect(screen.queryByText(/^Ask /)).toBeNull()
    await app.user.type(dialog.getByLabelText('Email'), 'mei@example.org')
    await app.user.type(dialog.getByLabelText('Password'), `${password}{Enter}`)
    expect((await line()).getByText('Expired')).toBeVisible()
    expect(screen.queryByText(/^Ask /)).toBeNull()
  })

  it('that is dead is not looked for in her whole list again at each return to the tab', async () => {
    const { client, requests } = await openExpired()
    await line()
    await waitFor(() => expect(client.isFetching()).toBe(0))
    const lists = () => requests.filter(({ path }) => path === '/share').length
    const before = lists()
    act(() => void window.dispatchEvent(new Event('visibilitychange')))
    await act(() => new Promise((resolve) => setTimeout(resolve, 200)))
    await waitFor(() => expect(client.isFetching()).toBe(0))
    expect(lists()).toBe(before)
  })

  it('that is dead and that she deletes there is called deleted, and she is not told to ask herself', async () => {
    const app = await openExpired({ expires: lasting }, trash('svc://my/Reports'))
    await screen.findByRole('heading', { name: 'This link no longer works' })
    await app.user.click(await (await line()).findByRole('button', { name: 'Fix…' }))
    await app.user.click(await screen.findByRole('button', { name: 'Delete link' }))
    await app.user.click(await screen.findByRole('button', { name: 'Delete now' }))
    expect(await (await line()).findByText('This link was deleted.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Go to my shares' })).toBeVisible()
    expect(screen.queryByText(/^Ask /)).toBeNull()
  })

  it('that is dead and that she deletes there is announced to be deleted, and the focus goes to the title', async () => {
    const app = await openExpired({ expires: lasting }, trash('svc://my/Reports'))
    const title = await screen.findByRole('heading', { name: 'This link no longer works' })
    const own = await line()
    const fix = await own.findByRole('button', { name: 'Fix…' })
    const announcement = own.getByRole('status')
    await app.user.click(fix)
    await app.user.click(await screen.findByRole('button', { name: 'Delete link' }))
    const deletion = held()
    app.faults.next('DELETE /share', deletion.fault)
    await app.user.click(await screen.findByRole('button', { name: 'Delete now' }))
    act(() => fix.focus())
    expect(announcement).toBeEmptyDOMElement()
    deletion.free()
    await waitFor(() => expect(announcement).toHaveTextContent('This link was deleted.'))
    expect(announcement).toBe(own.getByRole('status'))
    expect(title).toHaveFocus()
  })

  it('that was dead is called live once it is extended', async () => {
    const app = await openExpired()
    expect((await line()).getByText('Expired')).toBeVisible()
    await waitFor(() => expect(app.client.isFetching()).toBe(0))
    await app.user.click((await line()).getByRole('button', { name: 'Extend…' }))
    await app.user.click(await screen.findByRole('button', { name: 'Extend' }))
    expect(await screen.findByRole('heading', { name: 'Quarterly review.pdf' })).toBeVisible()
    expect(await (await line()).findByText('Live')).toBeVisible()
  })

  it('that is dead and older than 900 others says so, too', async () => {
    await openExpired({ createdAt: 1 }, addLinks(900))
    expect((await line()).getByText('Expired')).toBeVisible()
  })

  it('that is dead and older than 1,000 others is found in Shares', async () => {
    const app = await openExpired({ createdAt: 1 }, addLinks(1_000))
    expect(
      await screen.findByText(
        'Ask the sender for a new one. If it is your own, look for it in your shares.',
      ),
    ).toBeVisible()
    await app.user.click(screen.getByRole('link', { name: 'Go to my shares' }))
    expect(await screen.findByRole('row', { name: 'Quarterly review.pdf' })).toBeVisible()
  })

  it('that is dead is looked for in all of her links where the service says that it is hers', async () => {
    const app = await openExpired({ createdAt: 1, expires: Date.now() + 86_400_000 }, (backend) => {
      addLinks(1_050)(backend)
      const { seed } = backend.service
      seed.trashFile(seed.addFolder(backend.mei, ['Reports']))
    })
    await line()
    await waitFor(() => expect(app.client.isFetching()).toBe(0))
    expect(screen.queryByText(/for a new one/)).toBeNull()
  })

  it.each([
    [0, 1],
    [300, 3],
    [2_050, 10],
  ])(
    'is looked for in the newest thousand only, where somebody with %i links opens a dead link of another person',
    async (count, pages) => {
      let id = ''
      const { requests, client, user } = await renderApp({
        as: 'lin',
        isStrict: false,
        seed: (backend) => {
          id = share(backend, { expires: 1 })
          if (count > 0) addLinks(count, 'lin')(backend)
        },
        path: () => `/s/${id}`,
      })
      expect(await screen.findByText(/Ask the sender for a new one/)).toBeVisible()
      await waitFor(() => expect(client.isFetching()).toBe(0))
      const lists = () => requests.filter(({ path }) => path === '/share').length
      expect(lists()).toBe(pages)
      await user.click(screen.getByRole('button', { name: 'Check again' }))
      act(() => void window.dispatchEvent(new Event('visibilitychange')))
      act(() => void window.dispatchEvent(new Event('offline')))
      act(() => void window.dispatchEvent(new Event('online')))
      await waitFor(() => expect(client.isFetching()).toBe(0))
      expect(lists()).toBe(pages)
    },
  )
})
