import { expect, test } from 'vitest'
import { countEachTurn } from '../each-turn.ts'
import { openTestService } from '../service-harness.ts'
import type { TestService } from '../service-harness.ts'

/** 600 files in folder F. Parts end by their number of rows alone. */
async function openFull(): Promise<TestService> {
  const service = await openTestService({ timeSliceMs: Infinity })
  const { seed, owner, db } = service
  db.transaction(() => {
    seed.addFolder(owner, ['to'])
    for (let index = 0; index < 600; index++) seed.addFile(owner, ['F', `${index}`], { size: 1 })
  })
  return service
}
const uris = Array.from({ length: 600 }, (_, index) => `svc://my/F/${index}`)
const below = (name: string) => `parent_key = (SELECT min(key) FROM files WHERE name = '${name}')`

/** Hangs up once the count has changed. Returns the counts until the service has ended the request. */
async function hangUpAfterFirstPart(
  service: TestService,
  [method, path, body]: [string, string, object],
  where: string,
): Promise<number[]> {
  const hangUp = new AbortController()
  const { signal } = hangUp
  const request = service.call(method, path, { as: service.owner, body, signal })
  let before: number | undefined
  return countEachTurn(service, request, where, (count) => {
    before ??= count
    if (count !== before) hangUp.abort()
  })
}

test('whoever hangs up has no more deleted or moved than the part that is in progress', async () => {
  const after = (request: [string, string, object], where: string) =>
    openFull().then((service) => hangUpAfterFirstPart(service, request, where))
  const trashing = await after(['DELETE', '/file', { uris }], 'trash_id IS NOT NULL')
  expect(trashing).toEqual([0, 250])
  const deleting = await after(['DELETE', '/file', { uris, skip_soft_delete: true }], below('F'))
  expect(deleting).toEqual([600, 350])
  const moving = await after(['POST', '/file/move', { uris, dst: 'svc://my/to' }], below('to'))
  expect(moving).toEqual([0, 250])
})

test('a folder whose deletion for good has begun when its client hangs up is finished, and no other begins', async () => {
  const service = await openFull()
  service.seed.addFile(service.owner, ['a'])
  const body = { uris: ['svc://my/F', 'svc://my/a'], skip_soft_delete: true }
  const counts = await hangUpAfterFirstPart(service, ['DELETE', '/file', body], below('F'))
  expect(counts).toEqual([600, 350, 100, 0])
  const { data } = await service.call('GET', '/file?uri=svc://my', { as: service.owner })
  expect(data.files.map(({ name }: { name: string }) => name)).toEqual(['to', 'a'])
})

test('a copy that has begun when its client hangs up is finished, and no other begins', async () => {
  const service = await openFull()
  const names = async (uri: string) =>
    (
      await service.call('GET', `/file?uri=${uri}&page_size=2000`, { as: service.owner })
    ).data.files.map(({ name }: { name: string }) => name) as string[]
  service.seed.addFile(service.owner, ['a'], { contents: new Uint8Array([7]) })
  service.seed.addFile(service.owner, ['z'])
  const body = {
    uris: ['a', 'F', 'z'].map((name) => `svc://my/${name}`),
    dst: 'svc://my/to',
    copy: true,
  }
  await hangUpAfterFirstPart(service, ['POST', '/file/move', body], 'key > 0')
  expect(await names('svc://my/to')).toEqual(['F', 'a'])
  expect(await names('svc://my/to/F')).toHaveLength(600)
  expect(await names('svc://trash')).toEqual([])
  const content = { uris: ['svc://my/to/a'] }
  const { data } = await service.call('POST', '/file/url', { as: service.owner, body: content })
  const read = await service.fetch(new Request(new URL(data.urls[0].url, 'http://localhost')))
  expect(new Uint8Array(await read.arrayBuffer())).toEqual(new Uint8Array([7]))
})
