import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { phoneQuery } from '#src/ui/sizes/use-media-query.ts'
import { setMedia } from '../../dom/dom-state.ts'
import { held } from '../../dom/network.ts'
import {
  columnNames,
  dialog,
  layout,
  open,
  preview,
  ready,
  save,
  saved,
  saveElsewhere,
  seedPhotos,
  settingsOf,
  storedView,
  whatChanges,
  writes,
} from './fixtures.tsx'

const previewRows = () =>
  within(preview())
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.getAttribute('aria-label'))

const columnsGroup = () => screen.queryByRole('group', { name: 'Columns in the list' })

describe('V1 what is offered', () => {
  it('V1 only what the chosen layout uses', async () => {
    const { user } = await open()
    await ready()
    expect(columnsGroup()).toBeVisible()
    expect(screen.queryByRole('slider')).toBeNull()
    await user.click(layout('Gallery'))
    expect(columnsGroup()).toBeNull()
    expect(screen.getByRole('slider')).toBeVisible()
    await user.click(layout('List'))
    expect(columnNames()).toEqual(['Name', 'Size', 'Modified'])
  })

  it('V3 only columns in which items of the folder can have something', async () => {
    const { user } = await open()
    await ready()
    await user.click(screen.getByRole('button', { name: 'Add column…' }))
    const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
    await screen.findAllByRole('option', { name: /^Created/ })
    expect(options()).not.toContain('Original location')
    expect(options()).not.toContain('Location')
    expect(options()).not.toContain('Deleted permanently on')
  })

  it('V3 columns for kinds of files that the folder does not have are found by a search only', async () => {
    const { user } = await open({
      seed: ({ service, mei }) => {
        service.seed.setView(service.seed.addFolder(mei, ['Photos']), saved)
        service.seed.addFile(mei, ['Photos', 'Letter.docx'], { size: 9 })
        service.seed.addFile(mei, ['Photos', 'Song.mp3'], { size: 9 })
      },
    })
    await ready()
    await screen.findAllByRole('row', { name: 'Song.mp3' })
    await user.click(screen.getByRole('button', { name: 'Add column…' }))
    expect(await screen.findByRole('group', { name: 'Music and video' })).toBeVisible()
    expect(screen.queryByRole('group', { name: 'Pictures' })).toBeNull()
    expect(screen.queryByRole('group', { name: 'Places' })).toBeNull()
    await user.keyboard('lens')
    expect(screen.getByRole('option', { name: 'Lens make' })).toBeVisible()
  })

  it('V3 all columns while the rest of the folder is being read, none of which goes before it is closed, then those of its files', async () => {
    const second = held()
    const { user, requests } = await open({
      seed: ({ service, mei }) => {
        service.seed.setView(service.seed.addFolder(mei, ['Photos']), { ...saved, page_size: 50 })
        for (let n = 100; n < 160; n++)
          service.seed.addFile(mei, ['Photos', `Letter ${n}.docx`], { size: 9 })
      },
      faults: (faults) =>
        faults.next(
          ({ path, query }) => path === '/file' && query.has('next_page_token'),
          second.fault,
        ),
    })
    await ready()
    await screen.findAllByRole('row', { name: 'Letter 100.docx' })
    const add = screen.getByRole('button', { name: 'Add column…' })
    await user.click(add)
    expect(await screen.findByRole('group', { name: 'Pictures' })).toBeVisible()
    second.free()
    const isRead = () =>
      requests.some(({ query, status }) => query.includes('next_page_token') && status === 200)
    await waitFor(() => expect(isRead()).toBe(true))
    // The list takes the page a moment after the answer.
    await act(() => new Promise((resolve) => setTimeout(resolve, 200)))
    expect(screen.getByRole('group', { name: 'Pictures' })).toBeVisible()
    await user.keyboard('{Escape}')
    await user.click(add)
    expect(await screen.findByRole('group', { name: 'General' })).toBeVisible()
    expect(screen.queryByRole('group', { name: 'Pictures' })).toBeNull()
  })

  it('V3 those of the trash in the trash', async () => {
    const { user } = await open({ path: settingsOf('svc://trash') })
    await ready()
    await user.click(screen.getByRole('button', { name: 'Add column…' }))
    expect(await screen.findByRole('option', { name: /^Original location/ })).toBeVisible()
  })

  it('V6 Copy to subfolders is in sight on phones, too', async () => {
    setMedia(phoneQuery, true)
    await open({
      seed: ({ service, mei }) => void service.seed.addFolder(mei, ['Photos', 'Album']),
    })
    await ready()
    expect(screen.getByRole('button', { name: 'Copy to subfolders…' })).toBeVisible()
  })

  it('V6 Copy to subfolders is in sight, and follows a save where there are only folders', async () => {
    const { user, ...app } = await open({
      seed: ({ service, mei }) => {
        service.seed.setView(service.seed.addFolder(mei, ['Photos']), saved)
        service.seed.addFolder(mei, ['Photos', 'Album'])
      },
    })
    await ready()
    expect(screen.getByRole('button', { name: 'Copy to subfolders…' })).toBeVisible()
    await user.click(layout('Grid'))
    await user.click(await screen.findByRole('button', { name: 'Save and apply to subfolders…' }))
    const copy = within(await screen.findByRole('dialog', { name: 'Copy to subfolders' }))
    expect(storedView(app)).toMatchObject({ view: 'grid' })
    expect(await copy.findByText('Inherited')).toBeVisible()
  })

  it('V6 one message is about the save and the copy, and its Undo takes back both', async () => {
    const { user, ...app } = await open({
      seed: ({ service, mei }) => {
        service.seed.setView(service.seed.addFolder(mei, ['Photos']), saved)
        service.seed.addFolder(mei, ['Photos', 'Album'])
      },
    })
    await ready()
    await user.click(layout('Grid'))
    await user.click(await screen.findByRole('button', { name: 'Save and apply to subfolders…' }))
    const copy = within(await screen.findByRole('dialog', { name: 'Copy to subfolders' }))
    await user.click(await copy.findByRole('checkbox', { name: /^All/ }))
    await user.click(await copy.findByRole('button', { name: 'Copy to 1 folder' }))
    await screen.findByText(/^View saved and copied to /)
    expect(screen.queryByText('View saved')).toBeNull()
    const messages = within(screen.getByRole('region', { name: 'Notifications' }))
    expect(messages.getAllByRole('button', { name: /^Undo/ })).toHaveLength(1)
    expect(storedView(app, 'Photos', 'Album')).toMatchObject({ view: 'grid' })
    await user.click(messages.getByRole('button', { name: /^Undo: View saved and copied/ }))
    await screen.findByText('View change undone')
    expect(storedView(app)).toMatchObject({ view: saved.view })
    expect(storedView(app, 'Photos', 'Album')).toBeNull()
    await waitFor(() => expect(layout('List')).toBeChecked())
  })

  it('V6 where there are files, too, saving is about this folder', async () => {
    const { user } = await open()
    await ready()
    await user.click(layout('Grid'))
    expect(whatChanges().queryByRole('button', { name: /apply to subfolders/ })).toBeNull()
  })

  it('V4 leaving offers to save and leave, and does', async () => {
    const { user, ...app } = await open()
    await ready()
    await user.click(layout('Grid'))
    await user.click(screen.getByRole('link', { name: 'Trash' }))
    await user.click(within(await dialog()).getByRole('button', { name: 'Save and leave' }))
    expect(await screen.findByRole('heading', { name: 'Trash' })).toBeVisible()
    expect(storedView(app)).toMatchObject({ view: 'grid' })
  })
})

describe('V2 the preview of a gallery without pictures', () => {
  it('V2 shows samples and says so', async () => {
    const { user } = await open({
      seed: ({ service, mei }) => {
        service.seed.setView(service.seed.addFolder(mei, ['Photos']), saved)
        service.seed.addFile(mei, ['Photos', 'Letter.docx'], { size: 9 })
      },
    })
    await ready()
    expect(previewRows()).toEqual(['Letter.docx'])
    await user.click(layout('Gallery'))
    expect(await screen.findByText(/No pictures in this folder: these are samples/)).toBeVisible()
    await waitFor(() => expect(previewRows()).toContain('Photo 2.jpg'))
    expect(previewRows()).not.toContain('Letter.docx')
    await user.click(layout('Grid'))
    expect(previewRows()).toEqual(['Letter.docx'])
  })

  it('V2 is that of the folder where it has one', async () => {
    const { user } = await open()
    await ready()
    await user.click(layout('Gallery'))
    expect(previewRows()).toContain('IMG_1.jpg')
  })
})

describe('V4 the message about a save', () => {
  it('V4 is one, about the last of several', async () => {
    const { user, requests, ...app } = await open()
    await ready()
    await user.click(layout('Grid'))
    await save(user)
    await user.click(layout('Gallery'))
    await user.click(screen.getByRole('button', { name: 'Save view' }))
    await waitFor(() => expect(writes(requests)).toHaveLength(2))
    await waitFor(() => expect(screen.getAllByText('View saved')).toHaveLength(1))
    const messages = within(screen.getByRole('region', { name: 'Notifications' }))
    await user.click(messages.getByRole('button', { name: /^Undo: / }))
    await waitFor(() => expect(storedView(app)).toMatchObject({ view: 'grid' }))
    expect(await messages.findByText('View change undone')).toBeVisible()
    expect(messages.queryByText('View saved')).toBeNull()
  })

  it('V8 says why it cannot be taken back after a change elsewhere', async () => {
    const { user, ...app } = await open()
    await ready()
    await user.click(layout('Grid'))
    await save(user)
    saveElsewhere(app, { ...saved, view: 'gallery' })
    const messages = within(screen.getByRole('region', { name: 'Notifications' }))
    await user.click(messages.getByRole('button', { name: /^Undo: / }))
    expect(
      await screen.findByText(
        /The view of .*Photos.* was not taken back: it has been changed since/,
      ),
    ).toBeVisible()
    expect(storedView(app)).toMatchObject({ view: 'gallery' })
  })
})

describe('V5 views that are off', () => {
  it('V5 are said to be off after a save, too', async () => {
    const { user } = await open({
      seed: (backend) => {
        seedPhotos()(backend)
        backend.service.seed.setViewSyncDisabled(backend.mei, true)
      },
    })
    await ready()
    await screen.findByText(/Views are off for your account/)
    await user.click(layout('Gallery'))
    await save(user)
    expect(screen.getByText(/Views are off for your account/)).toBeVisible()
  })
})
