import { expect, it } from 'vitest'
import { listFiles } from '#src/api/files/files.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { restore } from '#src/features/trash/trash-writes.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { toFileRow } from '#src/lists/rows/file-row.ts'
import { renderApp } from '../../dom/harness.tsx'
import { seedTrashedFiles, trashNames } from '../../dom/trash-fixtures.ts'
import { callService } from '../../processes/service-api.ts'

it('T5 an item that was restored and deleted again elsewhere is not said to lack its folder', async () => {
  const app = await renderApp({ path: '/account', seed: (backend) => seedTrashedFiles(backend, 1) })
  const { files } = await listFiles('svc://trash', { size: 10 })
  const items = files.map((file) => toFileRow(file))
  const write = (method: string, path: string, uris: readonly string[]) =>
    callService(app.service, method, path, { as: app.mei, body: { uris } })
  await write(
    'POST',
    '/file/restore',
    items.map(({ uri }) => uri),
  )
  await write('DELETE', '/file', ['svc://my/Docs/item%200000.txt'])
  const { failed } = await startMutation(app.client, restore(), { items })
  expect(failed).toMatchObject([{ error: { code: ErrorCode.staleUri } }])
  expect(await trashNames(app)).toEqual(['item 0000.txt'])
})
