import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { MetadataKey } from '#src/contract/file.ts'
import type { ViewSetting } from '#src/contract/views/view.ts'
import { createSampleFolderList } from '#src/features/file-lists/sample-folder.ts'
import { describeViewChanges } from '#src/features/folder-view/view-changes.ts'
import { messagesOf } from '#src/i18n/catalogues.ts'
import { here } from '../../dom/harness.tsx'
import {
  settingsOf,
  settings,
  saved,
  seedPhotos,
  storedView,
  writes,
  open,
  ready,
  layout,
  pageSize,
  width,
  saveButton,
  preview,
  whatChanges,
  columnNames,
  retype,
  save,
} from './fixtures.tsx'

const previewRows = () =>
  within(preview())
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.getAttribute('aria-label'))

describe('V1 everything in one place', () => {
  it('V1 shows what is saved and saves every field in one request', async () => {
    const { user, requests, ...app } = await open()
    expect(await ready()).toBeChecked()
    expect(document.title).toBe('View settings · Latchkey')
    expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveDisplayValue('Name')
    expect(pageSize()).toHaveValue('200')
    expect(screen.getByRole('checkbox', { name: 'Show thumbnails' })).toBeChecked()
    await user.click(screen.getByRole('button', { name: /^Remove .*Modified/ }))
    await user.click(layout('Gallery'))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Size')
    await user.click(screen.getByRole('button', { name: 'Direction: Largest' }))
    await retype(user, pageSize(), '500')
    await user.click(screen.getByRole('checkbox', { name: 'Show thumbnails' }))
    await retype(user, width(), '300')
    await save(user)
    expect(writes(requests)).toHaveLength(1)
    expect(storedView(app)).toEqual({
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
    const { user, requests } = await open({ seed: seedPhotos(strange) })
    await ready()
    for (const name of ['List', 'Grid', 'Gallery']) expect(layout(name)).not.toBeChecked()
    expect(screen.getByText(/^Unknown layout \(.*mosaic.*\), kept unchanged$/)).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveDisplayValue(/rating/)
    await retype(user, pageSize(), '300')
    await user.click(saveButton())
    // The service refuses this layout: the field is marked, and the change is kept.
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

  it('V1 is in Chinese too', async () => {
    const { user } = await open()
    await ready()
    await user.click(screen.getByRole('button', { name: /Account/ }))
    await user.click(await screen.findByRole('radio', { name: '简体中文' }))
    expect(await screen.findByRole('heading', { name: '视图设置' })).toBeVisible()
    expect(screen.getByRole('radio', { name: '列表' })).toBeChecked()
  })
})

describe('V2 the preview', () => {
  it('says how many items it has so far, and tries again for the rest', async () => {
    const { user, faults } = await open({
      seed: (backend) => {
        seedPhotos({ ...saved, page_size: 50 })(backend)
        for (let n = 100; n < 160; n++)
          backend.service.seed.addFile(backend.mei, ['Photos', `IMG_${n}.jpg`])
      },
      faults: (wire) =>
        wire.always(({ query }) => query.has('next_page_token'), { kind: 'status', status: 403 }),
    })
    await ready()
    expect(
      await screen.findByRole('heading', { name: /First \d+ items of this folder/ }),
    ).toBeVisible()
    faults.clear()
    await user.click(await within(preview()).findByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { name: / 64 items of this folder/ })).toBeVisible()
  })

  it('V2 shows the folder under the draft as Files would, and asks nothing for it', async () => {
    const { user, requests } = await open()
    await ready()
    await waitFor(() =>
      expect(previewRows()).toEqual(['Album', 'IMG_1.jpg', 'IMG_2.jpg', 'IMG_10.jpg']),
    )
    expect(screen.getByRole('heading', { name: /4 items of this folder/ })).toBeVisible()
    // Requests for thumbnails may come at any time.
    const asked = () => requests.filter(({ path }) => path !== '/file/thumb')
    const before = asked().length
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Size')
    await waitFor(() =>
      expect(previewRows()).toEqual(['Album', 'IMG_10.jpg', 'IMG_2.jpg', 'IMG_1.jpg']),
    )
    await user.click(screen.getByRole('button', { name: /^Remove .*Modified/ }))
    const heads = within(preview()).getAllByRole('columnheader')
    expect(heads.map((head) => head.textContent)).toEqual(['Name', 'Size'])
    expect(heads.map((head) => head.getAttribute('aria-sort'))).toEqual([null, 'descending'])
    expect(asked()).toHaveLength(before)
  })

  it('V2 a drag of the slider changes it with every value, in one step back', async () => {
    const { user, requests } = await open({ seed: seedPhotos({ ...saved, view: 'gallery' }) })
    await ready()
    await within(preview()).findByRole('row', { name: 'IMG_1.jpg' })
    const before = requests.length
    const slider = screen.getByRole('slider', { name: 'Picture width in the gallery' })
    const named = () => within(preview()).getByRole('row', { name: 'IMG_1.jpg' }).textContent
    expect(named()).toContain('IMG_1')
    for (const value of ['200', '150', '90']) fireEvent.change(slider, { target: { value } })
    // Tiles of this width show no names.
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

  it.each(['List', 'Grid'])('V2 offers nothing to select rows with, as %s', async (name) => {
    const { user } = await open()
    await ready()
    await user.click(layout(name))
    const row = await within(preview()).findByRole('row', { name: 'IMG_1.jpg' })
    expect(within(preview()).queryByRole('checkbox')).toBeNull()
    expect(row).not.toHaveAttribute('aria-selected')
    expect(screen.getByRole('grid')).toHaveAttribute('aria-multiselectable', 'false')
  })

  it('V2 an empty folder shows samples and says so', async () => {
    const { user } = await open({
      seed: ({ service, mei }) =>
        service.seed.setView(service.seed.addFolder(mei, ['Photos']), saved),
    })
    await ready()
    expect(await screen.findByText(/these rows are samples/)).toBeVisible()
    await within(preview()).findByRole('row', { name: 'Photo.jpg' })
    await user.click(layout('Gallery'))
    expect(previewRows()).toContain('Photo.jpg')
    // A made-up row has no picture, so no thumbnail is asked for.
    const sample = createSampleFolderList([{ name: 'Photo.jpg' }])
    expect(sample.loadState.at).toBe('loading')
    await waitFor(() => expect(sample.loadState.at).toBe('complete'))
    expect(sample.at(0)?.metadata).toHaveProperty([MetadataKey.thumbDisabled])
  })
})

describe('V1 the trash', () => {
  it('V1 has a view of its own, which is no folder’s', async () => {
    const { user, service, mei, lin } = await open({ path: settingsOf('svc://trash') })
    await ready()
    expect(layout('List')).toBeChecked()
    await user.click(layout('Grid'))
    await save(user)
    expect(service.seed.viewOf({ trashOf: mei })).toMatchObject({ view: 'grid', page_size: 100 })
    expect(service.seed.viewOf({ trashOf: lin })).toBeNull()
    expect(await screen.findByText('Own view')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Reset to default' }))
    expect(await screen.findByText('Use the default view')).toBeVisible()
    expect(layout('List')).toBeChecked()
    expect(columnNames()).toEqual(['Name', 'Size', 'Deleted permanently on', 'Original location'])
  })
})

describe('the words of a difference', () => {
  it('V4 name what is added, what is gone, and what is otherwise', async () => {
    await open()
    await ready()
    const t = messagesOf('en')
    const words = (columns: ViewSetting['columns']) =>
      describeViewChanges(saved, { ...saved, columns }, t).map(({ text }) => text)
    expect(words([{ type: 0 }, { type: 1 }, { type: 2 }])).toEqual(['Columns: new order'])
    expect(words([{ type: 0 }, { type: 2, width: 90 }, { type: 1 }])).toEqual(['Columns: widths'])
    expect(words([{ type: 0 }, { type: 4711 }])).toEqual([
      'Columns: + Unknown column (4711), − Size, − Modified',
    ])
    expect(words([{ type: 0 }, { type: 2 }, { type: 2 }, { type: 1 }])).toEqual(['Columns: + Size'])
    expect(describeViewChanges(saved, { ...saved }, t)).toEqual([])
    // A view without columns shows the default ones, so only their being named changes.
    expect(describeViewChanges({ ...saved, columns: undefined }, saved, t)[0]?.text).toBe(
      'Columns: named one by one',
    )
  })
})
