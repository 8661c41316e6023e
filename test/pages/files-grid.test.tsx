import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import sharp from 'sharp'
import * as v from 'valibot'
import { describe, expect, it, vi } from 'vitest'
import type { ViewSetting } from '#src/contract/view.ts'
import { here, type LoggedRequest, renderApp, type World } from '../harness.tsx'

const row = (name: string | RegExp) => screen.findByRole('row', { name })
const tilesShown = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((one) => one.getAttribute('aria-label'))
const asked = (requests: readonly LoggedRequest[], path: string) =>
  requests.filter((request) => request.path === path)

const photos = '/files?uri=svc%3A%2F%2Fmy%2FPhotos'
const jpeg = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'teal' } })
  .jpeg()
  .toBuffer()
const contents = new Uint8Array(jpeg)
const drawing = new TextEncoder().encode(
  '<svg xmlns="http://www.w3.org/2000/svg"><script>document.title="run"</script></svg>',
)
const galleryView: ViewSetting = {
  page_size: 50,
  view: 'gallery',
  thumbnail: true,
  gallery_width: 220,
  order: 'name',
  order_direction: 'asc',
}

const layPhotos =
  (view: ViewSetting | null = null) =>
  ({ service, mei }: World): void => {
    const folder = service.lay.addFolder(mei, ['Photos'])
    if (view) service.lay.setView(folder, view)
    service.lay.addFolder(mei, ['Photos', 'Album'])
    service.lay.addFolder(mei, ['Photos', 'Older'])
    for (const n of [1, 2, 10]) service.lay.addFile(mei, ['Photos', `IMG_${n}.jpg`], { contents })
    service.lay.addFile(mei, ['Photos', 'notes.txt'], { size: 10 })
    service.lay.addFile(mei, ['Photos', 'sign.svg'], { contents: drawing })
  }

const Named = v.object({ name: v.string() })
const namesIn = ({ service }: World, folder: string): string[] =>
  service.db
    .query(
      `SELECT c.name AS name FROM files c JOIN files p ON c.parent_key = p.key
       WHERE p.name = ? AND c.trash_id IS NULL ORDER BY c.name`,
      [folder],
      Named,
    )
    .map(({ name }) => name)

describe('F1 layouts', () => {
  it('a folder without a view of its own is a grid, and looks otherwise as long as one chooses', async () => {
    const { user } = await renderApp({ path: photos, world: layPhotos() })
    await row('IMG_1.jpg')
    expect(screen.getByRole('button', { name: 'Created' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'View' }))
    expect(await screen.findByRole('menuitemradio', { name: 'Grid' })).toBeChecked()
    await user.click(screen.getByRole('menuitemradio', { name: 'List' }))
    expect(here()).toBe(`${photos}&layout=list`)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Created' })).toBeNull())
    expect(within(await row('notes.txt')).getByText('10 B')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'View' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Grid' }))
    expect(here()).toBe(photos)
  })

  it('selection, focus and order are those of the list', async () => {
    const { user } = await renderApp({ path: photos, world: layPhotos(galleryView) })
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
    const app = await renderApp({ path: photos, world: layPhotos() })
    ;(await row('notes.txt')).focus()
    await app.user.keyboard('{F2}')
    await screen.findByRole('textbox', { name: /New name/ })
    await app.user.keyboard('facts{Enter}')
    await waitFor(async () => expect(await row('facts.txt')).toHaveFocus())
    await app.user.keyboard('n')
    await screen.findByRole('textbox', { name: 'Name of the new folder' })
    await app.user.keyboard('Winter{Enter}')
    await waitFor(async () => expect(await row('Winter')).toHaveFocus())
    expect(namesIn(app, 'Photos')).toContain('Winter')
  })

  it('has the menu of the list, by pointer and by key', async () => {
    const { user } = await renderApp({ path: photos, world: layPhotos() })
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
    const { requests } = await renderApp({ path: photos, world: layPhotos() })
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
      world: layPhotos({ ...galleryView, view: 'list' }),
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
      world: layPhotos({ ...galleryView, thumbnail: false }),
    })
    await row('IMG_1.jpg')
    await user.click(screen.getByRole('button', { name: 'View' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'List' }))
    await waitFor(() => expect(here()).toContain('layout=list'))
    // The picture itself wants one until it is here; those of the rows would come with it.
    await user.dblClick(await row('IMG_1.jpg'))
    await waitFor(() => expect(asked(requests, '/file/thumb').length).toBeGreaterThan(0))
    expect(asked(requests, '/file/thumb')).toHaveLength(1)
    expect(asked(requests, '/file/thumb')[0]?.query).toContain('IMG_1')
  })

  it('that there are none of are asked for once', async () => {
    const { requests, user, service, mei } = await renderApp({
      path: photos,
      world: layPhotos(),
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
    service.lay.addFile(mei, ['Photos', 'IMG_3.jpg'], { contents })
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

  it('of what is no picture there is none: the sign of its kind stays, and nothing spins', async () => {
    const { requests } = await renderApp({
      path: photos,
      world: (world) => {
        layPhotos()(world)
        world.service.lay.addFile(world.mei, ['Photos', 'fake.png'], {
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
      world: (world) => {
        layPhotos()(world)
        for (let n = 20; n < 40; n++)
          world.service.lay.addFile(world.mei, ['Photos', `IMG_${n}.jpg`], { contents })
        world.service.lay.addFile(world.mei, ['Photos', 'Album', 'cover.jpg'], { contents })
      },
      faults: (switched) => switched.always('GET /file/thumb', { kind: 'stall' }),
    })
    await row('IMG_1.jpg')
    await waitFor(() => expect(asked(requests, '/file/thumb').length).toBeGreaterThan(0))
    expect(asked(requests, '/file/thumb')).toHaveLength(6)
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

describe('F8 pictures', () => {
  const viewer = (name: string) => screen.findByRole('dialog', { name })

  it('Enter opens one large, arrows go to its neighbours in the order shown, Escape comes back to the last', async () => {
    const { user } = await renderApp({ path: photos, world: layPhotos() })
    await waitFor(() => expect(tilesShown()).toContain('IMG_10.jpg'))
    ;(await row('IMG_2.jpg')).focus()
    await user.keyboard('{Enter}')
    const dialog = await viewer('IMG_2.jpg')
    expect(within(dialog).getByText('2 of 4')).toBeVisible()
    const image = await within(dialog).findByRole('img', { name: 'IMG_2.jpg' })
    expect(image).toHaveAttribute('src', expect.stringMatching(/^\/api\/v4\/file\/content\//))
    expect(here()).toContain('view=')
    await waitFor(() => expect(document.title).toBe('IMG_2.jpg · Latchkey'))
    await user.keyboard('{ArrowRight}')
    await viewer('IMG_10.jpg')
    expect(screen.getByRole('button', { name: 'Next picture' })).toBeVisible()
    await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}')
    await viewer('IMG_1.jpg')
    expect(screen.queryByRole('button', { name: 'Previous picture' })).toBeNull()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await row('IMG_1.jpg')).toHaveFocus()
    expect(here()).not.toContain('view=')
  })

  it('fetches its neighbours ahead, each once', async () => {
    const { user, requests } = await renderApp({ path: photos, world: layPhotos() })
    await user.dblClick(await row('IMG_1.jpg'))
    await viewer('IMG_1.jpg')
    await waitFor(() => expect(asked(requests, '/file/url')).toHaveLength(2))
    await user.keyboard('{ArrowRight}')
    await viewer('IMG_2.jpg')
    await waitFor(() => expect(asked(requests, '/file/url')).toHaveLength(3))
  })

  it('a copied link opens the same picture, and Back closes it', async () => {
    const { user } = await renderApp({ path: photos, world: layPhotos() })
    await user.dblClick(await row('IMG_1.jpg'))
    await viewer('IMG_1.jpg')
    window.history.back()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    window.history.forward()
    await viewer('IMG_1.jpg')
  })

  it('a picture is looked at closer by keys and by buttons, and whole again at the next', async () => {
    const { user } = await renderApp({ path: photos, world: layPhotos() })
    await user.dblClick(await row('IMG_1.jpg'))
    const dialog = await viewer('IMG_1.jpg')
    await within(dialog).findByRole('img', { name: 'IMG_1.jpg' })
    await user.keyboard('+')
    await user.click(screen.getByRole('button', { name: 'Zoom in' }))
    expect(screen.getByRole('button', { name: '225 %' })).toBeVisible()
    await user.keyboard('-')
    expect(screen.getByRole('button', { name: '150 %' })).toBeVisible()
    await user.keyboard('0')
    expect(screen.getByRole('button', { name: '100 %' })).toBeVisible()
    await user.keyboard('+{Shift>}{ArrowRight}{/Shift}')
    await viewer('IMG_2.jpg')
    expect(await screen.findByRole('button', { name: '100 %' })).toBeVisible()
  })

  it('G7 one that is looked at closer is moved by the arrows, and Escape shows all of it before it closes', async () => {
    const { user } = await renderApp({ path: photos, world: layPhotos() })
    await user.dblClick(await row('IMG_1.jpg'))
    const dialog = await viewer('IMG_1.jpg')
    const image = await within(dialog).findByRole('img', { name: 'IMG_1.jpg' })
    const room = { width: 800, height: 400, left: 0, top: 0 }
    Object.defineProperty(image, 'offsetWidth', { value: room.width })
    Object.defineProperty(image, 'offsetHeight', { value: room.height })
    Object.defineProperty(image.parentElement, 'getBoundingClientRect', { value: () => room })
    const moved = (x: number, y: number, scale: number) =>
      expect(image.style.transform).toBe(`translate(${x}px, ${y}px) scale(${scale})`)
    await user.keyboard('+{ArrowRight}')
    moved(-100, 0, 1.5)
    await user.keyboard('{ArrowDown}{ArrowLeft}')
    moved(0, -50, 1.5)
    await user.keyboard('{ArrowUp}')
    moved(0, 0, 1.5)
    await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}')
    // Its edge comes no further in than the edge of the window.
    moved(200, 0, 1.5)
    expect(dialog).toHaveAccessibleName('IMG_1.jpg')
    await user.keyboard('{Escape}')
    moved(0, 0, 1)
    await user.keyboard('{ArrowRight}')
    await viewer('IMG_2.jpg')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('one whose loading broke off is asked for again with Retry', async () => {
    const { user, requests } = await renderApp({ path: photos, world: layPhotos() })
    await user.dblClick(await row('IMG_1.jpg'))
    const dialog = await viewer('IMG_1.jpg')
    const picture = () => within(dialog).findByRole('img', { name: 'IMG_1.jpg' })
    fireEvent.error(await picture())
    const face = within(await within(dialog).findByRole('alert'))
    const before = asked(requests, '/file/url').length
    await user.click(face.getByRole('button', { name: 'Retry' }))
    fireEvent.load(await picture())
    expect(within(dialog).queryByRole('alert')).toBeNull()
    expect(asked(requests, '/file/url')).toHaveLength(before + 1)
    expect(dialog).toContainElement(document.activeElement as HTMLElement)
  })

  it('what is no picture says so calmly and can be downloaded', async () => {
    const { user, requests } = await renderApp({ path: photos, world: layPhotos() })
    await user.dblClick(await row('IMG_1.jpg'))
    const dialog = await viewer('IMG_1.jpg')
    fireEvent.error(await within(dialog).findByRole('img', { name: 'IMG_1.jpg' }))
    const face = within(await within(dialog).findByRole('alert'))
    expect(face.getByText('This picture cannot be shown')).toBeVisible()
    expect(dialog.querySelector('[class*=_spinner_]')).toBeNull()
    expect(within(dialog).getByRole('button', { name: 'Details' })).toBeVisible()
    const before = asked(requests, '/file/url').length
    let saved = ''
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
      this: HTMLAnchorElement,
    ) {
      saved = this.href
    })
    try {
      await user.click(face.getByRole('button', { name: 'Download' }))
      await waitFor(() => expect(saved).toContain('download=true'))
    } finally {
      click.mockRestore()
    }
    expect(asked(requests, '/file/url').length).toBe(before + 1)
  })

  it('one whose address cannot be had is shown after Retry', async () => {
    const { user, faults } = await renderApp({
      path: photos,
      world: layPhotos(),
      faults: (switched) =>
        switched.always('POST /file/url', {
          kind: 'json',
          body: { code: 403, msg: 'Forbidden', data: null },
        }),
    })
    await user.dblClick(await row('IMG_1.jpg'))
    const dialog = within(await viewer('IMG_1.jpg'))
    const face = await dialog.findByRole('alert', undefined, { timeout: 10_000 })
    expect(face).toHaveTextContent('You may not do this.')
    faults.clear()
    await user.click(within(face).getByRole('button', { name: 'Retry' }))
    expect(await dialog.findByRole('img', { name: 'IMG_1.jpg' })).toBeInTheDocument()
    await user.keyboard('{ArrowRight}')
    await viewer('IMG_2.jpg')
  })

  it('a very large one is fetched only when that is asked for', async () => {
    const { user, requests } = await renderApp({
      path: photos,
      world: (world) => {
        world.service.lay.addFile(world.mei, ['Photos', 'wall.png'], { size: 90_000_000 })
      },
    })
    await user.dblClick(await row('wall.png'))
    const dialog = within(await viewer('wall.png'))
    expect(await dialog.findByText('This picture is very large')).toBeVisible()
    expect(asked(requests, '/file/url')).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Show anyway' }))
    expect(await dialog.findByRole('img', { name: 'wall.png' })).toBeInTheDocument()
  })

  it('one of 108 megapixels is fetched only when that is asked for, where the service knows', async () => {
    const { user, requests } = await renderApp({
      path: photos,
      world: (world) => {
        world.service.lay.addFile(world.mei, ['Photos', 'wall.png'], {
          contents,
          metadata: { 'exif:x': '12000', 'exif:y': '9000' },
        })
      },
    })
    await user.dblClick(await row('wall.png'))
    const dialog = within(await viewer('wall.png'))
    expect(await dialog.findByText('This picture is very large')).toBeVisible()
    expect(asked(requests, '/file/url')).toEqual([])
    expect(dialog.getByRole('button', { name: 'Details' })).toBeVisible()
    expect(
      within(dialog.getByRole('alert')).getByRole('button', { name: 'Download' }),
    ).toBeVisible()
  })

  it('one of 108 megapixels is taken away again once the browser knows, and shown when that is asked for', async () => {
    const { user } = await renderApp({ path: photos, world: layPhotos() })
    await user.dblClick(await row('IMG_1.jpg'))
    const dialog = await viewer('IMG_1.jpg')
    const comes = async (width: number, height: number) => {
      const image = await within(dialog).findByRole('img', { name: 'IMG_1.jpg' })
      Object.defineProperty(image, 'naturalWidth', { value: width })
      Object.defineProperty(image, 'naturalHeight', { value: height })
      fireEvent.load(image)
    }
    await comes(12_000, 9_000)
    expect(await within(dialog).findByText('This picture is very large')).toBeVisible()
    expect(within(dialog).getByRole('alert')).toHaveTextContent('It has 108 megapixels.')
    expect(within(dialog).queryByRole('img', { name: 'IMG_1.jpg' })).toBeNull()
    await user.click(within(dialog).getByRole('button', { name: 'Show anyway' }))
    await comes(12_000, 9_000)
    expect(within(dialog).queryByRole('alert')).toBeNull()
    expect(within(dialog).getByRole('img', { name: 'IMG_1.jpg' })).toBeInTheDocument()
    expect(dialog.querySelector('[class*=_spinner_]')).toBeNull()
    await user.keyboard('{ArrowRight}')
    await viewer('IMG_2.jpg')
    const next = await within(dialog).findByRole('img', { name: 'IMG_2.jpg' })
    expect(dialog.querySelector('[class*=_spinner_]')).not.toBeNull()
    fireEvent.load(next)
    expect(dialog.querySelector('[class*=_spinner_]')).toBeNull()
  })

  it('a drawing with a script is a picture and nothing else', async () => {
    const { user, requests } = await renderApp({ path: photos, world: layPhotos() })
    await user.dblClick(await row('sign.svg'))
    const dialog = await viewer('sign.svg')
    const image = await within(dialog).findByRole('img', { name: 'sign.svg' })
    expect(image.tagName).toBe('IMG')
    expect(image).toHaveAttribute('src', expect.stringMatching(/^data:image\/svg\+xml,/))
    expect(document.querySelector('script')).toBeNull()
    expect(document.title).not.toBe('run')
    // It came as a file to keep, in a sandbox: nothing that a browser would open beside this page.
    const at = requests.find(({ path }) => path.startsWith('/file/content/'))
    const { headers } = await fetch(`/api/v4${at?.path}${at?.query}`)
    expect(headers.get('content-disposition')).toMatch(/^attachment/)
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  })

  it('Details shows the facts beside the list', async () => {
    const { user } = await renderApp({ path: photos, world: layPhotos() })
    await user.dblClick(await row('IMG_1.jpg'))
    const dialog = await viewer('IMG_1.jpg')
    await user.click(within(dialog).getByRole('button', { name: 'Details' }))
    expect(await screen.findByRole('complementary', { name: 'IMG_1.jpg' })).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('F2 dragging', () => {
  const dataTransfer = () => ({
    types: ['text/plain'],
    effectAllowed: '',
    dropEffect: '',
    setData() {},
    setDragImage() {},
  })
  function drag(from: Element, to: Element, keys: { ctrlKey?: boolean } = {}) {
    fireEvent.mouseDown(from)
    fireEvent.dragStart(from, { dataTransfer: dataTransfer() })
    const carried = dataTransfer()
    // jsdom's drag events know of no keys.
    const withKeys = (event: Event) =>
      Object.defineProperty(event, 'ctrlKey', { value: keys.ctrlKey ?? false })
    const over = withKeys(createEvent.dragOver(to, { dataTransfer: carried }))
    fireEvent(to, over)
    const isLit = to.hasAttribute('data-drop')
    return {
      isTaken: over.defaultPrevented && isLit,
      effect: carried.dropEffect,
      drop: () => fireEvent(to, withKeys(createEvent.drop(to, { dataTransfer: dataTransfer() }))),
    }
  }

  it('moves all that are picked on to a folder', async () => {
    const app = await renderApp({ path: photos, world: layPhotos() })
    await app.user.click(await screen.findByRole('checkbox', { name: 'Select IMG_1.jpg' }))
    await app.user.click(screen.getByRole('checkbox', { name: 'Select IMG_2.jpg' }))
    const dragged = drag(await row('IMG_2.jpg'), await row('Album'))
    expect(dragged.isTaken).toBe(true)
    dragged.drop()
    await waitFor(() => expect(namesIn(app, 'Album')).toEqual(['IMG_1.jpg', 'IMG_2.jpg']))
    await waitFor(() => expect(tilesShown()).not.toContain('IMG_1.jpg'))
    expect(document.querySelector('[data-drop]')).toBeNull()
  })

  it('takes a row that is not picked alone, in a list too', async () => {
    const app = await renderApp({ path: `${photos}&layout=list`, world: layPhotos() })
    await app.user.click(await screen.findByRole('checkbox', { name: 'Select IMG_1.jpg' }))
    drag(await row('notes.txt'), await row('Album')).drop()
    await waitFor(() => expect(namesIn(app, 'Album')).toEqual(['notes.txt']))
    expect(namesIn(app, 'Photos')).toContain('IMG_1.jpg')
  })

  it('copies while Ctrl is held', async () => {
    const app = await renderApp({ path: photos, world: layPhotos() })
    const dragged = drag(await row('notes.txt'), await row('Album'), { ctrlKey: true })
    expect(dragged.effect).toBe('copy')
    dragged.drop()
    await waitFor(() => expect(namesIn(app, 'Album')).toEqual(['notes.txt']))
    expect(namesIn(app, 'Photos')).toContain('notes.txt')
    const sign = await row('sign.svg')
    expect(drag(sign, await row('Album')).effect).toBe('move')
    fireEvent.dragEnd(sign)
  })

  it('is refused by itself, by what is no folder and by where it is', async () => {
    await renderApp({ path: photos, world: layPhotos() })
    const album = await row('Album')
    expect(drag(album, album).isTaken).toBe(false)
    expect(drag(album, await row('notes.txt')).isTaken).toBe(false)
    expect(drag(await row('notes.txt'), album).isTaken).toBe(true)
  })

  it('goes up by the path and by Files, and into the trash', async () => {
    const app = await renderApp({ path: photos, world: layPhotos() })
    await row('notes.txt')
    const path = within(screen.getByRole('navigation', { name: 'Path' }))
    drag(await row('notes.txt'), path.getByRole('link', { name: 'Files' })).drop()
    await waitFor(() => expect(namesIn(app, 'Photos')).not.toContain('notes.txt'))
    const places = within(screen.getByRole('navigation', { name: 'Main' }))
    drag(await row('Older'), places.getByRole('link', { name: 'Files' })).drop()
    await waitFor(() => expect(namesIn(app, 'Photos')).not.toContain('Older'))
    drag(await row('sign.svg'), places.getByRole('link', { name: 'Trash' })).drop()
    await waitFor(() => expect(namesIn(app, 'Photos')).not.toContain('sign.svg'))
    expect(drag(await row('Album'), places.getByRole('link', { name: 'Shares' })).isTaken).toBe(
      false,
    )
  })

  it('shows the path in the place of what is selected meanwhile', async () => {
    const { user } = await renderApp({ path: photos, world: layPhotos() })
    await user.click(await screen.findByRole('checkbox', { name: 'Select notes.txt' }))
    expect(screen.queryByRole('navigation', { name: 'Path' })).toBeNull()
    const notes = await row('notes.txt')
    drag(notes, notes)
    expect(screen.getByRole('navigation', { name: 'Path' })).toBeVisible()
    fireEvent.dragEnd(notes)
    expect(screen.queryByRole('navigation', { name: 'Path' })).toBeNull()
    expect(screen.getByRole('region', { name: '1 selected' })).toBeVisible()
  })

  it('a name that is being written is picked with the pointer, not dragged', async () => {
    const { user } = await renderApp({ path: photos, world: layPhotos() })
    ;(await row('notes.txt')).focus()
    await user.keyboard('{F2}')
    fireEvent.mouseDown(await screen.findByRole('textbox', { name: /New name/ }))
    expect(await row('notes.txt')).toHaveProperty('draggable', false)
  })
})
