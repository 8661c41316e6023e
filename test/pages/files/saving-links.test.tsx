import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Backend, renderApp, type RenderOptions } from '../../dom/harness.tsx'
import { held, type Sent } from '../../dom/network.ts'
import { callService } from '../../processes/service-api.ts'

/** Lin's shortcuts, as the service lists them. */
async function shortcutsOf({ service, lin }: Backend) {
  const answer = await callService(service, 'GET', '/file?uri=svc://shared_with_me', { as: lin })
  return answer.data.files as { name: string; metadata: Record<string, string> }[]
}

describe('S18 saving a link', () => {
  const atLink = async (options: RenderOptions = {}) => {
    let id = ''
    const app = await renderApp({
      as: 'lin',
      seed: ({ service: { seed }, mei, lin }) => {
        seed.addFile(lin, ['Plan.pdf'], { size: 1 })
        id = seed.addShare(seed.addFile(mei, ['Plan.pdf'], { size: 9 }), { password: 'noon' })
      },
      path: () => `/s/${id}/noon`,
      ...options,
    })
    return { ...app, id }
  }
  const save = () => screen.findByRole('button', { name: 'Save to Shared with me' })

  it('puts a shortcut without the password under a free name, and takes it away again', async () => {
    const app = await atLink()
    await app.user.click(await save())
    const link = await screen.findByRole('link', { name: 'In Shared with me' })
    const [saved] = await shortcutsOf(app)
    expect(saved).toMatchObject({
      name: 'Plan (2).pdf',
      metadata: {
        'sys:shared_redirect': `svc://${app.id}@share`,
        'sys:shared_owner': app.mei,
      },
    })
    await app.user.click(screen.getByRole('button', { name: 'Remove from Shared with me' }))
    expect(await save()).toBeVisible()
    expect(link).not.toBeInTheDocument()
    expect(app.service.seed.findFile(app.lin, ['Plan.pdf'])).toBeDefined()
    await app.user.click(screen.getByRole('button', { name: /^Undo: / }))
    expect(await screen.findByRole('link', { name: 'In Shared with me' })).toBeVisible()
  })

  it('has no empty place before it is known whether it has been saved', async () => {
    const list = held()
    const app = await atLink({
      faults: (faults) => faults.always('GET /file', list.fault),
    })
    expect(await screen.findByRole('button', { name: 'Download' })).toBeVisible()
    await waitFor(() => expect(app.client.isFetching({ queryKey: ['links', 'access'] })).toBe(0))
    expect(screen.queryByRole('region', { name: 'Shared link' })).toBeNull()
    list.free()
    expect(await save()).toBeVisible()
    expect(screen.getByRole('region', { name: 'Shared link' })).toBeVisible()
  })

  it('leaves the focus on the button, says what was done, and the same button takes it back', async () => {
    const app = await atLink()
    const button = await save()
    button.focus()
    await app.user.keyboard('{Enter}')
    expect(await screen.findByRole('button', { name: 'Remove from Shared with me' })).toHaveFocus()
    const isSaid = () =>
      screen.getAllByRole('status').some((one) => one.textContent === 'In Shared with me')
    await waitFor(() => expect(isSaid()).toBe(true))
    await app.user.keyboard('{Enter}')
    expect(await save()).toHaveFocus()
  })

  it('is done once when the answer is lost', async () => {
    let id = ''
    const app = await atLink({
      seed: ({ service: { seed }, mei }) => {
        id = seed.addShare(seed.addFile(mei, ['Plan.pdf'], { size: 9 }))
      },
      path: () => `/s/${id}`,
    })
    app.faults.next('POST /file/create', { kind: 'lost' })
    await app.user.click(await save())
    expect(await screen.findByRole('link', { name: 'In Shared with me' })).toBeVisible()
    expect(await shortcutsOf(app)).toHaveLength(1)
  })

  it('is done once when the answer is lost and the name is taken', async () => {
    const app = await atLink()
    let creations = 0
    app.faults.always(({ path }) => path === '/file/create' && ++creations === 2, { kind: 'lost' })
    await app.user.click(await save())
    expect(await screen.findByRole('link', { name: 'In Shared with me' })).toBeVisible()
    expect(screen.queryByText(/Plan.*not/)).toBeNull()
    expect(await shortcutsOf(app)).toHaveLength(1)
  })

  it('is not offered for one’s own link, nor to visitors', async () => {
    await atLink({ as: 'mei' })
    await screen.findByRole('button', { name: 'Download' })
    expect(screen.queryByRole('button', { name: 'Save to Shared with me' })).toBeNull()
  })

  it('is not offered where the service has no such place', async () => {
    await atLink({
      faults: (faults) => faults.always('GET /file', { kind: 'json', body: { code: -1, msg: '' } }),
    })
    await screen.findByRole('button', { name: 'Download' })
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    expect(screen.queryByRole('button', { name: 'Save to Shared with me' })).toBeNull()
  })
})

describe('S18 many shortcuts', () => {
  it('are looked up with a few requests at a time before they are removed', async () => {
    const app = await renderApp({
      as: 'lin',
      path: '/files?uri=svc%3A%2F%2Fshared_with_me&layout=list',
      seed: (backend) => {
        const { seed } = backend.service
        const share = seed.addShare(seed.addFolder(backend.mei, ['Trip']))
        for (let at = 0; at < 30; at++) seed.addShortcut(backend.lin, [`Trip ${at}`], share)
      },
    })
    await screen.findByRole('row', { name: 'Trip 0' })
    const isLookup = ({
      method,
      path,
      query,
    }: Pick<Sent, 'method' | 'path'> & { query: unknown }) =>
      method === 'GET' && path === '/file/info' && String(query).includes('id=')
    const { fault, free } = held()
    app.faults.always(isLookup, fault)
    await app.user.keyboard('{Control>}a{/Control}{Delete}')
    const lookups = () => app.requests.filter(isLookup)
    await waitFor(() => expect(lookups().length).toBeGreaterThan(1))
    expect(lookups().length).toBeLessThan(10)
    free()
    await waitFor(() => expect(screen.queryByRole('row', { name: 'Trip 0' })).toBeNull())
    expect(lookups()).toHaveLength(30)
  })
})
