import { expect, test } from 'vitest'
import { openBench } from '../service-harness.ts'
import type { Bench } from '../service-harness.ts'

const dav = { type: 'dav' }
async function restore(bench: Bench, uris: unknown, as: string | null = bench.owner) {
  const answer = await bench.call('POST', '/file/restore', {
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
const names = async (bench: Bench, uri: string) =>
  (await bench.call('GET', `/file?uri=${uri}`, { as: bench.owner })).data.files.map(
    (file: { name: string }) => file.name,
  )
function trash(bench: Bench, ...path: string[]): string {
  return `svc://trash/${bench.seed.trashFile(bench.seed.addFile(bench.owner, path))}`
}

test('T2 puts an item back under its name, with its id, its links and nothing of the trash', async () => {
  const bench = await openBench()
  const { seed, owner, clock } = bench
  const id = seed.addFile(owner, ['A b', 'x %.txt'], { metadata: { 'tag:x': '' } })
  const share = seed.addShare(id)
  const uri = `svc://trash/${seed.trashFile(id)}`
  clock.time += 5000
  expect(await restore(bench, [uri])).toEqual({ status: 200, code: 0, msg: '' })
  const { data } = await bench.call('GET', `/file/info?id=${id}`, { as: owner })
  expect(data).toMatchObject({ path: 'svc://my/A%20b/x%20%25.txt', metadata: { 'tag:x': '' } })
  expect(Object.keys(data.metadata)).toEqual(['tag:x'])
  expect(Date.parse(data.updated_at)).toBe(clock.time)
  expect((await bench.call('GET', `/share/info/${share}`)).code).toBe(0)
})

test('T2 what a deletion put into the trash comes back by the address that it has there', async () => {
  const bench = await openBench()
  const { seed, owner } = bench
  seed.addFile(owner, ['F', 'G', 'x'])
  await bench.call('DELETE', '/file', { as: owner, body: { uris: ['svc://my/F/G'] } })
  const [{ path }] = (await bench.call('GET', '/file?uri=svc://trash', { as: owner })).data.files
  expect((await restore(bench, [path])).code).toBe(0)
  expect(await names(bench, 'svc://my/F/G')).toEqual(['x'])
})

test('T2 goes by the path: a folder made anew takes what its namesake held, a missing one does not come back', async () => {
  const bench = await openBench()
  const { seed, owner } = bench
  const inGone = trash(bench, 'gone', 'x')
  const inNew = trash(bench, 'new', 'y')
  const inFile = trash(bench, 'file', 'z')
  for (const name of ['gone', 'new', 'file']) seed.trashFile(seed.addFolder(owner, [name]))
  seed.addFolder(owner, ['new'])
  seed.addFile(owner, ['file'])
  const answer = await restore(bench, [inGone, inNew, inFile])
  expect(answer).toMatchObject({ code: 40081, msg: 'One or more operation failed' })
  expect(failed(answer)).toEqual({ [inGone]: 40016, [inFile]: 403 })
  expect(await names(bench, 'svc://my/new')).toEqual(['y'])
  expect(await names(bench, 'svc://my')).toEqual(['new', 'file'])
})

test('T2 a folder and what was deleted from it come back in one call when the folder is named first', async () => {
  for (const isFolderFirst of [true, false]) {
    const bench = await openBench()
    const child = trash(bench, 'F', 'x')
    const folder = `svc://trash/${bench.seed.trashFile(bench.seed.addFolder(bench.owner, ['F']))}`
    const answer = await restore(bench, isFolderFirst ? [folder, child] : [child, folder])
    expect(failed(answer)).toEqual(isFolderFirst ? {} : { [child]: 40016 })
    expect(await names(bench, 'svc://my/F')).toEqual(isFolderFirst ? ['x'] : [])
  }
})

test('T2 a taken name keeps the item in the trash, of a file or a folder, and of two the second', async () => {
  const bench = await openBench()
  const { seed, owner } = bench
  const first = trash(bench, 'F', 'same')
  const second = trash(bench, 'F', 'same')
  const taken = trash(bench, 'F', 'taken')
  seed.addFolder(owner, ['F', 'taken'])
  expect(failed(await restore(bench, [first, second, taken]))).toEqual({
    [second]: 40004,
    [taken]: 40004,
  })
  expect((await names(bench, 'svc://trash')).sort()).toEqual(['same', 'taken'])
})

test('T2 the same address twice, in another spelling, is one item', async () => {
  const bench = await openBench()
  const uri = trash(bench, 'x')
  expect((await restore(bench, [uri, `${uri}/`, uri])).code).toBe(0)
  expect(await names(bench, 'svc://my')).toEqual(['x'])
})

test('T2 refuses what was not deleted by itself, and nothing stops the rest', async () => {
  const bench = await openBench()
  const { seed, owner, colleague, db } = bench
  const good = trash(bench, 'good')
  seed.addFile(owner, ['F', 'inside'])
  const folder = `svc://trash/${seed.trashFile(seed.addFolder(owner, ['F']))}`
  const foreign = `svc://trash/${seed.trashFile(seed.addFile(colleague, ['theirs']))}`
  const odd = trash(bench, 'odd')
  db.run("UPDATE files SET restore_uri = 'rubbish' WHERE name = 'odd'", [])
  seed.addFile(owner, ['here'])
  const answer = await restore(bench, [
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
  expect(await names(bench, 'svc://my')).toEqual(['good', 'here'])
  expect((await restore(bench, [])).code).toBe(40001)
  expect(failed(await restore(bench, [folder], null))).toEqual({ [folder]: 401 })
  expect((await restore(bench, ['rubbish', folder])).code).toBe(40001)
})

test('T2 one item that fails is told in its own words', async () => {
  const bench = await openBench()
  const uri = trash(bench, 'x')
  bench.seed.addFile(bench.owner, ['x'])
  const answer = await restore(bench, [uri])
  expect(answer).toMatchObject({ code: 40081, msg: 'Object existed' })
  expect(answer.aggregated_error?.[uri]).toEqual({
    code: 40004,
    msg: 'Object existed',
    error: 'Object existed',
    correlation_id: answer.correlation_id,
  })
})

test('T2 a lock on the item, its place or its folder is told for that item alone, with its token', async () => {
  const bench = await openBench()
  const { seed, owner } = bench
  const inDeep = trash(bench, 'deep', 'a')
  const inFlat = trash(bench, 'flat', 'b')
  const named = trash(bench, 'named', 'c')
  const id = seed.addFile(owner, ['d'])
  const locked = `svc://trash/${seed.trashFile(id)}`
  const tokens = [
    seed.addLock({ owner, path: ['deep'], application: dav, type: 1 }),
    seed.addLock({ owner, path: ['named', 'c'], application: dav, depth: 0 }),
    seed.addLock({ owner, fileId: id, application: dav }),
  ]
  seed.addLock({ owner, path: ['flat'], application: dav, depth: 0, type: 1 })
  const answer = await restore(bench, [inDeep, inFlat, named, locked])
  expect(failed(answer)).toEqual({ [inDeep]: 40073, [named]: 40073, [locked]: 40073 })
  const of = (uri: string) => answer.aggregated_error?.[uri]?.data
  expect(of(inDeep)).toEqual([
    { path: 'svc://my/deep', token: tokens[0], owner: { application: dav }, type: 1 },
  ])
  expect(of(named)).toMatchObject([{ path: 'svc://my/named/c', token: tokens[1] }])
  expect(of(locked)).toMatchObject([{ path: locked, token: tokens[2] }])
  await bench.call('DELETE', '/file/lock', { as: owner, body: { tokens } })
  expect((await restore(bench, [inDeep, named, locked])).code).toBe(0)
})
