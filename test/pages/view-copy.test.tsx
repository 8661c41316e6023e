import { screen, waitFor, within } from '@testing-library/react'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { Code } from '#src/contract/codes.ts'
import { isSameView } from '#src/contract/view-rules.ts'
import { ViewSetting } from '#src/contract/view.ts'
import { collaboraViewerId } from '#src/server/site.ts'
import type { Service } from '#src/server/service.ts'
import { renderApp, type RenderOptions, type Sent, type World } from '../harness.tsx'

/* Requirement V6: one view for many folders, and the view of another folder for this one. */

const photos = 'svc://my/Photos'
const view: ViewSetting = {
  page_size: 200,
  order: 'size',
  order_direction: 'desc',
  view: 'list',
  thumbnail: false,
  gallery_width: 220,
  columns: [{ type: 0, width: 300 }, { type: 2 }, { type: 4711 }],
}
const gallery: ViewSetting = { ...view, view: 'gallery', gallery_width: 400 }

const Stored = v.object({ view: v.nullable(v.string()) })
/** The view that a folder has of its own. */
function ownView({ db }: Service, id: string): ViewSetting | null {
  const text = db.first('SELECT view FROM files WHERE id = ?', [id], Stored)?.view ?? null
  return text === null ? null : v.parse(ViewSetting, JSON.parse(text))
}

/** Folders in Photos, by the names that they are laid under. */
const lay =
  (ids: Record<string, string>, ...paths: string[]) =>
  ({ service, mei }: World) => {
    service.lay.setView(service.lay.addFolder(mei, ['Photos']), view)
    service.db.transaction(() => {
      for (const path of paths) {
        ids[path] = service.lay.addFolder(mei, ['Photos', ...path.split('/')])
      }
    })
    service.lay.addFile(mei, ['Photos', 'cat.jpg'])
  }

const settingsOf = (folder: string) => `/view-settings?folder=${encodeURIComponent(folder)}`

/** The view settings of Photos, or of another folder. */
const open = async (world: (world: World) => void, options: RenderOptions = {}) => {
  const app = await renderApp({ path: settingsOf(photos), ...options, world })
  await screen.findByRole('button', { name: 'More' })
  return app
}
type App = Awaited<ReturnType<typeof open>>

const choose = async ({ user }: App, entry: string) => {
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: entry }))
}
const openTree = async (app: App) => {
  await choose(app, 'Copy to subfolders')
  return screen.findByRole('dialog', { name: 'Copy to subfolders' })
}

const item = (name: RegExp | string) => screen.findByRole('treeitem', { name })
const press = async ({ user }: Pick<App, 'user'>, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }))
const tick = async ({ user }: App, name: string) =>
  user.click(await screen.findByRole('checkbox', { name }))
// What is announced says the same once more, a little later.
const said = (text: RegExp, timeout = 15_000) =>
  screen.findByText(text, { ignore: 'script, style, .sr-only' }, { timeout })
const isSave = ({ method, path }: Pick<Sent, 'method' | 'path'>) =>
  method === 'PATCH' && path === '/file/view'
const savesOf = (name: string) => (sent: Sent) =>
  isSave(sent) && sent.body.includes(`/${encodeURIComponent(name)}"`)
const saves = ({ requests }: App) => requests.filter(isSave).length
const names = (count: number) =>
  Array.from({ length: count }, (_, at) => `album ${String(at).padStart(4, '0')}`)
const withView = ({ service }: App, ids: Record<string, string>) =>
  Object.entries(ids)
    .filter(([, id]) => isSameView(ownView(service, id), view))
    .map(([path]) => path)
    .sort()

describe('V6 copy to subfolders', () => {
  it('gives the view to the folders that are chosen, and to no other', async () => {
    const ids: Record<string, string> = {}
    const app = await open(lay(ids, 'Trips', 'Trips/Rome', 'Cats', 'Dogs'))
    await openTree(app)
    await app.user.click(await item(/^Trips/))
    await app.user.click(await item(/^Cats/))
    expect(await item(/^Cats/)).toBeChecked()
    expect(screen.getByRole('checkbox', { name: 'All subfolders' })).toBePartiallyChecked()
    await press(app, 'Copy to 2 folders')
    await said(/^2 folders given the view$/)
    expect(withView(app, ids)).toEqual(['Cats', 'Trips'])
    expect(saves(app)).toBe(2)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('says which have a view of their own that it replaces', async () => {
    const ids: Record<string, string> = {}
    const app = await open((world) => {
      lay(ids, 'Trips', 'Cats')(world)
      world.service.lay.setView(ids['Cats'] ?? '', gallery)
    })
    await openTree(app)
    expect(await item(/^Cats.*Own view/)).toBeVisible()
    await tick(app, 'All subfolders')
    await said(/^2 chosen\. 1 has a view of its own, which is replaced\.$/)
    expect(screen.getByRole('treeitem', { name: /^Trips/ })).not.toHaveTextContent('Own view')
  })

  it('lets them inherit again instead', async () => {
    const ids: Record<string, string> = {}
    const app = await open((world) => {
      lay(ids, 'Trips', 'Cats')(world)
      world.service.lay.setView(ids['Cats'] ?? '', gallery)
      world.service.lay.setView(ids['Trips'] ?? '', gallery)
    })
    await openTree(app)
    await app.user.click(screen.getByRole('radio', { name: 'No view of their own' }))
    await app.user.click(await item(/^Cats/))
    await press(app, 'Reset 1 folder')
    await said(/“.Cats.” reset to the view above$/)
    expect(ownView(app.service, ids['Cats'] ?? '')).toBeNull()
    expect(ownView(app.service, ids['Trips'] ?? '')).not.toBeNull()
  })

  it('opens, moves, searches and chooses by keys alone', async () => {
    const ids: Record<string, string> = {}
    const app = await open(
      lay(ids, 'Cats', 'Trips', 'Trips/Rome', 'Trips/Riga', 'Trips 10', 'Trips 9'),
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
    const trips = screen.getByRole('treeitem', { name: 'Trips' })
    expect(trips).toHaveFocus()
    expect(trips).toHaveAttribute('aria-expanded', 'false')
    await user.keyboard('{ArrowRight}')
    expect(trips).toHaveAttribute('aria-expanded', 'true')
    const riga = await item('Riga')
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
    expect(screen.queryByRole('treeitem', { name: 'Riga' })).toBeNull()
    await user.keyboard('{End}')
    expect(screen.getByRole('treeitem', { name: 'Trips 10' })).toHaveFocus()
    await user.keyboard('{Home}trips 9')
    const ninth = screen.getByRole('treeitem', { name: 'Trips 9' })
    expect(ninth).toHaveFocus()
    // A space that is no part of a name chooses, be it typed ever so fast.
    await user.keyboard(' ')
    expect(ninth).toBeChecked()
    await user.keyboard(' ')
    expect(ninth).not.toBeChecked()
    await user.tab()
    await user.tab()
    await user.keyboard('{Enter}')
    await said(/“.Riga.” given the view$/)
    expect(withView(app, ids)).toEqual(['Trips/Riga'])
  })

  it('finds 2,000 folders below, says how many so far, and copies when it has them all', async () => {
    const ids: Record<string, string> = {}
    const paths = names(200).flatMap((name) => [
      name,
      ...Array.from({ length: 9 }, (_, at) => `${name}/part ${at}`),
    ])
    let release = () => {}
    const until = new Promise<void>((resolve) => {
      release = resolve
    })
    const app = await open(lay(ids, ...paths))
    const dialog = await openTree(app)
    await item('album 0000')
    app.faults.next(
      ({ method, path, query }) =>
        method === 'GET' && path === '/file' && (query.get('uri') ?? '').endsWith('0150'),
      { kind: 'hold', until },
    )
    await tick(app, 'All subfolders')
    await said(/^200 chosen\./)
    await tick(app, 'Also the folders below them')
    await said(/^1,991 found so far\. Still looking for more below\.$/)
    const go = within(dialog).getByRole('button', { name: 'Copy to 1,991 folders' })
    expect(go).toHaveAttribute('aria-disabled', 'true')
    await app.user.click(go)
    expect(saves(app)).toBe(0)
    release()
    await press(app, 'Copy to 2,000 folders')
    await said(/^2,000 folders given the view$/, 60_000)
    expect(withView(app, ids)).toHaveLength(2000)
    expect(saves(app)).toBe(2000)
  }, 120_000)

  it('says what could not be read, leaves it out, and tries again', async () => {
    const ids: Record<string, string> = {}
    const app = await open(lay(ids, 'Trips', 'Trips/Rome', 'Cats'))
    app.faults.next(
      ({ path, query }) => path === '/file' && (query.get('uri') ?? '').endsWith('Trips'),
      { kind: 'json', body: { code: Code.forbidden, msg: 'no' } },
    )
    await openTree(app)
    await item('Trips')
    await tick(app, 'Also the folders below them')
    await tick(app, 'All subfolders')
    const alert = await screen.findByText(
      /1 folder could not be read\. What lies below it is left out/,
    )
    expect(alert).toBeVisible()
    await screen.findByRole('button', { name: 'Copy to 2 folders' })
    await press(app, 'Retry')
    await press(app, 'Copy to 3 folders')
    await said(/^3 folders given the view$/)
    expect(withView(app, ids)).toEqual(['Cats', 'Trips', 'Trips/Rome'])
  })

  it('says that there are none', async () => {
    const app = await open(lay({}))
    const dialog = await openTree(app)
    expect(await within(dialog).findByText('There are no folders in this one.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Copy to folders' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  })
})

describe('V6 a copy under way', () => {
  const copyAll = async (app: App) => {
    await openTree(app)
    await item(/^album 0000/)
    await tick(app, 'All subfolders')
    await press(app, /^Copy to/)
  }

  it('sends no more than two requests at the same time', async () => {
    const ids: Record<string, string> = {}
    const app = await open(lay(ids, ...names(12)))
    let underWay = 0
    let most = 0
    const { service } = app
    const answer = service.fetch.bind(service)
    service.fetch = async (...call) => {
      const counts = call[0].method === 'PATCH'
      if (counts) most = Math.max(most, ++underWay)
      await new Promise((resolve) => setTimeout(resolve, counts ? 20 : 0))
      try {
        return await answer(...call)
      } finally {
        if (counts) underWay--
      }
    }
    await copyAll(app)
    await said(/^12 folders given the view$/)
    expect(most).toBe(2)
  })

  it('asks about a lock when the others are through, and goes on with what is left', async () => {
    const ids: Record<string, string> = {}
    const app = await open((world) => {
      lay(ids, ...names(5))(world)
      world.service.lay.addLock({
        owner: world.mei,
        holder: world.lin,
        fileId: ids['album 0002'] ?? '',
        depth: 0,
        application: { type: 'viewer', viewer_id: collaboraViewerId },
      })
    })
    await copyAll(app)
    const asked = await screen.findByRole('alertdialog', {
      name: /Can’t copy the view to “.album 0002.” yet/,
    })
    expect(withView(app, ids)).toHaveLength(4)
    await app.user.click(within(asked).getByRole('button', { name: 'Unlock and retry' }))
    await said(/^5 folders given the view$/)
    expect(withView(app, ids)).toHaveLength(5)
    expect(saves(app)).toBe(6)
  })

  it('tells of each folder what became of it: gone, without right, or skipped', async () => {
    const ids: Record<string, string> = {}
    const app = await open((world) => {
      lay(ids, ...names(5), 'album 0001/inner')(world)
      world.service.lay.addLock({
        owner: world.mei,
        holder: world.lin,
        fileId: ids['album 0003'] ?? '',
        depth: 0,
        application: { type: 'viewer', viewer_id: collaboraViewerId },
      })
    })
    await openTree(app)
    await item(/^album 0000/)
    await tick(app, 'All subfolders')
    app.service.db.run('DELETE FROM files WHERE id = ?', [ids['album 0004'] ?? ''])
    app.faults.next(savesOf('album 0001'), {
      kind: 'json',
      body: { code: Code.ownerOnly, msg: 'Only the owner may do this' },
    })
    await press(app, 'Copy to 5 folders')
    await app.user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Skip locked' }),
    )
    await said(/^2 of 5 folders given the view\. 2 could not be\. 1 is still locked\.$/)
    await press(app, 'Show details')
    const sheet = await screen.findByRole('dialog', { name: 'Copying the view to 5 folders' })
    const lineOf = (name: string) =>
      within(sheet)
        .getAllByRole('listitem')
        .find((line) => line.textContent.includes(name))
    expect(lineOf('album 0004')).toHaveTextContent('The folder is no longer there.')
    expect(lineOf('album 0001')).toHaveTextContent('Only the owner may do this.')
    expect(lineOf('album 0001')).toHaveTextContent('Photos')
    expect(lineOf('album 0003')).toBeVisible()
    delete ids['album 0004']
    expect(withView(app, ids)).toEqual(['album 0000', 'album 0002'])
    await app.user.click(within(sheet).getByRole('button', { name: 'Retry the 3 left' }))
    await app.user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', {
        name: 'Unlock and retry',
      }),
    )
    await said(/^4 of 5 folders given the view\. 1 could not be\.$/)
    expect(withView(app, ids)).toHaveLength(4)
  })

  it('stops, and says what was not attempted', async () => {
    const ids: Record<string, string> = {}
    const app = await open(lay(ids, ...names(40)))
    let sent = 0
    app.faults.always((request) => isSave(request) && ++sent > 10, { kind: 'stall' })
    await copyAll(app)
    await waitFor(() => expect(sent).toBe(12))
    const bar = await screen.findByRole('progressbar', { name: 'Copying the view to 10 of 40' })
    expect(bar).toHaveAttribute('aria-valuenow', '10')
    await press(app, 'Stop')
    await said(/^10 of 40 folders given the view\. 30 were not attempted\.$/)
    expect(withView(app, ids)).toHaveLength(10)
    expect(sent).toBe(12)
  })

  it('counts as done what was done although its answer got lost, and sends nothing twice', async () => {
    const ids: Record<string, string> = {}
    const app = await open(lay(ids, ...names(4)))
    app.faults.next(savesOf('album 0002'), { kind: 'lost' })
    await copyAll(app)
    await said(/^4 folders given the view$/)
    expect(withView(app, ids)).toHaveLength(4)
    expect(saves(app)).toBe(4)
  })

  it('goes on while one looks elsewhere', async () => {
    const ids: Record<string, string> = {}
    let release = () => {}
    const until = new Promise<void>((resolve) => {
      release = resolve
    })
    const app = await open(lay(ids, ...names(6)))
    app.faults.next(savesOf('album 0003'), { kind: 'hold', until })
    await copyAll(app)
    await waitFor(() => expect(withView(app, ids)).toHaveLength(5))
    await app.user.click(screen.getByRole('link', { name: /Trash/ }))
    await screen.findByText('Nothing has been deleted.')
    release()
    await said(/^6 folders given the view$/)
    expect(withView(app, ids)).toHaveLength(6)
  })

  it('offers to go on after a reload in the middle, and does nothing twice', async () => {
    const ids: Record<string, string> = {}
    const app = await open(lay(ids, ...names(30)))
    let sent = 0
    app.faults.always((request) => isSave(request) && ++sent > 10, { kind: 'stall' })
    await copyAll(app)
    await waitFor(() => expect(sent).toBe(12))
    const page = await app.reload()
    expect(
      await said(/^Copying the view to 30 folders was interrupted\. 10 are done\.$/),
    ).toBeVisible()
    const before = saves(app)
    await page.user.click(
      await screen.findByRole('button', { name: 'Check what happened and go on' }),
    )
    await said(/^30 folders given the view$/)
    expect(withView(app, ids)).toHaveLength(30)
    expect(saves(app) - before).toBe(20)
  })
})

describe('V6 copy from another folder', () => {
  const openPicker = async (app: App) => {
    await choose(app, 'Copy from another folder')
    return screen.findByRole('dialog', { name: 'Copy the view of another folder' })
  }

  it('lays the view that is in force there over the draft, as one step back', async () => {
    const ids: Record<string, string> = {}
    const app = await open(
      (world) => {
        lay(ids, 'Trips', 'Trips/Rome', 'Cats')(world)
        world.service.lay.setView(ids['Trips'] ?? '', gallery)
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
    expect(screen.getByRole('radio', { name: 'Gallery' })).toBeChecked()
    expect(saves(app)).toBe(0)
    await press(app, 'Undo')
    expect(screen.getByRole('radio', { name: 'List' })).toBeChecked()
    await press(app, 'Redo')
    await press(app, 'Save view')
    await said(/^View saved$/)
    expect(isSameView(ownView(app.service, ids['Cats'] ?? ''), gallery)).toBe(true)
  })

  it('says what went wrong, and stays', async () => {
    const app = await open(lay({}, 'Cats'), { path: settingsOf(`${photos}/Cats`) })
    await openPicker(app)
    await screen.findByRole('option', { name: /Cats/ })
    const isList = ({ method, path }: Sent) => method === 'GET' && path === '/file'
    app.faults.next(isList, { kind: 'json', body: { code: Code.pathNotFound, msg: '' } })
    await press(app, /Copy from .Photos/)
    expect(await screen.findByText('The folder is no longer there.')).toBeVisible()
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
        const folder = service.lay.addFolder(mei, ['Photos'])
        service.lay.addFolder(mei, ['Photos', 'Cats'])
        share = service.lay.addShare(folder)
      },
      { as: 'lin', path: () => settingsOf(`svc://${share}@share`) },
    )
    await app.user.click(screen.getByRole('button', { name: 'More' }))
    expect(await screen.findByRole('menuitem', { name: 'Presets' })).toBeVisible()
    expect(screen.queryByRole('menuitem', { name: 'Copy to subfolders' })).toBeNull()
  })

  it('offers none for the trash, whose folders have no view', async () => {
    const app = await open(() => undefined, { path: settingsOf('svc://trash') })
    await app.user.click(screen.getByRole('button', { name: 'More' }))
    expect(await screen.findByRole('menuitem', { name: 'Copy from another folder' })).toBeVisible()
    expect(screen.queryByRole('menuitem', { name: 'Copy to subfolders' })).toBeNull()
  })
})
