import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { countEachTurn } from '../each-turn.ts'
import { envelope, send, slowBody } from '../raw-http.ts'
import { openTestService } from '../service-harness.ts'
import type { TestService } from '../service-harness.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/** 1,100 files in folder F. Parts end by their number of rows alone, unless `timeSliceMs` says otherwise. */
async function openFull(options: Parameters<typeof openTestService>[0] = {}): Promise<TestService> {
  const service = await openTestService({ timeSliceMs: Infinity, ...options })
  const { seed, owner, db } = service
  db.transaction(() => {
    seed.addFolder(owner, ['to'])
    for (let index = 0; index < 1_100; index++) seed.addFile(owner, ['F', `${index}`], { size: 1 })
  })
  return service
}
const uris = Array.from({ length: 1_100 }, (_, index) => `svc://my/F/${index}`)
const below = (name: string) => `parent_key = (SELECT key FROM files WHERE name = '${name}')`
const remove = (service: TestService, body: object) =>
  service.call('DELETE', '/file', { as: service.owner, body })
const move = (service: TestService, list: readonly string[], copy: boolean) =>
  service.call('POST', '/file/move', {
    as: service.owner,
    body: { uris: list, dst: 'svc://my/to', copy },
  })
const lock = ({ seed, owner }: TestService, name: string) =>
  seed.addLock({ owner, path: ['F', name], application: { type: 'dav' } })
const parts = [1_100, 850, 600, 350, 100, 0]
const growing = parts.map((left) => 1_100 - left)

test('Security 7 a deletion of many goes in parts of 250, also one for good', async () => {
  const service = await openFull()
  const request = remove(service, { uris })
  expect(await countEachTurn(service, request, 'trash_id IS NOT NULL')).toEqual(growing)
  expect((await request).code).toBe(0)

  const other = await openFull()
  const forGood = remove(other, { uris, skip_soft_delete: true })
  expect(await countEachTurn(other, forGood, below('F'))).toEqual(parts)
  expect((await forGood).code).toBe(0)
})

test('Security 7 a folder with many files is deleted for good in parts of 250, the folder last', async () => {
  const service = await openFull()
  const request = remove(service, { uris: ['svc://my/F'], skip_soft_delete: true })
  // The last part has the other 100 and the folder.
  expect(await countEachTurn(service, request, `${below('F')} OR name = 'F'`)).toEqual([
    1_101, 851, 601, 351, 101, 0,
  ])
  expect((await request).code).toBe(0)
})

test('Security 7 a move and a copy of many go in parts of 250', async () => {
  const service = await openFull()
  const copy = move(service, uris, true)
  expect(await countEachTurn(service, copy, below('to'))).toEqual(growing)
  expect((await copy).code).toBe(0)
  const other = await openFull()
  const moving = move(other, uris, false)
  expect(await countEachTurn(other, moving, below('to'))).toEqual(growing)
  expect((await moving).code).toBe(0)
})

test('Security 7 a part ends when its time is up, whatever is left of its 250 rows', async () => {
  const service = await openFull({ timeSliceMs: 0 })
  const request = remove(service, { uris: uris.slice(0, 30) })
  const counts = await countEachTurn(service, request, 'trash_id IS NOT NULL')
  expect(counts).toEqual(Array.from({ length: 31 }, (_, count) => count))
  expect((await request).code).toBe(0)

  const folder = remove(service, { uris: ['svc://my/F'], skip_soft_delete: true })
  const left = await countEachTurn(service, folder, below('F'))
  expect(left).toEqual([...Array.from({ length: 43 }, (_, part) => 1_070 - part * 25), 0])
  expect((await folder).code).toBe(0)

  const emptying = service.call('DELETE', '/file/trash', { as: service.owner })
  expect(await countEachTurn(service, emptying, 'trash_id IS NOT NULL')).toEqual([30, 5, 0])
  expect((await emptying).code).toBe(0)
})

test('Security 7 others are answered while addresses of many files are made', async () => {
  const service = await openFull({ timeSliceMs: 0 })
  const query = vi.spyOn(service.db, 'query')
  const looksFor = (name: string) => query.mock.calls.some(([, params]) => params.includes(name))
  const body = { uris: uris.slice(0, 200) }
  const making = service.call('POST', '/file/url', { as: service.owner, body })
  const other = await service.call('GET', '/user/me', { as: service.colleague })
  expect(other.code).toBe(0)
  expect(looksFor('199')).toBe(false)
  expect((await making).data.urls).toHaveLength(200)
})

test('one taken name fails a long move as a whole, before anything is moved', async () => {
  const service = await openFull()
  service.seed.addFile(service.owner, ['to', '1099'])
  const request = move(service, uris, false)
  expect(await countEachTurn(service, request, below('to'))).toEqual([1])
  expect((await request).code).toBe(40004)
})

test('what another client locks during a long deletion fails alone', async () => {
  const service = await openFull()
  const request = remove(service, { uris: [...uris.slice(0, 300), 'svc://my/F/1000'] })
  let isLocked = false
  await countEachTurn(service, request, 'trash_id IS NOT NULL', (count) => {
    if (count === 0 || isLocked) return
    isLocked = true
    lock(service, '1000')
  })
  expect(await request).toMatchObject({
    code: 40081,
    aggregated_error: { 'svc://my/F/1000': { code: 40073 } },
  })
})

test('from its first part on a folder that is deleted for good is not found, in the trash either', async () => {
  const service = await openFull()
  const { owner, seed } = service
  const id = seed.findFile(owner, ['F']) ?? ''
  await remove(service, { uris: ['svc://my/F'] })
  const { path } = (await trashedIn(service))[0] ?? { path: '' }
  const request = remove(service, { uris: [path], skip_soft_delete: true })
  const asking: Promise<unknown>[] = []
  const codeOf = async (query: string) =>
    (await service.call('GET', `/file/info?${query}`, { as: owner })).code
  const counts = await countEachTurn(service, request, below('F'), (count) => {
    if (count === 1_100 || asking.length > 0) return
    asking.push(codeOf(`id=${id}`), codeOf(`uri=${path}`), codeOf(`uri=${path}/1099`))
    asking.push(trashedIn(service))
  })
  expect(await Promise.all(asking)).toEqual([-1, 40016, 40016, []])
  expect(counts).toEqual([1_100, 850, 600, 350, 100, 0])
  expect((await request).code).toBe(0)
})

test('what a killed deletion of a folder left is not found, and goes with what is past its time', async () => {
  const dir = temporaryFolder()
  const service = await openFull({ dir })
  const request = remove(service, { uris: ['svc://my/F'], skip_soft_delete: true })
  await countEachTurn(service, request, below('F'), (count) => {
    if (count < 1_100) service.db.close()
  })
  await request.catch(() => undefined)
  const after = await openTestService({ dir, users: service })
  const names = async () =>
    (await after.call('GET', '/file?uri=svc://my', { as: after.owner })).data.files.map(
      ({ name }: { name: string }) => name,
    ) as string[]
  expect(await names()).toEqual(['to'])
  expect(await trashedIn(after)).toEqual([])
  const Name = v.object({ name: v.string() })
  const left = () => after.db.query('SELECT name FROM files WHERE size > 0 LIMIT 1', [], Name)
  await expect.poll(left).toEqual([])
  after.close()
})

test('a folder is copied as a whole or not at all, also when the service is killed meanwhile', async () => {
  const dir = temporaryFolder()
  const service = await openFull({ dir })
  const request = move(service, ['svc://my/F'], true)
  const where = `name = '7' OR ${below('to')}`
  await countEachTurn(service, request, where, () => {
    if (service.db.first('SELECT 1 AS found FROM unfinished_copies', [], v.unknown()))
      service.db.close()
  })
  await request.catch(() => undefined)
  const after = await openTestService({ dir, users: service })
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
  const service = await openFull()
  const request = move(service, ['svc://my/F'], true)
  let isDeleted = false
  await countEachTurn(service, request, below('to'), (count) => {
    if (count === 0 || isDeleted) return
    isDeleted = true
    service.db.run(
      "DELETE FROM files WHERE name = 'F' AND parent_key <> (SELECT key FROM files WHERE name = 'to')",
      [],
    )
  })
  expect(await request).toMatchObject({
    code: 40081,
    aggregated_error: { 'svc://my/F': { code: 40016 } },
  })
  const { data } = await service.call('GET', '/file?uri=svc://my/to', { as: service.owner })
  expect(data.files).toEqual([])
})

const trashedIn = async (service: TestService) => {
  const { data } = await service.call('GET', '/file?uri=svc://trash', { as: service.owner })
  return data.files as { name: string; path: string }[]
}

test('what others put into a copy is in the trash when the copy fails', async () => {
  const service = await openFull()
  const { seed, owner } = service
  const request = move(service, ['svc://my/F'], true)
  let isDeleted = false
  await countEachTurn(service, request, below('to'), (count) => {
    if (count === 0 || isDeleted) return
    isDeleted = true
    seed.addFile(owner, ['to', 'F', 'saved meanwhile'], { contents: new Uint8Array([7]) })
    seed.removeFile(seed.findFile(owner, ['F']) ?? '')
  })
  expect(await request).toMatchObject({ code: 40081 })
  const copy = (await trashedIn(service)).find(({ name }) => name === 'F')
  const uri = `${copy?.path}/saved meanwhile`
  expect(
    (await service.call('GET', `/file/info?uri=${encodeURI(uri)}`, { as: owner })).data,
  ).toMatchObject({
    size: 1,
  })
  expect(service.db.query('SELECT file_key FROM unfinished_copies', [], v.unknown())).toEqual([])
})

test('the copies of a batch that are finished stay when the service is killed during the next one', async () => {
  const dir = temporaryFolder()
  const service = await openFull({ dir })
  service.seed.addFile(service.owner, ['E', 'whole'], { contents: new Uint8Array([7]) })
  const request = move(service, ['svc://my/E', 'svc://my/F'], true)
  await countEachTurn(service, request, below('to'), (count) => {
    if (count === 2) service.db.close()
  })
  await request.catch(() => undefined)
  const after = await openTestService({ dir, users: service })
  const { data } = await after.call('GET', '/file?uri=svc://my/to', { as: after.owner })
  expect(data.files.map(({ name }: { name: string }) => name)).toEqual(['E'])
  const whole = await after.call('GET', '/file/info?uri=svc://my/to/E/whole', { as: after.owner })
  expect(whole.data).toMatchObject({ size: 1 })
  expect((await trashedIn(after)).map(({ name }) => name)).toEqual(['F'])
  after.close()
})

/** A request of the colleague whose body comes when `push` is called, which makes a folder. */
function slowRequest(service: TestService) {
  const { stream, push, end } = slowBody()
  const headers = { 'content-type': 'application/json' }
  const request = { as: service.colleague, body: stream, headers }
  const answer = envelope(send(service, 'POST', '/file/create', request))
  const sendBody = () => {
    push('{"uri":"svc://my/new","type":"folder"}')
    end()
  }
  return { sendBody, answer }
}
const trashed = ({ db }: TestService) =>
  db.first(
    'SELECT count(*) AS count FROM files WHERE trash_id IS NOT NULL',
    [],
    v.object({ count: v.number() }),
  )?.count ?? 0

test('Security 7 the next part begins when the requests that came meanwhile are answered', async () => {
  const service = await openFull({ timeSliceMs: 0, maxYieldMs: 60_000 })
  const request = remove(service, { uris: uris.slice(0, 300) })
  await expect.poll(() => trashed(service), { interval: 1 }).toBeGreaterThan(0)
  const { sendBody, answer } = slowRequest(service)
  const ask = () => service.call('GET', '/user/me', { as: service.colleague })
  // The part that was about to begin.
  await ask()
  const before = trashed(service)
  expect(before).toBeLessThan(300)
  for (let count = 0; count < 10; count++) expect((await ask()).code).toBe(0)
  expect(trashed(service)).toBe(before)
  sendBody()
  expect(await answer).toMatchObject({ code: 0 })
  expect((await request).code).toBe(0)
  expect(trashed(service)).toBe(300)
})

test('Security 7 a request that takes long does not hold up the work of another for good', async () => {
  const service = await openFull({ timeSliceMs: 0, maxYieldMs: 1 })
  const { sendBody, answer } = slowRequest(service)
  expect((await remove(service, { uris: uris.slice(0, 30) })).code).toBe(0)
  sendBody()
  expect(await answer).toMatchObject({ code: 0 })
})
