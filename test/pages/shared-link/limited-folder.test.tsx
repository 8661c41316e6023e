import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../dom/harness.tsx'

const names = ['a.jpg', 'b.jpg', 'c.mp4']

/** Mei's folder behind a link, with its first picture opened by nobody in particular. */
async function openFirst(
  share: { remainDownloads?: number; downloaded?: number },
  first = 'a.jpg',
) {
  let id = ''
  const app = await renderApp({
    as: null,
    isStrict: false,
    seed: ({ service: { seed }, mei }) => {
      const folder = seed.addFolder(mei, ['Trip'])
      for (const name of names) {
        seed.addFile(mei, ['Trip', name], { contents: new Uint8Array(9) })
      }
      id = seed.addShare(folder, share)
    },
    path: () => `/files?uri=${encodeURIComponent(`svc://${id}@share`)}&layout=list`,
  })
  await app.user.dblClick(await screen.findByRole('row', { name: first }))
  const asked = () => app.requests.filter(({ path }) => path === '/file/url').length
  return { ...app, asked }
}
const viewer = async (name: string) => within(await screen.findByRole('dialog', { name }))
const open = (left: number, total: number) => ({
  name: `Open (${left} of ${total} downloads left)`,
})

describe('F7 pictures in a folder behind a link with a limit of downloads', () => {
  it('are fetched by Open, which says how many are left, and not by Next and Previous', async () => {
    const { user, asked } = await openFirst({ remainDownloads: 3, downloaded: 1 })
    const first = await viewer('a.jpg')
    const button = await first.findByRole('button', open(3, 4))
    expect(first.queryByRole('img', { name: 'a.jpg' })).toBeNull()
    expect(asked()).toBe(0)
    await user.click(button)
    expect(await first.findByRole('img', { name: 'a.jpg' })).toBeInTheDocument()
    expect(asked()).toBe(1)
    // So does the line above the rows.
    const left = () => screen.getByText('Downloads left').nextElementSibling
    await waitFor(() => expect(left()).toHaveTextContent(/^2$/))
    // Keys still work, although the button that had the focus is gone.
    await user.keyboard('{ArrowRight}')
    await (await viewer('b.jpg')).findByRole('button', open(2, 4))
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await user.click(await (await viewer('c.mp4')).findByRole('button', open(2, 4)))
    expect(await screen.findByLabelText('c.mp4, player')).toBeInTheDocument()
    expect(asked()).toBe(2)
    // What was opened is shown again without another download.
    await user.keyboard('{ArrowLeft}')
    await (await viewer('b.jpg')).findByRole('button', open(1, 4))
    await user.keyboard('{ArrowLeft}')
    expect(await (await viewer('a.jpg')).findByRole('img', { name: 'a.jpg' })).toBeInTheDocument()
    expect(asked()).toBe(2)
  })

  it('are not offered once the last download is spent', async () => {
    const { user, asked } = await openFirst({ remainDownloads: 1 })
    const first = await viewer('a.jpg')
    const button = await first.findByRole('button', open(1, 1))
    expect(first.getByText('Opening uses the last download.')).toBeVisible()
    await user.click(button)
    await screen.findByRole('img', { name: 'a.jpg' })
    await user.keyboard('{ArrowRight}')
    const next = await viewer('b.jpg')
    expect(await next.findByText('This link no longer works')).toBeVisible()
    expect(next.getByText(/Ask .*Mei.* for a new one/)).toBeVisible()
    expect(next.queryByRole('button', { name: /^Open/ })).toBeNull()
    expect(asked()).toBe(1)
  })

  it('say why they cannot be opened, and can be tried again', async () => {
    const { user, faults } = await openFirst({ remainDownloads: 2 })
    const dialog = await viewer('a.jpg')
    const button = await dialog.findByRole('button', open(2, 2))
    faults.next('POST /file/url', { kind: 'json', body: { code: 403, msg: 'no' } })
    await user.click(button)
    expect(await dialog.findByRole('alert')).toBeVisible()
    await user.click(dialog.getByRole('button', open(2, 2)))
    expect(await dialog.findByRole('img', { name: 'a.jpg' })).toBeInTheDocument()
  })

  it.each([
    ['a.jpg', () => screen.findByRole('img', { name: 'a.jpg' })],
    ['c.mp4', () => screen.findByLabelText('c.mp4, player')],
  ] as const)(
    'are asked for again before Retry spends another download, as with %s',
    async (name, shown) => {
      const { user, asked } = await openFirst({ remainDownloads: 3 }, name)
      const dialog = await viewer(name)
      await user.click(await dialog.findByRole('button', open(3, 3)))
      fireEvent.error(await shown())
      await user.click(await dialog.findByRole('button', { name: 'Retry' }))
      const again = await dialog.findByRole('button', open(2, 3))
      expect(asked()).toBe(1)
      await user.click(again)
      expect(await shown()).toBeInTheDocument()
      expect(asked()).toBe(2)
    },
  )

  it('are shown at once where there is no limit', async () => {
    const { user } = await openFirst({})
    expect(await (await viewer('a.jpg')).findByRole('img', { name: 'a.jpg' })).toBeInTheDocument()
    await user.keyboard('{ArrowRight}')
    expect(await (await viewer('b.jpg')).findByRole('img', { name: 'b.jpg' })).toBeInTheDocument()
  })
})

describe('F7 F8 a text in a folder behind a link with a limit of downloads', () => {
  it('is read only when asked for, by whoever may change it too', async () => {
    let id = ''
    const app = await renderApp({
      as: 'lin',
      isStrict: false,
      seed: ({ service: { seed }, mei }) => {
        const folder = seed.addFolder(mei, ['Trip'])
        seed.addFile(mei, ['Trip', 'a.txt'], { contents: new TextEncoder().encode('Ferry at 8') })
        id = seed.addShare(folder, { remainDownloads: 3 })
      },
      path: () => `/files?uri=${encodeURIComponent(`svc://${id}@share`)}&layout=list`,
    })
    await app.user.dblClick(await screen.findByRole('row', { name: 'a.txt' }))
    const button = await screen.findByRole('button', open(3, 3))
    expect(screen.getByText('Opening counts as a download.')).toBeVisible()
    // The editor reads through a session of its own.
    const asked = () =>
      app.requests.filter(({ path }) => /^\/file\/(?:url|viewerSession|wopi|content)/.test(path))
        .length
    expect(asked()).toBe(0)
    await app.user.click(button)
    expect(await screen.findByRole('textbox', { name: /Text of .*a\.txt/ })).toHaveValue(
      'Ferry at 8',
    )
    expect(asked()).toBeGreaterThan(0)
  })
})
