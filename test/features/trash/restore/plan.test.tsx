import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { controlTimers, passTime } from '../../../dom/dom-timers.ts'
import { chooseRule, decide } from '../../../dom/name-clashes.ts'
import { seedTrashedFile, seedTrashedFiles, trashNames } from '../../../dom/trash-fixtures.ts'
import { namesAt } from '../../../processes/service-api.ts'
import {
  day,
  open,
  openPlan,
  button,
  dialog,
  select,
  selectAll,
  press,
  inside,
  findMessage,
  seedTaken,
  seedItemsWithoutFolder,
  seedTakenInDeletedFolder,
  sizesAt,
} from './fixtures.tsx'

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
    expect(within(plan).getByRole('radio', { name: 'Keep both' })).toBeChecked()
    expect(within(plan).getByRole('row', { name: 'report.pdf' })).toBeVisible()
    expect(plan).toHaveTextContent('Oldno longer exists1 item')
    await app.user.click(await inside(plan, 'Restore 5 items'))
    await findMessage(/5 items restored/)
    expect(await namesAt(app, 'svc://my/Docs')).toContain('report (2).pdf')
    expect(await namesAt(app, 'svc://my/Old/news')).toEqual(['may.md'])
    expect(await trashNames(app)).toEqual([])
  })

  it('is not shown when nothing is in the way', async () => {
    const app = await open((backend) => {
      seedTrashedFiles(backend, 3)
      seedTaken(backend)
    })
    await select(app, 'item 0000.txt', 'item 0001.txt')
    await press(app, 'Restore')
    await findMessage(/2 items restored/)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('T10 asks before a single item whose name is taken is sent, with both sides', async () => {
    const app = await open((backend) => {
      seedTrashedFile(backend, ['Docs', 'report.pdf'], day, 3_000)
      backend.service.seed.addFile(backend.mei, ['Docs', 'report.pdf'], { size: 7_000 })
    })
    await select(app, 'report.pdf')
    await press(app, 'Restore')
    const plan = await dialog('Restore 1 item')
    expect(within(plan).getByRole('row', { name: 'report.pdf' })).toHaveTextContent(
      /In the trash3 kB · .*Already there7 kB/,
    )
    expect(app.requests.filter(({ path }) => path === '/file/restore')).toEqual([])
    const place = within(
      within(plan).getByRole('heading', { name: 'Where it goes' }).parentElement as HTMLElement,
    )
    expect(place.getByRole('listitem')).toHaveTextContent(/^Docs$/)
    await chooseRule(app.user, plan, 'Skip')
    await app.user.click(await inside(plan, 'Leave it in the trash'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await trashNames(app)).toEqual(['report.pdf'])
    await press(app, 'Restore')
    await decide(app.user, await dialog('Restore 1 item'), 'Replace')
    await findMessage(/report\.pdf.* restored/)
    expect(await sizesAt(app, 'svc://my/Docs')).toEqual({ 'report.pdf': 3_000 })
    expect(await sizesAt(app, 'svc://trash')).toEqual({ 'report.pdf': 7_000 })
  })

  it('G7 gives the focus back after the question about a single item: to its button, or to the next row', async () => {
    const app = await open((backend) => {
      seedTaken(backend)
      seedTrashedFile(backend, ['Docs', 'other.txt'])
    })
    await select(app, 'report.pdf')
    await press(app, 'Restore')
    await waitFor(async () =>
      expect(await inside(await dialog('Restore 1 item'), 'Restore 1 item')).toHaveFocus(),
    )
    await app.user.keyboard('{Escape}')
    expect(await button('Restore')).toHaveFocus()
    await press(app, 'Restore')
    await decide(app.user, await dialog('Restore 1 item'), 'Keep both')
    await findMessage(/report\.pdf.* restored/)
    await waitFor(() => expect(screen.getByRole('row', { name: 'other.txt' })).toHaveFocus())
  })

  it('T10 sends a single item at once when its folder does not say in time what is there', async () => {
    const app = await open((backend) => seedTrashedFiles(backend, 1))
    app.faults.always(({ path, query }) => path === '/file/info' && query.has('uri'), {
      kind: 'stall',
    })
    controlTimers()
    await select(app, 'item 0000.txt')
    await press(app, 'Restore')
    await passTime(3_000)
    await findMessage(/item 0000\.txt.* restored/)
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
    expect(plan).toHaveTextContent(/(?<!1 of 1.*)The folder could not be checked in time\./)
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
    await press(app, /^Undo: /)
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
    expect(plan).toHaveTextContent('For all 30')
    expect(plan).not.toHaveTextContent('could not be checked')
    expect(within(plan).getAllByRole('combobox')).toHaveLength(20)
    await app.user.click(await inside(plan, 'and 10 more items'))
    expect(within(plan).getAllByRole('combobox')[20]).toHaveFocus()
  })

  it('counts on its button, and lists as destinations, what really goes back', async () => {
    const { app, plan } = await openPlanOfFive()
    await app.user.click(within(plan).getByRole('checkbox', { name: /Recreate/ }))
    expect(await inside(plan, 'Restore 3 items')).toBeVisible()
    expect(plan).toHaveAccessibleName('Restore 3 items')
    await chooseRule(app.user, plan, 'Skip')
    expect(
      within(plan)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Docs2 items'])
    await app.user.click(await inside(plan, 'Restore 2 items'))
    await findMessage(/^2 items restored. 3 stay in the trash\.$/)
  })

  it('T4 leaves what is unticked in the trash: it has not failed and is not asked about again', async () => {
    const { app, plan } = await openPlanOfFive()
    await decide(app.user, plan, 'Skip')
    await findMessage(/^4 items restored. 1 stays in the trash\.$/)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await trashNames(app)).toEqual(['report.pdf'])
    await press(app, /^Undo: /)
    await findMessage(/4 items moved to the trash/)
  })

  it('T9 leaves all in the trash when nothing would go back, and asks nothing more', async () => {
    const app = await open(seedItemsWithoutFolder)
    await selectAll(app)
    await press(app, 'Restore')
    const plan = await dialog('Restore 2 items')
    await app.user.click(within(plan).getByRole('checkbox', { name: /Recreate/ }))
    await app.user.click(await inside(plan, 'Leave all 2 in the trash'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await trashNames(app)).toHaveLength(2)
    expect(app.requests.filter(({ path }) => path === '/file/restore')).toEqual([])
  })

  it('T9 unfolds the missing folders: one that is unticked keeps what is below it in the trash', async () => {
    const { app, plan } = await openPlanOfFive()
    await app.user.click(within(plan).getByText('Show the 2 folders'))
    await app.user.click(await within(plan).findByRole('checkbox', { name: 'Old / news' }))
    expect(within(plan).getByRole('checkbox', { name: /Recreate/ })).toBePartiallyChecked()
    expect(plan).toHaveTextContent('1 item stays in the trash.')
    await app.user.click(await inside(plan, 'Restore 4 items'))
    await findMessage(/^4 items restored. 1 stays in the trash\.$/)
    expect(await trashNames(app)).toEqual(['may.md'])
    expect(await namesAt(app, 'svc://my/Old')).toEqual(['page.html'])
  })

  it('T10 shows both beside each other: newer wins, with an exception in a row', async () => {
    const { app, plan } = await openPlan((backend) => {
      const { service, mei } = backend
      // All were deleted today: what counts is when they were changed.
      for (const [name, changed, otherChanged] of [
        ['new.txt', 2 * day, 3 * day],
        ['old.txt', 5 * day, 4 * day],
        ['kept.txt', 2 * day, 3 * day],
      ] as const) {
        const options = { size: 1_000, updatedAt: Date.now() - changed }
        service.seed.trashFile(service.seed.addFile(mei, ['Docs', name], options))
        const other = { size: 7_000, updatedAt: Date.now() - otherChanged }
        service.seed.addFile(mei, ['Docs', name], other)
      }
    }, 3)
    await waitFor(() =>
      expect(within(plan).getByRole('row', { name: 'new.txt' })).toHaveTextContent(
        /1 kB · 2 days ago, newer.*7 kB · 3 days ago/,
      ),
    )
    await chooseRule(app.user, plan, 'Newer wins')
    expect(await inside(plan, 'Restore 2 items')).toBeVisible()
    await decide(app.user, plan, 'Newer wins', { 'kept.txt': 'Keep both' })
    await findMessage(/^2 items restored. 1 stays in the trash\.$/)
    expect(await sizesAt(app, 'svc://my/Docs')).toEqual({
      'kept (2).txt': 1_000,
      'kept.txt': 7_000,
      'new.txt': 1_000,
      'old.txt': 7_000,
    })
    expect(await sizesAt(app, 'svc://trash')).toEqual({ 'new.txt': 7_000, 'old.txt': 1_000 })
  })

  it('T10 keeps both where it cannot be told which is newer', async () => {
    const app = await open(
      (backend) => {
        for (const name of ['one.txt', 'two.txt']) {
          seedTrashedFile(backend, ['Docs', name], day, 1_000)
          backend.service.seed.addFile(backend.mei, ['Docs', name], { updatedAt: 0 })
        }
      },
      {
        faults: (faults) =>
          faults.always(({ path, query }) => path === '/file/info' && query.has('extended'), {
            kind: 'json',
            body: { code: 403, msg: 'no' },
          }),
      },
    )
    await selectAll(app)
    await press(app, 'Restore')
    const plan = await dialog('Restore 2 items')
    expect(within(plan).getByRole('row', { name: 'one.txt' })).toHaveTextContent(
      /1 kB · deleted yesterday/,
    )
    await decide(app.user, plan, 'Newer wins')
    await findMessage(/^2 items restored/)
    expect(await namesAt(app, 'svc://my/Docs')).toContain('one (2).txt')
  })

  it('T10 does what was decided with a name that turns out to be taken in a folder that came back', async () => {
    const { app, plan } = await openPlan((backend) => {
      seedTakenInDeletedFolder(backend)
      seedTaken(backend)
    }, 3)
    // No message that one has failed comes and goes meanwhile.
    const alerts: string[] = []
    const observer = new MutationObserver(() =>
      alerts.push(...screen.queryAllByRole('alert').map(({ textContent }) => textContent)),
    )
    observer.observe(document.body, { childList: true, subtree: true })
    await decide(app.user, plan, 'Keep both')
    await findMessage(/^3 items restored/)
    observer.disconnect()
    expect(alerts).toEqual([])
    expect(await namesAt(app, 'svc://my/Box')).toEqual(['inner (2).txt', 'inner.txt'])
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
