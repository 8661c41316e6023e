import { expect, it } from 'vitest'
import { getFileById } from '#src/api/files/files.ts'
import { findInTrash } from '#src/features/trash/trash-list.ts'
import { restore } from '#src/features/trash/trash-writes.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { toFileRow } from '#src/lists/rows/file-row.ts'
import { renderApp } from '../../dom/harness.tsx'
import { seedTrashedFiles } from '../../dom/trash-fixtures.ts'
import { filesAt, namesAt } from '../../processes/service-api.ts'

it('T6 Undo of a deletion finds all of it in the trash, however many there are', async () => {
  const app = await renderApp({
    path: '/account',
    seed: (backend) => seedTrashedFiles(backend, 10_100),
  })
  const deleted: { id: string; name: string; path?: string }[] = await filesAt(app, 'svc://trash')
  expect(deleted).toHaveLength(10_100)
  const items = deleted.map(({ id, name, path }) => ({ id, name, uri: path ?? '' }))
  expect(await findInTrash(items)).toHaveLength(10_100)
})

it('T6 Undo of a deletion finds what so many others were deleted after that the trash is not read that far', async () => {
  let id = ''
  const app = await renderApp({
    path: '/account',
    seed: (backend) => {
      const { seed } = backend.service
      id = seed.addFile(backend.mei, ['first.txt'], { size: 1 })
      seedTrashedFiles(backend, 10_600)
    },
  })
  const item = { ...toFileRow(await getFileById(id)), isShared: false }
  app.service.seed.trashFile(id, { at: Date.now() - 365 * 24 * 60 * 60_000 })
  const { done } = await startMutation(app.client, restore(), { items: [item], isDeletion: true })
  expect(done).toHaveLength(1)
  expect(await namesAt(app, 'svc://my')).toContain('first.txt')
})
