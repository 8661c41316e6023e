import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { markLinkSourcesOutdated } from '#src/features/links/source/link-source-cache.ts'
import { held } from '../../../dom/network.ts'
import { callService, linksOfMei } from '../../../processes/service-api.ts'
import { day, page, row, seedShare, states } from '../fixtures.tsx'

type App = Awaited<ReturnType<typeof page>>

describe('S8 what is known of dead links', () => {
  const open = async ({ user }: App) => {
    await row('live.txt')
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Clean up…' }))
    return within(await screen.findByRole('dialog', { name: 'Clean up 3 dead links' }))
  }

  it.each([3, 12])('leaves those of %i that work again by then, and says so', async (count) => {
    const app = await page({
      seed: (backend) => {
        for (let n = 1; n <= count; n++)
          seedShare(backend, `dead ${n}.txt`, { expires: Date.now() - day, password: 'geheim77' })
      },
    })
    await row('dead 1.txt')
    await app.user.click(screen.getByRole('button', { name: 'More' }))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Clean up…' }))
    const dialog = within(
      await screen.findByRole('dialog', { name: `Clean up ${count} dead links` }),
    )
    const revived = (await linksOfMei(app)).find(({ name }) => name === 'dead 2.txt')
    await callService(app.service, 'POST', `/share/${revived?.id}`, {
      as: app.mei,
      body: { uri: 'svc://my/dead%202.txt', expire: 86_400 * 90 },
    })
    await app.user.click(dialog.getByRole('button', { name: `Delete ${count} links` }))
    if (count <= 10) await app.user.click(await screen.findByRole('button', { name: 'Delete now' }))
    expect(
      await screen.findByText(
        `${count - 1} of ${count} links deleted. 1 has been changed since and stays as it is.`,
      ),
    ).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    expect((await linksOfMei(app)).map(({ name }) => name)).toEqual(['dead 2.txt'])
    expect(within(await row('dead 2.txt')).getByText('Live')).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: 'Show details…' }))
    const result = within(await screen.findByRole('dialog'))
    expect(result.getAllByText('It works again, so it was kept.')[0]).toBeVisible()
    expect(result.queryByRole('button', { name: /^Retry/ })).toBeNull()
  })

  it('counts as many as are known to have lost their items, and says of none that it works', async () => {
    const app = await page({
      seed: (backend) => {
        states(backend)
        seedShare(backend, 'unread.txt')
      },
    })
    const dialog = await open(app)
    markLinkSourcesOutdated()
    expect(await dialog.findByText('Source gone · at least 1')).toBeVisible()
    expect(dialog.getByText('Expired · 1')).toBeVisible()
    const title = 'Clean up at least 3 dead links'
    expect(screen.getByRole('dialog', { name: title })).toBeVisible()
    await app.user.type(dialog.getByRole('searchbox'), 'txt')
    expect(await dialog.findByText('At least 4 links')).toBeInTheDocument()
    await app.user.clear(dialog.getByRole('searchbox'))
    const group = within(dialog.getByRole('region', { name: 'Never opened' }))
    expect(group.getByText(/^Nobody has opened these so far\./)).toBeVisible()
  })

  it('ticks no link that was ticked off and works again meanwhile', async () => {
    const app = await page({
      isLive: true,
      seed: (backend) => {
        seedShare(backend, 'kept.txt', { expires: 1 })
        seedShare(backend, 'dead.txt', { expires: 1 })
      },
    })
    await row('kept.txt')
    await app.user.click(screen.getByRole('button', { name: 'More' }))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Clean up…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Clean up 2 dead links' }))
    await app.user.click(dialog.getByRole('checkbox', { name: /kept\.txt/ }))
    const kept = (await linksOfMei(app)).find(({ name }) => name === 'kept.txt')
    await callService(app.service, 'POST', `/share/${kept?.id}`, {
      as: app.mei,
      body: { uri: 'svc://my/kept.txt', expire: (90 * day) / 1_000 },
    })
    const now = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => now + 6_000)
    window.dispatchEvent(new Event('focus'))
    const group = within(await dialog.findByRole('region', { name: 'Never opened' }))
    expect(group.getByRole('checkbox', { name: /kept\.txt/ })).not.toBeChecked()
  })

  it('ticks dead links that are loaded after it was opened', async () => {
    const rest = held()
    const app = await page({
      seed: (backend) => {
        seedShare(backend, 'dead old.txt', { expires: 1 })
        backend.service.seed.transaction(() => {
          for (let n = 1; n <= 100; n++) seedShare(backend, `file ${n}.txt`, { visited: 1 })
        })
        seedShare(backend, 'dead new.txt', { expires: 1 })
      },
      faults: (faults) =>
        faults.next(
          ({ path, query }) => path === '/share' && query.has('next_page_token'),
          rest.fault,
        ),
    })
    await row('dead new.txt')
    await app.user.click(screen.getByRole('button', { name: 'More' }))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Clean up…' }))
    const dialog = within(await screen.findByRole('dialog', { name: /^Clean up .*1 dead link$/ }))
    rest.free()
    expect(await dialog.findByRole('checkbox', { name: /dead old\.txt/ })).toBeChecked()
    expect(dialog.getByRole('button', { name: 'Delete 2 links' })).toBeEnabled()
  })

  it('ticks no link that dies while it is open', async () => {
    const app = await page({
      seed: (backend) => {
        seedShare(backend, 'dead.txt', { expires: 1 })
        seedShare(backend, 'ends.txt', { expires: Date.now() + 600_000, visited: 3 })
      },
    })
    await row('ends.txt')
    await app.user.click(screen.getByRole('button', { name: 'More' }))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Clean up…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Clean up 1 dead link' }))
    const now = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => now + 700_000)
    window.dispatchEvent(new Event('focus'))
    const ended = await dialog.findByRole('checkbox', { name: /ends\.txt/ })
    expect(ended).not.toBeChecked()
    expect(dialog.getByRole('checkbox', { name: /dead\.txt/ })).toBeChecked()
    expect(dialog.getByRole('button', { name: 'Delete 1 link' })).toBeEnabled()
    await app.user.click(ended)
    expect(dialog.getByRole('button', { name: 'Delete 2 links' })).toBeEnabled()
  })

  it('keeps the tick of a link that was never opened and dies while it is open', async () => {
    const app = await page({
      seed: (backend) => {
        seedShare(backend, 'dead.txt', { expires: 1 })
        seedShare(backend, 'ends.txt', { expires: Date.now() + 600_000 })
      },
    })
    await row('ends.txt')
    await app.user.click(screen.getByRole('button', { name: 'More' }))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Clean up…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Clean up 1 dead link' }))
    await app.user.click(dialog.getByRole('checkbox', { name: /ends\.txt/ }))
    const now = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => now + 700_000)
    window.dispatchEvent(new Event('focus'))
    const group = within(dialog.getByRole('region', { name: 'Expired' }))
    expect(await group.findByRole('checkbox', { name: /ends\.txt/ })).toBeChecked()
    expect(dialog.getByRole('button', { name: 'Delete 2 links' })).toBeEnabled()
  })
})
