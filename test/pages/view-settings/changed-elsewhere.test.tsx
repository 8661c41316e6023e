import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  saved,
  storedView,
  saveElsewhere,
  settingsOf,
  writes,
  open,
  ready,
  layout,
  pageSize,
  seedPhotos,
  saveButton,
  whatChanges,
  save,
} from './fixtures.tsx'

describe('V8 changed elsewhere', () => {
  const comeBack = () => act(() => void window.dispatchEvent(new Event('visibilitychange')))
  const theirs = { ...saved, view: 'gallery', page_size: 60 }

  it('V8 is taken over without a message while nothing is changed here', async () => {
    const app = await open()
    await ready()
    saveElsewhere(app, theirs)
    comeBack()
    await waitFor(() => expect(layout('Gallery')).toBeChecked())
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('V8 says what is otherwise there, and keeps mine', async () => {
    const { user, ...app } = await open()
    await ready()
    await user.click(layout('Grid'))
    saveElsewhere(app, theirs)
    comeBack()
    const notice = await screen.findByRole('alert')
    expect(notice).toHaveTextContent('was changed elsewhere')
    expect(notice).toHaveTextContent(/Changed elsewhere: Layout: List → Gallery/)
    expect(notice).not.toHaveTextContent('Items per page')
    await user.click(within(notice).getByRole('button', { name: 'Keep mine' }))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByRole('main')).toHaveFocus()
    expect(whatChanges().getByText('Layout: Gallery → Grid')).toBeVisible()
    await save(user)
    expect(storedView(app)).toMatchObject({ view: 'grid', page_size: 60 })
  })

  it('V8 merges what only one side has changed, and goes on with steps back', async () => {
    const { user, ...app } = await open()
    await ready()
    await user.click(layout('Grid'))
    saveElsewhere(app, { ...saved, page_size: 60, columns: [{ type: 0 }, { type: 2 }] })
    comeBack()
    await waitFor(() => expect(pageSize()).toHaveValue('60'))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(whatChanges().getByText('Layout: List → Grid')).toBeVisible()
    await user.keyboard('{Control>}z{/Control}')
    expect(layout('List')).toBeChecked()
    expect(pageSize()).toHaveValue('60')
    await user.keyboard('{Control>}y{/Control}')
    await save(user)
    expect(storedView(app)).toMatchObject({
      view: 'grid',
      page_size: 60,
      columns: [{ type: 0 }, { type: 2 }],
    })
  })

  it('V8 saves with one click over other fields that were changed elsewhere, and Undo keeps those', async () => {
    const { user, ...app } = await open()
    await ready()
    await user.click(layout('Grid'))
    saveElsewhere(app, { ...saved, page_size: 60 })
    await save(user)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(storedView(app)).toMatchObject({ view: 'grid', page_size: 60 })
    expect(pageSize()).toHaveValue('60')
    expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull()
    await user.click(await screen.findByRole('button', { name: /^Undo: / }))
    await waitFor(() => expect(storedView(app)).toMatchObject({ view: 'list', page_size: 60 }))
  })

  it('V8 Undo keeps those also where the answer to the save was lost', async () => {
    const { user, faults, ...app } = await open()
    await ready()
    await user.click(layout('Grid'))
    saveElsewhere(app, { ...saved, page_size: 60 })
    faults.next('PATCH /file/view', { kind: 'lost' })
    await user.click(saveButton())
    await screen.findByText(/the view is saved/)
    await user.click(await screen.findByRole('button', { name: /^Undo: / }))
    await waitFor(() => expect(storedView(app)?.view).toBe('list'))
    expect(storedView(app)).toMatchObject({ page_size: 60 })
  })

  it('V8 Undo goes back to what was there where nobody could look whether a save was done', async () => {
    const { user, faults, ...app } = await open()
    await ready()
    await user.click(layout('Grid'))
    faults.next('PATCH /file/view', { kind: 'lost' })
    faults.always(({ method }) => method === 'GET' && storedView(app)?.view === 'grid', {
      kind: 'drop',
    })
    await user.click(saveButton())
    await screen.findByRole('alert')
    faults.clear()
    await save(user)
    await user.click(await screen.findByRole('button', { name: /^Undo: / }))
    await waitFor(() => expect(storedView(app)?.view).toBe('list'))
  })

  it('V8 follows the folder above in what is inherited and not changed here', async () => {
    const { user, ...app } = await open({
      path: settingsOf('svc://my/Photos/Album'),
      isLive: true,
      isStrict: false,
    })
    await ready()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Modified')
    saveElsewhere(app, theirs)
    // What others do in the folder has its list read again, and with it the view.
    app.service.seed.addFile(app.mei, ['Photos', 'Album', 'new.jpg'])
    await waitFor(() => expect(layout('Gallery')).toBeChecked())
    expect(screen.queryByRole('alert')).toBeNull()
    await save(user)
    expect(storedView(app, 'Photos', 'Album')).toMatchObject({
      view: 'gallery',
      page_size: 60,
      order: 'updated_at',
    })
  })

  it('V8 takes theirs, and keeps what was changed here alone', async () => {
    const { user, ...app } = await open()
    await ready()
    await user.click(layout('Grid'))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Modified')
    saveElsewhere(app, theirs)
    comeBack()
    await user.click(await screen.findByRole('button', { name: 'Use theirs' }))
    expect(layout('Gallery')).toBeChecked()
    expect(whatChanges().getByText('Sort: Name ↑ → Modified ↓')).toBeVisible()
  })

  it('V8 takes theirs', async () => {
    const { user, ...app } = await open()
    await ready()
    await user.click(layout('Grid'))
    saveElsewhere(app, theirs)
    comeBack()
    await user.click(await screen.findByRole('button', { name: 'Use theirs' }))
    expect(layout('Gallery')).toBeChecked()
    expect(pageSize()).toHaveValue('60')
    expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull()
  })

  it('V8 is found out by a save, which writes nothing over it', async () => {
    const { user, requests, ...app } = await open()
    await ready()
    await user.click(layout('Grid'))
    saveElsewhere(app, theirs)
    await user.click(saveButton())
    expect(await screen.findByRole('alert')).toHaveTextContent('was changed elsewhere')
    expect(writes(requests)).toEqual([])
    expect(storedView(app)).toEqual(theirs)
    expect(layout('Grid')).toBeChecked()
  })

  it('V8 a view that was taken away elsewhere is that of the folder above', async () => {
    const { user, ...app } = await open()
    await ready()
    await user.click(layout('Gallery'))
    saveElsewhere(app, null)
    comeBack()
    expect(await screen.findByRole('alert')).toHaveTextContent('was removed elsewhere')
    await user.click(screen.getByRole('button', { name: 'Use theirs' }))
    await waitFor(() => expect(layout('Grid')).toBeChecked())
  })

  it('V8 a view that was saved here and taken away elsewhere is that of the folder above', async () => {
    const { user, ...app } = await open({ seed: seedPhotos(null) })
    await ready()
    expect(layout('Grid')).toBeChecked()
    await user.click(layout('Gallery'))
    await save(user)
    expect(storedView(app)).toMatchObject({ view: 'gallery' })
    saveElsewhere(app, null)
    comeBack()
    await waitFor(() => expect(layout('Grid')).toBeChecked())
  })
})

describe('V4 a save of the view outside of the form', () => {
  const hasUnsaved = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

  it('V4 leaves nothing unsaved where nothing was changed in the form', async () => {
    const folder = '/files?uri=svc%3A%2F%2Fmy%2FPhotos'
    const { user, ...app } = await open({ path: folder })
    const choose = async (role: 'menuitem' | 'menuitemradio', name: string) => {
      await user.click(screen.getByRole('button', { name: 'View' }))
      await user.click(await screen.findByRole(role, { name }))
    }
    await screen.findByRole('row', { name: 'IMG_1.jpg' })
    await choose('menuitem', 'View settings')
    await ready()
    act(() => window.history.back())
    await screen.findByRole('button', { name: 'View' })
    await choose('menuitemradio', 'Size')
    await choose('menuitem', 'Save for this folder')
    await screen.findByText('View saved')
    expect(hasUnsaved()).toBe(false)
    await choose('menuitem', 'View settings')
    await ready()
    expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveDisplayValue('Size')
    expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull()
    expect(storedView(app)).toMatchObject({ order: 'size' })
  })

  it('V4 is shown in the form when it takes back what the form saved', async () => {
    const { user, ...app } = await open()
    await ready()
    await user.click(layout('Grid'))
    await save(user)
    await user.click(await screen.findByRole('button', { name: /^Undo: / }))
    await waitFor(() => expect(storedView(app)).toMatchObject({ view: 'list' }))
    await waitFor(() => expect(layout('List')).toBeChecked())
    expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull()
    expect(hasUnsaved()).toBe(false)
  })

  it('V4 keeps what was changed in the form since', async () => {
    const { user, ...app } = await open()
    await ready()
    await user.click(layout('Grid'))
    await save(user)
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Modified')
    await user.click(await screen.findByRole('button', { name: /^Undo: / }))
    await waitFor(() => expect(storedView(app)).toMatchObject({ view: 'list' }))
    await waitFor(() => expect(layout('List')).toBeChecked())
    expect(whatChanges().getByText('Sort: Name ↑ → Modified ↓')).toBeVisible()
  })
})
