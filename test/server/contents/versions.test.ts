import { expect, test } from 'vitest'
import { envelope, send } from '../raw-http.ts'
import { openTestService } from '../service-harness.ts'
import type { TestService } from '../service-harness.ts'

const uri = 'svc://my/a.txt'
const encode = (text: string) => new TextEncoder().encode(text)

async function write(service: TestService, text: string): Promise<string> {
  service.clock.time += 1000
  const answer = await envelope(
    send(service, 'PUT', `/file/content?uri=${uri}`, { as: service.owner, body: text }),
  )
  return (answer as unknown as { data: { primary_entity: string } }).data.primary_entity
}
const info = async (service: TestService) =>
  (await service.call('GET', `/file/info?uri=${uri}&extended=true`, { as: service.owner })).data
const restore = (service: TestService, version: string, as = service.owner, at = uri) =>
  service.call('POST', '/file/version/current', { as, body: { uri: at, version } })
const remove = (service: TestService, version: string, as = service.owner, at = uri) =>
  service.call('DELETE', '/file/version', { as, body: { uri: at, version } })
const idsOf = ({ extended_info: extended }: { extended_info: { entities: { id: string }[] } }) =>
  extended.entities.map(({ id }) => id)

async function withVersions() {
  const service = await openTestService()
  service.seed.addFile(service.owner, ['a.txt'], { contents: encode('one') })
  const first = (await info(service)).primary_entity as string
  return {
    service,
    first,
    second: await write(service, 'second'),
    third: await write(service, 'third!!'),
  }
}

test('F4 an earlier version becomes the current one, and the others stay', async () => {
  const { service, first, second, third } = await withVersions()
  expect(idsOf(await info(service))).toEqual([third, second, first])
  service.clock.time += 5000
  expect(await restore(service, second)).toEqual({ status: 200, code: 0, msg: '' })
  const now = await info(service)
  expect(now).toMatchObject({
    primary_entity: second,
    size: 6,
    updated_at: new Date(service.clock.time).toISOString(),
  })
  expect(idsOf(now)).toEqual([third, second, first])
  // The next write keeps all versions.
  const fourth = await write(service, 'fourth')
  expect(idsOf(await info(service))).toEqual([fourth, third, second, first])
})

test('F4 a version is deleted with its content and its space, the current one is not', async () => {
  const { service, first, second, third } = await withVersions()
  const used = async () =>
    (await service.call('GET', '/user/capacity', { as: service.owner })).data.used
  expect(await used()).toBe(16)
  expect((await remove(service, third)).code).toBe(403)
  expect((await remove(service, second)).code).toBe(0)
  expect(await used()).toBe(10)
  expect(await service.store.get(second)).toBeNull()
  expect(await service.store.get(third)).toEqual(encode('third!!'))
  expect(idsOf(await info(service))).toEqual([third, first])
  expect((await remove(service, second)).code).toBe(40077)
  expect((await restore(service, second)).code).toBe(40077)
})

test('F4 a version whose content is gone does not become the current one, and can be deleted', async () => {
  const { service, first, third } = await withVersions()
  service.store.remove(first)
  expect((await restore(service, first)).code).toBe(40077)
  expect((await info(service)).primary_entity).toBe(third)
  expect((await remove(service, first)).code).toBe(0)
})

test('F4 versions are the business of the owner, and of a file that is not locked', async () => {
  const { service, first } = await withVersions()
  const { seed, owner, colleague } = service
  const other = seed.addFile(owner, ['other.txt'], { contents: encode('x') })
  const share = seed.addShare(other)
  const foreign = (await service.call('GET', `/file/info?id=${other}`, { as: owner })).data
  expect((await restore(service, foreign.primary_entity)).code).toBe(40077)
  expect((await remove(service, first, owner, 'svc://my/gone.txt')).code).toBe(40016)
  for (const change of [restore, remove]) {
    expect((await change(service, first, colleague)).code).toBe(40016)
    const through = `svc://${share}@share/other.txt`
    expect((await change(service, foreign.primary_entity, colleague, through)).code).toBe(403)
  }
  seed.addLock({ owner, path: ['a.txt'], application: { type: 'dav' } })
  expect((await restore(service, first)).code).toBe(40073)
  expect((await remove(service, first)).code).toBe(40073)
  expect(
    (await service.call('POST', '/file/version/current', { body: { uri, version: first } })).code,
  ).toBe(401)
})

test('the setting says how many versions are kept, and so many are', async () => {
  const { service } = await withVersions()
  const setting = await service.call('GET', '/user/setting', { as: service.owner })
  expect(setting.data).toMatchObject({
    version_retention_enabled: true,
    version_retention_max: 20,
    two_fa_enabled: false,
  })
  for (let at = 0; at < 20; at++) await write(service, `text ${at}`)
  expect(idsOf(await info(service))).toHaveLength(setting.data.version_retention_max)
  expect((await service.call('GET', '/user/setting')).code).toBe(401)
})

test('F4 an earlier version that became the current one outlives the next saves', async () => {
  const { service, first } = await withVersions()
  const { owner } = service
  const body = { version_retention_max: 3 }
  expect((await service.call('PATCH', '/user/setting', { as: owner, body })).code).toBe(0)
  expect((await restore(service, first)).code).toBe(0)
  const next = await write(service, 'next')
  expect(idsOf(await info(service))).toContain(first)
  const last = await write(service, 'last')
  expect(idsOf(await info(service))).toEqual([last, next, first])
})
