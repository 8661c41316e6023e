import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openTestService } from '../service-harness.ts'

test('tells everything about one item, by address or by id', async () => {
  const service = await openTestService()
  const { seed, owner } = service
  const id = seed.addFile(owner, ['A', 'b.txt'], { size: 12 })
  const share = seed.addShare(id)
  const byUri = await service.call('GET', '/file/info?extended=true&uri=svc://my/A/b.txt', {
    as: owner,
  })
  const byId = await service.call('GET', `/file/info?extended=true&id=${id}`, { as: owner })
  expect(byId.data).toEqual(byUri.data)
  expect(byUri.data).toMatchObject({
    id,
    path: 'svc://my/A/b.txt',
    shared: true,
    extended_info: {
      storage_used: 12,
      shares: [{ id: share }],
      entities: [{ size: 12, created_by: { id: owner } }],
    },
  })
})

test('counts what a folder holds and gives its own view only', async () => {
  const service = await openTestService()
  const { seed, owner } = service
  seed.addFile(owner, ['A', 'x'], { size: 5 })
  seed.addFile(owner, ['A', 'B', 'y'], { size: 6 })
  seed.setView(seed.addFolder(owner, ['A']), { view: 'list' })
  const info = async (path: string) =>
    (
      await service.call('GET', `/file/info?extended=1&folder_summary=1&uri=svc://my/${path}`, {
        as: owner,
      })
    ).data
  expect((await info('A')).folder_summary).toMatchObject({
    files: 2,
    folders: 1,
    size: 11,
    completed: true,
  })
  expect((await info('A')).extended_info.view).toEqual({ view: 'list' })
  expect((await info('A/B')).extended_info.view).toBeUndefined()
})

test('refuses details of roots, of nothing, and of what belongs to another', async () => {
  const service = await openTestService()
  const id = service.seed.addFile(service.owner, ['x'])
  const code = async (query: string) =>
    (await service.call('GET', `/file/info?${query}`, { as: service.colleague })).code
  expect(await code('uri=svc://my')).toBe(403)
  expect(await code('uri=svc://trash')).toBe(403)
  expect(await code('')).toBe(40001)
  expect(await code('id=zz')).toBe(40001)
  expect(await code('id=000000000000')).toBe(-1)
  expect(await code(`id=${id}`)).toBe(40082)
})

test('makes a small picture behind an address that runs out', async () => {
  const service = await openTestService()
  const { seed, owner } = service
  const contents = await sharp({
    create: { width: 900, height: 900, channels: 3, background: 'teal' },
  })
    .png()
    .toBuffer()
  seed.addFile(owner, ['p.png'], { contents })
  seed.addFile(owner, ['broken.png'], { contents: new Uint8Array([1, 2, 3]) })
  seed.addFile(owner, ['t.txt'], { size: 1 })
  const thumb = (name: string) =>
    service.call('GET', `/file/thumb?uri=svc://my/${name}`, { as: owner })
  const { url } = (await thumb('p.png')).data
  const picture = await service.fetch(new Request(url))
  expect(picture.headers.get('content-security-policy')).toContain('sandbox')
  const { width, height } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata()
  // The thumbnail fits into 400 × 300 and shows the whole picture.
  expect([width, height]).toEqual([300, 300])
  expect((await thumb('broken.png')).code).toBe(40077)
  expect((await thumb('t.txt')).code).toBe(40077)
  const code = async (address: string) =>
    ((await (await service.fetch(new Request(address))).json()) as { code: number }).code
  expect(await code(url.replace(/sign=./, 'sign=~'))).toBe(40071)
  service.clock.time += 3601_000
  expect(await code(url)).toBe(40005)
})

test('adds up what is stored, the trash too', async () => {
  const service = await openTestService()
  service.seed.addFile(service.owner, ['a'], { size: 10 })
  service.seed.trashFile(service.seed.addFile(service.owner, ['b'], { size: 5 }))
  const { data } = await service.call('GET', '/user/capacity', { as: service.owner })
  expect(data.used).toBe(15)
})
