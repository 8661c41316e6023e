import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Backend, here, renderApp } from '../../dom/harness.tsx'
import { callService } from '../../processes/service-api.ts'
import { atWork, row, seedWork, sent } from './fixtures.tsx'

const size = 5_000_000

/** An upload from another browser, of which nothing has arrived. */
const begin = ({ service, mei }: Backend, name: string) =>
  callService(service, 'PUT', '/file/upload', {
    as: mei,
    body: { uri: `svc://my/Work/${name}`, size },
  })
const withUploads = {
  seed: async (backend: Backend) => {
    seedWork(backend)
    await begin(backend, 'film.mp4')
    await begin(backend, 'notes.txt')
    await begin(backend, 'sea.jpg')
  },
}
const choose = async (
  user: Awaited<ReturnType<typeof atWork>>['user'],
  name: string,
  command: string,
) => {
  fireEvent.contextMenu(await row(name))
  await user.click(await screen.findByRole('menuitem', { name: command }))
}

describe('F2 an upload that has not finished', () => {
  it.each(['list', 'grid'])(
    'is shown as such, never as an empty file, in the %s and in its details',
    async (layout) => {
      const { user } = await atWork({
        ...withUploads,
        path: `/files?uri=svc%3A%2F%2Fmy%2FWork&layout=${layout}`,
      })
      const film = await row('film.mp4')
      const words = within(film).getByText('Unfinished')
      expect(words).toHaveAttribute(
        'data-tooltip',
        expect.stringMatching(/^Upload not finished, since .*20\d\d/),
      )
      expect(film).not.toHaveTextContent('0 B')
      await choose(user, 'film.mp4', 'Details')
      const panel = within(await screen.findByRole('complementary', { name: 'film.mp4' }))
      expect(
        panel.getByText(/^Upload not finished, since .*\. Upload the same file here again/),
      ).toBeVisible()
      expect(panel.queryByText('0 B')).toBeNull()
      expect(panel.queryByRole('button', { name: 'Download' })).toBeNull()
    },
  )

  it.each(['notes.txt', 'sea.jpg'])(
    'opens its details, which say so: there is nothing of %s to read or see',
    async (name) => {
      const { user } = await atWork(withUploads)
      await user.dblClick(await row(name))
      const panel = within(await screen.findByRole('complementary', { name }))
      expect(panel.getByText(/^Upload not finished/)).toBeVisible()
      expect(here()).toMatch(/^\/files/)
    },
  )

  it.each(['Download', 'Share…'])('says so when it is asked to: %s', async (command) => {
    const { user, requests } = await atWork(withUploads)
    await choose(user, 'film.mp4', command)
    expect(await screen.findByText(/film\.mp4.* has not finished uploading\.$/)).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent(requests, 'POST', '/file/url')).toEqual([])
  })

  it('is left out of a download of several, which is said', async () => {
    const { user, requests } = await atWork(withUploads)
    await user.click(await screen.findByRole('checkbox', { name: 'Select film.mp4' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Select sea.jpg' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Select letter.txt' }))
    await user.click(
      within(screen.getByRole('region', { name: '3 selected' })).getByRole('button', {
        name: 'Download',
      }),
    )
    expect(await screen.findByText(/^2 files have not finished uploading/)).toBeVisible()
    await expect.poll(() => sent(requests, 'POST', '/file/url')).toHaveLength(1)
  })

  it('is shown as such in the trash', async () => {
    await renderApp({
      path: '/trash',
      seed: ({ service, mei }) => {
        service.seed.trashFile(
          service.seed.addFile(mei, ['film.mp4'], { metadata: { 'sys:upload_session_id': 'x' } }),
        )
      },
    })
    expect(within(await row(/^film\.mp4/)).getByText('Unfinished')).toBeVisible()
  })
})
