import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { countEachTurn } from './each-turn.ts'
import { envelope, send, slowBody } from './raw-http.ts'
import { openBench } from './service-harness.ts'
import type { Bench } from './service-harness.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** 1,100 files in folder F. Parts end by their number of rows alone, unless `partMs` says otherwise. */
async function openFull(options: Parameters<typeof openBench>[0] = {}): Promise<Bench> {
  const bench = await openBench({ partMs: Infinity, ...options })
  const { seed, owner, db } = bench
  db.transaction(() => {
    seed.addFolder(owner, ['to'])
    for (let index = 0; index < 1_100; index++) seed.addFile(owner, ['F', `${index}`], { size: 1 })
  })
  return bench
}
const uris = Array.from({ length: 1_100 }, (_, index) => `svc://my/F/${index}`)
const below = (name: string) => `parent_key = (SELECT key FROM files WHERE name = '${name}')`
const remove = (bench: Bench, body: object) =>
  bench.call('DELETE', '/file', { as: bench.owner, body })
const move = (bench: Bench, list: readonly string[], copy: boolean) =>
  bench.call('POST', '/file/move', {
    as: bench.owner,
    body: { uris: list, dst: 'svc://my/to', copy },
  })
const lock = ({ seed, owner }: Bench, name: string) =>
  seed.addLock({ owner, path: ['F', name], application: { type: 'dav' } })
const parts = [1_100, 850, 600, 350, 100, 0]
const growing = parts.map((left) => 1_100 - left)

test('Security 7 a deletion of many goes in parts of 250, also one for good', async () => {
  const bench = await openFull()
  const request = remove(bench, { uris })
  expect(await countEachTurn(bench, request, 'trash_id IS NOT NULL')).toEqual(growing)
  expect((await request).code).toBe(0)

  const other = await openFull()
  const forGood = remove(other, { uris, skip_soft_delete: true })
  expect(await countEachTurn(other, forGood, below('F'))).toEqual(parts)
  expect((await forGood).code).toBe(0)
})

test('Security 7 a folder with many files is deleted for good in parts of 250, the folder last', async () => {
  const bench = await openFull()
  const request = remove(bench, { uris: ['svc://my/F'], skip_soft_delete: true })
  // The last part has the other 100 and the folder.
  expect(await countEachTurn(bench, request, `${below('F')} OR name = 'F'`)).toEqual([
    1_101, 851, 601, 351, 101, 0,
  ])
  expect((await request).code).toBe(0)
})

test('Security 7 a move and a copy of many go in parts of 250', async () => {
  const bench = await openFull()
  const copy = move(bench, uris, true)
  expect(await countEachTurn(bench, copy, below('to'))).toEqual(growing)
  expect((await copy).code).toBe(0)
  const other = await openFull()
  const moving = move(other, uris, false)
  expect(await countEachTurn(other, moving, below('to'))).toEqual(growing)
  expect((await moving).code).toBe(0)
})

test('Security 7 a part ends when its time is up, whatever is left of its 250 rows', async () => {
  const bench = await openFull({ partMs: 0 })
  const request = remove(bench, { uris: uris.slice(0, 30) })
  const counts = await countEachTurn(bench, request, 'trash_id IS NOT NULL')
  expect(counts).toEqual(Array.from({ length: 31 }, (_, count) => count))
  expect((await request).code).toBe(0)

  const folder = remove(bench, { uris: ['svc://my/F'], skip_soft_delete: true })
  const left = await countEachTurn(bench, folder, below('F'))
  expect(left).toEqual([...Array.from({ length: 43 }, (_, part) => 1_070 - part * 25), 0])
  expect((await folder).code).toBe(0)

  const emptying = bench.call('DELETE', '/file/trash', { as: bench.owner })
  expect(await countEachTurn(bench, emptying, 'trash_id IS NOT NULL')).toEqual([30, 5, 0])
  expect((await emptying).code).toBe(0)
})

test('Security 7 others are answered while addresses of many files are made', async () => {
  const bench = await openFull({ partMs: 0 })
  const query = vi.spyOn(bench.db, 'query')
  const looksFor = (name: string) => query.mock.calls.some(([, params]) => params.includes(name))
  const body = { uris: uris.slice(0, 200) }
  const making = bench.call('POST', '/file/url', { as: bench.owner, body })
  const other = await bench.call('GET', '/user/me', { as: bench.colleague })
  expect(other.code).toBe(0)
  expect(looksFor('199')).toBe(false)
  expect((await making).data.urls).toHaveLength(200)
})

test('one taken name fails a long move as a whole, before anything is moved', async () => {
  const bench = await openFull()
  bench.seed.addFile(bench.owner, ['to', '1099'])
  const request = move(bench, uris, false)
  expect(await countEachTurn(bench, request, below('to'))).toEqual([1])
  expect((await request).code).toBe(40004)
})

test('what another client locks during a long deletion fails alone', async () => {
  const bench = await openFull()
  const request = remove(bench, { uris: [...uris.slice(0, 300), 'svc://my/F/1000'] })
  let isLocked = false
  await countEachTurn(bench, request, 'trash_id IS NOT NULL', (count) => {
    if (count === 0 || isLocked) return
    isLocked = true
    lock(bench, '1000')
  })
  expect(await request).toMatchObject({
    code: 40081,
    aggregated_error: { 'svc://my/F/1000': { code: 40073 } },
  })
})

test('a lock that another client takes stops the deletion of a folder where it is', async () => {
  const bench = await openFull()
  const request = remove(bench, { uris: ['svc://my/F'], skip_soft_delete: true })
  let isLocked = false
  const counts = await countEachTurn(bench, request, below('F'), (count) => {
    if (count === 1_100 || isLocked) return
    isLocked = true
    lock(bench, '1099')
  })
  expect(counts).toEqual([1_100, 850])
  expect(await request).toMatchObject({
    code: 40081,
    aggregated_error: { 'svc://my/F': { code: 40073, data: [{ path: 'svc://my/F/1099' }] } },
  })
})

test('a folder is copied as a whole or not at all, also when the service is killed meanwhile', async () => {
  const dir = temporaryFolder()
  const bench = await openFull({ dir })
  const request = move(bench, ['svc://my/F'], true)
  const where = `name = '7' OR ${below('to')}`
  await countEachTurn(bench, request, where, () => {
    if (bench.db.first('SELECT 1 AS found FROM unfinished_copies', [], v.unknown()))
      bench.db.close()
  })
  await request.catch(() => undefined)
  const after = await openBench({ dir, users: bench })
  const names = async (uri: string) =>
    (
      await after.call('GET', `/file?uri=${uri}&page_size=2000`, { as: after.owner })
    ).data.files.map(({ name }: { name: string }) => name)
  await expect.poll(() => names('svc://my/to')).toEqual([])
  expect(await names('svc://my/F')).toHaveLength(1_100)
  expect((await move(after, ['svc://my/F'], true)).code).toBe(0)
  expect(await names('svc://my/to/F')).toHaveLength(1_100)
  after.close()
})

test('a folder that is deleted while it is copied leaves no half of a copy', async () => {
  const bench = await openFull()
  const request = move(bench, ['svc://my/F'], true)
  let isDeleted = false
  await countEachTurn(bench, request, below('to'), (count) => {
    if (count === 0 || isDeleted) return
    isDeleted = true
    bench.db.run(
      "DELETE FROM files WHERE name = 'F' AND parent_key <> (SELECT key FROM files WHERE name = 'to')",
      [],
    )
  })
  expect(await request).toMatchObject({
    code: 40081,
    aggregated_error: { 'svc://my/F': { code: 40016 } },
  })
  const { data } = await bench.call('GET', '/file?uri=svc://my/to', { as: bench.owner })
  expect(data.files).toEqual([])
})

/** A request of the colleague whose body comes when `push` is called, which makes a folder. */
function slowRequest(bench: Bench) {
  const { stream, push, end } = slowBody()
  const headers = { 'content-type': 'application/json' }
  const request = { as: bench.colleague, body: stream, headers }
  const answer = envelope(send(bench, 'POST', '/file/create', request))
  const sendBody = () => {
    push('{"uri":"svc://my/new","type":"folder"}')
    end()
  }
  return { sendBody, answer }
}
const trashed = ({ db }: Bench) =>
  db.first(
    'SELECT count(*) AS count FROM files WHERE trash_id IS NOT NULL',
    [],
    v.object({ count: v.number() }),
  )?.count ?? 0

test('Security 7 the next part begins when the requests that came meanwhile are answered', async () => {
  const bench = await openFull({ partMs: 0, maxYieldMs: 60_000 })
  const request = remove(bench, { uris: uris.slice(0, 300) })
  await expect.poll(() => trashed(bench), { interval: 1 }).toBeGreaterThan(0)
  const { sendBody, answer } = slowRequest(bench)
  const ask = () => bench.call('GET', '/user/me', { as: bench.colleague })
  // The part that was about to begin.
  await ask()
  const before = trashed(bench)
  expect(before).toBeLessThan(300)
  for (let count = 0; count < 10; count++) expect((await ask()).code).toBe(0)
  expect(trashed(bench)).toBe(before)
  sendBody()
  expect(await answer).toMatchObject({ code: 0 })
  expect((await request).code).toBe(0)
  expect(trashed(bench)).toBe(300)
})

test('Security 7 a request that takes long does not hold up the work of another for good', async () => {
  const bench = await openFull({ partMs: 0, maxYieldMs: 1 })
  const { sendBody, answer } = slowRequest(bench)
  expect((await remove(bench, { uris: uris.slice(0, 30) })).code).toBe(0)
  sendBody()
  expect(await answer).toMatchObject({ code: 0 })
})
