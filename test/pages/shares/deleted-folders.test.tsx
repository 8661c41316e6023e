import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import type { Backend } from '../../dom/harness.tsx'
import type { Faults } from '../../dom/network.ts'
import { callService } from '../../processes/service-api.ts'
import { day, enter, page, row, seedShare } from './fixtures.tsx'

/** The network is gone for these requests, and the browser says so. */
function goOffline(faults: Faults, isAffected: Parameters<Faults['always']>[0]) {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  faults.always(isAffected, { kind: 'drop' })
  act(() => void window.dispatchEvent(new Event('offline')))
  return {
    back: () => {
      faults.clear()
      onLine.mockReturnValue(true)
      act(() => void window.dispatchEvent(new Event('online')))
    },
  }
}

/** The user comes back to the tab ten minutes later. */
function comeBack(): void {
  const now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => now + 600_000)
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
}
afterEach(() => {
  vi.restoreAllMocks()
})

describe('S10 deleted folders that a lost item may be in', () => {
  const open = async (name: string, backend: (backend: Backend) => void) => {
    const view = await page({ seed: backend })
    await view.user.click(await row(name))
    await enter(view.user)
    return { ...view, panel: within(await screen.findByRole('complementary', { name })) }
  }

  it('names the deleted folders that a lost item may be in, and finds it inside', async () => {
    const { panel, user } = await open('inside.txt', (backend) => {
      const { service, mei } = backend
      seedShare(backend, 'inside.txt', { createdAt: Date.now() - day }, ['Old', 'Folder'])
      seedShare(backend, 'other.txt', { createdAt: Date.now() - day }, ['Elsewhere'])
      service.seed.trashFile(service.seed.addFolder(mei, ['Elsewhere']))
      service.seed.trashFile(service.seed.addFolder(mei, ['Old', 'Folder']))
    })
    expect(await panel.findByText(/was not found.*or in a deleted folder\.$/)).toBeInTheDocument()
    const folders = await panel.findAllByRole('listitem')
    expect(folders.map((folder) => folder.textContent)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/Folder\W+Old · deleted/),
        expect.stringMatching(/Elsewhere.*Files · deleted/),
      ]),
    )
    await user.click(panel.getByRole('button', { name: 'Look inside' }))
    expect(await panel.findByText(/in the trash, in the folder .*Folder/)).toBeVisible()
    // Each pressed button goes, and what can be done next has the focus.
    expect(panel.getByRole('button', { name: /^Restore the folder .*Folder/ })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(await panel.findByText('Old / Folder')).toBeVisible()
    expect(panel.getByRole('button', { name: 'Show' })).toHaveFocus()
  })

  /** `inside.txt` in a folder that was deleted at `at`, and 120 folders that were created earlier and deleted in the last two hours. */
  const withDeletedFolders = (at: number) => (backend: Backend) => {
    const { service, mei } = backend
    service.seed.transaction(() => {
      const others = Array.from({ length: 120 }, (_, n) =>
        service.seed.addFolder(mei, [`Old ${n}`]),
      )
      seedShare(backend, 'inside.txt', { createdAt: Date.now() - day }, ['Folder'])
      service.seed.trashFile(service.seed.addFolder(mei, ['Folder']), { at })
      for (const [n, folder] of others.entries())
        service.seed.trashFile(folder, { at: Date.now() - (n + 1) * 60_000 })
    })
  }

  it('says that one is offline only until the network is back, and goes on from there with the focus', async () => {
    const app = await page({
      seed: (backend) => {
        seedShare(backend, 'inside.txt', { createdAt: Date.now() - day }, ['Folder'])
        backend.service.seed.trashFile(backend.service.seed.addFolder(backend.mei, ['Folder']))
      },
    })
    await row('inside.txt')
    const network = goOffline(app.faults, ({ query }) =>
      (query.get('uri') ?? '').includes('type=folder'),
    )
    await app.user.click(await row('inside.txt'))
    await enter(app.user)
    const panel = within(await screen.findByRole('complementary', { name: 'inside.txt' }))
    expect(await panel.findByText(/You are offline/, {}, { timeout: 15_000 })).toBeVisible()
    network.back()
    await waitFor(() => expect(panel.queryByText(/You are offline/)).toBeNull())
    await app.user.click(panel.getByRole('button', { name: 'Retry' }))
    expect(await panel.findByRole('button', { name: 'Look inside' })).toHaveFocus()
  }, 30_000)

  it('looks for the item of a dead link again when the network is back', async () => {
    const app = await page({
      seed: (backend) => {
        const dead = { createdAt: Date.now() - 2 * day, expires: Date.now() - day }
        seedShare(backend, 'inside.txt', dead, ['Folder'])
        backend.service.seed.trashFile(backend.service.seed.addFolder(backend.mei, ['Folder']))
      },
    })
    await row('inside.txt')
    await app.user.click(await row('inside.txt'))
    const network = goOffline(
      app.faults,
      ({ path }) => path.startsWith('/file') || path.startsWith('/share/'),
    )
    await enter(app.user)
    const panel = within(await screen.findByRole('complementary', { name: 'inside.txt' }))
    expect(await panel.findByRole('alert', {}, { timeout: 15_000 })).toHaveTextContent(/offline/)
    network.back()
    expect(await panel.findByText(/was not found.*or in a deleted folder\.$/)).toBeInTheDocument()
    expect(panel.queryByText(/offline/)).toBeNull()
  }, 30_000)

  it('names the folders that were deleted last, and looks into them first', async () => {
    const { panel, user } = await open('inside.txt', withDeletedFolders(Date.now()))
    expect(await panel.findByText('and 116 more folders')).toBeVisible()
    expect(panel.getAllByRole('listitem')[0]).toHaveTextContent(/Folder.*deleted/)
    await user.click(panel.getByRole('button', { name: 'Look inside' }))
    expect(await panel.findByText(/in the trash, in the folder .*Folder/)).toBeVisible()
  })

  it('looks into all folders that may have it, as many at a time as it says', async () => {
    const { panel, user } = await open('inside.txt', withDeletedFolders(Date.now() - day / 2))
    await user.click(await panel.findByRole('button', { name: 'Look inside' }))
    expect(await panel.findByText(/not directly inside the 50 folders deleted last/)).toBeVisible()
    await user.click(panel.getByRole('button', { name: 'Look inside the next 50' }))
    expect(await panel.findByText(/not directly inside the 100 folders deleted last/)).toBeVisible()
    await user.click(panel.getByRole('button', { name: 'Look inside the next 21' }))
    expect(await panel.findByText(/in the trash, in the folder .*Folder/)).toBeVisible()
  })

  it('looks into a folder that was deleted after it had looked into others', async () => {
    const { panel, user, service, mei } = await open(
      'inside.txt',
      withDeletedFolders(Date.now() - day / 2),
    )
    await user.click(await panel.findByRole('button', { name: 'Look inside' }))
    const next = await panel.findByRole('button', { name: 'Look inside the next 50' })
    const search = new URLSearchParams({ uri: 'svc://trash/?name=Folder', page_size: '100' })
    const { data } = await callService(service, 'GET', `/file?${search.toString()}`, { as: mei })
    const [{ path }] = (data as { files: [{ path: string }] }).files
    for (const [method, route, uri] of [
      ['POST', '/file/restore', path],
      ['DELETE', '/file', 'svc://my/Folder'],
    ] as const) {
      const { code } = await callService(service, method, route, { as: mei, body: { uris: [uri] } })
      expect(code).toBe(0)
    }
    comeBack()
    await waitFor(() => expect(panel.getAllByRole('listitem')[0]).toHaveTextContent(/Folder/))
    await user.click(next)
    expect(await panel.findByText(/in the trash, in the folder .*Folder/)).toBeVisible()
  })

  /** A deleted folder `Photos` with a link to it, and so many folders deleted out of it; the service lists them before. */
  const withDeletedPhotos = (count: number) => (backend: Backend) => {
    const { service, mei } = backend
    service.seed.transaction(() => {
      const at = Date.now() - day
      const photos = service.seed.addFolder(mei, ['Photos'], { createdAt: at - 2 * day })
      service.seed.addShare(photos, { createdAt: at - day })
      for (let n = 0; n < count; n++)
        service.seed.trashFile(service.seed.addFolder(mei, ['Photos', `Day ${n}`]))
      service.seed.trashFile(photos, { at })
    })
  }

  it('finds a deleted folder among many that were deleted out of it', async () => {
    const { panel, user } = await open('Photos', withDeletedPhotos(510))
    await user.click(await panel.findByRole('button', { name: 'Restore the folder' }))
    await waitFor(() => expect(panel.queryByRole('button', { name: /^Restore/ })).toBeNull())
    expect(within(await row('Photos')).getByText('Live')).toBeVisible()
  })

  it('says of how many deleted items it knows that they are not the lost one', async () => {
    const { panel } = await open('Photos', withDeletedPhotos(5_001))
    expect(
      await panel.findByText(/not found in Files or among the 5,000 matching items deleted last\./),
    ).toBeVisible()
  })

  it('says that the deleted folders could not be read, and reads them again', async () => {
    const view = await page({
      seed: (backend) => {
        const { service, mei } = backend
        seedShare(backend, 'inside.txt', { createdAt: Date.now() - day }, ['Folder'])
        service.seed.trashFile(service.seed.addFolder(mei, ['Folder']))
      },
      faults: (faults) =>
        faults.always(
          ({ path, query }) => path === '/file' && /type=folder/.test(query.get('uri') ?? ''),
          { kind: 'json', body: { code: ErrorCode.forbidden, msg: 'x' } },
        ),
    })
    const { user, faults } = view
    await user.click(await row('inside.txt'))
    await enter(user)
    const panel = within(await screen.findByRole('complementary', { name: 'inside.txt' }))
    expect(await panel.findByRole('alert')).toBeVisible()
    faults.clear()
    await user.click(panel.getByRole('button', { name: 'Retry' }))
    expect(await panel.findByRole('button', { name: 'Look inside' })).toBeVisible()
  })

  it('says so when no deleted folder has a lost item directly inside', async () => {
    const { panel, user } = await open('inside.txt', (backend) => {
      const { service, mei } = backend
      seedShare(backend, 'inside.txt', { createdAt: Date.now() - day }, ['Old', 'Deep'])
      service.seed.trashFile(service.seed.addFolder(mei, ['Old']))
    })
    const look = await panel.findByRole('button', { name: 'Look inside' })
    const regions = panel.getAllByRole('status')
    await user.click(look)
    const said = await panel.findByText(/not directly inside any of them/)
    expect(said).toBeVisible()
    // A screen reader tells what changes in a region that is there already.
    expect(regions).toContain(said)
  })
})
