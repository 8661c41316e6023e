import { act, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { describe, expect, it } from 'vitest'
import { here, type Backend } from '../../dom/harness.tsx'
import { held } from '../../dom/network.ts'
import {
  settingsOf,
  settings,
  saved,
  seedPhotos,
  storedView,
  saveElsewhere,
  writes,
  open,
  type App,
  ready,
  layout,
  pageSize,
  width,
  preview,
  dialog,
  retype,
  save,
} from './fixtures.tsx'

async function findsNothing() {
  const { violations } = await axe.run(document.body, {
    resultTypes: ['violations'],
    // jsdom draws nothing, so there are no colours to measure; the frame around the page has tests of its own.
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

describe('V5 where a view comes from', () => {
  const origin = () => screen.findByText(/^(?:Own view|Default view|Inherited from)/)

  it('V5 is its own, or nobody’s', async () => {
    await open()
    expect(await origin()).toHaveTextContent('Own view')
  })

  it('V5 is nobody’s where none was saved up to the root', async () => {
    await open({ seed: seedPhotos(null) })
    expect(await origin()).toHaveTextContent('Default view')
  })

  it('V5 leads to the folder it comes from', async () => {
    const { user } = await open({
      path: settingsOf('svc://my/Photos/Album/Deep'),
      seed: (backend) => {
        seedPhotos()(backend)
        backend.service.seed.addFolder(backend.mei, ['Photos', 'Album', 'Deep'])
      },
    })
    expect(await origin()).toHaveTextContent('Inherited from Photos')
    await user.click(within(await origin()).getByRole('link', { name: 'Photos' }))
    await waitFor(() => expect(here()).toContain('/view-settings?folder=svc%3A%2F%2Fmy%2FPhotos'))
  })

  it('V5 is that of My files when it is saved and nobody below has it', async () => {
    const { user, ...app } = await open({ path: settingsOf('svc://my'), seed: seedPhotos(null) })
    await ready()
    expect(await origin()).toHaveTextContent('Default view')
    await user.click(layout('List'))
    await save(user)
    expect(await origin()).toHaveTextContent('Own view')
    expect(storedView(app)).toBeNull()
    await user.click(within(screen.getByRole('navigation', { name: 'Main' })).getByText('Files'))
    await screen.findByRole('row', { name: 'Photos' })
    act(() => window.history.pushState({ idx: 12 }, '', settings))
    act(() => void window.dispatchEvent(new PopStateEvent('popstate', { state: { idx: 12 } })))
    expect(await origin()).toHaveTextContent('Inherited from Files')
    expect(layout('List')).toBeChecked()
  })

  it('V5 of folders below it is their own, one from above, or the default', async () => {
    const { user } = await open({
      seed: (backend) => {
        seedPhotos(null)(backend)
        const { service, mei } = backend
        const trips = service.seed.addFolder(mei, ['Photos', 'Trips'])
        service.seed.setView(trips, saved)
        service.seed.addFolder(mei, ['Photos', 'Trips', 'Rome'])
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Copy to subfolders…' }))
    expect(await screen.findByRole('treeitem', { name: /^Album.*Default/ })).toBeVisible()
    const trips = await screen.findByRole('treeitem', { name: /^Trips.*Own view/ })
    await user.click(trips.firstElementChild as Element)
    expect(await screen.findByRole('treeitem', { name: /^Rome.*Inherited/ })).toBeVisible()
  })
})

describe('V7 somebody else’s folder', () => {
  const seedShared = (share: { id?: string }) => (backend: Backend) => {
    seedPhotos()(backend)
    const folder = backend.service.seed.addFolder(backend.mei, ['Photos'])
    share.id = backend.service.seed.addShare(folder, { shareView: true })
  }

  it('V7 says why it cannot be saved, and can be looked at otherwise', async () => {
    const share: { id?: string } = {}
    const { user, requests } = await open({
      as: 'lin',
      seed: seedShared(share),
      path: () => settingsOf(`svc://${share.id}@share`),
    })
    expect(await ready()).toBeChecked()
    expect(await screen.findByText(/Only the owner can save this view/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull()
    expect(pageSize()).toBeDisabled()
    expect(screen.queryByText(/^(?:Own|Default|Inherited)/)).toBeNull()
    await user.click(layout('Grid'))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Size')
    await user.click(screen.getByRole('checkbox', { name: 'Show thumbnails' }))
    // Nothing would be lost, so leaving does not ask.
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true)
    await user.click(screen.getByRole('link', { name: 'Use for now' }))
    await waitFor(() =>
      expect(here()).toBe(
        `/files?uri=svc%3A%2F%2F${share.id}%40share&layout=grid&sort=size&thumbs=off`,
      ),
    )
    await screen.findByRole('row', { name: 'IMG_1.jpg' })
    expect(screen.getByRole('button', { name: 'Created' })).toBeVisible()
    expect(writes(requests)).toEqual([])
  })

  it('V7 its owner saves it through the link too', async () => {
    const share: { id?: string } = {}
    const { user, ...app } = await open({
      seed: seedShared(share),
      path: () => settingsOf(`svc://${share.id}@share`),
    })
    await ready()
    await user.click(layout('Grid'))
    await save(user)
    expect(storedView(app)?.view).toBe('grid')
  })
})

describe('from Files', () => {
  const folder = '/files?uri=svc%3A%2F%2Fmy%2FPhotos'
  const quick = async (user: App['user'], role: 'menuitem' | 'menuitemradio', name: string) => {
    await user.click(screen.getByRole('button', { name: 'View' }))
    await user.click(await screen.findByRole(role, { name }))
  }

  it('V1 the quick menu changes layout, sort and thumbnails in place, and keeps them for the folder', async () => {
    const { user, ...app } = await open({ path: folder })
    await screen.findByRole('row', { name: 'IMG_1.jpg' })
    await user.click(screen.getByRole('button', { name: 'View' }))
    expect(await screen.findByRole('menuitemradio', { name: 'List' })).toBeChecked()
    expect(screen.queryByRole('menuitem', { name: 'Save for this folder' })).toBeNull()
    await user.keyboard('{Escape}')
    await quick(user, 'menuitemradio', 'Grid')
    await quick(user, 'menuitemradio', 'Size')
    await quick(user, 'menuitemradio', 'Hidden')
    expect(here()).toBe(`${folder}&layout=grid&sort=size&thumbs=off`)
    await quick(user, 'menuitem', 'Save for this folder')
    await waitFor(() => expect(here()).toBe(folder))
    await waitFor(() => expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '5'))
    expect(storedView(app)).toMatchObject({
      view: 'grid',
      order: 'size',
      order_direction: 'desc',
    })
    expect(storedView(app)?.thumbnail).toBeUndefined()
  })

  it('V1 the message about another layout offers to save it, and leaves the rest as it is looked at', async () => {
    const { user, ...app } = await open({ path: folder })
    await screen.findByRole('row', { name: 'IMG_1.jpg' })
    await quick(user, 'menuitemradio', 'Grid')
    expect(await screen.findByText('Layout changed for now')).toBeVisible()
    await quick(user, 'menuitemradio', 'List')
    await waitFor(() => expect(screen.queryByText('Layout changed for now')).toBeNull())
    await quick(user, 'menuitemradio', 'Grid')
    await quick(user, 'menuitemradio', 'Size')
    await user.click(await screen.findByRole('button', { name: 'Save for this folder' }))
    await waitFor(() => expect(here()).toBe(`${folder}&sort=size`))
    expect(storedView(app)?.view).toBe('grid')
    expect(storedView(app)?.order).not.toBe('size')
  })

  it('V1 what cannot be kept is said, and stays as it is looked at', async () => {
    const { user, faults, ...app } = await open({ path: folder })
    await screen.findByRole('row', { name: 'IMG_1.jpg' })
    await quick(user, 'menuitemradio', 'Grid')
    faults.next('PATCH /file/view', {
      kind: 'json',
      body: { code: 50_001, msg: 'database', error: 'busy', correlation_id: 'c' },
    })
    await quick(user, 'menuitem', 'Save for this folder')
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(here()).toBe(`${folder}&layout=grid`)
    expect(storedView(app)?.view).toBe('list')
  })

  it.each([
    [
      'in another folder',
      (user: App['user']) => user.dblClick(screen.getByRole('row', { name: 'Album' })),
      `${folder}%2FAlbum`,
    ],
    [
      'on another page',
      (user: App['user']) => user.click(screen.getByRole('link', { name: /^Trash/ })),
      '/trash',
    ],
  ])('V1 a view that is saved once the user is %s leaves him there', async (_, leave, there) => {
    const { user, faults, ...app } = await open({ path: `${folder}&layout=list&sort=size` })
    await screen.findByRole('row', { name: 'IMG_1.jpg' })
    const { fault, free } = held()
    faults.next('PATCH /file/view', fault)
    await quick(user, 'menuitem', 'Save for this folder')
    await waitFor(() => expect(writes(app.requests)).toHaveLength(1))
    await leave(user)
    await waitFor(() => expect(here()).toBe(there))
    free()
    expect(await screen.findByText('View saved')).toBeVisible()
    expect(storedView(app)?.order).toBe('size')
    expect(here()).toBe(there)
  })

  it('V1 is kept for the folder also when another view is saved at the same time', async () => {
    const { user, faults, ...app } = await open({ path: `${folder}&layout=grid` })
    await screen.findByRole('row', { name: 'IMG_1.jpg' })
    let reads = 0
    faults.always(
      ({ path, query }) => {
        const isOwnView = path === '/file/info' && query.get('extended') === 'true'
        // It is read when the command is given, and once more before it is written.
        if (isOwnView && ++reads === 2) saveElsewhere(app, { ...saved, page_size: 60 })
        return false
      },
      { kind: 'drop' },
    )
    await quick(user, 'menuitem', 'Save for this folder')
    expect(await screen.findByText('View saved')).toBeVisible()
    expect(storedView(app)).toMatchObject({ view: 'grid', page_size: 60 })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('G7 the focus is on the page after a change of page by a way that went with the old one', async () => {
    const { user } = await open({ path: folder })
    await screen.findByRole('row', { name: 'IMG_1.jpg' })
    await quick(user, 'menuitem', 'View settings')
    await ready()
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
  })

  it('V7 what is somebody else’s is not offered to be kept', async () => {
    const share: { id?: string } = {}
    const { user } = await open({
      as: 'lin',
      seed: (backend) => {
        seedPhotos()(backend)
        share.id = backend.service.seed.addShare(
          backend.service.seed.addFolder(backend.mei, ['Photos']),
        )
      },
      path: () => `/files?uri=svc%3A%2F%2F${share.id}%40share&layout=grid`,
    })
    await screen.findByRole('row', { name: 'IMG_1.jpg' })
    await user.click(screen.getByRole('button', { name: 'View' }))
    expect(await screen.findByRole('menuitem', { name: 'View settings' })).toBeVisible()
    expect(screen.queryByRole('menuitem', { name: 'Save for this folder' })).toBeNull()
  })
})

describe('access for everyone', () => {
  it('G7 axe finds nothing in any state', async () => {
    const { user, ...app } = await open()
    await ready()
    await within(preview()).findByRole('row', { name: 'Album' })
    await findsNothing()
    await user.type(screen.getByRole('textbox', { name: /^Width of .*Size/ }), 'x')
    await user.click(layout('Gallery'))
    await retype(user, width(), '9')
    await findsNothing()
    await user.click(screen.getByRole('button', { name: 'Add column…' }))
    await screen.findByRole('combobox', { name: 'Search columns' })
    await findsNothing()
    await user.keyboard('{Escape}')
    saveElsewhere(app, { ...saved, view: 'grid' })
    act(() => void window.dispatchEvent(new Event('visibilitychange')))
    await screen.findByRole('button', { name: 'Keep mine' })
    await findsNothing()
    await user.click(screen.getByRole('link', { name: /Shares/ }))
    await dialog()
    await findsNothing()
  })
})
