import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { held } from '../../../dom/network.ts'
import { seedTrashedFiles, trashNames } from '../../../dom/trash-fixtures.ts'
import { filesAt, namesAt } from '../../../processes/service-api.ts'
import {
  type App,
  dialog,
  inside,
  open,
  selectAll,
  press,
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
