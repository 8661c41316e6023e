import { expect, test } from 'vitest'
import { countEachTurn } from '../../each-turn.ts'
import { openTestService } from '../../service-harness.ts'
import { dav, tree, writer } from './fixtures.ts'

/** 300 files, more than one part of a batch, before what the tests are about. Parts end by their number of rows alone. */
async function openMany() {
  const service = await openTestService({ timeSliceMs: Infinity })
  const { seed, owner, db } = service
  db.transaction(() => {
    seed.addFolder(owner, ['to'])
    for (let index = 0; index < 300; index++) seed.addFile(owner, ['first', `${index}`])
  })
  const uris = Array.from({ length: 300 }, (_, index) => `svc://my/first/${index}`)
  return { service, uris, ...writer(service) }
}

test.each([
  ['deleted', 'trash_id IS NOT NULL'],
  ['moved', "parent_key = (SELECT key FROM files WHERE name = 'to')"],
])(
  'what is in a folder of the same batch that could not be %s has failed too',
  async (done, where) => {
    const { service, uris, move, remove } = await openMany()
    const { seed, owner } = service
    seed.addFile(owner, ['F', 'deep', 'x'])
    const all = [...uris, 'svc://my/F/deep/x', 'svc://my/F']
    const request = done === 'deleted' ? remove(all) : move(all, 'svc://my/to')
    let isLocked = false
    await countEachTurn(service, request, where, (count) => {
      if (count === 0 || isLocked) return
      isLocked = true
      seed.addLock({ owner, path: ['F'], application: dav })
    })
    expect(isLocked).toBe(true)
    expect(await request).toMatchObject({
      code: 40081,
      aggregated_error: { 'svc://my/F': { code: 40073 }, 'svc://my/F/deep/x': { code: 40073 } },
    })
    expect(tree(service)).toContain('/F/deep/x')
  },
)

test('what is in a folder that is moved to where it is already is moved there by itself', async () => {
  const service = await openTestService()
  service.seed.addFile(service.owner, ['F', 'deep', 'x'])
  const { move } = writer(service)
  expect((await move(['svc://my/F', 'svc://my/F/deep/x'], 'svc://my')).code).toBe(0)
  expect(tree(service)).toEqual(['/F', '/F/deep', '/x'])
})
