import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { chooseButton } from '../../../dom/folder-picker.ts'
import { here } from '../../../dom/harness.tsx'
import { chooseRule, decide } from '../../../dom/name-clashes.ts'
import { held } from '../../../dom/network.ts'
import { seedTrashedFile, seedTrashedFiles, row, trashNames } from '../../../dom/trash-fixtures.ts'
import { namesAt } from '../../../processes/service-api.ts'
import {
  day,
  open,
  openPlan,
  type App,
  button,
  dialog,
  selectAll,
  press,
  inside,
  findMessage,
  release,
  seedTaken,
  seedItemsWithoutFolder,
  writeElsewhere,
} from './fixtures.tsx'

describe('T6 after a restore', () => {
  it('takes it back while the message is up', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 3))
    await selectAll(app)
    await press(app, 'Restore')
    await findMessage(/3 items restored/)
    await press(app, /^Undo: /)
    await findMessage(/3 items moved to the trash/)
    expect(await trashNames(app)).toHaveLength(3)
    expect(await namesAt(app, 'svc://my/Docs')).toEqual([])
  })

  it('shows the items in their folder, selected', async () => {
    const app = await open((backend) => {
      seedTrashedFiles(backend, 2)
      backend.service.seed.addFile(backend.mei, ['Docs', 'other.txt'])
    })
    await selectAll(app)
    await press(app, 'Restore')
    await findMessage(/2 items restored/)
    await press(app, 'Show in folder')
    // The selection takes the place of the path, and so says it.
    expect(await screen.findByRole('region', { name: '2 selected' })).toHaveTextContent(
      '2 selected · 2 kB · in Files / Docs',
    )
    expect(here()).toMatch(/^\/files\?uri=svc%3A%2F%2Fmy%2FDocs&focus=/)
    expect(await row('item 0001.txt')).toHaveAttribute('aria-selected', 'true')
    expect(await row('other.txt')).toHaveAttribute('aria-selected', 'false')
  })
})

async function restoreBothToBox(app: App): Promise<void> {
  await selectAll(app)
  await press(app, 'Restore to…')
  const picker = await dialog('Restore 2 items to…')
  await app.user.dblClick(await within(picker).findByRole('option', { name: /Box/ }))
  await app.user.click(await chooseButton(/Restore to .*Box/))
}

describe('T7 to another folder', () => {
  it('restores what is selected to a folder of one’s choice', async () => {
    const app = await open((backend) => {
      seedTrashedFiles(backend, 2)
      backend.service.seed.addFolder(backend.mei, ['Box'])
    })
    await restoreBothToBox(app)
    await findMessage(/2 items restored/)
    expect(await namesAt(app, 'svc://my/Box')).toEqual(['item 0000.txt', 'item 0001.txt'])
    expect(await trashNames(app)).toEqual([])
  })

  it('T9 counts at the chosen folder what really goes there', async () => {
    const app = await open((backend) => {
      seedTrashedFiles(backend, 2)
      backend.service.seed.addFile(backend.mei, ['Box', 'item 0001.txt'])
    })
    await restoreBothToBox(app)
    const plan = await dialog('Restore 2 items')
    await chooseRule(app.user, plan, 'Skip')
    expect(await inside(plan, 'Restore 1 item')).toBeVisible()
    expect(
      within(plan)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Box1 item'])
  })

  it('T9 counts alike where missing folders are unfolded and where items go', async () => {
    const { app, plan } = await openPlan(seedItemsWithoutFolder, 2)
    await app.user.click(within(plan).getByText('Show the 2 folders'))
    await within(plan).findByRole('checkbox', { name: 'Old / news' })
    const lines = within(plan).getAllByRole('listitem')
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'Old1 item',
      'Old / news1 item',
      'Old / newsno longer exists1 item',
      'Oldno longer exists1 item',
    ])
  })

  it('T10 asks first about a name that is taken in the chosen folder', async () => {
    const app = await open((backend) => {
      seedTrashedFiles(backend, 2)
      backend.service.seed.addFile(backend.mei, ['Box', 'item 0001.txt'])
    })
    await restoreBothToBox(app)
    const plan = await dialog('Restore 2 items')
    expect(within(plan).getByRole('row', { name: 'item 0001.txt' })).toBeVisible()
    expect(plan).toHaveTextContent('Box2 items')
    expect(await trashNames(app)).toHaveLength(2)
    await app.user.click(await inside(plan, 'Restore 2 items'))
    await findMessage(/2 items restored/)
    expect(await namesAt(app, 'svc://my/Box')).toEqual([
      'item 0000.txt',
      'item 0001 (2).txt',
      'item 0001.txt',
    ])
    expect(await namesAt(app, 'svc://my/Docs')).toEqual([])
  })

  it('leaves alone another folder that has the place of the chosen one after a wait', async () => {
    const app = await open((backend) => {
      const { service, mei, lin } = backend
      seedTrashedFiles(backend, 1)
      const fileId = seedTrashedFile(backend, ['Docs', 'held.txt'])
      service.seed.addLock({ owner: mei, holder: lin, fileId, application: { type: 'dav' } })
      service.seed.addFolder(mei, ['Box'])
    })
    await restoreBothToBox(app)
    await app.user.click(await inside(await screen.findByRole('alertdialog'), 'Wait'))
    const tray = await screen.findByRole('region', { name: 'Waiting for locked items' })
    const box = 'svc://my/Box'
    await writeElsewhere(app, 'POST', '/file/rename', { uri: box, new_name: 'Renamed' })
    await writeElsewhere(app, 'POST', '/file/create', { uri: box, type: 'folder' })
    release(app)
    await app.user.click(within(tray).getByRole('button', { name: 'Retry' }))
    await findMessage(/1 of 2 items restored/)
    expect(await namesAt(app, box)).toEqual([])
    expect(await namesAt(app, 'svc://my/Renamed')).toEqual(['item 0000.txt'])
    expect(await trashNames(app)).toEqual(['held.txt'])
  })

  it('restores to the root after a wait', async () => {
    const app = await open((backend) => {
      const { service, mei, lin } = backend
      const fileId = seedTrashedFile(backend, ['Docs', 'held.txt'])
      service.seed.addLock({ owner: mei, holder: lin, fileId, application: { type: 'dav' } })
    })
    await selectAll(app)
    await press(app, 'Restore to…')
    await dialog(/Restore .*to…/)
    await app.user.click(await chooseButton(/Restore to .*Files/))
    await app.user.click(await inside(await screen.findByRole('alertdialog'), 'Wait'))
    const tray = await screen.findByRole('region', { name: 'Waiting for locked items' })
    release(app)
    await app.user.click(within(tray).getByRole('button', { name: 'Retry' }))
    await findMessage(/held\.txt.* restored/)
    expect(await namesAt(app, 'svc://my')).toContain('held.txt')
  })

  it('asks about items of one name, and keeps both', async () => {
    const app = await open((backend) => {
      seedTrashedFile(backend, ['A', 'same.txt'])
      seedTrashedFile(backend, ['B', 'same.txt'], 2 * day)
      backend.service.seed.addFolder(backend.mei, ['Box'])
    })
    await restoreBothToBox(app)
    await decide(app.user, await dialog('Restore 2 items'), 'Keep both')
    await findMessage(/2 items restored/)
    expect(await namesAt(app, 'svc://my/Box')).toEqual(['same (2).txt', 'same.txt'])
  })
})

describe('T9 leaving the trash while the plan is being made', () => {
  /** Restores everything and goes to the files before the service says what is in their folders. */
  const restoreAllAndLeave = async (app: App) => {
    await selectAll(app)
    let answer = () => {}
    const until = new Promise<void>((resolve) => {
      answer = resolve
    })
    app.faults.always(
      ({ method, path, query }) =>
        method === 'GET' && path === '/file' && query.get('uri')?.includes('Docs') === true,
      { kind: 'hold', until },
    )
    const [restore, files] = [await button('Restore'), screen.getByRole('link', { name: 'Files' })]
    fireEvent.click(restore)
    fireEvent.click(files)
    await waitFor(() => expect(here()).toMatch(/^\/files/))
    answer()
  }

  it('restores all the same when nothing is in the way', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 2))
    await restoreAllAndLeave(app)
    await findMessage(/2 items restored/)
    expect(await trashNames(app)).toEqual([])
  })

  it('offers nothing meanwhile that would do nothing', async () => {
    const { fault, free } = held()
    const app = await open((backend) => seedTrashedFiles(backend, 2))
    app.faults.always(
      ({ method, path, query }) =>
        method === 'GET' && path === '/file' && query.get('uri')?.includes('Docs') === true,
      fault,
    )
    await app.user.dblClick(await row('item 0000.txt'))
    await selectAll(app)
    const bar = await screen.findByRole('region', { name: '2 selected' })
    await app.user.click(within(bar).getByRole('button', { name: 'Restore' }))
    const waiting = () => [
      ...screen.getAllByRole('button', { name: 'Restore' }),
      ...screen.getAllByRole('button', { name: 'Restore to…' }),
      screen.getByRole('button', { name: 'Delete permanently…' }),
    ]
    await waitFor(() => {
      expect(waiting()).toHaveLength(5)
      for (const each of waiting()) expect(each).toHaveAttribute('aria-disabled', 'true')
    })
    free()
    await findMessage(/2 items restored/)
  })

  it('takes no key meanwhile that would take the items away', async () => {
    const { fault, free } = held()
    const app = await open((backend) => seedTrashedFiles(backend, 2))
    app.faults.always(
      ({ method, path, query }) =>
        method === 'GET' && path === '/file' && query.get('uri')?.includes('Docs') === true,
      fault,
    )
    await selectAll(app)
    await app.user.keyboard('u')
    await waitFor(async () =>
      expect(await button('Restore')).toHaveAttribute('aria-disabled', 'true'),
    )
    for (const key of ['{Delete}', '{Shift>}u{/Shift}', 'u']) await app.user.keyboard(key)
    expect(screen.queryByRole('dialog')).toBeNull()
    free()
    await findMessage(/2 items restored/)
    expect(app.requests.filter(({ path }) => path === '/file/restore')).toHaveLength(1)
  })

  it('asks over the page that is open then, and does what is answered', async () => {
    const app = await open((backend) => {
      seedTaken(backend)
      seedTrashedFiles(backend, 1)
    })
    await restoreAllAndLeave(app)
    const plan = await dialog('Restore 2 items')
    expect(here()).toMatch(/^\/files/)
    await app.user.click(await inside(plan, 'Restore 2 items'))
    await findMessage(/2 items restored/)
    expect(await trashNames(app)).toEqual([])
  })
})
