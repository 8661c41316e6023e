import { expect, it } from 'vitest'
import { listFiles } from '#src/api/files/files.ts'
import { deletePermanently } from '#src/features/trash/permanent-deletion.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { toFileRow } from '#src/lists/rows/file-row.ts'
import { renderApp } from '../../dom/harness.tsx'
import { seedTrashedFiles, trashNames } from '../../dom/trash-fixtures.ts'

/* A deletion of more items than are looked up one by one, tried again: what is still in the trash is asked first. */

const order = { size: 500, order: 'updated_at', direction: 'desc' }

async function openWithDeleted(count: number) {
  const app = await renderApp({
    path: '/account',
    seed: (backend) => seedTrashedFiles(backend, count),
  })
  const { files } = await listFiles('svc://trash', order)
  app.requests.length = 0
  return { ...app, items: files.map((file) => toFileRow(file)) }
}

it('T5 lists the trash no further than the items are', async () => {
  const app = await openWithDeleted(600)
  const items = app.items.slice(0, 20)
  const { done } = await startMutation(app.client, deletePermanently({ isUndo: true }), { items })
  expect(done).toHaveLength(20)
  expect(
    app.requests.filter(({ method, path }) => method === 'GET' && path === '/file'),
  ).toHaveLength(1)
})

it('T5 says of each item that the service refuses to tell where they are', async () => {
  const app = await openWithDeleted(12)
  app.faults.always('GET /file', { kind: 'json', body: { code: 40033, msg: 'not now' } })
  const { failed } = await startMutation(app.client, deletePermanently({ isUndo: true }), {
    items: app.items,
  })
  expect(failed.map(({ item }) => item.id)).toEqual(app.items.map(({ id }) => id))
  app.faults.clear()
  expect(await trashNames(app)).toHaveLength(12)
})
