import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { here, renderApp } from '../../../dom/harness.tsx'
import { row, tilesShown, asked, photos, contents, seedPhotos } from './fixtures.tsx'

describe('F8 pictures', () => {
  const viewer = (name: string) => screen.findByRole('dialog', { name })

  it('Enter opens one large, arrows go to its neighbours in the order shown, Escape comes back to the last', async () => {
    const { user } = await renderApp({ path: photos, seed: seedPhotos() })
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
    expect(screen.getByRole('button', { name: 'Next' })).toBeVisible()
    await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}')
    await viewer('IMG_1.jpg')
    expect(screen.queryByRole('button', { name: 'Previous' })).toBeNull()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await row('IMG_1.jpg')).toHaveFocus()
    expect(here()).not.toContain('view=')
  })

  it('fetches its neighbours ahead, each once', async () => {
    const { user, requests } = await renderApp({
      path: photos,
      seed: seedPhotos(),
      isStrict: false,
    })
    await user.dblClick(await row('IMG_1.jpg'))
    await viewer('IMG_1.jpg')
    await waitFor(() => expect(asked(requests, '/file/url')).toHaveLength(2))
    // A picture that is left before its address has come is asked for again as the neighbour of the next one.
    await screen.findByRole('img', { name: 'IMG_1.jpg' })
    await user.keyboard('{ArrowRight}')
    await viewer('IMG_2.jpg')
    await waitFor(() => expect(asked(requests, '/file/url')).toHaveLength(3))
  })

  it('a copied link opens the same picture, and Back closes it', async () => {
    const { user } = await renderApp({ path: photos, seed: seedPhotos() })
    await user.dblClick(await row('IMG_1.jpg'))
    await viewer('IMG_1.jpg')
    window.history.back()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    window.history.forward()
    await viewer('IMG_1.jpg')
  })

  it('a picture is looked at closer by keys and by buttons, and whole again at the next', async () => {
    const { user } = await renderApp({ path: photos, seed: seedPhotos() })
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
    const { user } = await renderApp({ path: photos, seed: seedPhotos() })
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
    // Panning stops where the edge of the picture meets the edge of the window.
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
    const { user, requests } = await renderApp({ path: photos, seed: seedPhotos() })
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

  it('what is no picture is said to be none, and can be downloaded', async () => {
    const { user, requests } = await renderApp({ path: photos, seed: seedPhotos() })
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
      seed: seedPhotos(),
      faults: (switched) =>
        switched.always('POST /file/url', {
          kind: 'json',
          body: { code: 403, msg: 'Forbidden', data: null },
        }),
    })
    await user.dblClick(await row('IMG_1.jpg'))
    const dialog = within(await viewer('IMG_1.jpg'))
    const face = await dialog.findByRole('alert', undefined, { timeout: 10_000 })
    expect(face).toHaveTextContent('You don’t have access.')
    faults.clear()
    await user.click(within(face).getByRole('button', { name: 'Retry' }))
    expect(await dialog.findByRole('img', { name: 'IMG_1.jpg' })).toBeInTheDocument()
    await user.keyboard('{ArrowRight}')
    await viewer('IMG_2.jpg')
  })

  it('a very large one is fetched only when that is asked for', async () => {
    const { user, requests } = await renderApp({
      path: photos,
      seed: (backend) => {
        backend.service.seed.addFile(backend.mei, ['Photos', 'wall.png'], { size: 90_000_000 })
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
      seed: (backend) => {
        backend.service.seed.addFile(backend.mei, ['Photos', 'wall.png'], {
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
    const { user } = await renderApp({ path: photos, seed: seedPhotos() })
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
    const { user, requests } = await renderApp({ path: photos, seed: seedPhotos() })
    await user.dblClick(await row('sign.svg'))
    const dialog = await viewer('sign.svg')
    const image = await within(dialog).findByRole('img', { name: 'sign.svg' })
    expect(image.tagName).toBe('IMG')
    expect(image).toHaveAttribute('src', expect.stringMatching(/^data:image\/svg\+xml,/))
    expect(document.querySelector('script')).toBeNull()
    expect(document.title).not.toBe('run')
    // The content is served as an attachment with a sandbox policy, which a browser does not open beside this page.
    const at = requests.find(({ path }) => path.startsWith('/file/content/'))
    const { headers } = await fetch(`/api/v4${at?.path}${at?.query}`)
    expect(headers.get('content-disposition')).toMatch(/^attachment/)
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  })

  it('Details shows the facts beside the list', async () => {
    const { user } = await renderApp({ path: photos, seed: seedPhotos() })
    await user.dblClick(await row('IMG_1.jpg'))
    const dialog = await viewer('IMG_1.jpg')
    await user.click(within(dialog).getByRole('button', { name: 'Details' }))
    expect(await screen.findByRole('complementary', { name: 'IMG_1.jpg' })).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
