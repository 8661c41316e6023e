import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../dom/harness.tsx'
import { held } from '../../dom/network.ts'
import { callService, linksOfMei } from '../../processes/service-api.ts'
import { comeBack, open, share } from './fixtures.tsx'

const dead = () => screen.findByRole('heading', { name: 'This link no longer works' })
const item = () => screen.findByRole('heading', { name: 'Quarterly review.pdf' })

/** The page of Mei's link that has expired, seen by somebody else. */
async function openExpired(as: 'lin' | null = null) {
  const app = await open({ expires: Date.now() - 86_400_000 }, { as })
  await dead()
  await waitFor(() => expect(app.client.isFetching()).toBe(0))
  const looks = () => app.requests.filter(({ path }) => path.startsWith(`/share/info/${app.id}`))
  const extend = async () => {
    const answer = await callService(app.service, 'POST', `/share/${app.id}`, {
      as: app.mei,
      body: { uri: 'svc://my/Reports/Quarterly%20review.pdf', expire: 86_400 },
    })
    expect(answer.code).toBe(0)
  }
  const visits = async () => (await linksOfMei(app))[0]?.visited
  return { ...app, looks, extend, visits }
}

describe('F7 the page of a dead link', () => {
  it.each([null, 'lin'] as const)(
    'looks again when one comes back to the tab, and counts one visit once it works (signed in: %s)',
    async (as) => {
      const { looks, extend, visits, client } = await openExpired(as)
      const heading = await dead()
      const before = looks().length
      comeBack()
      await waitFor(() => expect(looks().length).toBeGreaterThan(before))
      await waitFor(() => expect(client.isFetching()).toBe(0))
      // Nothing is taken away while it looks.
      expect(heading).toBeInTheDocument()
      await extend()
      expect(await visits()).toBe(0)
      comeBack()
      expect(await item()).toBeVisible()
      await waitFor(() => expect(client.isFetching()).toBe(0))
      expect(await visits()).toBe(1)
      comeBack()
      await waitFor(() => expect(client.isFetching()).toBe(0))
      expect(await visits()).toBe(1)
    },
  )

  it('looks again when the network is back', async () => {
    const { extend } = await openExpired()
    await extend()
    act(() => void window.dispatchEvent(new Event('offline')))
    act(() => void window.dispatchEvent(new Event('online')))
    expect(await item()).toBeVisible()
  })

  it('has a button for it, which says that nothing has changed, and leads to the contents', async () => {
    const { user, extend, visits } = await openExpired()
    const check = await screen.findByRole('button', { name: 'Check again' })
    await user.click(check)
    expect(await screen.findByText('Checked just now: it doesn’t work.')).toBeVisible()
    expect(check).toHaveFocus()
    await extend()
    await user.click(check)
    expect(await item()).toBeVisible()
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
    expect(await visits()).toBe(1)
  })

  it('counts one visit where the button is pressed while the page looks by itself', async () => {
    const { user, extend, faults, client } = await openExpired()
    await extend()
    const { fault, free } = held()
    let counting = 0
    faults.always(({ query }) => {
      if (!query.has('count_views')) return false
      counting++
      return true
    }, fault)
    comeBack()
    await waitFor(() => expect(counting).toBe(1))
    await user.click(await screen.findByRole('button', { name: 'Check again' }))
    free()
    expect(await item()).toBeVisible()
    await waitFor(() => expect(client.isFetching()).toBe(0))
    expect(counting).toBe(1)
  })

  it('says once why it could not look again', async () => {
    const { user, faults } = await openExpired()
    faults.always('GET /share/info/*', { kind: 'status', status: 500 })
    await user.click(await screen.findByRole('button', { name: 'Check again' }))
    await waitFor(
      () => expect(screen.getAllByText('The service is not available right now.')).toHaveLength(1),
      {
        timeout: 5_000,
      },
    )
    expect(screen.queryByText('Checked just now: it doesn’t work.')).toBeNull()
  })

  it('counts no visit where the service still describes one that has expired', async () => {
    const link = {
      id: 'old',
      name: 'plan.pdf',
      source_type: 0,
      unlocked: true,
      expired: true,
      created_at: '2026-01-01T00:00:00Z',
      url: 'http://localhost/s/old',
    }
    const { requests } = await renderApp({
      as: null,
      isStrict: false,
      path: '/s/old',
      faults: (faults) =>
        faults.always('GET /share/info/old', {
          kind: 'json',
          body: { code: 0, data: link, msg: '' },
        }),
    })
    await dead()
    const looks = () => requests.filter(({ path }) => path.startsWith('/share/info/old'))
    comeBack()
    await waitFor(() => expect(looks()).toHaveLength(2))
    expect(looks()[1]?.query).not.toContain('count_views')
  })

  it('that ends while its item is looked up says nothing of a deleted item', async () => {
    const access = held()
    const app = await open(
      {},
      { faults: (faults) => faults.always('GET /file/info', access.fault) },
    )
    await item()
    expect(
      (await callService(app.service, 'DELETE', `/share/${app.id}`, { as: app.mei })).code,
    ).toBe(0)
    access.free()
    await dead()
    expect(screen.getByText('Ask \u2068Mei Wang\u2069 for a new one.')).toBeVisible()
  })

  it('whose item is in a deleted folder looks again, too, and counts no other visit', async () => {
    let id = ''
    let trashed = ''
    const app = await renderApp({
      as: null,
      isStrict: false,
      seed: (backend) => {
        id = share(backend)
        const { seed } = backend.service
        trashed = seed.trashFile(seed.addFolder(backend.mei, ['Reports']))
      },
      path: () => `/s/${id}`,
    })
    const heading = await dead()
    expect(
      screen.getByText('Ask \u2068Mei Wang\u2069 to restore what it leads to, or for a new link.'),
    ).toBeVisible()
    const visits = async () => (await linksOfMei(app))[0]?.visited
    const before = await visits()
    comeBack()
    await waitFor(() => expect(app.client.isFetching()).toBe(0))
    expect(heading).toBeInTheDocument()
    app.faults.next('GET /file/info', { kind: 'status', status: 500 })
    const check = await screen.findByRole('button', { name: 'Check again' })
    await app.user.click(check)
    await waitFor(() => expect(check.nextElementSibling).not.toBeEmptyDOMElement())
    expect(screen.queryByText('Checked just now: it doesn’t work.')).toBeNull()
    const restored = await callService(app.service, 'POST', '/file/restore', {
      as: app.mei,
      body: { uris: [`svc://trash/${trashed}`] },
    })
    expect(restored.code).toBe(0)
    comeBack()
    expect(await item()).toBeVisible()
    expect(await visits()).toBe(before)
  })
})
