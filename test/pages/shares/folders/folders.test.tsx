import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Backend, here, type renderApp } from '../../../dom/harness.tsx'
import type { LoggedRequest } from '../../../dom/network.ts'
import { callService } from '../../../processes/service-api.ts'
import { day, names, page, row, seedShare } from '../fixtures.tsx'

const infos = (requests: readonly LoggedRequest[]) =>
  requests.filter(({ path }) => path.startsWith('/share/info/'))
const isList = ({ method, path }: LoggedRequest) =>
  method === 'GET' && /^\/share(?:$|\?)/.test(path)
const invoices = (backend: Backend) => {
  seedShare(backend, 'Invoice 2026-014.pdf', {}, ['Clients', 'Acme'])
  seedShare(backend, 'Invoice 2026-014.pdf', {}, ['Clients', 'Zenith'])
  seedShare(backend, 'plan.pdf')
}
const move = (app: Awaited<ReturnType<typeof renderApp>>, from: string, to: string) =>
  callService(app.service, 'POST', '/file/move', {
    as: app.mei,
    body: { uris: [from], dst: to },
  })

describe('S16 where the item is', () => {
  it('stands in the row, so that two invoices of one name are told apart', async () => {
    await page({ seed: invoices })
    await screen.findByText('Clients / Acme')
    await screen.findByText('Clients / Zenith')
    const rows = await screen.findAllByRole('row', { name: 'Invoice 2026-014.pdf' })
    expect(rows.map((one) => one.textContent).join()).toMatch(/Zenith.*,.*Acme/)
    expect(await within(await row('plan.pdf')).findByTitle('Files')).toBeVisible()
  })

  it('is learnt two links at a time, and of live links only', async () => {
    let free = () => {}
    const until = new Promise<void>((resolve) => (free = resolve))
    const app = await page({
      isStrict: false,
      seed: (backend) => {
        for (const name of ['a', 'b', 'c', 'd']) seedShare(backend, `${name}.txt`, {}, ['In'])
        seedShare(backend, 'dead.txt', { expires: Date.now() - day }, ['In'])
      },
      faults: (faults) => faults.always('GET /share/info/*', { kind: 'hold', until }),
    })
    await row('a.txt')
    await waitFor(() => expect(infos(app.requests)).toHaveLength(2))
    // The others wait behind these, which have no answer yet.
    await act(async () => {
      await new Promise((resolve) => setTimeout(resolve, 50))
    })
    expect(infos(app.requests)).toHaveLength(2)
    free()
    await waitFor(() => expect(screen.getAllByTitle('In')).toHaveLength(4))
    expect(infos(app.requests)).toHaveLength(4)
    expect(within(await row('dead.txt')).queryByTitle('In')).toBeNull()
  })

  it('is learnt after a sign-out, though requests of before are never answered', async () => {
    const app = await page({
      isStrict: false,
      seed: (backend) => {
        for (const name of ['a', 'b']) seedShare(backend, `${name}.txt`, {}, ['In'])
      },
      faults: (faults) => faults.always('GET /share/info/*', { kind: 'stall' }),
    })
    await row('a.txt')
    await waitFor(() => expect(infos(app.requests)).toHaveLength(2))
    await app.reload()
    await waitFor(() => expect(screen.getAllByTitle('In')).toHaveLength(2))
  })

  it('is kept for the next visit, also for a link that has died since', async () => {
    let id = ''
    const app = await page({
      isStrict: false,
      seed: (backend) => {
        id = seedShare(backend, 'a.txt', {}, ['In'])
      },
    })
    await screen.findByTitle('In')
    // They are written together, a moment later.
    await waitFor(async () => {
      const { readAccountRecord } = await import('#src/platform/account-records.ts')
      expect(await readAccountRecord(app.mei, 'link-places')).toHaveLength(1)
    })
    const asked = infos(app.requests).length
    await callService(app.service, 'POST', `/share/${id}`, {
      as: app.mei,
      body: { uri: 'svc://my/In/a.txt', expire: 1 },
    })
    app.clock.advance(5_000)
    await app.reload()
    expect(await within(await row('a.txt')).findByTitle('In')).toBeVisible()
    expect(infos(app.requests)).toHaveLength(asked)
  })

  it('is asked for again when the list is refreshed, and shows where the item is now', async () => {
    const app = await page({ seed: (backend) => void seedShare(backend, 'a.txt', {}, ['In']) })
    await screen.findByTitle('In')
    app.service.seed.addFolder(app.mei, ['Out'])
    expect((await move(app, 'svc://my/In/a.txt', 'svc://my/Out')).code).toBe(0)
    await app.user.keyboard('r')
    expect(await within(await row('a.txt')).findByTitle('Out')).toBeVisible()
  })

  it('is taken from the list where the service has it there', async () => {
    const app = await page({
      faults: (faults) =>
        faults.always('GET /share', {
          kind: 'json',
          body: {
            code: 0,
            msg: '',
            data: {
              shares: [
                {
                  id: 'x1',
                  name: 'told.pdf',
                  source_type: 0,
                  source_uri: 'svc://my/Told/Here',
                  url: 'https://example.org/s/x1',
                  created_at: '2026-01-01T00:00:00Z',
                  expired: false,
                },
              ],
              pagination: { page: 0, page_size: 100, is_cursor: true },
            },
          },
        }),
    })
    expect(await within(await row('told.pdf')).findByTitle('Told / Here')).toBeVisible()
    expect(infos(app.requests)).toEqual([])
  })

  it('is forgotten when the user signs out', async () => {
    const app = await page({ seed: (backend) => void seedShare(backend, 'a.txt', {}, ['In']) })
    const { readAccountRecord } = await import('#src/platform/account-records.ts')
    await screen.findByTitle('In')
    await waitFor(async () =>
      expect(await readAccountRecord(app.mei, 'link-places')).toHaveLength(1),
    )
    await app.user.click(screen.getByRole('button', { name: /Mei Wang/ }))
    await app.user.click(await screen.findByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(here()).toMatch(/^\/sign-in/))
    await waitFor(async () =>
      expect(await readAccountRecord(app.mei, 'link-places')).toBeUndefined(),
    )
  })
})

describe('S15 search by path', () => {
  it.each(['Acme/Invoice', 'Clients / Acme', 'acme 2026'])('finds %j', async (text) => {
    const { user } = await page({ seed: invoices })
    await screen.findByText('Clients / Acme')
    await screen.findByText('Clients / Zenith')
    await user.type(screen.getByRole('searchbox'), text)
    await waitFor(() => expect(names()).toEqual(['Invoice 2026-014.pdf']))
    await waitFor(() => expect(screen.getByTitle('Clients / Acme')).toBeVisible())
    expect(new URLSearchParams(here().split('?')[1]).get('q')).toBe(text)
  })

  it('leaves a link out once its item turns out to have been moved', async () => {
    const app = await page({
      seed: (backend) => {
        seedShare(backend, 'moved.txt', {}, ['Acme'])
        seedShare(backend, 'stays.txt', {}, ['Acme'])
      },
    })
    await waitFor(() => expect(screen.getAllByTitle('Acme')).toHaveLength(2))
    await app.user.type(screen.getByRole('searchbox'), 'Acme/')
    await waitFor(() => expect(names()).toEqual(['stays.txt', 'moved.txt']))
    app.service.seed.addFolder(app.mei, ['Out'])
    expect((await move(app, 'svc://my/Acme/moved.txt', 'svc://my/Out')).code).toBe(0)
    let free = () => {}
    const until = new Promise<void>((resolve) => (free = resolve))
    app.faults.always('GET /share/info/*', { kind: 'hold', until })
    const listed = app.requests.filter(isList).length
    const asked = infos(app.requests).length
    await app.user.keyboard('{ArrowDown}r')
    // The list has been read again before it is known where the items are now.
    await waitFor(() => expect(app.requests.filter(isList).length).toBeGreaterThan(listed))
    await waitFor(() => expect(infos(app.requests).length).toBeGreaterThanOrEqual(asked + 2))
    await waitFor(() => expect(screen.queryByText(/Loading|Reading/)).toBeNull())
    expect(names()).toEqual(['stays.txt', 'moved.txt'])
    free()
    await waitFor(() => expect(names()).toEqual(['stays.txt']))
  })

  it('says how many folders it knows', async () => {
    const { user } = await page({
      seed: (backend) => {
        seedShare(backend, 'live.txt', {}, ['In'])
        seedShare(backend, 'dead.txt', { expires: Date.now() - day }, ['In'])
      },
    })
    await screen.findByTitle('In')
    await user.type(screen.getByRole('searchbox'), 'In/')
    await waitFor(() => expect(names()).toEqual(['live.txt']))
    expect(await screen.findByText('Folder search covers 1 of 2')).toBeVisible()
  })
})
