import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ViewSetting } from '#src/contract/views/view.ts'
import { here, renderApp } from '../../../dom/harness.tsx'
import { namesAt } from '../../../processes/service-api.ts'
import { row, tilesShown, asked, photos, contents, seedPhotos } from './fixtures.tsx'

const galleryView: ViewSetting = {
  page_size: 50,
  view: 'gallery',
  thumbnail: true,
  gallery_width: 220,
  order: 'name',
  order_direction: 'asc',
}

describe('F1 layouts', () => {
  it('a folder without a view of its own is a grid, and looks otherwise as long as one chooses', async () => {
    const { user } = await renderApp({ path: photos, seed: seedPhotos() })
    await row('IMG_1.jpg')
    expect(screen.getByRole('button', { name: 'Created' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'View' }))
    expect(await screen.findByRole('menuitemradio', { name: 'Grid' })).toBeChecked()
    await user.click(screen.getByRole('menuitemradio', { name: 'List' }))
    await waitFor(() => expect(here()).toBe(`${photos}&layout=list`))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Created' })).toBeNull())
    expect(within(await row('notes.txt')).getByText('10 B')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'View' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Grid' }))
    await waitFor(() => expect(here()).toBe(photos))
  })

  it('selection, focus and order are those of the list', async () => {
    const { user } = await renderApp({ path: photos, seed: seedPhotos(galleryView) })
    await waitFor(() =>
      expect(tilesShown()).toEqual([
        'Album',
        'Older',
        'IMG_1.jpg',
        'IMG_2.jpg',
        'IMG_10.jpg',
        'notes.txt',
        'sign.svg',
      ]),
    )
    ;(await row('Album')).focus()
    await user.keyboard('{ArrowRight}{Shift>}{ArrowRight}{ArrowRight}{/Shift}')
    expect(screen.getByRole('region', { name: '3 selected' })).toBeVisible()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('region', { name: /selected/ })).toBeNull()
    await user.keyboard('{Home}{Enter}')
    await waitFor(() => expect(here()).toBe(`${photos}%2FAlbum`))
  })

  it('F2 a tile is renamed in its place, and a new folder is named among tiles', async () => {
    const app = await renderApp({ path: photos, seed: seedPhotos() })
    ;(await row('notes.txt')).focus()
    await app.user.keyboard('{F2}')
    await screen.findByRole('textbox', { name: /New name/ })
    await app.user.keyboard('facts{Enter}')
    await waitFor(async () => expect(await row('facts.txt')).toHaveFocus())
    await app.user.keyboard('n')
    await screen.findByRole('textbox', { name: 'Name of the new folder' })
    await app.user.keyboard('Winter{Enter}')
    await waitFor(async () => expect(await row('Winter')).toHaveFocus())
    expect(await namesAt(app, 'svc://my/Photos')).toContain('Winter')
  })

  it('has the menu of the list, by pointer and by key', async () => {
    const { user } = await renderApp({ path: photos, seed: seedPhotos() })
    const notes = await row('notes.txt')
    await user.click(within(notes).getByRole('button', { name: /^Actions for/ }))
    expect(await screen.findByRole('menuitem', { name: /Rename/ })).toBeVisible()
    await user.keyboard('{Escape}')
    expect(notes).toHaveFocus()
    fireEvent.contextMenu(await row('Album'))
    expect(await screen.findByRole('menu', { name: /Album/ })).toBeVisible()
  })
})

describe('F1 thumbnails', () => {
  const pictureIn = (tile: HTMLElement) => tile.querySelector('img')

  it('are fetched for what may have one, through addresses of this origin', async () => {
    const { requests } = await renderApp({ path: photos, seed: seedPhotos() })
    const tile = await row('IMG_1.jpg')
    await waitFor(() => expect(pictureIn(tile)?.src).toMatch(/^blob:/))
    await waitFor(() =>
      expect(pictureIn(screen.getByRole('row', { name: 'IMG_10.jpg' }))).toBeTruthy(),
    )
    const about = asked(requests, '/file/thumb').map(({ query }) => query)
    expect(about).toHaveLength(3)
    expect(about.every((query) => query.includes('IMG_'))).toBe(true)
    expect(pictureIn(await row('notes.txt'))).toBeNull()
  })

  it('are shown in a list too, where the view has them', async () => {
    const { requests } = await renderApp({
      path: photos,
      seed: seedPhotos({ ...galleryView, view: 'list' }),
    })
    const line = await row('IMG_1.jpg')
    await waitFor(() => expect(pictureIn(line)?.src).toMatch(/^blob:/))
    expect(pictureIn(await row('notes.txt'))).toBeNull()
    expect(pictureIn(await row('Album'))).toBeNull()
    await waitFor(() => expect(asked(requests, '/file/thumb')).toHaveLength(3))
  })

  it('are not asked for where the view has none, nor in a list', async () => {
    const { requests, user } = await renderApp({
      path: photos,
      seed: seedPhotos({ ...galleryView, thumbnail: false }),
    })
    await row('IMG_1.jpg')
    await user.click(screen.getByRole('button', { name: 'View' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'List' }))
    await waitFor(() => expect(here()).toContain('layout=list'))
    // The viewer requests a thumbnail as a placeholder; thumbnails of rows would be requested at the same time.
    await user.dblClick(await row('IMG_1.jpg'))
    await waitFor(() => expect(asked(requests, '/file/thumb').length).toBeGreaterThan(0))
    expect(asked(requests, '/file/thumb')).toHaveLength(1)
    expect(asked(requests, '/file/thumb')[0]?.query).toContain('IMG_1')
  })

  it('that there are none of are asked for once', async () => {
    const { requests, user, service, mei } = await renderApp({
      path: photos,
      seed: seedPhotos(),
      faults: (switched) =>
        switched.always('GET /file/thumb', {
          kind: 'json',
          body: { code: -1, msg: 'no such thing' },
        }),
    })
    await row('IMG_1.jpg')
    await waitFor(() => expect(asked(requests, '/file/thumb')).toHaveLength(3))
    await user.dblClick(await row('Album'))
    await waitFor(() => expect(here()).toContain('Album'))
    service.seed.addFile(mei, ['Photos', 'IMG_3.jpg'], { contents })
    window.history.back()
    await row('IMG_1.jpg')
    await user.keyboard('r')
    await row('IMG_3.jpg')
    await waitFor(() => expect(asked(requests, '/file/thumb').length).toBeGreaterThan(3))
    expect(asked(requests, '/file/thumb').map(({ query }) => query.match(/IMG_\d+/)?.[0])).toEqual(
      expect.arrayContaining(['IMG_3']),
    )
    expect(asked(requests, '/file/thumb')).toHaveLength(4)
  })

  it('of what is no picture there is none: the sign of its kind stays, and nothing is shown as loading', async () => {
    const { requests } = await renderApp({
      path: photos,
      seed: (backend) => {
        seedPhotos()(backend)
        backend.service.seed.addFile(backend.mei, ['Photos', 'fake.png'], {
          contents: new TextEncoder().encode('dear diary'),
        })
      },
    })
    const tile = await row('fake.png')
    const about = () =>
      asked(requests, '/file/thumb').filter(({ query }) => query.includes('fake.png'))
    await waitFor(() => expect(about().map(({ status }) => status)).toEqual([200]))
    await waitFor(() =>
      expect(pictureIn(screen.getByRole('row', { name: 'IMG_10.jpg' }))).toBeTruthy(),
    )
    expect(pictureIn(tile)).toBeNull()
    expect(tile.querySelector('[class*=_glyph_]')).not.toBeNull()
    expect(tile.querySelector('[class*=_spinner_]')).toBeNull()
    expect(about()).toHaveLength(1)
  })

  it('of which no more than six are under way at once, and what is left is not fetched to its end', async () => {
    const { requests, user } = await renderApp({
      path: photos,
      seed: (backend) => {
        seedPhotos()(backend)
        for (let n = 20; n < 40; n++)
          backend.service.seed.addFile(backend.mei, ['Photos', `IMG_${n}.jpg`], { contents })
        backend.service.seed.addFile(backend.mei, ['Photos', 'Album', 'cover.jpg'], { contents })
      },
      faults: (switched) => switched.always('GET /file/thumb', { kind: 'stall' }),
    })
    await row('IMG_1.jpg')
    await waitFor(() => expect(asked(requests, '/file/thumb').length).toBeGreaterThan(0))
    await waitFor(() => expect(asked(requests, '/file/thumb')).toHaveLength(6))
    await user.dblClick(await row('Album'))
    await row('cover.jpg')
    await waitFor(() => expect(asked(requests, '/file/thumb').length).toBeGreaterThan(6))
    expect(
      asked(requests, '/file/thumb')
        .slice(6)
        .map(({ query }) => query),
    ).toEqual([expect.stringContaining('cover.jpg')])
  })
})
