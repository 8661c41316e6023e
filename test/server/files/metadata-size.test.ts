import { expect, test } from 'vitest'
import { SharePermission } from '#src/contract/flags/boolset.ts'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import { noPermissions } from '#src/contract/share.ts'
import { openTestService } from '../service-harness.ts'
import type { TestService } from '../service-harness.ts'

const limit = 64 * 1024
const patch = (
  service: TestService,
  uris: readonly string[],
  patches: readonly { key: string; value?: string; remove?: boolean }[],
) => service.call('PATCH', '/file/metadata', { as: service.owner, body: { uris, patches } })
const metadataOf = async (service: TestService, uri: string): Promise<Record<string, string>> =>
  (await service.call('GET', `/file/info?uri=${uri}`, { as: service.owner })).data.metadata
const usedBy = async (service: TestService): Promise<number> =>
  (await service.call('GET', '/user/capacity', { as: service.owner })).data.used
const store = (service: TestService, name: string, metadata: object, view: object | null = null) =>
  service.db.run('UPDATE files SET metadata = ?, view = ? WHERE name = ?', [
    JSON.stringify(metadata),
    view && JSON.stringify(view),
    name,
  ])

/** Six changes of 9,990 bytes each and one that fills the item up to exactly `total` bytes. */
function filling(total: number, letter = 'x'): { key: string; value: string }[] {
  const perLetter = Buffer.byteLength(letter)
  const all = Array.from({ length: 6 }, (_one, at) => ({
    key: `dav:${at}`,
    value: letter.repeat(9_990 / perLetter),
  }))
  const empty = Object.fromEntries(
    [...all, { key: 'dav:z', value: '' }].map(({ key, value }) => [key, value]),
  )
  const rest = total - Buffer.byteLength(JSON.stringify(empty))
  return [
    ...all,
    {
      key: 'dav:z',
      value: letter.repeat(Math.floor(rest / perLetter)) + 'y'.repeat(rest % perLetter),
    },
  ]
}
const recordOf = (changes: readonly { key: string; value: string }[]) =>
  Object.fromEntries(changes.map(({ key, value }) => [key, value]))
const view = { page_size: 50, order_direction: 'asc', view: 'list', gallery_width: 50 }
const save = (service: TestService, uri: string, columns: readonly object[]) =>
  service.call('PATCH', '/file/view', {
    as: service.owner,
    body: { uri, view: { ...view, columns } },
  })
const wideColumn = (bytes: number) => ({ type: 11, props: { metadata_key: 'm'.repeat(bytes) } })

for (const letter of ['x', '空']) {
  test(`F4 metadata of one item has at most 64 kB, in bytes and not in letters (${letter})`, async () => {
    const service = await openTestService()
    service.seed.addFile(service.owner, ['a'])
    service.seed.addFile(service.owner, ['b'])
    expect(
      await patch(service, ['svc://my/b', 'svc://my/a'], filling(limit + 1, letter)),
    ).toMatchObject({
      code: 40001,
      msg: 'Too much metadata',
    })
    expect(await metadataOf(service, 'svc://my/a')).toEqual({})
    expect((await patch(service, ['svc://my/a'], filling(limit, letter))).code).toBe(0)
    expect((await patch(service, ['svc://my/a'], [{ key: 'tag:x' }])).code).toBe(40001)
    // One of them has no room: none is changed, as with too many keys.
    expect((await patch(service, ['svc://my/b', 'svc://my/a'], [{ key: 'tag:x' }])).code).toBe(
      40001,
    )
    expect(await metadataOf(service, 'svc://my/b')).toEqual({})
  })
}

test('F4 V9 metadata and view of a folder share their 64 kB', async () => {
  const service = await openTestService()
  service.seed.addFolder(service.owner, ['F'])
  expect((await save(service, 'svc://my/F', [wideColumn(limit)])).code).toBe(40001)
  expect((await save(service, 'svc://my/F', [wideColumn(40_000)])).code).toBe(0)
  expect((await patch(service, ['svc://my/F'], filling(limit))).code).toBe(40001)
  expect((await patch(service, ['svc://my/F'], filling(limit).slice(0, 2))).code).toBe(0)
  expect((await save(service, 'svc://my/F', [wideColumn(50_000)])).code).toBe(40001)
  expect((await save(service, 'svc://my/F', [wideColumn(30_000)])).code).toBe(0)
  for (const root of ['svc://trash', 'svc://shared_with_me', 'svc://my']) {
    expect((await save(service, root, [wideColumn(limit)])).code, root).toBe(40001)
    expect((await save(service, root, [wideColumn(60_000)])).code, root).toBe(0)
  }
})

test('F4 what an older build has stored can be read, and only shrinks', async () => {
  const service = await openTestService()
  service.seed.addFolder(service.owner, ['F'])
  const columns = Array.from({ length: 101 }, () => ({ type: 0 }))
  const huge = { ...recordOf(filling(limit)), 'dav:more': 'x'.repeat(9_000), 'tag:x': '' }
  store(service, 'F', huge, { ...view, columns })
  expect(await metadataOf(service, 'svc://my/F')).toEqual(huge)
  const listed = await service.call('GET', '/file?uri=svc://my', { as: service.owner })
  expect(listed.data.files[0].metadata).toEqual(huge)
  const inside = await service.call('GET', '/file?uri=svc://my/F', { as: service.owner })
  expect(inside.data.view.columns).toHaveLength(101)
  const code = async (key: string, value?: string) =>
    (
      await patch(
        service,
        ['svc://my/F'],
        [value === undefined ? { key, remove: true } : { key, value }],
      )
    ).code
  expect(await code('tag:y', '')).toBe(40001)
  expect(await code('dav:0', 'x'.repeat(9_991))).toBe(40001)
  expect(await code('dav:0', 'z'.repeat(9_990))).toBe(0)
  expect(await code('tag:x', undefined)).toBe(0)
  expect(await code('tag:x', '')).toBe(40001)
  expect((await save(service, 'svc://my/F', [{ type: 0 }])).code).toBe(0)
  expect(await code('dav:more', undefined)).toBe(0)
})

test('V3 a view has at most 100 columns, or as many as an older build has stored', async () => {
  const service = await openTestService()
  const { seed, owner } = service
  const columns = (count: number) => Array.from({ length: count }, () => ({ type: 0 }))
  const folder = seed.addFolder(owner, ['F'])
  for (const [uri, target] of [
    ['svc://my/F', folder],
    ['svc://trash', { trashOf: owner }],
  ] as const) {
    expect((await save(service, uri, columns(100))).code).toBe(0)
    expect(await save(service, uri, columns(101))).toMatchObject({
      code: 40001,
      msg: 'Columns too long',
    })
    seed.setView(target, { page_size: 50, view: 'list', columns: columns(300) })
    expect((await save(service, uri, columns(301))).code).toBe(40001)
    expect((await save(service, uri, columns(300))).code).toBe(0)
    expect((await save(service, uri, columns(299))).code).toBe(0)
    expect((await save(service, uri, columns(300))).code).toBe(40001)
  }
})

test('F4 metadata and views count as used, and are refused when there is no room for them', async () => {
  const service = await openTestService()
  const { seed, owner } = service
  seed.addFile(owner, ['a'], { size: 1_000 })
  seed.addFolder(owner, ['F'])
  expect(
    (await patch(service, ['svc://my/a', 'svc://my/F'], filling(limit).slice(0, 1))).code,
  ).toBe(0)
  const each = 9_990 + '{"dav:0":""}'.length
  expect(await usedBy(service)).toBe(1_000 + 2 * each)
  await save(service, 'svc://my/F', [wideColumn(100)])
  const withView = await usedBy(service)
  expect(withView).toBeGreaterThan(1_000 + 2 * each + 100)
  seed.setCapacity(owner, withView + 20_000)
  const two = ['svc://my/a', 'svc://my/F']
  const refused = await patch(service, two, [{ key: 'dav:n', value: 'n'.repeat(9_999) }])
  expect(refused).toMatchObject({ code: 40051, msg: 'Insufficient capacity' })
  expect(await usedBy(service)).toBe(withView)
  expect(
    (await patch(service, ['svc://my/a'], [{ key: 'dav:n', value: 'n'.repeat(9_999) }])).code,
  ).toBe(0)
  expect((await save(service, 'svc://my/F', [wideColumn(20_000)])).code).toBe(40051)
  const create = (metadata: object) =>
    service.call('POST', '/file/create', {
      as: owner,
      body: { uri: 'svc://my/new', type: 'folder', err_on_conflict: true, metadata },
    })
  expect((await create({ 'customize:n': 'n'.repeat(10_000) })).code).toBe(40051)
  // Over the limit one can still make room, and a folder without metadata takes none.
  seed.setCapacity(owner, 10)
  expect((await create({})).code).toBe(0)
  expect((await patch(service, two, [{ key: 'dav:0', remove: true }])).code).toBe(0)
  await service.call('DELETE', '/file', { as: owner, body: { uris: two, skip_soft_delete: true } })
  expect(await usedBy(service)).toBe(0)
})

test('F4 new files, folders and uploads are held to what a change is held to', async () => {
  const service = await openTestService()
  const { owner, colleague, seed } = service
  const share = seed.addShare(seed.addFolder(owner, ['S']), {
    permissionSetting: {
      ...noPermissions,
      everyone: encodeBoolset([SharePermission.read, SharePermission.create]),
    },
  })
  const requests: [string, (metadata: object) => ReturnType<TestService['call']>][] = [
    [
      'a folder',
      (metadata) =>
        service.call('POST', '/file/create', {
          as: owner,
          body: { uri: 'svc://my/a', type: 'folder', metadata },
        }),
    ],
    [
      'a visitor’s file',
      (metadata) =>
        service.call('POST', '/file/create', {
          body: { uri: `svc://${share}@share/b`, type: 'file', metadata },
        }),
    ],
    [
      'an upload',
      (metadata) =>
        service.call('PUT', '/file/upload', {
          as: owner,
          body: { uri: 'svc://my/c', size: 1, metadata },
        }),
    ],
    [
      'a visitor’s upload',
      (metadata) =>
        service.call('PUT', '/file/upload', {
          as: colleague,
          body: { uri: `svc://${share}@share/d`, size: 1, metadata },
        }),
    ],
  ]
  for (const [name, request] of requests) {
    for (const bad of [
      { 'tag:x': 'red; background: url(//x)' },
      { 'customize:icon_color': 'javascript:alert(1)' },
      { 'customize:emoji': 'no emoji' },
      { 'props:rating': '9' },
      { 'props:unknown': 'x' },
      { 'exif:iso': '100' },
      { 'customize:x': 'x'.repeat(10_001) },
      { [`tag:${'x'.repeat(252)}`]: '' },
      recordOf(filling(limit + 1)),
    ]) {
      expect((await request(bad)).code, `${name} ${JSON.stringify(bad).slice(0, 60)}`).toBe(40001)
    }
    const good = { 'tag:x': '#fff', 'customize:emoji': '🙂', 'props:rating': '5' }
    expect((await request(good)).code, name).toBe(0)
  }
})

test('F2 a copy is held to 64 kB item by item: what is too large stays out, all else is copied', async () => {
  const service = await openTestService()
  const { seed, owner } = service
  for (const name of ['small', 'large']) seed.addFolder(owner, ['from', name])
  seed.addFile(owner, ['from', 'deep', 'inside', 'large file'])
  seed.addFolder(owner, ['to'])
  for (const name of ['large', 'large file']) store(service, name, recordOf(filling(limit + 1)))
  store(service, 'small', recordOf(filling(limit)))
  const before = await usedBy(service)
  const uris = ['small', 'large', 'deep'].map((name) => `svc://my/from/${name}`)
  const answer = await service.call('POST', '/file/move', {
    as: owner,
    body: { uris, dst: 'svc://my/to', copy: true },
  })
  expect(answer).toMatchObject({
    code: 40081,
    aggregated_error: {
      'svc://my/from/large': { code: 40001 },
      'svc://my/from/deep': { code: 40001 },
    },
  })
  const { data } = await service.call('GET', '/file?uri=svc://my/to', { as: owner })
  expect(data.files.map(({ name }: { name: string }) => name)).toEqual(['small'])
  expect(await usedBy(service)).toBe(before + limit)
})
