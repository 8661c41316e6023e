import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { deleteLinksNow } from '#src/features/links/deletion/delete-links.ts'
import { ownLinks } from '#src/features/links/visit/own-links.ts'
import { here, renderApp, type Backend, type RenderOptions } from '../../dom/harness.tsx'
import { held, type LoggedRequest } from '../../dom/network.ts'
import { callService, linksOfMei } from '../../processes/service-api.ts'
import { share } from './fixtures.tsx'

const dayMs = 86_400_000

type Options = Parameters<typeof share>[1]

/** The page of Mei's link to a file, seen by Mei. */
async function openOwn(
  options: Options,
  more?: (backend: Backend) => void,
  rest: RenderOptions = {},
) {
  let id = ''
  const app = await renderApp({
    ...rest,
    seed: (backend) => {
      id = share(backend, options)
      more?.(backend)
    },
    path: () => `/s/${id}`,
  })
  return { ...app, id }
}

const line = async () => within(await screen.findByRole('region', { name: 'Your link' }))

describe('F7 the page of one’s own link', () => {
  it('says so, with its state, visits, and what can be done about it', async () => {
    const { user, id } = await openOwn({
      expires: Date.now() + 40 * dayMs,
      visited: 482,
      remainDownloads: 3,
      downloaded: 2,
    })
    const own = await line()
    expect(await own.findByText('Live')).toBeVisible()
    expect(await own.findByText(/until .* · 2 of 5$/)).toBeVisible()
    expect(own.getByText(/^48\d visits$/)).toBeVisible()
    expect(own.getByRole('button', { name: 'Extend…' })).toBeVisible()
    await user.click(own.getByRole('button', { name: 'Copy link' }))
    expect(await navigator.clipboard.readText()).toMatch(new RegExp(`/s/${id}$`))
    const said = screen.getAllByRole('status')
    await waitFor(() =>
      expect(said.filter((each) => each.textContent.trim() === 'Link copied')).toHaveLength(1),
    )
    expect(screen.queryByRole('button', { name: 'Save to Shared with me' })).toBeNull()
  })

  it('is edited there', async () => {
    const { user } = await openOwn({ visited: 1 })
    await user.click((await line()).getByRole('button', { name: 'Edit…' }))
    await user.type(await screen.findByRole('textbox', { name: 'Download limit' }), '9')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/0 of 9/)).toBeVisible()
  })

  it('is as it was after Ctrl+Z', async () => {
    const { user } = await openOwn({ visited: 1, remainDownloads: 5 })
    const own = await line()
    await user.click(own.getByRole('button', { name: 'Edit…' }))
    const limit = await screen.findByRole('textbox', { name: 'Download limit' })
    await user.clear(limit)
    await user.type(limit, '9')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await own.findByText(/0 of 9/)).toBeVisible()
    await screen.findByRole('button', { name: /^Undo: / })
    await user.keyboard('{Control>}z{/Control}')
    expect(await own.findByText(/0 of 5/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Undo: / })).toBeNull()
  })

  it('that has expired is not asked for from somebody else: it is extended there and works again', async () => {
    const app = await openOwn({ expires: Date.now() - dayMs, visited: 482 })
    expect(await screen.findByText('This link no longer works')).toBeVisible()
    const own = await line()
    expect(own.getByText('Expired')).toBeVisible()
    expect(own.getByText(/yesterday/)).toBeVisible()
    expect(own.getByText('482 visits')).toBeVisible()
    expect(screen.queryByText(/Ask the sender/)).toBeNull()
    expect(own.getByRole('button', { name: 'Copy link' })).toBeVisible()
    await app.user.click(own.getByRole('button', { name: 'Extend…' }))
    await app.user.click(await screen.findByRole('button', { name: 'Extend' }))
    expect(await screen.findByRole('heading', { name: 'Quarterly review.pdf' })).toBeVisible()
    expect((await linksOfMei(app))[0]).toMatchObject({ expired: false })
    expect(here()).toBe(`/s/${app.id}`)
  })

  it('that is dead does not tell her to ask the sender while her links are still being read', async () => {
    const answer = held()
    await openOwn({ expires: Date.now() - dayMs }, undefined, {
      faults: (faults) => faults.next('GET /share', answer.fault),
    })
    expect(await screen.findByText('This link no longer works')).toBeVisible()
    expect(screen.queryByText(/Ask the sender/)).toBeNull()
    answer.free()
    await line()
  })

  it('that is dead does not tell her to ask the sender when her links cannot be read', async () => {
    const { client, requests } = await openOwn({ expires: Date.now() - dayMs }, undefined, {
      faults: (faults) =>
        faults.always('GET /share', {
          kind: 'json',
          body: { code: ErrorCode.forbidden, msg: 'x' },
        }),
    })
    expect(await screen.findByText('This link no longer works')).toBeVisible()
    const isRead = ({ path, status }: LoggedRequest) => path === '/share' && status === 200
    await waitFor(() => expect(requests.some(isRead)).toBe(true))
    await waitFor(() => expect(client.isFetching()).toBe(0))
    expect(screen.queryByText(/for a new one/)).toBeNull()
  })

  it('with a password asks her for none', async () => {
    await openOwn({ password: 'abc123', visited: 7 })
    expect(await screen.findByRole('heading', { name: 'Quarterly review.pdf' })).toBeVisible()
    const own = await line()
    expect(own.getByRole('button', { name: 'Edit…' })).toBeVisible()
    expect(own.getByRole('button', { name: 'Copy link' })).toBeVisible()
    expect(screen.queryByRole('textbox', { name: /Password/ })).toBeNull()
  })

  it('with a password asks others for it', async () => {
    let id = ''
    const { user } = await renderApp({
      as: 'lin',
      seed: (backend) => {
        id = share(backend, { password: 'abc123' })
      },
      path: () => `/s/${id}`,
    })
    await user.type(await screen.findByLabelText('Password'), 'abc123{Enter}')
    expect(await screen.findByRole('heading', { name: 'Quarterly review.pdf' })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Your link' })).toBeNull()
  })

  it('that is deleted before its item has been read does not tell her to ask herself', async () => {
    const item = held()
    const app = await openOwn({ visited: 1 }, undefined, {
      faults: (faults) => faults.next('GET /file/info', item.fault),
    })
    await line()
    await callService(app.service, 'DELETE', `/share/${app.id}`, { as: app.mei })
    item.free()
    expect(await screen.findByText('This link no longer works')).toBeVisible()
    await waitFor(() => expect(app.client.isFetching()).toBe(0))
    expect(screen.queryByText(/for a new one/)).toBeNull()
  })

  it('says so when she deletes it while she is there', async () => {
    const app = await openOwn({ visited: 1 })
    await line()
    await waitFor(() => expect(app.client.isFetching()).toBe(0))
    const row = app.client.getQueryData(ownLinks.find(app.id, app.mei).queryKey)
    if (!row) throw new Error('not read')
    act(() => deleteLinksNow(app.client, [row]))
    expect(await screen.findByText('This link was deleted.')).toBeVisible()
  })

  it('leaves its form open when it was deleted elsewhere meanwhile', async () => {
    const app = await openOwn({ visited: 1 })
    await app.user.click((await line()).getByRole('button', { name: 'Edit…' }))
    const limit = await screen.findByRole('textbox', { name: 'Download limit' })
    await app.user.type(limit, '9')
    await callService(app.service, 'DELETE', `/share/${app.id}`, { as: app.mei })
    act(() => void window.dispatchEvent(new Event('visibilitychange')))
    expect(await screen.findByText('This link was deleted.')).toBeInTheDocument()
    expect(limit).toBeInTheDocument()
    expect(limit).toHaveValue('9')
  })

  it('says so when it was deleted elsewhere meanwhile, and offers nothing for it', async () => {
    const app = await openOwn({ visited: 1 })
    expect((await line()).getByRole('button', { name: 'Edit…' })).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Download' })).toBeVisible()
    await callService(app.service, 'DELETE', `/share/${app.id}`, { as: app.mei })
    act(() => void window.dispatchEvent(new Event('visibilitychange')))
    expect(await screen.findByText('This link was deleted.')).toBeVisible()
    const own = await line()
    expect(own.queryByRole('button')).toBeNull()
    expect(own.queryByText('Live')).toBeNull()
  })

  it('into a deleted folder says that its item is gone, and leads to what can be done', async () => {
    const { user } = await openOwn({}, ({ service, mei }) =>
      service.seed.trashFile(service.seed.addFolder(mei, ['Reports'])),
    )
    await user.click(await screen.findByRole('button', { name: 'Fix…' }))
    expect(await screen.findByRole('dialog', { name: /^The link to/ })).toBeVisible()
  })

  it('says nothing of its state until it is known whether its item is there', async () => {
    const access = held()
    await openOwn({ visited: 3 }, undefined, {
      faults: (faults) => faults.always('GET /file/info', access.fault),
    })
    const own = await line()
    expect(await own.findByText(/^[34] visits$/)).toBeVisible()
    expect(own.queryByText('Live')).toBeNull()
    access.free()
    expect(await own.findByText('Live')).toBeVisible()
  })

  it('is looked up for no visitor, and for others says nothing of the kind', async () => {
    let id = ''
    const { requests } = await renderApp({
      as: 'lin',
      isStrict: false,
      seed: (backend) => {
        id = share(backend, { expires: 1 })
      },
      path: () => `/s/${id}`,
    })
    expect(await screen.findByText(/Ask the sender for a new one/)).toBeVisible()
    await waitFor(() => expect(requests.some(({ path }) => path === '/share')).toBe(true))
    expect(screen.queryByRole('region', { name: 'Your link' })).toBeNull()
  })

  it('to a folder says so above the rows', async () => {
    let id = ''
    const app = await renderApp({
      seed: ({ service: { seed }, mei }) => {
        const folder = seed.addFolder(mei, ['Trip'])
        seed.addFile(mei, ['Trip', 'a.txt'], { contents: new Uint8Array(1) })
        id = seed.addShare(folder, { expires: Date.now() + 40 * dayMs })
      },
      path: () => `/s/${id}`,
    })
    await screen.findByRole('row', { name: 'a.txt' })
    const own = await line()
    expect(own.getByText(/until/)).toBeVisible()
    expect(own.getByRole('button', { name: 'Edit…' })).toBeVisible()
    const answer = await callService(app.service, 'GET', `/share/info/${id}`, { as: app.mei })
    expect(answer.code).toBe(0)
  })

  it('to a folder shows its owner Markdown as her own file, too', async () => {
    let [id, file] = ['', '']
    const app = await renderApp({
      isStrict: false,
      seed: ({ service: { seed }, mei }) => {
        const folder = seed.addFolder(mei, ['Trip'])
        const contents = new TextEncoder().encode('# Plan\n\n[Map](map.txt)')
        file = seed.addFile(mei, ['Trip', 'Notes.md'], { contents })
        seed.addFile(mei, ['Trip', 'map.txt'], { contents })
        id = seed.addShare(folder, { remainDownloads: 3 })
      },
      path: () => `/files?uri=${encodeURIComponent(`svc://${id}@share`)}&layout=list&view=${file}`,
    })
    const viewer = within(await screen.findByRole('dialog', { name: 'Notes.md' }))
    expect(await viewer.findByRole('heading', { name: 'Plan' })).toBeVisible()
    const text = viewer.getByRole('link', { name: 'Open as text' })
    expect(text).toHaveAttribute(
      'href',
      `/edit?uri=${encodeURIComponent('svc://my/Trip/Notes.md')}`,
    )
    await app.user.click(viewer.getByRole('link', { name: 'Map' }))
    await waitFor(() => expect(screen.getByRole('row', { name: 'map.txt' })).toHaveFocus())
    expect((await linksOfMei(app))[0]).toMatchObject({ remain_downloads: 3 })
  })

  it('to a folder shows its owner pictures and texts as her own files, which spends no download', async () => {
    let id = ''
    const app = await renderApp({
      seed: ({ service: { seed }, mei }) => {
        const folder = seed.addFolder(mei, ['Trip'])
        seed.addFile(mei, ['Trip', 'Days', 'a.jpg'], { contents: new Uint8Array(9) })
        seed.addFile(mei, ['Trip', 'Days', 'b.txt'], { contents: new TextEncoder().encode('rain') })
        id = seed.addShare(folder, { remainDownloads: 3 })
      },
      path: () => `/files?uri=${encodeURIComponent(`svc://${id}@share/Days`)}&layout=list`,
    })
    await app.user.dblClick(await screen.findByRole('row', { name: 'a.jpg' }))
    const viewer = within(await screen.findByRole('dialog', { name: 'a.jpg' }))
    expect(await viewer.findByRole('img', { name: 'a.jpg' })).toBeInTheDocument()
    await app.user.keyboard('{Escape}')
    await app.user.dblClick(await screen.findByRole('row', { name: 'b.txt' }))
    await screen.findByRole('textbox', { name: /Text of .*b\.txt/ })
    expect(here()).toBe(`/edit?uri=${encodeURIComponent('svc://my/Trip/Days/b.txt')}`)
    expect((await linksOfMei(app))[0]).toMatchObject({ remain_downloads: 3 })
  })
})
