import { mkdirSync, readdirSync, rmdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { openConnection } from '#src/server/storage/connection.ts'
import { openTestService } from '../service-harness.ts'
import { temporaryFolder } from '../temporary-folder.ts'

afterEach(() => void vi.restoreAllMocks())

async function openFull() {
  const dir = temporaryFolder()
  const service = await openTestService({ dir })
  const { seed, owner, db } = service
  db.transaction(() => {
    for (let index = 0; index < 150; index++) {
      seed.addFile(owner, ['F', `${index}`], { contents: new Uint8Array(1) })
    }
    seed.addFile(owner, ['kept'], { contents: new Uint8Array(1) })
  })
  const listed = () => readdirSync(join(dir, 'contents')).filter((name) => name !== 'drafts')
  const queued = () => db.query('SELECT * FROM discards', [], v.unknown())
  const remove = (name = 'F') =>
    service.call('DELETE', '/file', {
      as: owner,
      body: { uris: [`svc://my/${name}`], skip_soft_delete: true },
    })
  return { service, dir, listed, queued, remove }
}

test('the contents of many deleted files leave the disk before the answer, all others stay', async () => {
  const { service, listed, queued, remove } = await openFull()
  expect(listed()).toHaveLength(151)
  expect((await remove()).code).toBe(0)
  expect(listed()).toHaveLength(1)
  expect(queued()).toEqual([])
  service.close()
})

test('a content that cannot be removed from the disk is reported, holds up no other, and is tried again at the next start', async () => {
  const { service, dir, listed, queued, remove } = await openFull()
  // Not any content: that of the file that stays would be in nobody's way.
  const Content = v.object({ entity_id: v.string() })
  const deleted = service.db.first("SELECT entity_id FROM files WHERE name = '0'", [], Content)
  const id = deleted?.entity_id ?? ''
  service.store.remove(id)
  const stuck = join(dir, 'contents', id)
  mkdirSync(stuck)
  const print = vi.spyOn(console, 'error').mockReturnValue()
  expect((await remove()).code).toBe(0)
  expect(print.mock.calls.flat().join()).toContain('contents could not be removed')
  expect(queued()).toEqual([{ entity_id: id }])
  expect(listed()).toHaveLength(2)
  service.close()
  rmdirSync(stuck)
  const again = await openTestService({ dir, users: service })
  await expect.poll(() => listed().length).toBe(1)
  again.close()
})

test('a content leaves the disk when a power cut cannot bring its row back', async () => {
  const { service, dir, listed, queued, remove } = await openFull()
  const removeAll = service.store.removeAll.bind(service.store)
  const logs: number[] = []
  vi.spyOn(service.store, 'removeAll').mockImplementation((ids) => {
    logs.push(statSync(join(dir, 'latchkey.db-wal')).size)
    return removeAll(ids)
  })
  // A copy of the database that is being made reads what was there before.
  const reader = openConnection(join(dir, 'latchkey.db'))
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM files').all([])
  expect((await remove()).code).toBe(0)
  expect(listed()).toHaveLength(151)
  expect(queued()).toHaveLength(150)
  reader.exec('COMMIT')
  reader.close()
  expect((await remove('kept')).code).toBe(0)
  expect(listed()).toEqual([])
  expect(logs).toEqual([0])
  service.close()
})
