import { expect, test } from 'vitest'
import { countEachTurn } from '../each-turn.ts'
import { openTestService } from '../service-harness.ts'
import type { TestService } from '../service-harness.ts'

const dav = { type: 'dav' }
async function restore(service: TestService, uris: unknown, as: string | null = service.owner) {
  const answer = await service.call('POST', '/file/restore', {
    ...(as === null ? {} : { as }),
    body: { uris },
  })
  return answer as typeof answer & {
    aggregated_error?: Record<string, { code: number; data?: { path: string }[] }>
  }
}
/** Codes of the items that failed, by their addresses. */
const failed = (answer: Awaited<ReturnType<typeof restore>>) =>
  Object.fromEntries(
    Object.entries(answer.aggregated_error ?? {}).map(([uri, { code }]) => [uri, code]),
  )
const names = async (service: TestService, uri: string) =>
  (await service.call('GET', `/file?uri=${uri}`, { as: service.owner })).data.files.map(
    (file: { name: string }) => file.name,
  )
function trash(service: TestService, ...path: string[]): string {
  return `svc://trash/${service.seed.trashFile(service.seed.addFile(service.owner, path))}`
}

test('T2 puts an item back under its name, with its id, its links and nothing of the trash', async () => {
  const service = await openTestService()
  const { seed, owner, clock } = service
  const id = seed.addFile(owner, ['A b', 'x %.txt'], { metadata: { 'tag:x': '' } })
  const share = seed.addShare(id)
  const uri = `svc://trash/${seed.trashFile(id)}`
  clock.time += 5000
  expect(await restore(service, [uri])).toEqual({ status: 200, code: 0, msg: '' })
  const { data } = await service.call('GET', `/file/info?id=${id}`, { as: owner })
  expect(data).toMatchObject({ path: 'svc://my/A%20b/x%20%25.txt', metadata: { 'tag:x': '' } })
  expect(Object.keys(data.metadata)).toEqual(['tag:x'])
  expect(Date.parse(data.updated_at)).toBe(clock.time)
  expect((await service.call('GET', `/share/info/${share}`)).code).toBe(0)
})

test('T2 what a deletion put into the trash comes back by the address that it has there', async () => {
  const service = await openTestService()
  const { seed, owner } = service
  seed.addFile(owner, ['F', 'G', 'x'])
  await service.call('DELETE', '/file', { as: owner, body: { uris: ['svc://my/F/G'] } })
  const [{ path }] = (await service.call('GET', '/file?uri=svc://trash', { as: owner })).data.files
  expect((await restore(service, [path])).code).toBe(0)
  expect(await names(service, 'svc://my/F/G')).toEqual(['x'])
})

test('T2 goes by the path: a folder made anew takes what its namesake held, a missing one does not come back', async () => {
  const service = await openTestService()
  const { seed, owner } = service
  const inGone = trash(service, 'gone', 'x')
  const inNew = trash(service, 'new', 'y')
  const inFile = trash(service, 'file', 'z')
  for (const name of ['gone', 'new', 'file']) seed.trashFile(seed.addFolder(owner, [name]))
  seed.addFolder(owner, ['new'])
  seed.addFile(owner, ['file'])
  const answer = await restore(service, [inGone, inNew, inFile])
  expect(answer).toMatchObject({ code: 40081, msg: 'One or more operation failed' })
  expect(failed(answer)).toEqual({ [inGone]: 40016, [inFile]: 403 })
  expect(await names(service, 'svc://my/new')).toEqual(['y'])
  expect(await names(service, 'svc://my')).toEqual(['new', 'file'])
})

test('T2 a folder and what was deleted from it come back in one call when the folder is named first', async () => {
  for (const isFolderFirst of [true, false]) {
    const service = await openTestService()
    const child = trash(service, 'F', 'x')
    const folder = `svc://trash/${service.seed.trashFile(service.seed.addFolder(service.owner, ['F']))}`
    const answer = await restore(service, isFolderFirst ? [folder, child] : [child, folder])
    expect(failed(answer)).toEqual(isFolderFirst ? {} : { [child]: 40016 })
    expect(await names(service, 'svc://my/F')).toEqual(isFolderFirst ? ['x'] : [])
  }
})

test('T2 a taken name keeps the item in the trash, of a file or a folder, and of two the second', async () => {
  const service = await openTestService()
  const { seed, owner } = service
  const first = trash(service, 'F', 'same')
  const second = trash(service, 'F', 'same')
  const taken = trash(service, 'F', 'taken')
  seed.addFolder(owner, ['F', 'taken'])
  expect(failed(await restore(service, [first, second, taken]))).toEqual({
    [second]: 40004,
    [taken]: 40004,
  })
  expect((await names(service, 'svc://trash')).sort()).toEqual(['same', 'taken'])
})

test('T2 of two of one name the one that is named first comes back, also when it was deleted later', async () => {
  const service = await openTestService()
  const earlier = trash(service, 'F', 'same')
  const later = trash(service, 'F', 'same')
  expect(failed(await restore(service, [later, earlier]))).toEqual({ [earlier]: 40004 })
  const { files } = (await service.call('GET', '/file?uri=svc://trash', { as: service.owner })).data
  expect(files.map(({ path }: { path: string }) => path)).toEqual([earlier])
})

test('T2 the same address twice, in another spelling, is one item', async () => {
  const service = await openTestService()
  const uri = trash(service, 'x')
  expect((await restore(service, [uri, `${uri}/`, uri])).code).toBe(0)
  expect(await names(service, 'svc://my')).toEqual(['x'])
})

test('T2 refuses what was not deleted by itself, and nothing stops the rest', async () => {
  const service = await openTestService()
  const { seed, owner, colleague, db } = service
  const good = trash(service, 'good')
  seed.addFile(owner, ['F', 'inside'])
  const folder = `svc://trash/${seed.trashFile(seed.addFolder(owner, ['F']))}`
  const foreign = `svc://trash/${seed.trashFile(seed.addFile(colleague, ['theirs']))}`
  const odd = trash(service, 'odd')
  db.run("UPDATE files SET restore_uri = 'rubbish' WHERE name = 'odd'", [])
  seed.addFile(owner, ['here'])
  const answer = await restore(service, [
    'svc://trash',
    'svc://my',
    'svc://my/here',
    'svc://my/not here',
    `${folder}/inside`,
    'svc://trash/none',
    foreign,
    odd,
    good,
  ])
  expect(failed(answer)).toEqual({
    'svc://trash': 403,
    'svc://my': 403,
    'svc://my/here': 403,
    'svc://my/not%20here': 403,
    [`${folder}/inside`]: 403,
    'svc://trash/none': 40016,
    [foreign]: 40016,
    [odd]: 403,
  })
  expect(await names(service, 'svc://my')).toEqual(['good', 'here'])
  expect((await restore(service, [])).code).toBe(40001)
  expect(failed(await restore(service, [folder], null))).toEqual({ [folder]: 401 })
  expect((await restore(service, ['rubbish', folder])).code).toBe(40001)
})

test('T2 one item that fails is told in its own words', async () => {
  const service = await openTestService()
  const uri = trash(service, 'x')
  service.seed.addFile(service.owner, ['x'])
  const answer = await restore(service, [uri])
  expect(answer).toMatchObject({ code: 40081, msg: 'Object existed' })
  expect(answer.aggregated_error?.[uri]).toEqual({
    code: 40004,
    msg: 'Object existed',
    error: 'Object existed',
    correlation_id: answer.correlation_id,
  })
})

test('T2 a lock on the item, its place or its folder is told for that item alone, with its token', async () => {
  const service = await openTestService()
  const { seed, owner } = service
  const inDeep = trash(service, 'deep', 'a')
  const inFlat = trash(service, 'flat', 'b')
  const named = trash(service, 'named', 'c')
  const id = seed.addFile(owner, ['d'])
  const locked = `svc://trash/${seed.trashFile(id)}`
  const tokens = [
    seed.addLock({ owner, path: ['deep'], application: dav, type: 1 }),
    seed.addLock({ owner, path: ['named', 'c'], application: dav, depth: 0 }),
    seed.addLock({ owner, fileId: id, application: dav }),
  ]
  seed.addLock({ owner, path: ['flat'], application: dav, depth: 0, type: 1 })
  const answer = await restore(service, [inDeep, inFlat, named, locked])
  expect(failed(answer)).toEqual({ [inDeep]: 40073, [named]: 40073, [locked]: 40073 })
  const of = (uri: string) => answer.aggregated_error?.[uri]?.data
  expect(of(inDeep)).toEqual([
    { path: 'svc://my/deep', token: tokens[0], owner: { application: dav }, type: 1 },
  ])
  expect(of(named)).toMatchObject([{ path: 'svc://my/named/c', token: tokens[1] }])
  expect(of(locked)).toMatchObject([{ path: locked, token: tokens[2] }])
  await service.call('DELETE', '/file/lock', { as: owner, body: { tokens } })
  expect((await restore(service, [inDeep, named, locked])).code).toBe(0)
})

test('T2 whoever hangs up has no more restored than the part that is in progress', async () => {
  const service = await openTestService({ timeSliceMs: 1e9 })
  const { seed, owner, db } = service
  const uris = db.transaction(() =>
    Array.from({ length: 600 }, (_, index) => {
      const item = seed.trashFile(seed.addFile(owner, ['F', `${index}`]))
      return `svc://trash/${item}`
    }),
  )
  const { access_token: token } = await seed.mintToken(owner)
  const hangUp = new AbortController()
  const request = service.fetch(
    new Request('http://localhost/api/v4/file/restore', {
      method: 'POST',
      signal: hangUp.signal,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ uris }),
    }),
  )
  const left = await countEachTurn(service, request, 'trash_id IS NOT NULL', (count) => {
    if (count < 600) hangUp.abort()
  })
  expect(left).toEqual([600, 350])
})
