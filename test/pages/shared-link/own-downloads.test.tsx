import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../dom/harness.tsx'
import { recordSavedAddresses } from '../../features/files/downloads/saved-addresses.ts'
import { callService, linksOfMei } from '../../processes/service-api.ts'
import { downloadButton, share } from './fixtures.tsx'

const saved = recordSavedAddresses()

describe('F7 the download of one’s own link', () => {
  it('to a file gives its owner her own file, which spends no download', async () => {
    let id = ''
    const app = await renderApp({
      seed: (backend) => {
        id = share(backend, { remainDownloads: 1 })
      },
      path: () => `/s/${id}`,
    })
    await app.user.click(await downloadButton())
    await waitFor(() => expect(saved).toHaveLength(1))
    expect((await linksOfMei(app))[0]).toMatchObject({ remain_downloads: 1 })
    expect(await downloadButton()).toBeVisible()
  })

  it.each(['Download', 'the selection'])(
    'to a folder gives its owner her own files by %s, which spends no download',
    async (way) => {
      let id = ''
      const app = await renderApp({
        seed: ({ service: { seed }, mei }) => {
          const folder = seed.addFolder(mei, ['Trip'])
          const contents = new TextEncoder().encode('rain')
          for (const name of ['a.txt', 'b.txt'])
            seed.addFile(mei, ['Trip', 'Days', name], { contents })
          id = seed.addShare(folder, { remainDownloads: 1 })
        },
        path: () => `/files?uri=${encodeURIComponent(`svc://${id}@share/Days`)}&layout=list`,
      })
      const row = await screen.findByRole('row', { name: 'a.txt' })
      if (way === 'the selection') {
        await app.user.click(within(row).getByRole('checkbox'))
        await screen.findByText(/^1 selected/)
      }
      await app.user.click(await downloadButton())
      await waitFor(() => expect(saved).toHaveLength(1))
      expect((await linksOfMei(app))[0]).toMatchObject({ remain_downloads: 1 })
    },
  )

  it('to a folder stays after the link has ended, and gives her own files', async () => {
    let id = ''
    const app = await renderApp({
      isStrict: false,
      seed: ({ service: { seed }, mei }) => {
        const contents = new TextEncoder().encode('rain')
        seed.addFile(mei, ['Trip', 'a.txt'], { contents })
        id = seed.addShare(seed.addFolder(mei, ['Trip']), { remainDownloads: 1 })
      },
      path: () => `/files?uri=${encodeURIComponent(`svc://${id}@share`)}&layout=list`,
    })
    await screen.findByRole('row', { name: 'a.txt' })
    await app.user.click(await downloadButton())
    await waitFor(() => expect(saved).toHaveLength(1))
    await waitFor(() => expect(app.client.isFetching()).toBe(0))
    await callService(app.service, 'DELETE', `/share/${id}`, { as: app.mei })
    for (const count of [2, 3]) {
      await app.user.click(await downloadButton())
      await waitFor(() => expect(saved).toHaveLength(count))
      await waitFor(() => expect(app.client.isFetching()).toBe(0))
      expect(await downloadButton()).not.toHaveAttribute('aria-disabled', 'true')
    }
  })
})
