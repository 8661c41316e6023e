import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { keys } from '#src/lists/keys.ts'
import { renderApp } from '../../../dom/harness.tsx'
import { namesAt } from '../../../processes/service-api.ts'
import { row, tilesShown, photos, seedPhotos } from './fixtures.tsx'

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
    const app = await renderApp({ path: photos, seed: seedPhotos() })
    await app.user.click(await screen.findByRole('checkbox', { name: 'Select IMG_1.jpg' }))
    await app.user.click(screen.getByRole('checkbox', { name: 'Select IMG_2.jpg' }))
    const dragged = drag(await row('IMG_2.jpg'), await row('Album'))
    expect(dragged.isTaken).toBe(true)
    dragged.drop()
    await waitFor(async () =>
      expect(await namesAt(app, 'svc://my/Photos/Album')).toEqual(['IMG_1.jpg', 'IMG_2.jpg']),
    )
    await waitFor(() => expect(tilesShown()).not.toContain('IMG_1.jpg'))
    expect(document.querySelector('[data-drop]')).toBeNull()
  })

  it('takes a row that is not picked alone, in a list too', async () => {
    const app = await renderApp({ path: `${photos}&layout=list`, seed: seedPhotos() })
    await app.user.click(await screen.findByRole('checkbox', { name: 'Select IMG_1.jpg' }))
    drag(await row('notes.txt'), await row('Album')).drop()
    await waitFor(async () =>
      expect(await namesAt(app, 'svc://my/Photos/Album')).toEqual(['notes.txt']),
    )
    expect(await namesAt(app, 'svc://my/Photos')).toContain('IMG_1.jpg')
  })

  it('copies while Ctrl is held', async () => {
    const app = await renderApp({ path: photos, seed: seedPhotos() })
    const dragged = drag(await row('notes.txt'), await row('Album'), { ctrlKey: true })
    expect(dragged.effect).toBe('copy')
    dragged.drop()
    await waitFor(async () =>
      expect(await namesAt(app, 'svc://my/Photos/Album')).toEqual(['notes.txt']),
    )
    expect(await namesAt(app, 'svc://my/Photos')).toContain('notes.txt')
    const sign = await row('sign.svg')
    expect(drag(sign, await row('Album')).effect).toBe('move')
    fireEvent.dragEnd(sign)
  })

  it('is refused by itself, by what is no folder and by where it is', async () => {
    await renderApp({ path: photos, seed: seedPhotos() })
    const album = await row('Album')
    expect(drag(album, album).isTaken).toBe(false)
    expect(drag(album, await row('notes.txt')).isTaken).toBe(false)
    expect(drag(await row('notes.txt'), album).isTaken).toBe(true)
    fireEvent.dragEnd(album)
  })

  it('goes to the folder under the pointer when the rows have moved since it began', async () => {
    const app = await renderApp({ path: `${photos}&layout=list`, seed: seedPhotos() })
    const notes = await row('notes.txt')
    fireEvent.mouseDown(notes)
    fireEvent.dragStart(notes, { dataTransfer: dataTransfer() })
    // Somebody else adds a folder above the others.
    app.service.seed.addFolder(app.mei, ['Photos', 'A new one'])
    await act(() => app.client.refetchQueries({ queryKey: keys.files.lists() }))
    await row('A new one')
    const album = await row('Album')
    fireEvent.dragOver(album, { dataTransfer: dataTransfer() })
    expect(album).toHaveAttribute('data-drop')
    fireEvent.drop(album, { dataTransfer: dataTransfer() })
    await waitFor(async () =>
      expect(await namesAt(app, 'svc://my/Photos')).not.toContain('notes.txt'),
    )
    expect(await namesAt(app, 'svc://my/Photos/Album')).toEqual(['notes.txt'])
  })

  it('goes up by the path and by Files, and into the trash', async () => {
    const app = await renderApp({ path: photos, seed: seedPhotos() })
    await row('notes.txt')
    const path = within(screen.getByRole('navigation', { name: 'Path' }))
    drag(await row('notes.txt'), path.getByRole('link', { name: 'Files' })).drop()
    await waitFor(async () =>
      expect(await namesAt(app, 'svc://my/Photos')).not.toContain('notes.txt'),
    )
    const places = within(screen.getByRole('navigation', { name: 'Main' }))
    drag(await row('Older'), places.getByRole('link', { name: 'Files' })).drop()
    await waitFor(async () => expect(await namesAt(app, 'svc://my/Photos')).not.toContain('Older'))
    drag(await row('sign.svg'), places.getByRole('link', { name: 'Trash' })).drop()
    await waitFor(async () =>
      expect(await namesAt(app, 'svc://my/Photos')).not.toContain('sign.svg'),
    )
    expect(drag(await row('Album'), places.getByRole('link', { name: 'Shares' })).isTaken).toBe(
      false,
    )
  })

  it('shows the path in the place of what is selected meanwhile', async () => {
    const { user } = await renderApp({ path: photos, seed: seedPhotos() })
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
    const { user } = await renderApp({ path: photos, seed: seedPhotos() })
    ;(await row('notes.txt')).focus()
    await user.keyboard('{F2}')
    fireEvent.mouseDown(await screen.findByRole('textbox', { name: /New name/ }))
    expect(await row('notes.txt')).toHaveProperty('draggable', false)
  })
})
