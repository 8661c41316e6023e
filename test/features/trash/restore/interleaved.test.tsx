import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { keys } from '#src/lists/keys.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { password } from '../../../dom/harness.tsx'
import { held } from '../../../dom/network.ts'
import { rowsShown, seedTrashedFiles, trashNames } from '../../../dom/trash-fixtures.ts'
import { filesAt, namesAt } from '../../../processes/service-api.ts'
import {
  type App,
  button,
  dialog,
  inside,
  open,
  openPlan,
  select,
  selectAll,
  press,
  release,
  findMessage,
  seedTaken,
  waitForHeld,
  writeElsewhere,
} from './fixtures.tsx'

/* Operations of several windows and users whose steps come in mixed order. */

const tray = () => screen.findByRole('region', { name: 'Waiting for locked items' })
const tryNow = async (app: App) => app.user.click(await inside(await tray(), 'Retry'))
const noTray = () =>
  waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Waiting for locked items' })).toBeNull(),
  )

/** Also below a dialog. */
const listedCount = ({ client }: App) =>
  client.getQueryData<PagedList<FileRow>>(keys.files.trash())?.size

/** Deletes items of the trash for good in another window, until the list of this one has only `left` items. */
async function deleteForGoodElsewhere(app: App, uris: readonly string[], left: number) {
  const { requests } = app
  await waitFor(() =>
    expect(requests.findLast(({ path }) => path === '/file/events')?.status).toBe(200),
  )
  await writeElsewhere(app, 'DELETE', '/file', { uris, skip_soft_delete: true })
  // There is no event of a permanent deletion.
  await writeElsewhere(app, 'POST', '/file/create', { uri: 'svc://my/new.txt', type: 'file' })
  await waitFor(() => expect(listedCount(app)).toBe(left))
}

const uriInTrash = async (app: App, name: string): Promise<string> =>
  (await filesAt(app, 'svc://trash')).find((file) => file.name === name)?.path ?? ''

describe('L5 what waits', () => {
  it('is locked by somebody else by then: the next try waits on, and the dialog names that one', async () => {
    const app = await waitForHeld()
    release(app)
    const { service, mei, lin } = app
    const other = service.seed.addUser({ email: 'jo@example.org', nickname: 'Jo Berg' })
    expect(lin).not.toBe(other)
    service.seed.addLock({
      owner: mei,
      holder: other,
      path: ['Held'],
      application: { type: 'dav' },
      type: 1,
    })
    const before = app.requests.filter(({ path }) => path === '/file/restore').length
    await tryNow(app)
    await waitFor(() =>
      expect(app.requests.filter(({ path }) => path === '/file/restore').length).toBeGreaterThan(
        before,
      ),
    )
    await app.user.click(await inside(await tray(), 'Show'))
    const asked = await screen.findByRole('alertdialog')
    await waitFor(() => expect(asked).toHaveTextContent('Jo Berg'))
    expect(asked).not.toHaveTextContent('Lin Okafor')
    await app.user.click(await inside(asked, 'Unlock and retry'))
    await findMessage(/held\.txt.* restored/)
    expect(await namesAt(app, 'svc://my/Held')).toEqual(['held.txt'])
  })

  it('has been restored in another window: it counts as restored, and its row goes', async () => {
    const app = await waitForHeld()
    release(app)
    const uris = [await uriInTrash(app, 'held.txt')]
    await writeElsewhere(app, 'POST', '/file/restore', { uris })
    await tryNow(app)
    await findMessage(/held\.txt.* restored/)
    await noTray()
    expect(rowsShown()).not.toContain('held.txt')
    expect(await namesAt(app, 'svc://my/Held')).toEqual(['held.txt'])
  })

  it('has been deleted for good in another window: that is said, and its row goes', async () => {
    const app = await waitForHeld()
    const uris = [await uriInTrash(app, 'held.txt')]
    release(app)
    await writeElsewhere(app, 'DELETE', '/file', { uris, skip_soft_delete: true })
    await tryNow(app)
    // The toast and what is read aloud both say it.
    await waitFor(() =>
      expect(screen.getAllByText(/held\.txt.* was not restored|no longer/i)).not.toHaveLength(0),
    )
    await noTray()
    await waitFor(() => expect(rowsShown()).not.toContain('held.txt'))
  })

  it('stays when the rest of the trash is emptied, which is said, and is restored once it is free', async () => {
    const app = await waitForHeld()
    await app.user.keyboard('{Escape}')
    await press(app, 'Empty trash…')
    await app.user.click(await inside(await dialog('Empty the trash?'), 'Empty trash'))
    await findMessage(/Another operation has not ended yet/)
    await waitFor(() => expect(rowsShown()).toEqual(['held.txt']))
    release(app)
    await tryNow(app)
    await noTray()
    await findMessage(/held\.txt.* restored/)
    expect(await namesAt(app, 'svc://my/Held')).toEqual(['held.txt'])
  })

  it('is given up with the session: nobody restores it later, and nothing is offered', async () => {
    const app = await waitForHeld({ passwords: true })
    await press(app, 'Account of Mei Wang')
    await press(app, 'Sign out')
    await app.user.type(await screen.findByLabelText('Email'), 'mei@example.org')
    release(app)
    const before = app.requests.length
    await app.user.type(screen.getByLabelText('Password'), password)
    await app.user.click(screen.getByRole('button', { name: 'Sign in' }))
    await app.user.click(await screen.findByRole('link', { name: /Trash/ }))
    await screen.findByRole('row', { name: 'held.txt' })
    expect(screen.queryByRole('region', { name: /Waiting|Interrupted/ })).toBeNull()
    expect(app.requests.slice(before).map(({ path }) => path)).not.toContain('/file/restore')
    expect(await trashNames(app)).toContain('held.txt')
  })

  it('goes on beside another restore, each with its own message and its own Undo', async () => {
    const app = await waitForHeld()
    await app.user.keyboard('{Escape}')
    await select(app, 'item 0000.txt', 'item 0001.txt')
    await press(app, 'Restore')
    await findMessage(/2 items restored/)
    await press(app, /^Undo: /)
    await findMessage(/2 items moved to the trash/)
    expect(await tray()).toBeVisible()
    release(app)
    await tryNow(app)
    await findMessage(/held\.txt.* restored/)
    expect(await trashNames(app)).toEqual(['item 0000.txt', 'item 0001.txt', 'report.pdf'])
  })
})

describe('T9 the plan is on screen', () => {
  it('while its items are restored and deleted elsewhere: each ends in one way, and the numbers add up', async () => {
    const { app, plan } = await openPlan((backend) => {
      seedTrashedFiles(backend, 3)
      seedTaken(backend)
    }, 4)
    const back = await uriInTrash(app, 'item 0000.txt')
    const gone = await uriInTrash(app, 'report.pdf')
    await writeElsewhere(app, 'POST', '/file/restore', { uris: [back] })
    await writeElsewhere(app, 'DELETE', '/file', { uris: [gone], skip_soft_delete: true })
    await app.user.click(await inside(plan, 'Restore 4 items'))
    const sheet = await dialog('3 of 4 restored')
    expect(within(sheet).getAllByRole('listitem')).toHaveLength(1)
    expect(sheet).toHaveTextContent('report.pdf')
    expect(await namesAt(app, 'svc://my/Docs')).toEqual([
      'item 0000.txt',
      'item 0001.txt',
      'item 0002.txt',
      'report.pdf',
    ])
    expect(await namesAt(app, 'svc://my')).toEqual(['Docs'])
    await waitFor(() => expect(rowsShown()).toEqual([]))
  })

  it('while the list below it follows what becomes of its items elsewhere: the numbers add up', async () => {
    const { app, plan } = await openPlan(
      (backend) => {
        seedTrashedFiles(backend, 2)
        seedTaken(backend)
      },
      3,
      { isLive: true },
    )
    await deleteForGoodElsewhere(app, [await uriInTrash(app, 'item 0000.txt')], 2)
    await app.user.click(await inside(plan, 'Restore 3 items'))
    const sheet = await dialog('2 of 3 restored')
    expect(within(sheet).getByRole('region', { name: 'No longer in the trash' })).toHaveTextContent(
      'item 0000.txt',
    )
    expect(await namesAt(app, 'svc://my/Docs')).toEqual([
      'item 0001.txt',
      'report (2).pdf',
      'report.pdf',
    ])
  })

  it('while the list below it loses all of its items elsewhere: that is said', async () => {
    const { app, plan } = await openPlan((backend) => seedTaken(backend, 2), 2, { isLive: true })
    const uris = (await filesAt(app, 'svc://trash')).map(({ path }) => path)
    await deleteForGoodElsewhere(app, uris, 0)
    await app.user.click(await inside(plan, 'Restore 2 items'))
    const sheet = await dialog('0 of 2 restored')
    const region = within(sheet).getByRole('region', { name: 'No longer in the trash' })
    expect(within(region).getAllByRole('listitem')).toHaveLength(2)
  })
})

describe('T6 Undo', () => {
  it('pressed again, and by keys, while it is on its way happens once', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 2))
    await selectAll(app)
    await press(app, 'Restore')
    await findMessage(/2 items restored/)
    const { fault, free } = held()
    app.faults.always('DELETE /file', fault)
    await press(app, /^Undo: /)
    await app.user.keyboard('{Control>}z{/Control}')
    const again = screen.queryByRole('button', { name: /^Undo: / })
    if (again) await app.user.click(again)
    await waitFor(() => expect(app.requests.map(({ method }) => method)).toContain('DELETE'))
    free()
    await findMessage(/2 items moved to the trash/)
    expect(app.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
    expect(await trashNames(app)).toHaveLength(2)
  })

  it('of a restore whose items were deleted elsewhere since says so, and deletes nothing else', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 2))
    await selectAll(app)
    await press(app, 'Restore')
    await findMessage(/2 items restored/)
    const uris = ['item 0000.txt', 'item 0001.txt'].map((name) => `svc://my/Docs/${name}`)
    await writeElsewhere(app, 'DELETE', '/file', { uris })
    app.service.seed.addFile(app.mei, ['Docs', 'item 0000.txt'])
    await press(app, /^Undo: /)
    await findMessage(/in the trash already/)
    expect(await namesAt(app, 'svc://my/Docs')).toEqual(['item 0000.txt'])
  })

  it('in the middle of an outage goes on when the service is back', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 150))
    await selectAll(app)
    await press(app, 'Restore')
    await findMessage(/150 items restored/)
    let isAway = false
    app.faults.always(
      (sent) => {
        if (sent.method === 'DELETE') isAway = true
        return isAway
      },
      { kind: 'status', status: 502, body: '<h1>502</h1>' },
    )
    await press(app, /^Undo: /)
    await screen.findByText('Waiting for the service', undefined, { timeout: 15_000 })
    app.faults.clear()
    await findMessage(/150 items moved to the trash/)
    expect(await trashNames(app)).toHaveLength(150)
    expect(await namesAt(app, 'svc://my/Docs')).toEqual([])
    expect(await button('Dismiss')).toBeVisible()
  })
})
