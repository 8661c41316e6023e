import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ViewSetting } from '#src/contract/views/view.ts'
import { collaboraViewerId } from '#src/server/http/site.ts'
import type { Sent } from '../../../dom/network.ts'
import {
  type App,
  findMessage,
  open,
  openTree,
  item,
  photos,
  press,
  seedFolders,
  tick,
  view,
  withView,
} from './fixtures.tsx'

const newer: ViewSetting = { ...view, page_size: 50, view: 'gallery' }

const messages = () => within(screen.getByRole('region', { name: 'Notifications' }))

const copyToAll = async (app: App) => {
  await openTree(app)
  await item(/^Cats/)
  await tick(app, 'All subfolders')
  await press(app, /^Copy to [\d,]+ folder/)
}

/** Photos has only folders, so that a save offers to go on with them. */
const saveAndApply = async (ids: Record<string, string>) => {
  const app = await open((backend) => {
    seedFolders(ids, 'Cats')(backend)
    const { service, mei } = backend
    ids['Photos'] = service.seed.addFolder(mei, ['Photos'])
    service.seed.removeFile(service.seed.findFile(mei, ['Photos', 'cat.jpg']) ?? '')
  })
  await app.user.click(await screen.findByRole('radio', { name: 'Grid' }))
  await press(app, 'Save and apply to subfolders…')
  const copy = within(await screen.findByRole('dialog', { name: 'Copy to subfolders' }))
  await app.user.click(await copy.findByRole('checkbox', { name: /^All/ }))
  await app.user.click(await copy.findByRole('button', { name: 'Copy to 1 folder' }))
  return app
}

describe('F2, V6 Undo of a copy', () => {
  it('leaves a view that was saved for a folder since, and says how many', async () => {
    const ids: Record<string, string> = {}
    const app = await open(seedFolders(ids, 'Cats', 'Dogs', 'Trips'))
    await copyToAll(app)
    await findMessage(/^View copied to 3 folders$/)
    app.service.seed.setView(ids['Dogs'] ?? '', newer)
    await app.user.click(messages().getByRole('button', { name: /^Undo: View copied/ }))
    await findMessage(
      /^The view change of 2 of 3 folders was undone\. 1 has been changed since and stays as it is\.$/,
    )
    expect(app.service.seed.viewOf(ids['Dogs'] ?? '')).toMatchObject({ view: 'gallery' })
    expect(withView(app, ids)).toEqual([])
    await press(app, 'Show details…')
    const sheet = within(await screen.findByRole('dialog', { name: /^The view change of 2 of 3/ }))
    expect(sheet.getByRole('listitem')).toHaveTextContent(/Dogs.*Its view has been changed since/)
    // Another try would find the same.
    expect(sheet.getByRole('heading', { name: 'Changed since · 1' })).toBeVisible()
    expect(sheet.queryByRole('button', { name: /^Retry/ })).toBeNull()
  })

  it('leaves out one that had the view already, of which a lookup got no answer', async () => {
    const ids: Record<string, string> = {}
    const app = await open((backend) => {
      seedFolders(ids, 'Cats', 'Dogs')(backend)
      backend.service.seed.setView(ids['Dogs'] ?? '', view)
    })
    let lookups = 0
    const isOfDogs = ({ path, query }: Sent) =>
      path === '/file/info' && query.get('uri') === `${photos}/Dogs` && ++lookups === 1
    await openTree(app)
    await item(/^Cats/)
    await tick(app, 'All subfolders')
    app.faults.always(isOfDogs, { kind: 'drop' })
    await press(app, 'Copy to 2 folders')
    await findMessage(/^View copied to 2 folders$/)
    await app.user.click(messages().getByRole('button', { name: /^Undo: View copied/ }))
    await findMessage(/^View change undone$/)
    expect(withView(app, ids)).toEqual(['Dogs'])
  })

  it('is what Ctrl+Z does after a Retry by which nothing was done', async () => {
    const ids: Record<string, string> = {}
    const app = await open(seedFolders(ids, 'Cats', 'Dogs'))
    await openTree(app)
    await item(/^Cats/)
    await tick(app, 'All subfolders')
    app.service.seed.removeFile(ids['Dogs'] ?? '')
    await press(app, 'Copy to 2 folders')
    await findMessage(/^View copied to 1 of 2 folders\. 1 failed\.$/)
    await press(app, 'Show details…')
    const before = app.requests.length
    await press(app, 'Retry')
    await waitFor(() => expect(app.requests.length).toBeGreaterThan(before))
    await findMessage(/^View copied to 1 of 2 folders\. 1 failed\.$/)
    delete ids['Dogs']
    await app.user.keyboard('{Control>}z{/Control}')
    await findMessage(/^View change undone$/)
    expect(withView(app, ids)).toEqual([])
  })

  it('that finds all of them changed since is over, and offers nothing that would change nothing', async () => {
    const ids: Record<string, string> = {}
    const app = await open(seedFolders(ids, 'Cats', 'Dogs'))
    await copyToAll(app)
    await findMessage(/^View copied to 2 folders$/)
    for (const id of [ids['Cats'], ids['Dogs']]) app.service.seed.setView(id ?? '', newer)
    await app.user.click(messages().getByRole('button', { name: /^Undo: View copied/ }))
    const message = await findMessage(/ 2 have been changed since and stay as they are\.$/)
    expect(message.parentElement?.querySelector('.lucide-circle-check')).toBeNull()
    await waitFor(() => expect(messages().queryByRole('button', { name: /^Undo/ })).toBeNull())
    expect(screen.queryByText(/^View copied/, { ignore: '.sr-only' })).toBeNull()
    await press(app, 'Show details…')
    const sheet = within(await screen.findByRole('dialog', { name: /^The view change of 0 of 2/ }))
    expect(sheet.getAllByRole('listitem')).toHaveLength(2)
    expect(sheet.queryByRole('button', { name: /Retry/ })).toBeNull()
  })

  it('leaves one that is saved while it waits for a lock', async () => {
    const ids: Record<string, string> = {}
    const app = await open(seedFolders(ids, 'Cats'))
    await copyToAll(app)
    await findMessage(/^View copied to “.Cats.”$/)
    app.service.seed.addLock({
      owner: app.mei,
      holder: app.lin,
      fileId: ids['Cats'] ?? '',
      depth: 0,
      application: { type: 'viewer', viewer_id: collaboraViewerId },
    })
    await app.user.click(messages().getByRole('button', { name: /^Undo: View copied/ }))
    const asked = within(await screen.findByRole('alertdialog'))
    app.service.seed.setView(ids['Cats'] ?? '', newer)
    await app.user.click(asked.getByRole('button', { name: 'Unlock and retry' }))
    await findMessage(
      /^The view change of “.Cats.” was not undone\. Its view has been changed since\.$/,
    )
    expect(app.service.seed.viewOf(ids['Cats'] ?? '')).toMatchObject({ view: 'gallery' })
  })

  it('brings back a view that was saved while the copy waited for a lock', async () => {
    const ids: Record<string, string> = {}
    const app = await open((backend) => {
      seedFolders(ids, 'Cats')(backend)
      backend.service.seed.addLock({
        owner: backend.mei,
        holder: backend.lin,
        fileId: ids['Cats'] ?? '',
        depth: 0,
        application: { type: 'viewer', viewer_id: collaboraViewerId },
      })
    })
    // Without an answer it is not known which view the folder has when it is chosen.
    let release = () => {}
    const until = new Promise<void>((resolve) => {
      release = resolve
    })
    app.faults.next(
      ({ path, query }) => path === '/file/info' && (query.get('uri') ?? '').endsWith('Cats'),
      { kind: 'hold', until },
    )
    await copyToAll(app)
    release()
    const asked = within(await screen.findByRole('alertdialog'))
    app.service.seed.setView(ids['Cats'] ?? '', newer)
    await app.user.click(asked.getByRole('button', { name: 'Unlock and retry' }))
    await findMessage(/^View copied to “.Cats.”$/)
    expect(withView(app, ids)).toEqual(['Cats'])
    await app.user.click(messages().getByRole('button', { name: /^Undo: View copied/ }))
    await findMessage(/^View change undone$/)
    expect(app.service.seed.viewOf(ids['Cats'] ?? '')).toMatchObject({ view: 'gallery' })
  })

  it('leaves the folder above them, too, when that was saved again', async () => {
    const ids: Record<string, string> = {}
    const app = await saveAndApply(ids)
    await findMessage(/^View saved and copied to /)
    app.service.seed.setView(ids['Photos'] ?? '', newer)
    await app.user.click(messages().getByRole('button', { name: /^Undo: View saved and copied/ }))
    await findMessage(
      /^The view change of 1 of 2 folders was undone\. 1 has been changed since and stays as it is\.$/,
    )
    expect(app.service.seed.viewOf(ids['Photos'] ?? '')).toMatchObject({ view: 'gallery' })
    expect(app.service.seed.viewOf(ids['Cats'] ?? '')).toBeNull()
  })
})

describe('F2, V6 a copy that follows a save', () => {
  it('leaves the save with its Undo when it is cancelled at a lock', async () => {
    const ids: Record<string, string> = {}
    const app = await saveAndApply(ids)
    await findMessage(/^View saved and copied to /)
    // Once more, over a lock.
    await app.user.click(messages().getByRole('button', { name: /^Undo: View saved and copied/ }))
    await findMessage(/^View change undone$/)
    app.service.seed.addLock({
      owner: app.mei,
      holder: app.lin,
      fileId: ids['Cats'] ?? '',
      depth: 0,
      application: { type: 'viewer', viewer_id: collaboraViewerId },
    })
    await app.user.click(await screen.findByRole('radio', { name: 'Grid' }))
    await press(app, 'Save and apply to subfolders…')
    const copy = within(await screen.findByRole('dialog', { name: 'Copy to subfolders' }))
    await app.user.click(await copy.findByRole('checkbox', { name: /^All/ }))
    await app.user.click(await copy.findByRole('button', { name: 'Copy to 1 folder' }))
    const asked = within(await screen.findByRole('alertdialog'))
    await app.user.click(asked.getByRole('button', { name: 'Cancel' }))
    await findMessage(/^The view was not copied to “.Cats.”\.$/)
    await app.user.click(messages().getByRole('button', { name: 'Undo: View saved' }))
    await waitFor(() =>
      expect(app.service.seed.viewOf(ids['Photos'] ?? '')).toMatchObject({ view: 'list' }),
    )
  })
})

describe('V6 a copy after another one', () => {
  it('changes its own earlier copy, also before that has been looked at again', async () => {
    const ids: Record<string, string> = {}
    const app = await open(seedFolders(ids, 'album 0000', 'album 0001'))
    await openTree(app)
    await item(/^album 0001.*Inherited/)
    await tick(app, 'All subfolders')
    await press(app, 'Copy to 2 folders')
    await findMessage(/^View copied to 2 folders$/)
    const isLook = ({ path, query }: Sent) =>
      path === '/file/info' && query.get('uri')?.includes('album') === true
    for (let at = 0; at < 2; at++) app.faults.next(isLook, { kind: 'stall' })
    await openTree(app)
    await app.user.click(await screen.findByRole('radio', { name: 'Inherit from parent' }))
    await tick(app, 'All subfolders')
    await press(app, /^(Reset|Remove).* 2 folders/)
    await waitFor(() => expect(withView(app, ids)).toEqual([]))
  })
})
