import { expect, test } from 'vitest'
import { envelope, send } from '../raw-http.ts'
import { openBench } from '../service-harness.ts'
import type { Bench } from '../service-harness.ts'

const uri = 'svc://my/a.txt'
const encode = (text: string) => new TextEncoder().encode(text)

async function write(bench: Bench, text: string): Promise<string> {
  bench.clock.time += 1000
  const answer = await envelope(
    send(bench, 'PUT', `/file/content?uri=${uri}`, { as: bench.owner, body: text }),
  )
  return (answer as unknown as { data: { primary_entity: string } }).data.primary_entity
}
const info = async (bench: Bench) =>
  (await bench.call('GET', `/file/info?uri=${uri}&extended=true`, { as: bench.owner })).data
const restore = (bench: Bench, version: string, as = bench.owner, at = uri) =>
  bench.call('POST', '/file/version/current', { as, body: { uri: at, version } })
const remove = (bench: Bench, version: string, as = bench.owner, at = uri) =>
  bench.call('DELETE', '/file/version', { as, body: { uri: at, version } })
const idsOf = ({ extended_info: extended }: { extended_info: { entities: { id: string }[] } }) =>
  extended.entities.map(({ id }) => id)

async function withVersions() {
  const bench = await openBench()
  bench.seed.addFile(bench.owner, ['a.txt'], { contents: encode('one') })
  const first = (await info(bench)).primary_entity as string
  return {
    bench,
    first,
    second: await write(bench, 'second'),
    third: await write(bench, 'third!!'),
  }
}

test('F4 an earlier version becomes the current one, and the others stay', async () => {
  const { bench, first, second, third } = await withVersions()
  expect(idsOf(await info(bench))).toEqual([third, second, first])
  bench.clock.time += 5000
  expect(await restore(bench, second)).toEqual({ status: 200, code: 0, msg: '' })
  const now = await info(bench)
  expect(now).toMatchObject({
    primary_entity: second,
    size: 6,
    updated_at: new Date(bench.clock.time).toISOString(),
  })
  expect(idsOf(now)).toEqual([third, second, first])
  // What is written next keeps all of them.
  const fourth = await write(bench, 'fourth')
  expect(idsOf(await info(bench))).toEqual([fourth, third, second, first])
})

test('F4 a version is deleted with its content and its space, the current one is not', async () => {
  const { bench, first, second, third } = await withVersions()
  const used = async () =>
    (await bench.call('GET', '/user/capacity', { as: bench.owner })).data.used
  expect(await used()).toBe(16)
  expect((await remove(bench, third)).code).toBe(403)
  expect((await remove(bench, second)).code).toBe(0)
  expect(await used()).toBe(10)
  expect(await bench.store.get(second)).toBeNull()
  expect(await bench.store.get(third)).toEqual(encode('third!!'))
  expect(idsOf(await info(bench))).toEqual([third, first])
  expect((await remove(bench, second)).code).toBe(40077)
  expect((await restore(bench, second)).code).toBe(40077)
})

test('F4 versions are the business of the owner, and of a file that is not locked', async () => {
  const { bench, first } = await withVersions()
  const { seed, owner, colleague } = bench
  const other = seed.addFile(owner, ['other.txt'], { contents: encode('x') })
  const share = seed.addShare(other)
  const foreign = (await bench.call('GET', `/file/info?id=${other}`, { as: owner })).data
  expect((await restore(bench, foreign.primary_entity)).code).toBe(40077)
  expect((await remove(bench, first, owner, 'svc://my/gone.txt')).code).toBe(40016)
  for (const change of [restore, remove]) {
    expect((await change(bench, first, colleague)).code).toBe(40016)
    const through = `svc://${share}@share/other.txt`
    expect((await change(bench, foreign.primary_entity, colleague, through)).code).toBe(403)
  }
  seed.addLock({ owner, path: ['a.txt'], application: { type: 'dav' } })
  expect((await restore(bench, first)).code).toBe(40073)
  expect((await remove(bench, first)).code).toBe(40073)
  expect(
    (await bench.call('POST', '/file/version/current', { body: { uri, version: first } })).code,
  ).toBe(401)
})
