import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { Metadata } from '#src/contract/file.ts'
import type { ViewSetting } from '#src/contract/view.ts'
import { wordsOf } from '#src/i18n/catalogues.ts'
import { sampleFolder } from '#src/queries/sample-folder.ts'
import type { Service } from '#src/server/service.ts'
import { currentViewDraft, takeView } from '#src/stores/view-drafts.ts'
import { viewChanges } from '#src/views/folder/view-changes.ts'
import {
  endSessions,
  here,
  type LoggedRequest,
  password,
  renderApp,
  type World,
} from '../harness.tsx'

const settingsOf = (uri: string) =>
  `/view-settings?${new URLSearchParams({ folder: uri }).toString()}`
const photos = 'svc://my/Photos'
const settings = settingsOf(photos)
const saved: ViewSetting = {
  page_size: 200,
  order: 'name',
  order_direction: 'asc',
  view: 'list',
  thumbnail: true,
  gallery_width: 220,
  columns: [{ type: 0 }, { type: 2 }, { type: 1 }],
}

const layPhotos =
  (view: ViewSetting | null = saved) =>
  ({ service, mei }: World): void => {
    const folder = service.lay.addFolder(mei, ['Photos'])
    if (view) service.lay.setView(folder, view)
    service.lay.addFolder(mei, ['Photos', 'Album'])
    for (const n of [1, 2, 10]) service.lay.addFile(mei, ['Photos', `IMG_${n}.jpg`], { size: n })
  }

const Stored = v.object({ view: v.nullable(v.string()) })
/** What the service keeps for a folder of this name. */
function storedView({ db }: Service, name = 'Photos'): ViewSetting | null {
  const row = db.first('SELECT view FROM files WHERE name = ? AND trash_id IS NULL', [name], Stored)
  return row?.view ? (JSON.parse(row.view) as ViewSetting) : null
}
/** Somebody saves it past this page. */
function saveElsewhere({ db }: Service, view: ViewSetting | null, name = 'Photos'): void {
  const text = view && JSON.stringify(view)
  db.run('UPDATE files SET view = ? WHERE name = ?', [text, name])
}
const writes = (requests: readonly LoggedRequest[]) =>
  requests.filter(({ method, path }) => method === 'PATCH' && path === '/file/view')

const open = (options: Parameters<typeof renderApp>[0] = {}) =>
  renderApp({ path: settings, world: layPhotos(), ...options })
type App = Awaited<ReturnType<typeof open>>

const ready = () => screen.findByRole('radio', { name: 'List' })
const layout = (name: string) => screen.getByRole('radio', { name })
const pageSize = () => screen.getByRole('textbox', { name: 'Items per page' })
const width = () => screen.getByRole('textbox', { name: 'Picture width in px' })
const saveButton = () => screen.getByRole('button', { name: 'Save view' })
const preview = () => screen.getByRole('region', { name: /^Preview/ })
const previewRows = () =>
  within(preview())
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.getAttribute('aria-label'))
const whatChanges = () => within(screen.getByRole('region', { name: 'What changes' }))
const dialog = () => screen.findByRole('dialog', { name: 'Leave without saving?' })
const moveHandle = (name: string) =>
  screen.getByRole('button', { name: new RegExp(`^Move .*${name}`) })
const columnNames = () =>
  [...screen.getByRole('group', { name: 'Columns in the list' }).querySelectorAll('li bdi')].map(
    (name) => name.textContent,
  )
async function retype(user: App['user'], field: HTMLElement, text: string) {
  await user.clear(field)
  if (text) await user.type(field, text)
}
async function save(user: App['user']) {
  await user.click(saveButton())
  await screen.findByText('View saved')
}
async function findsNothing() {
  const { violations } = await axe.run(document.body, {
    // jsdom draws nothing, so there are no colours to measure; the frame around the page has tests of its own.
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

describe('V1 everything in one place', () => {
  it('V1 shows what is saved and saves every field in one request', async () => {
    const { user, requests, service } = await open()
    expect(await ready()).toBeChecked()
    expect(document.title).toBe('View settings · Latchkey')
    expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveDisplayValue('Name')
    expect(pageSize()).toHaveValue('200')
    expect(screen.getByRole('checkbox', { name: 'Show thumbnails' })).toBeChecked()
    await user.click(layout('Gallery'))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Size')
    await user.click(screen.getByRole('button', { name: 'Direction: Largest' }))
    await retype(user, pageSize(), '500')
    await user.click(screen.getByRole('checkbox', { name: 'Show thumbnails' }))
    await retype(user, width(), '300')
    await user.click(screen.getByRole('button', { name: /^Remove .*Modified/ }))
    await save(user)
    expect(writes(requests)).toHaveLength(1)
    expect(storedView(service)).toEqual({
      page_size: 500,
      order: 'size',
      order_direction: 'asc',
      view: 'gallery',
      gallery_width: 300,
      columns: [{ type: 0 }, { type: 2 }],
    })
    // Nothing is left to save.
    expect(screen.queryByRole('region', { name: 'What changes' })).toBeNull()
    expect(screen.getByRole('main')).toHaveFocus()
  })

  it('V1 what was saved is seen in Files at once', async () => {
    const { user, faults } = await open()
    await ready()
    await user.click(layout('Grid'))
    await save(user)
    // Before the folder is read again.
    faults.always('GET /file', { kind: 'stall' })
    await user.click(within(screen.getByRole('navigation', { name: 'Path' })).getByText('Photos'))
    await screen.findByRole('row', { name: 'IMG_1.jpg' })
    expect(screen.getByRole('button', { name: 'Created' })).toBeVisible()
    expect(here()).toBe('/files?uri=svc%3A%2F%2Fmy%2FPhotos')
  })

  it('V1 a layout and an order that are not known stay until one chooses others', async () => {
    const strange = { ...saved, view: 'mosaic', order: 'rating' }
    const { user, requests } = await open({ world: layPhotos(strange) })
    await ready()
    for (const name of ['List', 'Grid', 'Gallery']) expect(layout(name)).not.toBeChecked()
    expect(screen.getByText(/asks for the layout .*mosaic/)).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveDisplayValue(/rating/)
    await retype(user, pageSize(), '300')
    await user.click(saveButton())
    // This service takes no such layout: the field is marked, and what was changed is kept.
    expect(await screen.findByText('The service did not accept this layout.')).toBeVisible()
    expect(pageSize()).toHaveValue('300')
    await user.click(layout('Grid'))
    await save(user)
    expect(writes(requests)).toHaveLength(2)
  })

  it('V1 asks about no folder that is none, and says what could not be had', async () => {
    const { user, faults } = await open({
      path: '/view-settings?folder=rubbish',
      faults: (rules) => rules.always('GET /file/info', { kind: 'status', status: 400 }),
    })
    expect(await screen.findByText('The address does not name a folder.')).toBeVisible()
    act(() => window.history.pushState(null, '', settings))
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
    expect(await screen.findByText('The view of this folder could not be loaded')).toBeVisible()
    faults.clear()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await ready()).toBeChecked()
  })

  it('V1 speaks Chinese too', async () => {
    const { user } = await open()
    await ready()
    await user.click(screen.getByRole('button', { name: /Account/ }))
    await user.click(await screen.findByRole('radio', { name: '简体中文' }))
    expect(await screen.findByRole('heading', { name: '视图设置' })).toBeVisible()
    expect(screen.getByRole('radio', { name: '列表' })).toBeChecked()
  })
})

describe('V2 the preview', () => {
  it('V2 shows the folder under the draft as Files would, and asks nothing for it', async () => {
    const { user, requests } = await open()
    await ready()
    await waitFor(() =>
      expect(previewRows()).toEqual(['Album', 'IMG_1.jpg', 'IMG_2.jpg', 'IMG_10.jpg']),
    )
    expect(screen.getByRole('heading', { name: /4 items of this folder/ })).toBeVisible()
    // Pictures of rows come when they come.
    const asked = () => requests.filter(({ path }) => path !== '/file/thumb')
    const before = asked().length
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Size')
    await waitFor(() =>
      expect(previewRows()).toEqual(['Album', 'IMG_10.jpg', 'IMG_2.jpg', 'IMG_1.jpg']),
    )
    await user.click(screen.getByRole('button', { name: /^Remove .*Modified/ }))
    const heads = within(preview()).getAllByRole('columnheader')
    expect(heads.map((head) => head.textContent)).toEqual(['', 'Name', 'Size'])
    expect(heads.map((head) => head.getAttribute('aria-sort'))).toEqual([null, null, 'descending'])
    expect(asked()).toHaveLength(before)
  })

  it('V2 a drag of the slider changes it with every value, in one step back', async () => {
    const { user, requests } = await open({ world: layPhotos({ ...saved, view: 'gallery' }) })
    await ready()
    await within(preview()).findByRole('row', { name: 'IMG_1.jpg' })
    const before = requests.length
    const slider = screen.getByRole('slider', { name: 'Picture width in the gallery' })
    const named = () => within(preview()).getByRole('row', { name: 'IMG_1.jpg' }).textContent
    expect(named()).toContain('IMG_1')
    for (const value of ['200', '150', '90']) fireEvent.change(slider, { target: { value } })
    // Pictures this small have no names under them.
    expect(named()).not.toContain('IMG_1')
    expect(width()).toHaveValue('90')
    expect(whatChanges().getByText(/Width: 220 → 90/)).toBeVisible()
    fireEvent.pointerUp(slider)
    fireEvent.change(slider, { target: { value: '120' } })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(width()).toHaveValue('90')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(width()).toHaveValue('220')
    expect(requests.slice(before).filter(({ path }) => path !== '/file/thumb')).toEqual([])
  })

  it('V2 is walked through by keys, and does nothing', async () => {
    const { user } = await open()
    await ready()
    const row = await within(preview()).findByRole('row', { name: 'Album' })
    row.focus()
    await user.keyboard('{ArrowDown}{Enter} ')
    expect(within(preview()).getByRole('row', { name: 'IMG_1.jpg' })).toHaveFocus()
    await user.keyboard('{Control>}a{/Control}')
    await user.dblClick(row)
    expect(within(preview()).queryByRole('row', { selected: true })).toBeNull()
    expect(here()).toContain('/view-settings')
    expect(screen.queryByRole('region', { name: 'What changes' })).toBeNull()
  })

  it('V2 an empty folder shows samples and says so', async () => {
    const { user } = await open({
      world: ({ service, mei }) =>
        service.lay.setView(service.lay.addFolder(mei, ['Photos']), saved),
    })
    await ready()
    expect(await screen.findByText(/these rows are samples/)).toBeVisible()
    await within(preview()).findByRole('row', { name: 'Photo.jpg' })
    await user.click(layout('Gallery'))
    expect(previewRows()).toContain('Photo.jpg')
    // There is no picture behind one: none is asked for.
    const sample = sampleFolder([{ name: 'Photo.jpg' }])
    expect(sample.walk.at).toBe('walking')
    await waitFor(() => expect(sample.walk.at).toBe('complete'))
    expect(sample.at(0)?.metadata).toHaveProperty([Metadata.thumbDisabled])
  })
})

describe('V3 columns', () => {
  it('V3 are added from all there are, by search and by key', async () => {
    const { user, service } = await open()
    await ready()
    await user.click(screen.getByRole('button', { name: 'Add column' }))
    const search = await screen.findByRole('combobox', { name: 'Search columns' })
    expect(search).toHaveFocus()
    expect(screen.getByRole('group', { name: 'Pictures' })).toBeVisible()
    expect(screen.getByRole('option', { name: /Size.*already there/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await user.keyboard('focal{Enter}')
    expect(columnNames()).toEqual(['Name', 'Size', 'Modified', 'Focal length'])
    await user.clear(search)
    await user.keyboard('note:mood{Enter}')
    await user.keyboard('{Escape}{Escape}')
    expect(screen.queryByRole('combobox', { name: 'Search columns' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Add column' })).toHaveFocus()
    await save(user)
    expect(storedView(service)?.columns).toEqual([
      { type: 0 },
      { type: 2 },
      { type: 1 },
      { type: 16 },
      { type: 3, props: { metadata_key: 'note:mood' } },
    ])
  })

  it('V3 custom properties of the site are offered by their names', async () => {
    const { user, service } = await open({
      faults: (rules) =>
        rules.always('GET /site/config/explorer', {
          kind: 'json',
          body: {
            code: 0,
            msg: '',
            data: { custom_props: [{ id: 'stars', name: 'Rating', type: 'rating' }] },
          },
        }),
    })
    await ready()
    await user.click(screen.getByRole('button', { name: 'Add column' }))
    await user.click(await screen.findByRole('option', { name: 'Rating' }))
    expect(columnNames().at(-1)).toBe('Rating')
    await user.keyboard('{Escape}')
    await save(user)
    expect(storedView(service)?.columns?.at(-1)).toEqual({
      type: 26,
      props: { custom_props_id: 'stars' },
    })
  })

  it('V3 are moved by keys, said aloud, and the name stays', async () => {
    const { user } = await open()
    await ready()
    moveHandle('Modified').focus()
    await user.keyboard('{ArrowUp}')
    expect(columnNames()).toEqual(['Name', 'Modified', 'Size'])
    expect(moveHandle('Modified')).toHaveFocus()
    expect(await screen.findByText(/Modified.* is now column 2 of 3/)).toBeInTheDocument()
    await user.keyboard('{ArrowUp}')
    expect(columnNames()).toEqual(['Name', 'Modified', 'Size'])
    await user.keyboard('{End}')
    expect(columnNames()).toEqual(['Name', 'Size', 'Modified'])
    expect(screen.queryByRole('button', { name: /^(?:Move|Remove) .*Name/ })).toBeNull()
    expect(whatChanges().queryByText(/Columns/)).toBeNull()
  })

  it('V3 are removed, with focus on the next, and have a width', async () => {
    const { user, service } = await open()
    await ready()
    await user.click(screen.getByRole('button', { name: /^Remove .*Size/ }))
    expect(screen.getByRole('button', { name: /^Remove .*Modified/ })).toHaveFocus()
    const field = screen.getByRole('textbox', { name: /^Width of .*Name/ })
    await user.type(field, '4')
    expect(field).toBeInvalid()
    expect(field).toHaveAccessibleDescription(/A whole number from 40 to 2,000/)
    await user.click(saveButton())
    expect(field).toHaveFocus()
    await user.type(field, '20')
    expect(field).toBeValid()
    await save(user)
    expect(storedView(service)?.columns).toEqual([{ type: 0, width: 420 }, { type: 1 }])
  })

  it('V3 a width that is being typed is gone with its column', async () => {
    const { user, requests } = await open()
    await ready()
    await user.type(screen.getByRole('textbox', { name: /^Width of .*Size/ }), '1e3')
    await user.click(screen.getByRole('button', { name: /^Remove .*Size/ }))
    await save(user)
    expect(writes(requests)).toHaveLength(1)
  })

  it('V3 kinds that are not known are shown neutrally, moved, kept, and removed', async () => {
    const columns = [
      { type: 0 },
      { type: 4711, width: -3, props: { metadata_key: 'x' } },
      { type: 2, width: -7 },
    ]
    const { user, service } = await open({ world: layPhotos({ ...saved, columns }) })
    await ready()
    expect(columnNames()).toEqual(['Name', 'Type 4711', 'Size'])
    expect(screen.getByText('Not known here. It is kept as it is.')).toBeVisible()
    expect(screen.getByRole('textbox', { name: /^Width of .*Size/ })).toHaveValue('')
    moveHandle('Type 4711').focus()
    await user.keyboard('{ArrowDown}')
    await save(user)
    expect(storedView(service)?.columns).toEqual([columns[0], columns[2], columns[1]])
    await user.click(screen.getByRole('button', { name: /^Remove .*Type 4711/ }))
    expect(columnNames()).toEqual(['Name', 'Size'])
  })

  it('V3 a thousand of them are the most, and are all there', async () => {
    const columns = Array.from({ length: 1000 }, (_, type) => ({
      type: type === 0 ? 0 : 3,
      ...(type && { props: { metadata_key: `k${type}` } }),
    }))
    const { user, service } = await open({ world: layPhotos({ ...saved, columns }) })
    await ready()
    expect(columnNames()).toHaveLength(100)
    expect(screen.getByRole('button', { name: 'Add column' })).toHaveAccessibleDescription(
      '1,000 columns are the most.',
    )
    await user.click(layout('Grid'))
    await save(user)
    expect(storedView(service)?.columns).toEqual(columns)
  })
})

describe('V4 the draft', () => {
  it('V4 says in words what changes, and takes steps back and forth', async () => {
    const { user } = await open()
    await ready()
    await user.click(layout('Grid'))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Modified')
    await user.click(screen.getByRole('button', { name: /^Remove .*Size/ }))
    expect(whatChanges().getByRole('status')).toHaveTextContent('3 changes')
    expect(
      whatChanges().getByText('Layout: List → Grid · Sort: Name ↑ → Modified ↓ · Columns: − Size'),
    ).toBeVisible()
    const isTaken: boolean[] = []
    const look = (event: KeyboardEvent) => isTaken.push(event.defaultPrevented)
    window.addEventListener('keydown', look)
    await user.keyboard('{Control>}zz{/Control}')
    window.removeEventListener('keydown', look)
    // The browser would undo what was typed elsewhere too.
    expect(isTaken.slice(1)).toEqual([true, true])
    expect(whatChanges().getByText('Layout: List → Grid')).toBeVisible()
    await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    expect(whatChanges().getByText(/Sort: Name ↑ → Modified ↓/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(whatChanges().getByRole('status')).toHaveTextContent('No changes')
    expect(layout('List')).toBeChecked()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(layout('Grid')).toBeChecked()
  })

  it('V4 takes a whole view as one step', async () => {
    const { user } = await open()
    await ready()
    act(() => takeView(photos, { ...saved, view: 'gallery', gallery_width: 100, page_size: 60 }))
    expect(whatChanges().getByRole('status')).toHaveTextContent('3 changes')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(whatChanges().getByRole('status')).toHaveTextContent('No changes')
  })

  it('V4 goes back to the default of the folder above, with one save', async () => {
    const { user, service, requests } = await open({
      world: (world) => {
        layPhotos()(world)
        const { service, mei } = world
        service.lay.setView(service.lay.addFolder(mei, ['Photos', 'Album']), {
          ...saved,
          view: 'gallery',
        })
      },
      path: settingsOf('svc://my/Photos/Album'),
    })
    await ready()
    expect(layout('Gallery')).toBeChecked()
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Reset to default' }))
    expect(await screen.findByText('Back to the default of the folder above')).toBeVisible()
    expect(layout('List')).toBeChecked()
    await save(user)
    expect(storedView(service, 'Album')).toBeNull()
    expect(writes(requests)).toHaveLength(1)
    expect(await screen.findByText('Inherited from')).toBeVisible()
  })

  it('V4 leaving by a link asks first, and stays or leaves', async () => {
    const { user, requests } = await open()
    await ready()
    await user.click(layout('Grid'))
    await user.click(screen.getByRole('link', { name: /Shares/ }))
    expect(within(await dialog()).getByText('Layout: List → Grid')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Stay' })).toHaveFocus()
    await user.keyboard('{Escape}')
    expect(here()).toContain('/view-settings')
    expect(layout('Grid')).toBeChecked()
    await user.click(screen.getByRole('link', { name: /Shares/ }))
    await user.click(within(await dialog()).getByRole('button', { name: 'Discard and leave' }))
    await waitFor(() => expect(here()).toBe('/shares'))
    expect(writes(requests)).toEqual([])
  })

  it('V4 leaving by keys asks too, and may save first', async () => {
    const { user, service } = await open()
    await ready()
    await user.click(layout('Grid'))
    await user.keyboard('gt')
    await user.click(within(await dialog()).getByRole('button', { name: 'Save view' }))
    await waitFor(() => expect(here()).toBe('/trash'))
    expect(storedView(service)?.view).toBe('grid')
  })

  it('V4 Back asks once, stays, and leads to where one came from', async () => {
    const { user } = await open({ path: '/files?uri=svc%3A%2F%2Fmy%2FPhotos' })
    await screen.findByRole('row', { name: 'IMG_1.jpg' })
    await user.click(screen.getByRole('button', { name: 'View' }))
    await user.click(await screen.findByRole('menuitem', { name: 'View settings' }))
    await ready()
    await user.click(layout('Grid'))
    act(() => window.history.back())
    await dialog()
    expect(here()).toContain('/view-settings')
    await user.click(screen.getByRole('button', { name: 'Stay' }))
    expect(layout('Grid')).toBeChecked()
    act(() => window.history.back())
    await user.click(within(await dialog()).getByRole('button', { name: 'Discard and leave' }))
    await waitFor(() => expect(here()).toBe('/files?uri=svc%3A%2F%2Fmy%2FPhotos'))
  })

  it('V4 Back leads away in one step when nothing would be lost any more', async () => {
    const { user } = await open({ path: '/files?uri=svc%3A%2F%2Fmy%2FPhotos' })
    await screen.findByRole('row', { name: 'IMG_1.jpg' })
    await user.click(screen.getByRole('button', { name: 'View' }))
    await user.click(await screen.findByRole('menuitem', { name: 'View settings' }))
    await ready()
    await user.click(layout('Grid'))
    await save(user)
    act(() => window.history.back())
    await waitFor(() => expect(here()).toBe('/files?uri=svc%3A%2F%2Fmy%2FPhotos'))
  })

  it('V4 closing the tab asks only while there is something to lose', async () => {
    const { user } = await open()
    await ready()
    const closing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(closing()).toBe(false)
    await user.click(layout('Grid'))
    expect(closing()).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(closing()).toBe(false)
  })

  it('V4 signing out asks on this page, and after it for what lies elsewhere', async () => {
    const { user } = await open()
    await ready()
    await user.click(layout('Grid'))
    const signOut = async () => {
      await user.click(screen.getByRole('button', { name: /Account/ }))
      await user.click(await screen.findByRole('button', { name: 'Sign out' }))
    }
    await signOut()
    await user.click(within(await dialog()).getByRole('button', { name: 'Stay' }))
    // Past every guard: the draft is still there, and asks.
    act(() => window.history.pushState({ idx: 9 }, '', '/shares'))
    act(() => void window.dispatchEvent(new PopStateEvent('popstate', { state: { idx: 9 } })))
    await screen.findByRole('heading', { name: 'Shares' })
    expect(currentViewDraft(photos)?.now.view.view).toBe('grid')
    await user.keyboard('{Escape}')
    await signOut()
    const question = await screen.findByRole('dialog', { name: 'Sign out without saving?' })
    expect(within(question).getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await user.click(within(question).getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(here()).toContain('/sign-in'))
    expect(currentViewDraft(photos)).toBeUndefined()
  })

  it('V4 is there again when one comes back to it', async () => {
    const { user } = await open()
    await ready()
    await user.click(layout('Grid'))
    act(() => window.history.pushState({ idx: 9 }, '', '/shares'))
    act(() => void window.dispatchEvent(new PopStateEvent('popstate', { state: { idx: 9 } })))
    await screen.findByRole('heading', { name: 'Shares' })
    act(() => window.history.pushState({ idx: 10 }, '', settings))
    act(() => void window.dispatchEvent(new PopStateEvent('popstate', { state: { idx: 10 } })))
    await ready()
    expect(layout('Grid')).toBeChecked()
  })
})

describe('V5 where a view comes from', () => {
  const origin = () => screen.findByText(/^(?:Own view|Default view|Inherited from)/)

  it('V5 is its own, or nobody’s', async () => {
    await open()
    expect(await origin()).toHaveTextContent('Own view')
  })

  it('V5 is nobody’s where none was saved up to the root', async () => {
    await open({ world: layPhotos(null) })
    expect(await origin()).toHaveTextContent('Default view')
  })

  it('V5 leads to the folder it comes from', async () => {
    const { user } = await open({
      path: settingsOf('svc://my/Photos/Album/Deep'),
      world: (world) => {
        layPhotos()(world)
        world.service.lay.addFolder(world.mei, ['Photos', 'Album', 'Deep'])
      },
    })
    expect(await origin()).toHaveTextContent('Inherited from Photos')
    await user.click(screen.getByRole('link', { name: 'Photos', description: '' }))
    await waitFor(() => expect(here()).toContain('/view-settings?folder=svc%3A%2F%2Fmy%2FPhotos'))
  })

  it('V5 is that of My files when it is saved and nobody below has it', async () => {
    const { user, service } = await open({ path: settingsOf('svc://my'), world: layPhotos(null) })
    await ready()
    expect(await origin()).toHaveTextContent('Default view')
    await user.click(layout('List'))
    await save(user)
    expect(await origin()).toHaveTextContent('Own view')
    expect(storedView(service)).toBeNull()
    await user.click(within(screen.getByRole('navigation', { name: 'Main' })).getByText('Files'))
    await screen.findByRole('row', { name: 'Photos' })
    act(() => window.history.pushState({ idx: 12 }, '', settings))
    act(() => void window.dispatchEvent(new PopStateEvent('popstate', { state: { idx: 12 } })))
    expect(await origin()).toHaveTextContent('Inherited from My files')
    expect(layout('List')).toBeChecked()
  })
})

describe('V1 the trash', () => {
  it('V1 has a view of its own, which is no folder’s', async () => {
    const { user, service, mei } = await open({ path: settingsOf('svc://trash') })
    await ready()
    expect(layout('List')).toBeChecked()
    await user.click(layout('Grid'))
    await save(user)
    const Kept = v.object({ view: v.string(), id: v.string() })
    const kept = service.db.query(
      'SELECT v.view AS view, u.id AS id FROM user_views v JOIN users u ON u.key = v.user_key',
      [],
      Kept,
    )
    expect(kept).toHaveLength(1)
    expect(kept[0]?.id).toBe(mei)
    expect(JSON.parse(kept[0]?.view ?? '')).toMatchObject({ view: 'grid', page_size: 100 })
    expect(await screen.findByText('Own view')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Reset to default' }))
    expect(await screen.findByText('Back to the default')).toBeVisible()
    expect(layout('List')).toBeChecked()
    expect(columnNames()).toEqual(['Name', 'Size', 'Gone for good', 'Original location'])
  })
})

describe('V7 somebody else’s folder', () => {
  const layShared = (share: { id?: string }) => (world: World) => {
    layPhotos()(world)
    const folder = world.service.lay.addFolder(world.mei, ['Photos'])
    share.id = world.service.lay.addShare(folder, { shareView: true })
  }

  it('V7 says why it cannot be saved, and can be looked at otherwise', async () => {
    const share: { id?: string } = {}
    const { user, requests } = await open({
      as: 'lin',
      world: layShared(share),
      path: () => settingsOf(`svc://${share.id}@share`),
    })
    expect(await ready()).toBeChecked()
    expect(await screen.findByText(/Only the owner can save how this folder looks/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull()
    expect(pageSize()).toBeDisabled()
    expect(screen.queryByText(/^(?:Own|Default|Inherited)/)).toBeNull()
    await user.click(layout('Grid'))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Size')
    await user.click(screen.getByRole('checkbox', { name: 'Show thumbnails' }))
    // Nothing is lost with it: nobody asks.
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true)
    await user.click(screen.getByRole('link', { name: 'Look without saving' }))
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
    const { user, service } = await open({
      world: layShared(share),
      path: () => settingsOf(`svc://${share.id}@share`),
    })
    await ready()
    await user.click(layout('Grid'))
    await save(user)
    expect(storedView(service)?.view).toBe('grid')
  })
})

describe('V8 changed elsewhere', () => {
  const comeBack = () => act(() => void window.dispatchEvent(new Event('visibilitychange')))
  const theirs = { ...saved, view: 'gallery', page_size: 60 }

  it('V8 is taken over without a word while nothing is changed here', async () => {
    const { service } = await open()
    await ready()
    saveElsewhere(service, theirs)
    comeBack()
    await waitFor(() => expect(layout('Gallery')).toBeChecked())
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('V8 says what is otherwise there, and keeps mine', async () => {
    const { user, service } = await open()
    await ready()
    await user.click(layout('Grid'))
    saveElsewhere(service, theirs)
    comeBack()
    const notice = await screen.findByRole('alert')
    expect(notice).toHaveTextContent('was changed elsewhere')
    expect(notice).toHaveTextContent('Layout: List → Gallery · Items per page: 200 → 60')
    await user.click(within(notice).getByRole('button', { name: 'Keep mine' }))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByRole('main')).toHaveFocus()
    expect(
      whatChanges().getByText('Layout: Gallery → Grid · Items per page: 60 → 200'),
    ).toBeVisible()
    await save(user)
    expect(storedView(service)).toMatchObject({ view: 'grid', page_size: 200 })
  })

  it('V8 takes theirs', async () => {
    const { user, service } = await open()
    await ready()
    await user.click(layout('Grid'))
    saveElsewhere(service, theirs)
    comeBack()
    await user.click(await screen.findByRole('button', { name: 'Take theirs' }))
    expect(layout('Gallery')).toBeChecked()
    expect(pageSize()).toHaveValue('60')
    expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull()
  })

  it('V8 is found out by a save, which writes nothing over it', async () => {
    const { user, service, requests } = await open()
    await ready()
    await user.click(layout('Grid'))
    saveElsewhere(service, theirs)
    await user.click(saveButton())
    expect(await screen.findByRole('alert')).toHaveTextContent('was changed elsewhere')
    expect(writes(requests)).toEqual([])
    expect(storedView(service)).toEqual(theirs)
    expect(layout('Grid')).toBeChecked()
  })

  it('V8 a view that was taken away elsewhere is that of the folder above', async () => {
    const { user, service } = await open()
    await ready()
    await user.click(layout('Gallery'))
    saveElsewhere(service, null)
    comeBack()
    expect(await screen.findByRole('alert')).toHaveTextContent('was removed elsewhere')
    await user.click(screen.getByRole('button', { name: 'Take theirs' }))
    await waitFor(() => expect(layout('Grid')).toBeChecked())
  })
})

describe('V9 limits', () => {
  it.each([
    ['', 'Type a number from 50 to 2,000.'],
    ['49', '50 is the least.'],
    ['-100', '50 is the least.'],
    ['2001', '2,000 is the most.'],
    ['99999999999999999999', '2,000 is the most.'],
    ['1e3', 'Only digits: a whole number from 50 to 2,000.'],
    ['100.5', 'Only digits: a whole number from 50 to 2,000.'],
    ['1,000', 'Only digits: a whole number from 50 to 2,000.'],
    ['a few', 'Only digits: a whole number from 50 to 2,000.'],
  ])('V9 items per page of “%s” stays as it was typed and is not sent', async (text, words) => {
    const { user, requests } = await open()
    await ready()
    await user.clear(pageSize())
    if (text) await user.paste(text)
    expect(pageSize()).toHaveValue(text)
    expect(pageSize()).toBeInvalid()
    expect(pageSize()).toHaveAccessibleDescription(words)
    expect(whatChanges().getByText('A field is not finished')).toBeVisible()
    await user.click(saveButton())
    expect(pageSize()).toHaveFocus()
    expect(writes(requests)).toEqual([])
    await retype(user, pageSize(), ' 50 ')
    expect(pageSize()).toBeValid()
    await save(user)
  })

  it.each(['49', '501', '', '2e2', '99.5'])(
    'V9 a picture width of “%s” is not sent',
    async (text) => {
      const { user, requests } = await open()
      await ready()
      await user.clear(width())
      if (text) await user.paste(text)
      expect(width()).toBeInvalid()
      await user.click(layout('Gallery'))
      // What is typed stays, whatever else is changed.
      expect(width()).toHaveValue(text)
      await user.click(saveButton())
      expect(width()).toHaveFocus()
      expect(writes(requests)).toEqual([])
      fireEvent.change(screen.getByRole('slider'), { target: { value: '300' } })
      expect(width()).toBeValid()
      await save(user)
    },
  )

  it('V9 what the wire requires is sent where the view says nothing of it', async () => {
    const { user, service } = await open({ world: layPhotos(null) })
    await ready()
    await user.click(layout('List'))
    await save(user)
    expect(storedView(service)).toEqual({
      page_size: 100,
      order_direction: 'asc',
      view: 'list',
      thumbnail: true,
      gallery_width: 220,
    })
  })
})

describe('when a save fails', () => {
  const refuse = (code: number, msg: string) =>
    ({ kind: 'json', body: { code, msg, correlation_id: 'abc-1' } }) as const
  const change = async (app: App) => {
    await ready()
    await app.user.click(layout('Grid'))
  }
  const kept = () => expect(layout('Grid')).toBeChecked()

  it.each([
    ['PageSize too short', 'The service did not accept this number of items.'],
    ['GalleryWidth too long', 'The service did not accept this width.'],
    ['Order too long', 'The service did not accept this order.'],
    ['Columns too long', 'The service did not accept these columns.'],
  ])('V4 “%s” marks its field, and saves at the next try', async (msg, words) => {
    const app = await open()
    await change(app)
    app.faults.next('PATCH /file/view', refuse(40001, msg))
    await app.user.click(saveButton())
    expect(await screen.findByText(words)).toBeVisible()
    kept()
    await save(app.user)
    expect(screen.queryByText(words)).toBeNull()
  })

  it('V4 a refusal of nothing that is known is said above, with its id', async () => {
    const app = await open()
    await change(app)
    app.faults.next('PATCH /file/view', refuse(40001, 'Something else'))
    await app.user.click(saveButton())
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('The view was not saved. Your changes are kept.')
    expect(alert).toHaveTextContent('abc-1')
    kept()
    await app.user.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('View saved')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it.each([40082, 403])('V7 %i says whose it is', async (code) => {
    const app = await open()
    await change(app)
    app.faults.next('PATCH /file/view', refuse(code, 'no'))
    await app.user.click(saveButton())
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Only the owner of this folder can save its view. Your changes are kept.',
    )
    kept()
  })

  it('V4 a folder that is gone keeps what was changed', async () => {
    const app = await open()
    await change(app)
    app.service.db.run("DELETE FROM files WHERE name LIKE 'IMG%' OR name = 'Album'", [])
    app.service.db.run("DELETE FROM files WHERE name = 'Photos'", [])
    await app.user.click(saveButton())
    expect(await screen.findByRole('alert')).toHaveTextContent('This folder is no longer here.')
    kept()
  })

  it('V8 a folder that was renamed is gone on with where it is now', async () => {
    const app = await open()
    await change(app)
    app.service.db.run("UPDATE files SET name = 'Pictures' WHERE name = 'Photos'", [])
    await app.user.click(saveButton())
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent(
        /This folder is now at .*Files \/ Pictures/,
      ),
    )
    await app.user.click(screen.getByRole('button', { name: 'Go on there' }))
    await waitFor(() => expect(here()).toContain('Pictures'))
    await ready()
    kept()
    await save(app.user)
    expect(storedView(app.service, 'Pictures')?.view).toBe('grid')
  })

  it('V4 an answer that got lost is looked for, and the save is not sent twice', async () => {
    const app = await open()
    await change(app)
    app.faults.next('PATCH /file/view', { kind: 'lost' })
    await app.user.click(saveButton())
    expect(await screen.findByText(/The view was found to be saved/)).toBeVisible()
    expect(writes(app.requests)).toHaveLength(1)
    expect(storedView(app.service)?.view).toBe('grid')
    expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull()
  })

  it('V4 what never arrived is said, kept, and sent by Retry', async () => {
    const app = await open()
    await change(app)
    app.faults.next('PATCH /file/view', { kind: 'drop' })
    await app.user.click(saveButton())
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('The service could not be reached.')
    kept()
    expect(storedView(app.service)?.view).toBe('list')
    await app.user.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('View saved')).toBeVisible()
  })

  it('V4 a session that ends in the middle of it goes on after the sign-in', async () => {
    const app = await open({ passwords: true })
    await change(app)
    endSessions(app.service)
    app.clock.advance(2 * 3600_000)
    await app.user.click(saveButton())
    const signIn = await screen.findByRole('dialog', { name: 'Please sign in again' })
    await app.user.type(within(signIn).getByLabelText('Password'), password)
    await app.user.click(within(signIn).getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByText('View saved')).toBeVisible()
    expect(storedView(app.service)?.view).toBe('grid')
  })

  it('V4 who signs in as somebody else instead is asked first', async () => {
    const app = await open()
    await change(app)
    endSessions(app.service)
    app.clock.advance(2 * 3600_000)
    await app.user.click(saveButton())
    const signIn = await screen.findByRole('dialog', { name: 'Please sign in again' })
    await app.user.click(within(signIn).getByRole('button', { name: /someone else/i }))
    await screen.findByRole('dialog', { name: 'Sign out without saving?' })
    expect(currentViewDraft(photos)?.now.view.view).toBe('grid')
  })

  it.each([1, 3])(
    'L1, L2 a lock with %i holders is the dialog’s, and the save goes on after it',
    async (count) => {
      const app = await open()
      await change(app)
      const { service, mei, lin } = app
      const Row = v.object({ id: v.string() })
      const folder = service.db.first("SELECT id FROM files WHERE name = 'Photos'", [], Row)
      const token = service.lay.addLock({
        owner: mei,
        fileId: folder?.id ?? '',
        application: { type: 'dav' },
        holder: lin,
        depth: 0,
      })
      if (count > 1) {
        const holder = (n: number) => ({
          path: photos,
          token: n === 0 ? token : `gone-${n}`,
          owner: { owner: lin, application: { type: 'dav' } },
          type: 0,
        })
        app.faults.next('PATCH /file/view', {
          kind: 'json',
          body: {
            code: 40073,
            msg: 'Lock conflict',
            data: Array.from({ length: count }, (_, n) => holder(n)),
          },
        })
      }
      await app.user.click(saveButton())
      const lockDialog = await screen.findByRole('alertdialog')
      expect(lockDialog).toHaveAccessibleName(/Can’t save the view of .*Photos.* yet/)
      expect(screen.getByRole('button', { name: 'Save view', hidden: true })).toHaveAttribute(
        'aria-busy',
      )
      await app.user.click(within(lockDialog).getByRole('button', { name: 'Unlock and retry' }))
      expect(await screen.findByText('View saved')).toBeVisible()
      expect(storedView(service)?.view).toBe('grid')
    },
  )

  it('L3 giving up at a lock keeps the draft and says it once', async () => {
    const app = await open()
    await change(app)
    app.service.lay.addLock({
      owner: app.mei,
      path: ['Photos'],
      application: { type: 'dav' },
      holder: app.lin,
      depth: 0,
    })
    await app.user.click(saveButton())
    const lockDialog = await screen.findByRole('alertdialog')
    await app.user.click(within(lockDialog).getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText(/was not saved/)).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    kept()
    expect(storedView(app.service)?.view).toBe('list')
  })

  it('V4 what is changed while it is under way is still to be saved', async () => {
    const app = await open()
    await change(app)
    let goOn = () => {}
    const until = new Promise<void>((resolve) => {
      goOn = resolve
    })
    app.faults.next('PATCH /file/view', { kind: 'hold', until })
    await app.user.click(saveButton())
    await waitFor(() => expect(writes(app.requests)).toHaveLength(1))
    await app.user.click(saveButton())
    await app.user.click(screen.getByRole('checkbox', { name: 'Show thumbnails' }))
    goOn()
    expect(await screen.findByText('View saved')).toBeVisible()
    expect(writes(app.requests)).toHaveLength(1)
    expect(whatChanges().getByText('Thumbnails: on → off')).toBeVisible()
  })

  it('V1 says where views are kept out of the folders', async () => {
    await open({
      world: (world) => {
        layPhotos()(world)
        world.service.db.run('UPDATE users SET disable_view_sync = 1', [])
      },
    })
    await ready()
    expect(await screen.findByText(/keeps views out of the folders/)).toBeVisible()
  })
})

describe('from Files', () => {
  const folder = '/files?uri=svc%3A%2F%2Fmy%2FPhotos'
  const quick = async (user: App['user'], role: 'menuitem' | 'menuitemradio', name: string) => {
    await user.click(screen.getByRole('button', { name: 'View' }))
    await user.click(await screen.findByRole(role, { name }))
  }

  it('V1 the quick menu changes layout, sort and thumbnails in place, and keeps them for the folder', async () => {
    const { user, service } = await open({ path: folder })
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
    expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '5')
    expect(storedView(service)).toMatchObject({
      view: 'grid',
      order: 'size',
      order_direction: 'desc',
    })
    expect(storedView(service)?.thumbnail).toBeUndefined()
  })

  it('V1 what cannot be kept is said, and stays as it is looked at', async () => {
    const { user, service, faults } = await open({ path: folder })
    await screen.findByRole('row', { name: 'IMG_1.jpg' })
    await quick(user, 'menuitemradio', 'Grid')
    faults.next('PATCH /file/view', {
      kind: 'json',
      body: { code: 50_001, msg: 'database', error: 'busy', correlation_id: 'c' },
    })
    await quick(user, 'menuitem', 'Save for this folder')
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(here()).toBe(`${folder}&layout=grid`)
    expect(storedView(service)?.view).toBe('list')
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
      world: (world) => {
        layPhotos()(world)
        share.id = world.service.lay.addShare(world.service.lay.addFolder(world.mei, ['Photos']))
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
    const { user, service } = await open()
    await ready()
    await within(preview()).findByRole('row', { name: 'Album' })
    await findsNothing()
    await user.click(layout('Gallery'))
    await retype(user, width(), '9')
    await user.type(screen.getByRole('textbox', { name: /^Width of .*Size/ }), 'x')
    await findsNothing()
    await user.click(screen.getByRole('button', { name: 'Add column' }))
    await screen.findByRole('combobox', { name: 'Search columns' })
    await findsNothing()
    await user.keyboard('{Escape}')
    saveElsewhere(service, { ...saved, page_size: 99 })
    act(() => void window.dispatchEvent(new Event('visibilitychange')))
    await screen.findByRole('button', { name: 'Keep mine' })
    await findsNothing()
    await user.click(screen.getByRole('link', { name: /Shares/ }))
    await dialog()
    await findsNothing()
  })
})

describe('the words of a difference', () => {
  it('V4 name what is added, what is gone, and what is otherwise', async () => {
    await open()
    await ready()
    const t = wordsOf('en')
    const words = (columns: ViewSetting['columns']) =>
      viewChanges(saved, { ...saved, columns }, t).map(({ text }) => text)
    expect(words([{ type: 0 }, { type: 1 }, { type: 2 }])).toEqual(['Columns: new order'])
    expect(words([{ type: 0 }, { type: 2, width: 90 }, { type: 1 }])).toEqual(['Columns: widths'])
    expect(words([{ type: 0 }, { type: 4711 }])).toEqual([
      'Columns: + Type 4711, − Size, − Modified',
    ])
    expect(words([{ type: 0 }, { type: 2 }, { type: 2 }, { type: 1 }])).toEqual(['Columns: + Size'])
    expect(viewChanges(saved, { ...saved }, t)).toEqual([])
    // A view that names no columns has these: only saying so is new.
    expect(viewChanges({ ...saved, columns: undefined }, saved, t)[0]?.text).toBe(
      'Columns: named one by one',
    )
  })
})
