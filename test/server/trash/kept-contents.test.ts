import { expect, test } from 'vitest'
import { countEachTurn } from '../each-turn.ts'
import { openTestService } from '../service-harness.ts'

test('F2 a folder whose contents are to stay is found until the last part: nothing else may delete it', async () => {
  const service = await openTestService({ timeSliceMs: Infinity })
  const { seed, db } = service
  const admin = seed.addUser({ email: 'admin@example.org', nickname: 'admin', group: 'Admin' })
  db.transaction(() => {
    for (let index = 0; index < 600; index++) seed.addFile(admin, ['F', `${index}`], { size: 1 })
  })
  const body = { uris: ['svc://my/F'], skip_soft_delete: true, unlink: true }
  const request = service.call('DELETE', '/file', { as: admin, body })
  const found = "name = 'F' AND trash_id IS NULL"
  expect(await countEachTurn(service, request, found)).toEqual([1, 0])
  expect((await request).code).toBe(0)
})
