import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import type { Backend } from '../../../dom/harness.tsx'
import {
  row,
  rowsShown,
  seedTrashedFile,
  seedTrashedFiles,
  trashNames,
} from '../../../dom/trash-fixtures.ts'
import { namesAt } from '../../../processes/service-api.ts'
import {
  button,
  day,
  dialog,
  inside,
  open,
  openPlan,
  select,
  selectAll,
  press,
  findMessage,
  seedItemsWithoutFolder,
  seedTaken,
  writeElsewhere,
} from './fixtures.tsx'

const restored = ['item 0000.txt', 'item 0001.txt', 'item 0002.txt']

/** Three items have been restored; one that was deleted earlier is still in the trash. */
const openAndRestore = async () => {
  const app = await open((backend) => {
    seedTrashedFiles(backend, 3)
    seedTrashedFile(backend, ['Docs', 'earlier.txt'], 3 * day)
  })
  await select(app, ...restored)
  await press(app, 'Restore')
  await findMessage(/3 items restored/)
  await waitFor(() => expect(rowsShown()).toEqual(['earlier.txt']))
  return app
}

/** Items of one deletion have no particular order. */
const expectAllShown = () =>
  waitFor(() => {
    const shown = rowsShown()
    expect(new Set(shown.slice(0, 3))).toEqual(new Set(restored))
    expect(shown.slice(3)).toEqual(['earlier.txt'])
  })

describe('T6 taking a restore back', () => {
  it('shows in the trash at once what went back there, newest first', async () => {
    const app = await openAndRestore()
    await press(app, /^Undo: /)
    await findMessage(/3 items moved to the trash/)
    await expectAllShown()
    expect(await screen.findByRole('region', { name: '3 selected' })).toBeVisible()
    await waitFor(async () => expect(await row(rowsShown()[0] ?? '')).toHaveFocus())
    expect(screen.getByRole('link', { name: /Trash/ })).toHaveTextContent('4')
    expect(await trashNames(app)).toHaveLength(4)
    expect(await namesAt(app, 'svc://my/Docs')).toEqual([])
  })

  it('shows it after leaving the trash and coming back', async () => {
    const app = await openAndRestore()
    await app.user.click(screen.getByRole('link', { name: /Shares/ }))
    await press(app, /^Undo: /)
    await findMessage(/3 items moved to the trash/)
    await app.user.click(screen.getByRole('link', { name: /Trash/ }))
    await expectAllShown()
  })

  it('reads the trash again when it could not be told what went back there', async () => {
    const app = await openAndRestore()
    app.faults.next('GET /file', { kind: 'status', status: 500 })
    await press(app, /^Undo: /)
    await findMessage(/3 items moved to the trash/)
    await expectAllShown()
  })
})

/** Restores all items with the plan as it is offered. */
const restoreAll = async (seed: (backend: Backend) => void, count: number) => {
  const { app, plan } = await openPlan(seed, count)
  await app.user.click(await inside(plan, /^Restore/))
  await findMessage(new RegExp(`${count} items restored`))
  return app
}

describe('T6 taking a restore back exactly', () => {
  it('removes the folders that were recreated', async () => {
    const app = await restoreAll(seedItemsWithoutFolder, 2)
    expect(await namesAt(app, 'svc://my')).toEqual(['Old'])
    await press(app, /^Undo: /)
    await findMessage(/2 items moved to the trash/)
    expect(await namesAt(app, 'svc://my')).toEqual([])
    expect(await trashNames(app)).toEqual(['may.md', 'page.html'])
  })

  it('is not needed for a folder that was recreated in vain: that goes at once', async () => {
    const app = await open((backend) => {
      const { seed } = backend.service
      const folder = seed.addFolder(backend.mei, ['Old'])
      seedTrashedFile(backend, ['Old', 'page.html'])
      seed.removeFile(folder)
      seed.addFolder(backend.mei, ['Box'])
    })
    await select(app, 'page.html')
    await press(app, 'Restore')
    const sheet = await dialog('0 of 1 restored')
    const refusal = { code: ErrorCode.pathNotFound, msg: '' }
    app.faults.next('POST /file/restore', { kind: 'json', body: refusal })
    await app.user.click(await inside(sheet, /^Recreate the folder/))
    const folder = 'DELETE /file'
    await waitFor(() =>
      expect(app.requests.map(({ method, path }) => `${method} ${path}`)).toContain(folder),
    )
    await waitFor(async () => expect(await namesAt(app, 'svc://my')).toEqual(['Box']))
    await app.user.click(await inside(sheet, /^Choose a folder/))
    const picker = await dialog(/Restore “.?page.html.?” to…/)
    await app.user.dblClick(await within(picker).findByRole('option', { name: /Box/ }))
    await app.user.click(await button(/Restore to .*Box/))
    await app.user.click(await inside(await dialog('1 item restored'), 'Undo restore'))
    await findMessage(/moved to the trash/)
    await waitFor(async () => expect(await namesAt(app, 'svc://my')).toEqual(['Box']))
    expect(await trashNames(app)).toEqual(['page.html'])
  })

  it('is not needed for one that was created without an answer before Stop', async () => {
    const { app, plan } = await openPlan(seedItemsWithoutFolder, 2)
    app.faults.next('POST /file/create', { kind: 'lost' })
    app.faults.always('POST /file/create', { kind: 'stall' })
    await app.user.click(await inside(plan, /^Restore/))
    // Stop ends the second request, too.
    await waitFor(() =>
      expect(app.requests.filter(({ path }) => path === '/file/create')).toHaveLength(2),
    )
    await press(app, 'Stop')
    await waitFor(async () => expect(await namesAt(app, 'svc://my')).toEqual([]))
  })

  it('says which items keep the name that Keep both has given them', async () => {
    const app = await restoreAll((backend) => {
      seedTaken(backend, 2)
      seedTrashedFiles(backend, 1)
    }, 3)
    await press(app, /^Undo: /)
    await findMessage(/^3 items moved to the trash\. 2 keep their new names\.$/)
    expect(await trashNames(app)).toEqual(['item 0000.txt', 'report (2).pdf', 'report (3).pdf'])
    expect(await namesAt(app, 'svc://my/Docs')).toEqual(['report.pdf'])
  })

  it('says so, too, of those that it has taken back when another is locked', async () => {
    const app = await restoreAll((backend) => {
      seedTaken(backend, 2)
      seedTrashedFiles(backend, 1)
    }, 3)
    app.service.seed.addLock({
      owner: app.mei,
      holder: app.lin,
      path: ['Docs', 'report (2).pdf'],
      application: { type: 'dav' },
      type: 0,
    })
    await press(app, /^Undo: /)
    await app.user.click(await inside(await screen.findByRole('alertdialog'), /^Skip/))
    await findMessage(
      'The restore of 2 of 3 items was undone. 1 keeps its new name. 1 was skipped.',
    )
    expect(await trashNames(app)).toEqual(['item 0000.txt', 'report (3).pdf'])
  })

  it('leaves a recreated folder that is in use by now', async () => {
    const app = await restoreAll(seedItemsWithoutFolder, 2)
    await writeElsewhere(app, 'POST', '/file/create', {
      uri: 'svc://my/Old/news/new.txt',
      type: 'file',
    })
    await press(app, /^Undo: /)
    await findMessage(/2 items moved to the trash/)
    expect(await namesAt(app, 'svc://my/Old/news')).toEqual(['new.txt'])
  })

  it('leaves an empty folder that has the place of a recreated one, which has another name by now', async () => {
    const app = await restoreAll(seedItemsWithoutFolder, 2)
    await writeElsewhere(app, 'POST', '/file/rename', { uri: 'svc://my/Old', new_name: 'Kept' })
    await writeElsewhere(app, 'POST', '/file/create', { uri: 'svc://my/Old', type: 'folder' })
    await press(app, /^Undo: /)
    await findMessage(/2 items moved to the trash/)
    expect(await namesAt(app, 'svc://my')).toEqual(['Kept', 'Old'])
  })

  it('takes an item of a restored folder and the folder back one by one', async () => {
    const app = await open((backend) => {
      const { service, mei } = backend
      const folder = service.seed.addFolder(mei, ['Box'])
      seedTrashedFile(backend, ['Box', 'in it.txt'], 2 * day)
      service.seed.trashFile(folder, { at: Date.now() - day })
    })
    await selectAll(app)
    await press(app, 'Restore')
    await findMessage(/2 items restored/)
    await press(app, /^Undo: /)
    await findMessage(/2 items moved to the trash/)
    expect(await trashNames(app)).toEqual(['Box', 'in it.txt'])
  })

  it('says that somebody else has taken it back, and is not offered any more', async () => {
    const app = await restoreAll((backend) => seedTaken(backend, 2), 2)
    const uris = ['svc://my/Docs/report%20(2).pdf', 'svc://my/Docs/report%20(3).pdf']
    await writeElsewhere(app, 'DELETE', '/file', { uris })
    await press(app, /^Undo: /)
    await findMessage('2 items are in the trash already.')
    expect(screen.queryByRole('button', { name: /^Undo: / })).toBeNull()
  })

  it('never touches another item that has the old name by now', async () => {
    const app = await restoreAll((backend) => seedTaken(backend, 2), 2)
    // One of the restored items is moved away, and the one that had the name before takes its name.
    app.service.seed.addFolder(app.mei, ['Away'])
    const moved = 'svc://my/Docs/report%20(2).pdf'
    await writeElsewhere(app, 'POST', '/file/move', { uris: [moved], dst: 'svc://my/Away' })
    await writeElsewhere(app, 'POST', '/file/rename', {
      uri: 'svc://my/Docs/report.pdf',
      new_name: 'report (2).pdf',
    })
    await press(app, /^Undo: /)
    await findMessage(/2 items moved to the trash/)
    expect(await namesAt(app, 'svc://my/Docs')).toEqual(['report (2).pdf'])
    expect(await namesAt(app, 'svc://my/Away')).toEqual([])
  })
})
