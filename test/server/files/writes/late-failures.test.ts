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

test('a copy that is refused takes no copy of another request into the trash', async () => {
  const { service, uris, move } = await openMany()
  const { seed, owner, db } = service
  seed.addFile(owner, ['refused', 'x'])
  // More than an item may have, from an older build: it is met when the copy of its folder has begun.
  const metadata = JSON.stringify({ 'tag:x': 'x'.repeat(70_000) })
  db.run("UPDATE files SET metadata = ? WHERE name = 'x'", [metadata])
  seed.addFile(owner, ['last'])
  seed.addFolder(owner, ['other'])
  db.transaction(() => {
    for (let index = 0; index < 600; index++) seed.addFile(owner, ['F', `${index}`])
  })
  // The refused one is the last of the first part.
  const batch = [...uris.slice(0, 249), 'svc://my/refused', 'svc://my/last']
  const [refused, other] = await Promise.all([
    move(batch, 'svc://my/to', true),
    move(['svc://my/F'], 'svc://my/other', true),
  ])
  expect(refused).toMatchObject({
    code: 40081,
    aggregated_error: { 'svc://my/refused': { code: 40001 } },
  })
  expect(other.code).toBe(0)
  const paths = tree(service)
  expect(paths.filter((path) => path.startsWith('trash:'))).toHaveLength(0)
  expect(paths.filter((path) => path.startsWith('/other/F/'))).toHaveLength(600)
})
