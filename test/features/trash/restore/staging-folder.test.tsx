import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { listFiles } from '#src/api/files/files.ts'
import { takeBackRestore } from '#src/features/trash/take-back-restore.ts'
import { withPlacement } from '#src/jobs/placement/placement-request.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { toFileRow } from '#src/lists/rows/file-row.ts'
import { held } from '../../../dom/network.ts'
import { seedTrashedFile, seedTrashedFiles, trashNames } from '../../../dom/trash-fixtures.ts'
import { filesAt, namesAt } from '../../../processes/service-api.ts'
import {
  type App,
  dialog,
  inside,
  open,
  selectAll,
  press,
  release,
  findMessage,
  seedTaken,
  writeElsewhere,
} from './fixtures.tsx'

/* The folder in which items are renamed is met by somebody else while they are in it. */

const isStaging = (name: string) => name.startsWith('Restored ')

/** Restores both reports, with a new name for each, until the first of them is to be renamed. */
async function restoreUntilRenaming(app: App): Promise<void> {
  await selectAll(app)
  await press(app, 'Restore')
  await app.user.click(await inside(await dialog('Restore 2 items'), /^Restore/))
  await waitFor(() => expect(app.requests.map(({ path }) => path)).toContain('/file/rename'))
}

/** Mei renames the folder in another window. Returns its name. */
async function renameStaging(app: App): Promise<string> {
  const name = (await namesAt(app, 'svc://my')).find(isStaging) ?? ''
  const body = { uri: `svc://my/${encodeURIComponent(name)}`, new_name: 'Hers' }
  await writeElsewhere(app, 'POST', '/file/rename', body)
  return name
}

async function expectAllBack(app: App): Promise<void> {
  expect(await namesAt(app, 'svc://my/Docs')).toEqual([
    'report (2).pdf',
    'report (3).pdf',
    'report.pdf',
  ])
  expect(await trashNames(app)).toEqual([])
}

describe('T5 the folder in which restored items are renamed', () => {
  it('is found under the name that somebody gives it meanwhile, and goes', async () => {
    const app = await open((backend) => seedTaken(backend, 2))
    const { fault, free } = held()
    app.faults.always('POST /file/rename', fault)
    await restoreUntilRenaming(app)
    await renameStaging(app)
    free()
    await findMessage(/2 items restored/)
    await expectAllBack(app)
    expect(await namesAt(app, 'svc://my')).toEqual(['Docs'])
  })

  it('is found under that name after a reload, too', async () => {
    const app = await open((backend) => seedTaken(backend, 2))
    app.faults.always('POST /file/rename', { kind: 'stall' })
    await restoreUntilRenaming(app)
    await renameStaging(app)
    const page = await app.reload()
    await page.user.click(await screen.findByRole('button', { name: 'Check and resume' }))
    await findMessage(/2 items restored/)
    await expectAllBack(app)
    expect(await namesAt(app, 'svc://my')).toEqual(['Docs'])
  })

  it.each(['drop', 'lost'] as const)(
    'goes, also when its deletion is not answered: %s',
    async (kind) => {
      const app = await open((backend) => seedTaken(backend, 2))
      app.faults.next('DELETE /file', { kind })
      await restoreUntilRenaming(app)
      await findMessage(/2 items restored/)
      await expectAllBack(app)
      await waitFor(async () => expect(await namesAt(app, 'svc://my')).toEqual(['Docs']))
    },
  )

  it('is not taken for another one that has its name, which stays as it is', async () => {
    const app = await open((backend) => seedTaken(backend, 2))
    app.faults.always('POST /file/rename', { kind: 'stall' })
    await restoreUntilRenaming(app)
    const name = await renameStaging(app)
    app.service.seed.addFile(app.mei, [name, 'report.pdf'], { size: 5 })
    const page = await app.reload()
    await page.user.click(await screen.findByRole('button', { name: 'Don’t resume' }))
    await waitFor(async () => expect(await namesAt(app, 'svc://my/Docs')).toHaveLength(3))
    await expectAllBack(app)
    await waitFor(async () => expect(await namesAt(app, 'svc://my')).toEqual(['Docs', name]))
    const [other] = await filesAt(app, `svc://my/${encodeURIComponent(name)}`)
    expect(other).toMatchObject({ name: 'report.pdf', size: 5 })
  })
  it('is not mistaken for an empty one that gets its place just before it would go', async () => {
    const app = await open((backend) => {
      seedTaken(backend)
      seedTrashedFiles(backend, 1)
    })
    const { fault, free } = held()
    const isStagingRead = (method: string, path: string, query: string) =>
      method === 'GET' && path === '/file' && query.includes('Restored')
    app.faults.always(
      ({ method, path, query }) => isStagingRead(method, path, query.toString()),
      fault,
    )
    await selectAll(app)
    await press(app, 'Restore')
    await app.user.click(await inside(await dialog('Restore 2 items'), /^Restore/))
    // Nothing is in it any more when it is read.
    await waitFor(() =>
      expect(
        app.requests.some(({ method, path, query }) => isStagingRead(method, path, query)),
      ).toBe(true),
    )
    const name = await renameStaging(app)
    const uri = `svc://my/${encodeURIComponent(name)}`
    await writeElsewhere(app, 'POST', '/file/create', { uri, type: 'folder' })
    free()
    await findMessage(/2 items restored/)
    expect(await namesAt(app, 'svc://my/Docs')).toEqual([
      'item 0000.txt',
      'report (2).pdf',
      'report.pdf',
    ])
    expect(await namesAt(app, 'svc://my')).toEqual(['Docs', 'Hers', name])
  })
})

describe('T6 Undo of a restore that a lock has stopped in that folder', () => {
  /** One of two is restored, and the folder of the other gets locked while that is renamed; then Undo. */
  async function undo() {
    const app = await open((backend) => {
      seedTaken(backend)
      seedTrashedFile(backend, ['Free', 'free.txt'])
    })
    const { service, mei: owner, lin: holder } = app
    const application = { type: 'dav' }
    const lock = () => service.seed.addLock({ owner, holder, path: ['Docs'], application })
    let isLocked = false
    app.faults.always(
      ({ path }) => {
        if (path === '/file/rename' && !isLocked) lock()
        isLocked ||= path === '/file/rename'
        return false
      },
      { kind: 'drop' },
    )
    await selectAll(app)
    await press(app, 'Restore')
    await app.user.click(await inside(await dialog('Restore 2 items'), /^Restore/))
    await app.user.click(await inside(await screen.findByRole('alertdialog'), 'Cancel'))
    await findMessage(/^1 of 2 items restored\. 1 is locked\.$/)
    await press(app, /^Undo: /)
    const asked = await screen.findByRole('alertdialog')
    return { app, asked }
  }

  it('moves what lies there to the trash too, from its own folder once that is free', async () => {
    const { app, asked } = await undo()
    release(app)
    await app.user.click(await inside(asked, /^Unlock/))
    await findMessage(/^2 items moved to the trash\. 1 keeps its new name\.$/)
    const { files } = await listFiles('svc://trash', { size: 10 })
    expect(new Set(files.map((file) => toFileRow(file).origin))).toEqual(
      new Set(['svc://my/Docs/report%20(2).pdf', 'svc://my/Free/free.txt']),
    )
    expect(await namesAt(app, 'svc://my')).toEqual(['Docs', 'Free'])
  })

  it('says where it lies when it stays there', async () => {
    const { app, asked } = await undo()
    await app.user.click(await inside(asked, 'Cancel'))
    await findMessage(/^The restore of 1 of 2 items was undone\. 1 is locked\.$/)
    await press(app, 'Show details…')
    const [line] = within(await dialog('The restore of 1 of 2 items was undone')).getAllByRole(
      'listitem',
    )
    const name = (await namesAt(app, 'svc://my')).find(isStaging) ?? 'none'
    expect(line).toHaveTextContent(name)
    expect(await trashNames(app)).toEqual(['free.txt'])
  })

  it('goes on after a reload, also when it is about one item that lies there', async () => {
    const app = await open((backend) => {
      seedTrashedFiles(backend, 1)
      backend.service.seed.addFile(backend.mei, ['Restored 1', 'report.pdf'])
    })
    const rows = (await listFiles('svc://my/Restored%201', {})).files.map((file) => toFileRow(file))
    const items = rows.map((row) => withPlacement(row, { to: 'svc://my/Docs' }))
    app.faults.next('DELETE /file', { kind: 'stall' })
    const undoing = startMutation(app.client, takeBackRestore({ isUndo: true }), {
      items,
      createdFolders: [],
    })
    // The page is gone in the middle of it.
    undoing.catch(() => undefined)
    await waitFor(() => expect(app.requests.map(({ method }) => method)).toContain('DELETE'))
    const page = await app.reload()
    await page.user.click(await screen.findByRole('button', { name: 'Check and resume' }))
    await waitFor(async () => expect(await trashNames(app)).toContain('report.pdf'))
  })
})
