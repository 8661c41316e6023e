import { expect, test } from 'vitest'
import { createArchiveRegistry } from '#src/server/contents/archive-registry.ts'
import { unpack } from '../../processes/unpack-zip.ts'
import { openTestService } from '../service-harness.ts'
import type { TestService } from '../service-harness.ts'

const text = (value: string) => new TextEncoder().encode(value)
const ask = (
  service: TestService,
  uris: readonly string[],
  as: string | null = service.owner,
  more = {},
) =>
  service.call('POST', '/file/url', {
    ...(as === null ? {} : { as }),
    body: { uris, archive: true, ...more },
  })
async function download(service: TestService, uris: readonly string[], as?: string | null) {
  const { data } = await ask(service, uris, as)
  const got = await service.fetch(new Request(data.urls[0].url))
  const bytes = Buffer.from(await got.arrayBuffer())
  expect(got.headers.get('content-type')).toBe('application/zip')
  expect(Number(got.headers.get('content-length'))).toBe(bytes.length)
  return { bytes, headers: got.headers }
}
test('a folder comes with all it holds, empty folders and names of any script too', async () => {
  const service = await openTestService()
  const { seed, owner, clock } = service
  seed.addFile(owner, ['F', 'a b.txt'], { contents: text('A') })
  seed.addFile(owner, ['F', 'ü 空 👩‍👩‍👧', 'x'], { contents: text('X'.repeat(200_000)) })
  seed.addFile(owner, ['F', 'nothing'], { contents: text('') })
  seed.addFolder(owner, ['F', 'empty', 'deep'])
  const { data } = await ask(service, ['svc://my/F'])
  expect(Date.parse(data.expires)).toBe(clock.time + 600_000)
  const { bytes, headers } = await download(service, ['svc://my/F'])
  expect(headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''F.zip")
  expect(headers.get('content-security-policy')).toContain('sandbox')
  expect(unpack(bytes)).toEqual({
    'F/': '',
    'F/a b.txt': 'A',
    'F/ü 空 👩‍👩‍👧/': '',
    'F/ü 空 👩‍👩‍👧/x': 'X'.repeat(200_000),
    'F/nothing': '',
    'F/empty/': '',
    'F/empty/deep/': '',
  })
})

test('several items of one folder are in an archive of its name, also behind a link to it', async () => {
  const service = await openTestService()
  const { seed, owner } = service
  const folder = seed.addFolder(owner, ['Private', 'Trip'])
  for (const name of ['a.txt', 'b.txt'])
    seed.addFile(owner, ['Private', 'Trip', name], { contents: text(name) })
  const nameOf = async (uris: string[]) =>
    (await download(service, uris)).headers.get('content-disposition')
  const trip = "attachment; filename*=UTF-8''Trip.zip"
  expect(await nameOf(['svc://my/Private/Trip/a.txt', 'svc://my/Private/Trip/b.txt'])).toBe(trip)
  const link = seed.addShare(folder)
  expect(await nameOf([`svc://${link}@share/a.txt`, `svc://${link}@share/b.txt`])).toBe(trip)
})

test('names that would meet in one folder are told apart, and none leads out of it', async () => {
  const service = await openTestService()
  const { seed, owner, db } = service
  seed.addFile(owner, ['A', 'x.txt'], { contents: text('1') })
  seed.addFile(owner, ['B', 'x.txt'], { contents: text('2') })
  seed.addFile(owner, ['C', 'X.TXT'], { contents: text('3') })
  seed.addFile(owner, ['E', 'X.txt'], { contents: text('6') })
  seed.addFile(owner, ['D', 'evil'], { contents: text('4') })
  seed.addFile(owner, ['D', 'dots'], { contents: text('5') })
  db.run("UPDATE files SET name = '../../evil' WHERE name = 'evil'", [])
  db.run("UPDATE files SET name = '..' WHERE name = 'dots'", [])
  const uris = [
    'svc://my/A/x.txt',
    'svc://my/B/x.txt',
    'svc://my/C/X.TXT',
    'svc://my/E/X.txt',
    'svc://my/D',
    'svc://my/D/',
  ]
  const { bytes, headers } = await download(service, uris)
  expect(headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''archive.zip")
  const found = unpack(bytes)
  expect(Object.values(found).sort()).toEqual(['', '1', '2', '3', '4', '5', '6'])
  expect(
    Object.keys(found)
      .map((name) => name.toLowerCase())
      .sort(),
  ).toEqual(['d/', 'd/.._.._evil', 'd/_', 'x (2).txt', 'x (3).txt', 'x (4).txt', 'x.txt'])
})

test('F2 names that Windows cannot hold are made safe, and stay those of two items', async () => {
  const service = await openTestService()
  const { seed, owner, db } = service
  const names = ['con', '_con', 'nul.txt', 'dot', 'space']
  for (const name of names) seed.addFile(owner, ['aux', name], { contents: text(name) })
  db.run("UPDATE files SET name = 'dot.' WHERE name = 'dot'", [])
  db.run("UPDATE files SET name = 'space ' WHERE name = 'space'", [])
  const { bytes } = await download(service, ['svc://my/aux'])
  const found = unpack(bytes)
  expect(Object.keys(found).toSorted()).toEqual([
    '_aux/',
    '_aux/_con',
    '_aux/_con (2)',
    '_aux/_nul.txt',
    '_aux/dot_',
    '_aux/space_',
  ])
  expect(Object.values(found).toSorted()).toEqual(['', ...names.toSorted()])
})

test('what was picked twice, by itself and within a folder, is in it once', async () => {
  const service = await openTestService()
  service.seed.addFile(service.owner, ['F', 'G', 'x'], { contents: text('x') })
  const uris = ['svc://my/F/G/x', 'svc://my/F', 'svc://my/F/G', 'svc://my/F/']
  const { bytes } = await download(service, uris)
  expect(unpack(bytes)).toEqual({ 'F/': '', 'F/G/': '', 'F/G/x': 'x' })
})

test('a whole space is packed without what is in the trash', async () => {
  const service = await openTestService()
  const { seed, owner, colleague } = service
  seed.addFile(owner, ['a'], { contents: text('a') })
  seed.addFile(owner, ['F', 'b'], { contents: text('b') })
  seed.trashFile(seed.addFile(owner, ['gone'], { contents: text('g') }))
  seed.addFile(colleague, ['theirs'], { contents: text('t') })
  const { bytes } = await download(service, ['svc://my'])
  expect(unpack(bytes)).toEqual({ a: 'a', 'F/': '', 'F/b': 'b' })
})

test('only who may pack gets an archive, and only of what may be read', async () => {
  const service = await openTestService()
  const { seed, owner, colleague, db } = service
  seed.addFile(owner, ['S', 'a'], { contents: text('a') })
  seed.addFile(owner, ['private'], { contents: text('p') })
  const id = seed.addShare(seed.addFolder(owner, ['S']), { remainDownloads: 2 })
  const root = `svc://${id}@share`
  expect(unpack((await download(service, [root], colleague)).bytes)).toEqual({
    'S/': '',
    'S/a': 'a',
  })
  const { shares: links } = (await service.call('GET', '/share?page_size=10', { as: owner })).data
  expect(links[0]).toMatchObject({ downloaded: 1, remain_downloads: 1 })
  expect((await ask(service, [root], null)).code).toBe(40007)
  for (const uris of [
    ['svc://my/S', 'svc://my/private'],
    [`svc://${owner}@my`],
    [root, `${root}/../private`],
  ]) {
    expect((await ask(service, uris, colleague)).code).toBe(40081)
  }
  expect((await ask(service, ['svc://my/none'], colleague, { skip_error: true })).code).toBe(40077)
  db.run("UPDATE groups SET permission = 'hAg=' WHERE name = 'User'", [])
  expect((await ask(service, ['svc://my/S'])).code).toBe(40007)
})

test('its address is good for ten minutes, and says so when something cannot be packed', async () => {
  const service = await openTestService()
  const { seed, owner, clock } = service
  seed.addFile(owner, ['F', 'a'], { contents: text('a') })
  seed.addFile(owner, ['G', 'lost'], { size: 5 })
  const code = async (url: string) =>
    ((await (await service.fetch(new Request(url))).json()) as { code: number }).code
  const [lost] = (await ask(service, ['svc://my/G'])).data.urls
  expect(await code(lost.url)).toBe(40077)
  const [{ url }] = (await ask(service, ['svc://my/F'])).data.urls
  expect(await code(url.replace('F.zip', 'G.zip'))).toBe(40071)
  expect(await code(url.replace('archive=true&', ''))).toBe(40071)
  const [{ url: purged }] = (await ask(service, ['svc://my/F/a'])).data.urls
  await service.call('DELETE', '/file', {
    as: owner,
    body: { uris: ['svc://my/F/a'], skip_soft_delete: true },
  })
  expect(await code(purged)).toBe(40077)
  clock.time += 600_000
  expect(await code(url)).toBe(40005)
})

test('whoever stops in the middle leaves no file open', async () => {
  const service = await openTestService()
  const { seed, owner, store } = service
  for (const name of ['a', 'b', 'c']) {
    seed.addFile(owner, ['F', name], { contents: new Uint8Array(3_000_000) })
  }
  let open = 0
  let opened = 0
  store.read = () => {
    open++
    opened++
    let left = 3000
    return Promise.resolve(
      new ReadableStream({
        pull(controller) {
          if (left-- > 0) return controller.enqueue(new Uint8Array(1000))
          open--
          return controller.close()
        },
        cancel() {
          open--
        },
      }),
    )
  }
  const [{ url }] = (await ask(service, ['svc://my/F'])).data.urls
  const got = await service.fetch(new Request(url))
  const reader = got.body?.getReader()
  for (let size = 0; size < 3_500_000;) size += (await reader?.read())?.value?.byteLength ?? 0
  await reader?.cancel()
  await expect.poll(() => [opened, open]).toEqual([2, 0])
})

test('a thousand files are packed', async () => {
  const service = await openTestService()
  service.db.transaction(() => {
    for (let i = 0; i < 1000; i++) {
      service.seed.addFile(service.owner, ['F', `${i}.txt`], { contents: text(`${i}`) })
    }
  })
  const { bytes } = await download(service, ['svc://my/F'])
  expect(Object.keys(unpack(bytes))).toHaveLength(1001)
})

test('F2 what is being uploaded is in no archive before it is whole, the content that it will replace is', async () => {
  const service = await openTestService()
  const { seed, owner } = service
  seed.addFile(owner, ['F', 'old.txt'], { contents: text('old') })
  const begin = (name: string, more: object = {}) =>
    service.call('PUT', '/file/upload', {
      as: owner,
      body: { uri: `svc://my/F/${name}`, size: 5, ...more },
    })
  expect((await begin('new.txt')).code).toBe(0)
  expect((await begin('old.txt', { entity_type: 'version' })).code).toBe(0)
  const { bytes } = await download(service, ['svc://my/F'])
  expect(unpack(bytes)).toEqual({ 'F/': '', 'F/old.txt': 'old' })
})

test('a shortcut to a shared file is left out: it has no content of its own', async () => {
  const service = await openTestService()
  const { seed, owner, colleague } = service
  seed.addFile(owner, ['F', 'a.txt'], { contents: text('A') })
  const shared = seed.addFile(colleague, ['b.txt'], { contents: text('B') })
  seed.addShortcut(owner, ['F', 'b.txt'], seed.addShare(shared))
  expect(unpack((await download(service, ['svc://my/F'])).bytes)).toEqual({
    'F/': '',
    'F/a.txt': 'A',
  })
})

test('nobody makes the archives of others forgotten by asking for many', () => {
  const archives = createArchiveRegistry(() => 0)
  const archive = { items: [], newestKey: 0, expires: 1 }
  const theirs = archives.add({ ...archive, userKey: 1 })
  const mine = Array.from({ length: 600 }, () => archives.add({ ...archive, userKey: 2 }))
  expect(archives.get(theirs)).toBeDefined()
  expect(archives.get(mine[0] ?? '')).toBeUndefined()
  expect(mine.filter((id) => archives.get(id) !== undefined)).toHaveLength(499)
  archives.add({ ...archive, userKey: 3 })
  expect(archives.get(theirs)).toBeDefined()
})
