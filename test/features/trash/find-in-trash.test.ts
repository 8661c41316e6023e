import { expect, it } from 'vitest'
import { findInTrash } from '#src/features/trash/trash-list.ts'
import { renderApp } from '../../dom/harness.tsx'
import { seedTrashedFiles } from '../../dom/trash-fixtures.ts'
import { filesAt } from '../../processes/service-api.ts'

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
