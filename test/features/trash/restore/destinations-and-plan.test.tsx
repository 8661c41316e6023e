import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { controlTimers, passTime } from '../../../dom/dom-timers.ts'
import { chooseButton } from '../../../dom/folder-picker.ts'
import { here } from '../../../dom/harness.tsx'
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
  select,
  selectAll,
  press,
  inside,
  findMessage,
  seedTaken,
  seedItemsWithoutFolder,
} from './fixtures.tsx'

describe('T6 after a restore', () => {
  it('takes it back while the message is up', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 3))
    await selectAll(app)
    await press(app, 'Restore')
    await findMessage(/3 items restored/)
    await press(app, 'Undo')
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
    expect(await screen.findByRole('region', { name: '2 selected' })).toBeVisible()
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

  it('takes items of one name one after the other, and offers to keep both', async () => {
    const app = await open((backend) => {
      seedTrashedFile(backend, ['A', 'same.txt'])
      seedTrashedFile(backend, ['B', 'same.txt'], 2 * day)
      backend.service.seed.addFolder(backend.mei, ['Box'])
    })
    await restoreBothToBox(app)
    const sheet = await dialog('1 of 2 restored')
    await app.user.click(await inside(sheet, /^Keep both/))
    await dialog('2 items restored')
    expect(await namesAt(app, 'svc://my/Box')).toEqual(['same (2).txt', 'same.txt'])
  })
})

/** A name is taken, two items have lost their folders, and two can go back as they are. */
const openPlanOfFive = () =>
  openPlan((backend) => {
    seedItemsWithoutFolder(backend)
    seedTaken(backend)
    seedTrashedFiles(backend, 2)
  }, 5)

describe('T9 the plan', () => {
  it('names what is in the way, and does what it says', async () => {
    const { app, plan } = await openPlanOfFive()
    expect(plan).toHaveTextContent('1 name is taken, 2 folders are missing.')
    expect(plan).toHaveTextContent('Recreate the 2 missing folders, for 2 items')
    expect(plan).toHaveTextContent('Old, Old / news')
    expect(plan).toHaveTextContent('Keep both: restore 1 item under a free name')
    expect(plan).toHaveTextContent('Oldno longer exists1 item')
    await app.user.click(await inside(plan, 'Restore 5 items'))
    await findMessage(/5 items restored/)
    expect(await namesAt(app, 'svc://my/Docs')).toContain('report (2).pdf')
    expect(await namesAt(app, 'svc://my/Old/news')).toEqual(['may.md'])
    expect(await trashNames(app)).toEqual([])
  })

  it('is not shown when nothing is in the way, nor for one item', async () => {
    const app = await open((backend) => {
      seedTrashedFiles(backend, 3)
      seedTaken(backend)
    })
    await select(app, 'item 0000.txt', 'item 0001.txt')
    await press(app, 'Restore')
    await findMessage(/2 items restored/)
    await select(app, 'report.pdf')
    await press(app, 'Restore')
    await dialog('0 of 1 restored')
  })

  it('says what it could not find out in time, and does without', async () => {
    const app = await open((backend) => {
      seedTaken(backend)
      seedTrashedFiles(backend, 1)
    })
    await selectAll(app)
    app.faults.always(
      ({ method, path, query }) =>
        method === 'GET' && path === '/file' && query.get('uri')?.includes('Docs') === true,
      { kind: 'stall' },
    )
    controlTimers()
    await press(app, 'Restore')
    await passTime(3_000)
    const plan = await dialog('Restore 2 items')
    expect(plan).toHaveTextContent('1 of 1 folder could not be checked in time.')
    await app.user.click(await inside(plan, 'Restore 2 items'))
    await dialog('1 of 2 restored')
  })

  it('calls only those folders missing of which the service says so', async () => {
    const app = await open((backend) => {
      const { service, mei } = backend
      const folder = service.seed.addFolder(mei, ['Zz', 'gone'])
      seedTrashedFile(backend, ['Zz', 'gone', 'a.txt'])
      seedTrashedFile(backend, ['Zz', 'gone', 'b.txt'], 2 * day)
      service.seed.removeFile(folder)
    })
    await selectAll(app)
    await press(app, 'Restore')
    const plan = await dialog('Restore 2 items')
    expect(plan).toHaveTextContent('Recreate the missing folder, for 2 items')
    expect(plan).toHaveTextContent('Zz / gone')
    await app.user.click(await inside(plan, 'Restore 2 items'))
    await findMessage(/2 items restored/)
    await press(app, 'Undo')
    await findMessage(/2 items moved to the trash/)
    expect(await namesAt(app, 'svc://my')).toEqual(['Zz'])
  })

  it('finds every taken name, however many folders there are', async () => {
    const app = await open((backend) => {
      for (let at = 0; at < 30; at++) {
        seedTrashedFile(backend, [`Folder ${at}`, 'same.txt'], day + at)
        backend.service.seed.addFile(backend.mei, [`Folder ${at}`, 'same.txt'])
      }
    })
    await selectAll(app)
    await press(app, 'Restore')
    const plan = await dialog('Restore 30 items')
    expect(plan).toHaveTextContent('Keep both: restore 30 items under a free name')
    expect(plan).not.toHaveTextContent('could not be checked')
  })

  it('counts on its button, and lists as destinations, what really goes back', async () => {
    const { app, plan } = await openPlanOfFive()
    await app.user.click(within(plan).getByRole('checkbox', { name: /Recreate/ }))
    expect(await inside(plan, 'Restore 3 items')).toBeVisible()
    await app.user.click(within(plan).getByRole('checkbox', { name: /Keep both/ }))
    expect(
      within(plan)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Docs2 items'])
    await app.user.click(await inside(plan, 'Restore 2 items'))
    await findMessage(/^2 items restored. 3 stay in the trash$/)
  })

  it('T4 leaves what is unticked in the trash: it has not failed and is not asked about again', async () => {
    const { app, plan } = await openPlanOfFive()
    await app.user.click(within(plan).getByRole('checkbox', { name: /Keep both/ }))
    await app.user.click(await inside(plan, 'Restore 4 items'))
    await findMessage(/^4 items restored. 1 stays in the trash$/)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await trashNames(app)).toEqual(['report.pdf'])
    await press(app, 'Undo')
    await findMessage(/4 items moved to the trash/)
  })

  it('offers to decide one by one when nothing would go back', async () => {
    const app = await open(seedItemsWithoutFolder)
    await selectAll(app)
    await press(app, 'Restore')
    const plan = await dialog('Restore 2 items')
    await app.user.click(within(plan).getByRole('checkbox', { name: /Recreate/ }))
    expect(within(plan).queryByRole('list')).toBeNull()
    await app.user.click(await inside(plan, 'Decide one by one'))
    await dialog('0 of 2 restored')
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
