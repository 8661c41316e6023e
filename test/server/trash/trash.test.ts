import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { moveItemsToFolder } from '#src/server/trash/trash.ts'
import { openTestService } from '../service-harness.ts'
import type { TestService } from '../service-harness.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const dav = { type: 'dav' }
const day = 24 * 3600
const list = async (service: TestService, uri: string, as = service.owner): Promise<string[]> =>
  (await service.call('GET', `/file?uri=${uri}`, { as })).data.files.map(
    (file: { name: string }) => file.name,
  )
const used = async (service: TestService, as = service.owner): Promise<number> =>
  (await service.call('GET', '/user/capacity', { as })).data.used
const empty = (service: TestService, as?: string) =>
  service.call('DELETE', '/file/trash', as === undefined ? {} : { as })
const entity = (service: TestService, id: string): string =>
  service.db.query(
    'SELECT entity_id FROM files WHERE id = ?',
    [id],
    v.object({ entity_id: v.string() }),
  )[0]?.entity_id ?? ''
const contents = new Uint8Array(3)

test('T2 emptying the trash deletes all of it for good: versions, what folders hold, links and space used', async () => {
  const service = await openTestService()
  const { seed, owner, colleague, store, db } = service
  const id = seed.addFile(owner, ['F', 'deep', 'x'], { contents })
  const share = seed.addShare(id)
  const kept = seed.addFile(owner, ['kept'], { contents })
  seed.trashFile(seed.addFolder(owner, ['F']))
  seed.trashFile(seed.addFile(owner, ['y'], { contents }))
  seed.trashFile(seed.addFile(colleague, ['z'], { contents }))
  const [gone, stays] = [entity(service, id), entity(service, kept)]
  expect(await used(service)).toBe(9)
  expect(await empty(service, owner)).toEqual({ status: 200, code: 0, msg: '' })
  expect(await list(service, 'svc://trash')).toEqual([])
  expect(await list(service, 'svc://my')).toEqual(['kept'])
  expect(await used(service)).toBe(3)
  expect((await service.call('GET', `/share/info/${share}`)).code).toBe(404)
  expect(await store.get(gone)).toBeNull()
  expect(await store.get(stays)).toEqual(contents)
  expect(db.query('SELECT * FROM discards', [], v.unknown())).toEqual([])
  // The trash of another user is untouched.
  expect(await list(service, 'svc://trash', colleague)).toEqual(['z'])
  expect((await empty(service, owner)).code).toBe(0)
  expect((await empty(service)).code).toBe(401)
})

test('T2 nothing is emptied while anything in the trash is locked; after unlocking all of it goes', async () => {
  const service = await openTestService()
  const { seed, owner, colleague } = service
  const id = seed.addFile(owner, ['F', 'x'])
  const trashId = seed.trashFile(seed.addFolder(owner, ['F']))
  seed.trashFile(seed.addFile(owner, ['y']))
  seed.trashFile(seed.addFile(colleague, ['z']))
  // A lock on the same path outside the trash does not stop it.
  seed.addLock({ owner, path: ['y'], application: dav })
  const token = seed.addLock({ owner, fileId: id, application: dav, holder: colleague })
  const refused = await empty(service, owner)
  expect(refused).toMatchObject({ code: 40073, msg: 'Lock conflict' })
  expect(refused.data).toEqual([
    {
      path: `svc://trash/${trashId}/x`,
      token,
      owner: { owner: colleague, application: dav },
      type: 0,
    },
  ])
  expect(await list(service, 'svc://trash')).toEqual(['F', 'y'])
  expect((await empty(service, colleague)).code).toBe(0)
  await service.call('DELETE', '/file/lock', { as: owner, body: { tokens: [token] } })
  expect((await empty(service, owner)).code).toBe(0)
  expect(await list(service, 'svc://trash')).toEqual([])
})

test('T2 a full trash is emptied 250 items at a time, and what is restored or deleted in between stays', async () => {
  const service = await openTestService({ timeSliceMs: Infinity })
  const { seed, owner, db } = service
  const count = 4500
  const files: string[] = []
  db.transaction(() => {
    for (let i = 0; i < count; i++) files.push(seed.addFile(owner, [`${i}`]))
    for (const id of files) seed.trashFile(id)
  })
  const Count = v.object({ count: v.number() })
  const inTrash = () =>
    db.first('SELECT count(*) AS count FROM files WHERE trash_id IS NOT NULL', [], Count)?.count ??
    0
  const state = { isEmptying: true }
  const emptying = empty(service, owner).finally(() => (state.isEmptying = false))
  const perTurn: number[] = []
  let late = ''
  for (let before = count; state.isEmptying;) {
    await new Promise((resolve) => setImmediate(resolve))
    const now = inTrash()
    if (now < before) perTurn.push(before - now)
    before = now
    if (late !== '' || now === count) continue
    // The first time slice is done, so this happens in the middle of the request.
    const Key = v.object({ key: v.number() })
    const sql = 'SELECT key FROM files WHERE id = ?'
    const [item] = db.query(sql, [files.at(-1) ?? ''], Key)
    const [home] = db.query(
      'SELECT key FROM files WHERE parent_key IS NULL AND trash_id IS NULL AND owner_key = (SELECT owner_key FROM files WHERE id = ?)',
      [files.at(-1) ?? ''],
      Key,
    )
    moveItemsToFolder(db, [item?.key ?? 0], home?.key ?? 0, service.now())
    late = seed.addFile(owner, ['late'])
    seed.trashFile(late)
    before = inTrash()
  }
  expect((await emptying).code).toBe(0)
  expect(perTurn).toEqual(Array.from({ length: 18 }, (_, part) => (part < 17 ? 250 : 249)))
  expect(await list(service, 'svc://my')).toEqual(['4499'])
  // What is deleted while the trash is being emptied stays in it.
  expect((await service.call('GET', `/file/info?id=${late}`, { as: owner })).code).toBe(0)
})

test('an item past its time is collected, with what it holds, its links and its space', async () => {
  const service = await openTestService()
  const { seed, owner, colleague, clock, store } = service
  const id = seed.addFile(owner, ['F', 'x'], { contents })
  seed.trashFile(seed.addFolder(owner, ['F']), { retentionSeconds: day })
  seed.trashFile(seed.addFile(owner, ['later']), { retentionSeconds: 2 * day })
  seed.trashFile(seed.addFile(colleague, ['theirs']), { retentionSeconds: day })
  const content = entity(service, id)
  clock.time += (day - 1) * 1000
  expect((await list(service, 'svc://trash')).sort()).toEqual(['F', 'later'])
  clock.time += 1000
  // The job runs at most once a minute.
  expect((await list(service, 'svc://trash')).sort()).toEqual(['F', 'later'])
  clock.time += 60_000
  expect(await list(service, 'svc://trash')).toEqual(['later'])
  expect(await used(service)).toBe(0)
  expect(await list(service, 'svc://trash', colleague)).toEqual([])
  await vi.waitFor(async () => expect(await store.get(content)).toBeNull(), { timeout: 15_000 })
})

test('an item past its time stays while it, or something in it, is locked', async () => {
  const service = await openTestService()
  const { seed, owner, clock } = service
  const inside = seed.addFile(owner, ['F', 'x'])
  seed.trashFile(seed.addFolder(owner, ['F']), { retentionSeconds: 0 })
  const y = seed.addFile(owner, ['y'])
  seed.trashFile(y, { retentionSeconds: 0 })
  const token = seed.addLock({ owner, fileId: inside, application: dav })
  seed.addLock({ owner, fileId: y, application: dav, expires: clock.time + 100_000 })
  clock.time += 60_000
  expect((await list(service, 'svc://trash')).sort()).toEqual(['F', 'y'])
  clock.time += 60_000
  expect(await list(service, 'svc://trash')).toEqual(['F'])
  await service.call('DELETE', '/file/lock', { as: owner, body: { tokens: [token] } })
  clock.time += 60_000
  expect(await list(service, 'svc://trash')).toEqual([])
})

test('a start collects what fell due meanwhile, and removes the contents that a kill left behind', async () => {
  const dir = temporaryFolder()
  const before = await openTestService({ dir })
  const id = before.seed.addFile(before.owner, ['x'], { contents })
  before.seed.trashFile(id, { retentionSeconds: 0 })
  const kept = before.seed.addFile(before.owner, ['kept'], { contents })
  const gone = before.seed.addFile(before.owner, ['gone'], { contents })
  // Killed after it had forgotten a file and before its content was removed.
  before.db.run('INSERT INTO discards SELECT entity_id FROM files WHERE id = ?', [gone])
  before.db.run('DELETE FROM files WHERE id = ?', [gone])
  const wanted = entity(before, kept)
  before.close()
  const after = await openTestService({ dir, users: before })
  const stored = () => readdirSync(join(dir, 'contents')).filter((name) => name !== 'drafts')
  await vi.waitFor(() => expect(stored()).toEqual([wanted]), { timeout: 15_000 })
  expect(await used(after)).toBe(3)
  expect((await after.call('GET', `/file/info?id=${id}`, { as: after.owner })).code).toBe(-1)
  after.close()
})

test('thousands past their time are collected a few hundred at a time', async () => {
  const service = await openTestService()
  const { seed, owner, db, clock } = service
  db.transaction(() => {
    for (let i = 0; i < 1700; i++) {
      seed.trashFile(seed.addFile(owner, [`${i}`]), { retentionSeconds: 0 })
    }
  })
  clock.time += 60_000
  expect((await list(service, 'svc://trash%3Fname=*')).length).toBeLessThanOrEqual(1200)
  await vi.waitFor(async () => expect(await list(service, 'svc://trash')).toEqual([]), 10_000)
})

test('T2 a batch of more than 3,000 is not restored at all', async () => {
  const service = await openTestService()
  const { seed, owner } = service
  const uri = `svc://trash/${seed.trashFile(seed.addFile(owner, ['x']))}`
  const uris = Array<string>(3001).fill(uri)
  const restore = (body: unknown) => service.call('POST', '/file/restore', { as: owner, body })
  expect(await restore({ uris })).toMatchObject({
    code: 40074,
    msg: 'Maximum allowed batch size: 3000',
  })
  expect(await list(service, 'svc://my')).toEqual([])
  expect((await restore({ uris: uris.slice(1) })).code).toBe(0)
})

test('an item whose address is missing or leads nowhere stays, and can be moved instead', async () => {
  const addresses = [
    '',
    'rubbish',
    'svc://my',
    'svc://trash/x',
    'svc://%',
    'svc://share/x',
    'x'.repeat(9999),
  ]
  for (const address of addresses) {
    const service = await openTestService()
    const { seed, owner, db } = service
    const uri = `svc://trash/${seed.trashFile(seed.addFile(owner, ['F', 'x']))}`
    db.run('UPDATE files SET restore_uri = ? WHERE trash_id IS NOT NULL', [address])
    const answer = await service.call('POST', '/file/restore', { as: owner, body: { uris: [uri] } })
    expect(answer, address).toMatchObject({
      code: 40081,
      aggregated_error: { [uri]: { code: 403 } },
    })
    expect(await list(service, 'svc://trash')).toEqual(['x'])
    const move = { uris: [uri], dst: 'svc://my/F' }
    expect((await service.call('POST', '/file/move', { as: owner, body: move })).code).toBe(0)
    const { data } = await service.call('GET', '/file?uri=svc://my/F', { as: owner })
    expect(data.files).toMatchObject([{ name: 'x', metadata: {} }])
  }
})

test('T8 all that one request moves to the trash has one time, however long that takes', async () => {
  const clock = { time: Date.UTC(2026, 6, 28, 12) }
  // Each look at the clock is later than the one before.
  const service = await openTestService({ now: () => (clock.time += 150) })
  const uris = ['a', 'b', 'c'].map((name) => {
    service.seed.addFile(service.owner, [name])
    return `svc://my/${name}`
  })
  expect((await service.call('DELETE', '/file', { as: service.owner, body: { uris } })).code).toBe(
    0,
  )
  const { data } = await service.call('GET', '/file?uri=svc://trash', { as: service.owner })
  const times = data.files.map((file: { updated_at: string }) => file.updated_at)
  expect(times).toEqual([times[0], times[0], times[0]])
})
