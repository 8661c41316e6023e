import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { isSameView } from '#src/contract/views/view-rules.ts'
import { ViewSetting } from '#src/contract/views/view.ts'
import type { Sent } from '../../../dom/network.ts'
import {
  photos,
  view,
  seedFolders,
  settingsOf,
  open,
  type App,
  choose,
  openTree,
  item,
  press,
  tick,
  findMessage,
  saves,
  names,
  withView,
} from './fixtures.tsx'

const gallery: ViewSetting = { ...view, view: 'gallery', gallery_width: 400 }

describe('V6 copy to subfolders', () => {
  it('gives the view to the folders that are chosen, and to no other', async () => {
    const ids: Record<string, string> = {}
    const app = await open(seedFolders(ids, 'Trips', 'Trips/Rome', 'Cats', 'Dogs'))
    await openTree(app)
    await app.user.click(await item(/^Trips/))
    await app.user.click(await item(/^Cats/))
    expect(await item(/^Cats/)).toBeChecked()
    expect(screen.getByRole('checkbox', { name: 'All subfolders' })).toBePartiallyChecked()
    await press(app, 'Copy to 2 folders')
    await findMessage(/^View copied to 2 folders$/)
    expect(withView(app, ids)).toEqual(['Cats', 'Trips'])
    expect(saves(app)).toBe(2)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('is taken back by Undo with one message: views of their own return, the others inherit again', async () => {
    const ids: Record<string, string> = {}
    const own = { page_size: 50, order_direction: 'asc', view: 'list' }
    const app = await open((backend) => {
      seedFolders(ids, 'Trips', 'Cats')(backend)
      // As the service keeps it: without the width that it insists on when a view is saved.
      backend.service.seed.setView(ids['Cats'] ?? '', own)
    })
    await openTree(app)
    await item(/^Trips/)
    await tick(app, 'All subfolders')
    await press(app, 'Copy to 2 folders')
    await findMessage(/^View copied to 2 folders$/)
    expect(withView(app, ids)).toEqual(['Cats', 'Trips'])
    const toast = screen.getByText(/^View copied to/, { ignore: '.sr-only' }).parentElement
    await app.user.click(within(toast as HTMLElement).getByRole('button', { name: /^Undo: / }))
    await waitFor(() => expect(app.service.seed.viewOf(ids['Trips'] ?? '')).toBeNull())
    await waitFor(() =>
      expect(isSameView(app.service.seed.viewOf(ids['Cats'] ?? ''), own)).toBe(true),
    )
    expect(await screen.findAllByText('View change undone', { ignore: '.sr-only' })).toHaveLength(1)
  })

  it('takes the twisty of a folder that was opened and has none below, and says so', async () => {
    const ids: Record<string, string> = {}
    const app = await open(seedFolders(ids, 'Cats', 'Trips', 'Trips/Rome'))
    await openTree(app)
    const cats = await item(/^Cats/)
    expect(cats).toHaveAttribute('aria-expanded', 'false')
    await app.user.click(cats.firstElementChild as Element)
    await waitFor(() => expect(cats).not.toHaveAttribute('aria-expanded'))
    expect(cats).toHaveTextContent('No folders in it')
    expect(cats.firstElementChild).toBeEmptyDOMElement()
    expect(await item(/^Trips/)).toHaveAttribute('aria-expanded', 'false')
  })

  it('says which have a view of their own that it replaces', async () => {
    const ids: Record<string, string> = {}
    const app = await open((backend) => {
      seedFolders(ids, 'Trips', 'Cats')(backend)
      backend.service.seed.setView(ids['Cats'] ?? '', gallery)
    })
    await openTree(app)
    expect(await item(/^Cats.*Own view/)).toBeVisible()
    await tick(app, 'All subfolders')
    await findMessage(/^2 chosen\. 1 has a view of its own, which is replaced\.$/)
    expect(screen.getByRole('treeitem', { name: /^Trips/ })).not.toHaveTextContent('Own view')
  })

  it('lets them inherit again instead', async () => {
    const ids: Record<string, string> = {}
    const app = await open((backend) => {
      seedFolders(ids, 'Trips', 'Cats')(backend)
      backend.service.seed.setView(ids['Cats'] ?? '', gallery)
      backend.service.seed.setView(ids['Trips'] ?? '', gallery)
    })
    await openTree(app)
    await app.user.click(screen.getByRole('radio', { name: 'Inherit from parent' }))
    await app.user.click(await item(/^Cats/))
    await press(app, 'Reset 1 folder')
    await findMessage(/The view of “.Cats.” reset$/)
    expect(app.service.seed.viewOf(ids['Cats'] ?? '')).toBeNull()
    expect(app.service.seed.viewOf(ids['Trips'] ?? '')).not.toBeNull()
  })

  it('opens, moves, searches and chooses by keys alone', async () => {
    const ids: Record<string, string> = {}
    const app = await open(
      seedFolders(ids, 'Cats', 'Trips', 'Trips/Rome', 'Trips/Riga', 'Trips 10', 'Trips 9'),
    )
    await openTree(app)
    await item(/^Cats/)
    const { user } = app
    expect(screen.getByRole('radio', { name: 'This view' })).toHaveFocus()
    await user.tab()
    await user.tab()
    await user.tab()
    expect(await item(/^Cats/)).toHaveFocus()
    await user.keyboard('{ArrowDown}')
    const trips = screen.getByRole('treeitem', { name: /^Trips(?:\s?Inherited)?$/ })
    expect(trips).toHaveFocus()
    expect(trips).toHaveAttribute('aria-expanded', 'false')
    await user.keyboard('{ArrowRight}')
    expect(trips).toHaveAttribute('aria-expanded', 'true')
    const riga = await item(/^Riga/)
    expect(riga).toHaveAttribute('aria-level', '2')
    expect(riga).toHaveAttribute('aria-posinset', '1')
    expect(riga).toHaveAttribute('aria-setsize', '2')
    await user.keyboard('{ArrowRight}')
    expect(riga).toHaveFocus()
    await user.keyboard(' ')
    expect(riga).toBeChecked()
    expect(trips).toHaveAttribute('aria-checked', 'mixed')
    await user.keyboard('{ArrowLeft}')
    expect(trips).toHaveFocus()
    await user.keyboard('{ArrowLeft}')
    expect(trips).toHaveAttribute('aria-expanded', 'false')
    expect(screen.queryByRole('treeitem', { name: /^Riga/ })).toBeNull()
    await user.keyboard('{End}')
    expect(screen.getByRole('treeitem', { name: /^Trips 10/ })).toHaveFocus()
    // However busy the machine is, the letters follow each other at once.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    await user.keyboard('{Home}trips 9')
    const ninth = screen.getByRole('treeitem', { name: /^Trips 9/ })
    expect(ninth).toHaveFocus()
    // A space that is not part of a name chooses the folder, however soon after a letter it is typed.
    await user.keyboard(' ')
    expect(ninth).toBeChecked()
    await user.keyboard(' ')
    expect(ninth).not.toBeChecked()
    await user.tab()
    await user.tab()
    await user.keyboard('{Enter}')
    await findMessage(/View copied to “.Riga.”$/)
    expect(withView(app, ids)).toEqual(['Trips/Riga'])
  })

  it('finds 2,000 folders below, says how many so far, and copies when it has them all', async () => {
    const ids: Record<string, string> = {}
    const paths = names(200).flatMap((name) => [
      name,
      ...Array.from({ length: 9 }, (_, at) => `${name}/part ${at}`),
    ])
    let release = () => {}
    const until = new Promise<void>((resolve) => (release = resolve))
    const app = await open(seedFolders(ids, ...paths))
    const dialog = await openTree(app)
    await item(/^album 0000/)
    app.faults.always(
      ({ method, path, query }) =>
        method === 'GET' && path === '/file' && (query.get('uri') ?? '').endsWith('0150'),
      { kind: 'hold', until },
    )
    await tick(app, 'All subfolders')
    await findMessage(/^200 chosen\./)
    await tick(app, 'Also the folders below them')
    await findMessage(/^1,991 found so far\. Still looking for more below\.$/, 180_000)
    const go = within(dialog).getByRole('button', { name: 'Copy to 1,991 folders' })
    expect(go).toHaveAttribute('aria-disabled', 'true')
    await app.user.click(go)
    expect(saves(app)).toBe(0)
    release()
    await findMessage(/^2,000 chosen\./, 180_000)
    await press(app, 'Copy to 2,000 folders')
    await expect.poll(() => saves(app), { interval: 100, timeout: 180_000 }).toBe(2000)
    await findMessage(/^View copied to 2,000 folders$/)
    expect(withView(app, ids)).toHaveLength(2000)
    expect(saves(app)).toBe(2000)
  }, 400_000)

  it('says what could not be read, leaves it out, and tries again', async () => {
    const ids: Record<string, string> = {}
    const app = await open(seedFolders(ids, 'Trips', 'Trips/Rome', 'Cats'))
    app.faults.next(
      ({ path, query }) => path === '/file' && (query.get('uri') ?? '').endsWith('Trips'),
      { kind: 'json', body: { code: ErrorCode.forbidden, msg: 'no' } },
    )
    await openTree(app)
    await item(/^Trips/)
    await tick(app, 'Also the folders below them')
    await tick(app, 'All subfolders')
    const alert = await screen.findByText(
      /1 folder could not be read\. Its subfolders are left out/,
    )
    expect(alert).toBeVisible()
    await screen.findByRole('button', { name: 'Copy to 2 folders' })
    await press(app, 'Retry')
    await press(app, 'Copy to 3 folders')
    await findMessage(/^View copied to 3 folders$/)
    expect(withView(app, ids)).toEqual(['Cats', 'Trips', 'Trips/Rome'])
  })

  it('says that there are none', async () => {
    const app = await open(seedFolders({}))
    const dialog = await openTree(app)
    expect(await within(dialog).findByText('There are no folders in this one.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Copy to folders' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  })
})

describe('V6 copy from another folder', () => {
  const openPicker = async (app: App) => {
    await choose(app, 'Copy from another folder…')
    return screen.findByRole('dialog', { name: 'Copy the view of another folder' })
  }

  it('lays the view that is in force there over the draft, as one step back', async () => {
    const ids: Record<string, string> = {}
    const app = await open(
      (backend) => {
        seedFolders(ids, 'Trips', 'Trips/Rome', 'Cats')(backend)
        backend.service.seed.setView(ids['Trips'] ?? '', gallery)
      },
      { path: settingsOf(`${photos}/Cats`) },
    )
    await openPicker(app)
    await app.user.click(await screen.findByRole('option', { name: /Trips/ }))
    await app.user.click(await screen.findByRole('option', { name: /Rome/ }))
    expect(screen.queryByRole('button', { name: 'New folder' })).toBeNull()
    await press(app, /Copy from .Rome/)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const asked = app.requests.findLast(({ path }) => path === '/file')
    expect(asked?.query).toBe('?uri=svc%3A%2F%2Fmy%2FPhotos%2FTrips%2FRome')
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Gallery' })).toBeChecked())
    expect(saves(app)).toBe(0)
    await press(app, 'Undo')
    expect(screen.getByRole('radio', { name: 'List' })).toBeChecked()
    await press(app, 'Redo')
    await press(app, 'Save view')
    await findMessage(/^View saved$/)
    expect(isSameView(app.service.seed.viewOf(ids['Cats'] ?? ''), gallery)).toBe(true)
  })

  it('says what went wrong, and stays', async () => {
    const app = await open(seedFolders({}, 'Cats'), { path: settingsOf(`${photos}/Cats`) })
    await openPicker(app)
    await screen.findByRole('option', { name: /Cats/ })
    const isList = ({ method, path }: Sent) => method === 'GET' && path === '/file'
    app.faults.next(isList, { kind: 'json', body: { code: ErrorCode.pathNotFound, msg: '' } })
    await press(app, /Copy from .Photos/)
    expect(await screen.findByText('This folder no longer exists.')).toBeVisible()
    app.faults.next(isList, {
      kind: 'json',
      body: { code: 0, msg: '', data: { files: [], pagination: { page: 0, page_size: 50 } } },
    })
    await press(app, /Copy from .Photos/)
    expect(await screen.findByText('The service keeps no view for this folder.')).toBeVisible()
    await press(app, /Copy from .Photos/)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('V6 and V7 who may', () => {
  it('offers no copy to subfolders to somebody else, but other views to look with', async () => {
    let share = ''
    const app = await open(
      ({ service, mei }) => {
        const folder = service.seed.addFolder(mei, ['Photos'])
        service.seed.addFolder(mei, ['Photos', 'Cats'])
        share = service.seed.addShare(folder)
      },
      { as: 'lin', path: () => settingsOf(`svc://${share}@share`) },
    )
    await app.user.click(screen.getByRole('button', { name: 'More' }))
    expect(await screen.findByRole('menuitem', { name: 'Presets…' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Copy to subfolders…' })).toBeNull()
  })

  it('offers none for the trash, whose folders have no view', async () => {
    const app = await open(() => undefined, { path: settingsOf('svc://trash') })
    await app.user.click(screen.getByRole('button', { name: 'More' }))
    expect(await screen.findByRole('menuitem', { name: 'Copy from another folder…' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Copy to subfolders…' })).toBeNull()
  })
})
