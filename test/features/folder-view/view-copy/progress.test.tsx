import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { collaboraViewerId } from '#src/server/http/site.ts'
import type { Sent } from '../../../dom/network.ts'
import {
  seedFolders,
  open,
  type App,
  openTree,
  item,
  press,
  tick,
  findMessage,
  isSave,
  saves,
  names,
  view,
  withView,
} from './fixtures.tsx'

const savesOf = (name: string) => (sent: Sent) =>
  isSave(sent) && sent.body.includes(`/${encodeURIComponent(name)}"`)

describe('V6 a copy under way', () => {
  const copyAll = async (app: App) => {
    await openTree(app)
    await item(/^album 0000/)
    await tick(app, 'All subfolders')
    await press(app, /^Copy to [\d,]+ folder/)
  }

  it('sends no more than two requests at the same time', async () => {
    const ids: Record<string, string> = {}
    const app = await open(seedFolders(ids, ...names(12)))
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
    await findMessage(/^View copied to 12 folders$/)
    expect(most).toBe(2)
  })

  it('asks about a lock when the others are through, and goes on with what is left', async () => {
    const ids: Record<string, string> = {}
    const app = await open((backend) => {
      seedFolders(ids, ...names(5))(backend)
      backend.service.seed.addLock({
        owner: backend.mei,
        holder: backend.lin,
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
    await findMessage(/^View copied to 5 folders$/)
    expect(withView(app, ids)).toHaveLength(5)
    expect(saves(app)).toBe(6)
  })

  it('tells of each folder what became of it: gone, without right, or skipped', async () => {
    const ids: Record<string, string> = {}
    const app = await open((backend) => {
      seedFolders(ids, ...names(5), 'album 0001/inner')(backend)
      backend.service.seed.addLock({
        owner: backend.mei,
        holder: backend.lin,
        fileId: ids['album 0003'] ?? '',
        depth: 0,
        application: { type: 'viewer', viewer_id: collaboraViewerId },
      })
    })
    await openTree(app)
    await item(/^album 0000/)
    await tick(app, 'All subfolders')
    app.service.seed.removeFile(ids['album 0004'] ?? '')
    app.faults.next(savesOf('album 0001'), {
      kind: 'json',
      body: { code: ErrorCode.ownerOnly, msg: 'Only the owner can do this' },
    })
    await press(app, 'Copy to 5 folders')
    await app.user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Skip locked' }),
    )
    await findMessage(/^View copied to 2 of 5 folders\. 2 failed, 1 was skipped\.$/)
    await press(app, 'Show details…')
    const sheet = await screen.findByRole('dialog', { name: 'View copied to 2 of 5 folders' })
    const lineOf = (name: string) =>
      within(sheet)
        .getAllByRole('listitem')
        .find((line) => line.textContent.includes(name))
    expect(lineOf('album 0004')).toHaveTextContent('This folder no longer exists.')
    expect(lineOf('album 0001')).toHaveTextContent('Only the owner can do this.')
    expect(lineOf('album 0001')).toHaveTextContent('Photos')
    expect(lineOf('album 0003')).toBeVisible()
    delete ids['album 0004']
    expect(withView(app, ids)).toEqual(['album 0000', 'album 0002'])
    // What was skipped at a lock is settled, unless it is asked for.
    await app.user.click(within(sheet).getByRole('button', { name: 'Retry 2' }))
    await findMessage(/^View copied to 3 of 5 folders\. 1 failed, 1 was skipped\.$/)
    await press(app, 'Show details…')
    await press(app, /^Retry: .*album 0003/)
    await app.user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', {
        name: 'Unlock and retry',
      }),
    )
    await findMessage(/^View copied to 4 of 5 folders\. 1 failed\.$/)
    expect(withView(app, ids)).toHaveLength(4)
  })

  it('leaves a folder alone that has the name of one that was chosen, and says so', async () => {
    const ids: Record<string, string> = {}
    const app = await open(seedFolders(ids, ...names(2)))
    await openTree(app)
    await item(/^album 0001/)
    await tick(app, 'All subfolders')
    app.service.seed.renameFile(ids['album 0001'] ?? '', 'renamed')
    ids['album 0001'] = app.service.seed.addFolder(app.mei, ['Photos', 'album 0001'])
    await press(app, 'Copy to 2 folders')
    await findMessage(/^View copied to 1 of 2 folders\. 1 failed\.$/)
    await press(app, 'Show details…')
    const sheet = await screen.findByRole('dialog', { name: 'View copied to 1 of 2 folders' })
    expect(within(sheet).getByRole('listitem')).toHaveTextContent(
      'It was moved, renamed or deleted in the meantime.',
    )
    expect(withView(app, ids)).toEqual(['album 0000'])
  })

  it('leaves a view that was saved elsewhere while the folders were chosen, and says so', async () => {
    const ids: Record<string, string> = {}
    const app = await open(seedFolders(ids, ...names(2)))
    await openTree(app)
    await item(/^album 0001.*Inherited/)
    await tick(app, 'All subfolders')
    app.service.seed.setView(ids['album 0001'] ?? '', { ...view, view: 'gallery' })
    await press(app, 'Copy to 2 folders')
    await findMessage(
      /^View copied to 1 of 2 folders\. 1 has been changed since and stays as it is\.$/,
    )
    expect(withView(app, ids)).toEqual(['album 0000'])
    expect(app.service.seed.viewOf(ids['album 0001'] ?? '')).toMatchObject({ view: 'gallery' })
    // What is there is looked at before it is overwritten.
    await openTree(app)
    await app.user.click(await item(/^album 0001.*Own view/))
    await press(app, 'Copy to 1 folder')
    await findMessage(/^View copied to “.album 0001.”$/)
    expect(withView(app, ids)).toEqual(['album 0000', 'album 0001'])
  })

  it('says of a folder that was renamed meanwhile that it is elsewhere', async () => {
    const ids: Record<string, string> = {}
    const app = await open(seedFolders(ids, ...names(2)))
    await openTree(app)
    await item(/^album 0001/)
    await tick(app, 'All subfolders')
    app.service.seed.renameFile(ids['album 0001'] ?? '', 'renamed')
    await press(app, 'Copy to 2 folders')
    await findMessage(/^View copied to 1 of 2 folders\. 1 failed\.$/)
    await press(app, 'Show details…')
    const sheet = await screen.findByRole('dialog', { name: 'View copied to 1 of 2 folders' })
    expect(within(sheet).getByRole('listitem')).toHaveTextContent(
      'It was moved, renamed or deleted in the meantime.',
    )
    expect(withView(app, ids)).toEqual(['album 0000'])
  })

  it('stops, and says what was not attempted', async () => {
    const ids: Record<string, string> = {}
    const app = await open(seedFolders(ids, ...names(40)))
    let sent = 0
    app.faults.always((request) => isSave(request) && ++sent > 10, { kind: 'stall' })
    await copyAll(app)
    await waitFor(() => expect(sent).toBe(12))
    const bar = await screen.findByRole('progressbar', { name: 'Copying the view to 10 of 40' })
    expect(bar).toHaveAttribute('aria-valuenow', '10')
    await press(app, 'Stop')
    await findMessage(/^View copied to 10 of 40 folders\. 30 were not attempted\.$/)
    expect(withView(app, ids)).toHaveLength(10)
    expect(sent).toBe(12)
  })

  it('counts as done what was done although its answer got lost, and sends nothing twice', async () => {
    const ids: Record<string, string> = {}
    const app = await open(seedFolders(ids, ...names(4)))
    app.faults.next(savesOf('album 0002'), { kind: 'lost' })
    await copyAll(app)
    await findMessage(/^View copied to 4 folders$/)
    expect(withView(app, ids)).toHaveLength(4)
    expect(saves(app)).toBe(4)
  })

  it('goes on while one looks elsewhere', async () => {
    const ids: Record<string, string> = {}
    let release = () => {}
    const until = new Promise<void>((resolve) => {
      release = resolve
    })
    const app = await open(seedFolders(ids, ...names(6)))
    app.faults.next(savesOf('album 0003'), { kind: 'hold', until })
    await copyAll(app)
    await waitFor(() => expect(withView(app, ids)).toHaveLength(5))
    await app.user.click(screen.getByRole('link', { name: /Trash/ }))
    await screen.findByText('Trash is empty')
    release()
    await findMessage(/^View copied to 6 folders$/)
    expect(withView(app, ids)).toHaveLength(6)
  })

  it('offers to go on after a reload in the middle, and does nothing twice', async () => {
    const ids: Record<string, string> = {}
    const app = await open(seedFolders(ids, ...names(30)))
    let sent = 0
    app.faults.always((request) => isSave(request) && ++sent > 10, { kind: 'stall' })
    await copyAll(app)
    await waitFor(() => expect(sent).toBe(12))
    const page = await app.reload()
    expect(
      await findMessage(
        /^Copying the view to 30 folders was interrupted\. At least 10 are done\.$/,
      ),
    ).toBeVisible()
    const before = saves(app)
    await page.user.click(await screen.findByRole('button', { name: 'Check and resume' }))
    await findMessage(/^View copied to 30 folders$/)
    expect(withView(app, ids)).toHaveLength(30)
    expect(saves(app) - before).toBe(20)
  })
})

describe('F2, V6 a copy to subfolders', () => {
  it('is taken back by Ctrl+Z from a list, too', async () => {
    const ids: Record<string, string> = {}
    const app = await open(seedFolders(ids, 'Trips'))
    await openTree(app)
    await app.user.click(await item(/^Trips/))
    await press(app, /^Copy to [\d,]+ folder/)
    await findMessage(/^View copied to/)
    const nav = within(screen.getByRole('navigation', { name: 'Main' }))
    await app.user.click(nav.getByRole('link', { name: 'Files' }))
    ;(await screen.findByRole('row', { name: 'Photos' })).focus()
    await app.user.keyboard('{Control>}z{/Control}')
    await findMessage(/^View change undone$/)
    expect(withView(app, ids)).toEqual([])
  })

  const copyToTrips = async (ids: Record<string, string>) => {
    const app = await open(seedFolders(ids, 'Trips'))
    await openTree(app)
    await app.user.click(await item(/^Trips/))
    await press(app, /^Copy to [\d,]+ folder/)
    await findMessage(/^View copied to/)
    return app
  }

  it('is taken back by Ctrl+Z where it was made', async () => {
    const ids: Record<string, string> = {}
    const app = await copyToTrips(ids)
    await app.user.keyboard('{Control>}z{/Control}')
    await findMessage(/^View change undone$/)
    expect(withView(app, ids)).toEqual([])
  })

  it('stays when Ctrl+Z is pressed once more than there are steps in the form', async () => {
    const ids: Record<string, string> = {}
    const app = await copyToTrips(ids)
    const gallery = screen.getByRole('radio', { name: 'Gallery' })
    await app.user.click(gallery)
    await waitFor(() => expect(gallery).toBeChecked())
    await app.user.keyboard('{Control>}zz{/Control}')
    await waitFor(() => expect(gallery).not.toBeChecked())
    expect(saves(app)).toBe(1)
    expect(withView(app, ids)).toEqual(['Trips'])
  })
})
