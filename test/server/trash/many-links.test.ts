import * as v from 'valibot'
import { expect, test } from 'vitest'
import { countEachTurn } from '../each-turn.ts'
import { openTestService } from '../service-harness.ts'

/** A file in a folder, with more links than one part of a deletion takes. */
async function openWithLinks() {
  const service = await openTestService({ timeSliceMs: Infinity })
  const { seed, owner, db } = service
  const file = seed.addFile(owner, ['F', 'x'], { contents: new Uint8Array(1) })
  db.transaction(() => {
    for (let index = 0; index < 6_000; index++) seed.addShare(file)
  })
  const ask = (method: string, path: string, body?: object) =>
    service.call(method, path, { as: owner, body })
  const left = () =>
    db.query(
      "SELECT key FROM shares UNION ALL SELECT key FROM files WHERE name = 'x'",
      [],
      v.unknown(),
    )
  return { service, file, ask, left }
}
const isBeingDeleted = 'trash_id IS NOT NULL AND collect_at = 0'

test.each(['svc://my/F', 'svc://my/F/x'])(
  'Security 7 the links of what is deleted for good go in parts (%s), and nobody finds it after the first',
  async (uri) => {
    const { service, ask, left } = await openWithLinks()
    const request = ask('DELETE', '/file', { uris: [uri], skip_soft_delete: true })
    expect(await countEachTurn(service, request, isBeingDeleted)).toEqual([0, 1, 0])
    expect((await request).code).toBe(0)
    expect(left()).toEqual([])
  },
)

test('Security 7 the links of a file in a trash that is emptied go in parts, and nobody finds it after the first', async () => {
  const { service, file, ask, left } = await openWithLinks()
  service.seed.trashFile(file)
  const request = ask('DELETE', '/file/trash')
  expect(await countEachTurn(service, request, isBeingDeleted)).toEqual([0, 1, 0])
  expect((await request).code).toBe(0)
  expect(left()).toEqual([])
})
