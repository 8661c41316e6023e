import sharp from 'sharp'
import { expect, test } from 'vitest'
import { noPermissions } from '#src/contract/share.ts'
import { openTestService } from '../service-harness.ts'
import type { TestService } from '../service-harness.ts'

type Patch = { key: string; value?: string; remove?: boolean; private?: boolean }
const patch = (
  service: TestService,
  uris: readonly string[],
  patches: readonly Patch[],
  as: string | null = service.owner,
) =>
  service.call('PATCH', '/file/metadata', {
    ...(as === null ? {} : { as }),
    body: { uris, patches },
  })
const info = async (service: TestService, id: string) =>
  (await service.call('GET', `/file/info?id=${id}`, { as: service.owner })).data
const failed = (answer: unknown) =>
  Object.fromEntries(
    Object.entries(
      (answer as { aggregated_error?: Record<string, { code: number }> }).aggregated_error ?? {},
    ).map(([uri, { code }]) => [uri, code]),
  )

test('F4 tags, properties, colour and emoji are set and removed on many items at once', async () => {
  const service = await openTestService()
  const { seed, owner, clock } = service
  const a = seed.addFile(owner, ['F', 'a'], { metadata: { 'exif:iso': '100', 'tag:old': '' } })
  const folder = seed.addFolder(owner, ['F'])
  clock.time += 5000
  const answer = await patch(
    service,
    ['svc://my/F', 'svc://my/F/a', 'svc://my/F/a/'],
    [
      { key: 'tag:urgent', value: '#d32f2f' },
      { key: 'tag:plain' },
      { key: 'props:rating', value: '4' },
      { key: 'props:status', value: 'Final' },
      { key: 'customize:emoji', value: '👩‍👩‍👧' },
      { key: 'tag:old', remove: true },
      { key: 'tag:never', remove: true },
    ],
  )
  expect(answer).toEqual({ status: 200, code: 0, msg: '' })
  const set = {
    'tag:urgent': '#d32f2f',
    'tag:plain': '',
    'props:rating': '4',
    'props:status': 'Final',
    'customize:emoji': '👩‍👩‍👧',
  }
  expect((await info(service, a)).metadata).toEqual({ ...set, 'exif:iso': '100' })
  expect((await info(service, folder)).metadata).toEqual(set)
  expect(Date.parse((await info(service, a)).updated_at)).toBe(clock.time)
  const all = Object.keys(set).map((key) => ({ key, remove: true }))
  await patch(service, ['svc://my/F'], all)
  expect((await info(service, folder)).metadata).toEqual({})
})

test('F4 what belongs to the service, or does not fit, is refused before anything is changed', async () => {
  const service = await openTestService()
  const id = service.seed.addFile(service.owner, ['a'], { metadata: { 'exif:iso': '100' } })
  const refused: Patch[] = [
    { key: 'exif:iso', value: '200' },
    { key: 'exif:iso', remove: true },
    { key: 'sys:restore_uri', value: 'svc://my/x' },
    { key: 'sys:shared_redirect', value: 'x' },
    { key: 'sys:upload_session_id', remove: true },
    { key: 'music:title', value: 'x' },
    { key: 'tag:', value: '' },
    { key: 'tag', value: '' },
    { key: '', value: '' },
    { key: ':x', value: '' },
    { key: 'TAG:x', value: '' },
    { key: 'tag:x', value: 'red; background: url(//x)' },
    { key: 'tag:x', value: '#12345' },
    { key: 'customize:icon_color', value: '' },
    { key: 'customize:icon_color', value: 'javascript:alert(1)' },
    { key: 'customize:emoji', value: 'a' },
    { key: 'customize:emoji', value: '👩👩' },
    { key: 'props:unknown', value: 'x' },
    { key: 'props:rating', value: '6' },
    { key: 'props:rating', value: '-1' },
    { key: 'props:rating', value: 'many' },
    { key: 'props:status', value: 'Other' },
    { key: 'tag:x', private: true },
    { key: `tag:${'x'.repeat(255)}` },
    { key: 'dav:x', value: 'x'.repeat(10_001) },
  ]
  for (const one of refused) {
    const both = [{ key: 'tag:good' }, one]
    expect((await patch(service, ['svc://my/a'], both)).code, JSON.stringify(one)).toBe(40001)
  }
  expect((await patch(service, ['svc://my/a'], [])).code).toBe(40001)
  expect((await patch(service, [], [{ key: 'tag:x' }])).code).toBe(40001)
  const many = Array.from({ length: 256 }, (_one, index) => ({ key: `tag:${index}` }))
  expect(failed(await patch(service, ['svc://my/a'], many))).toEqual({})
  expect((await info(service, id)).metadata).toEqual({ 'exif:iso': '100' })
  const good: Patch[] = [
    { key: 'tag:x', value: 'rgba(1, 2, 3, 0.5)' },
    { key: 'tag:y', value: 'hsl(120deg 100% 50%)' },
    { key: 'tag:__proto__', value: '#abc' },
    { key: 'tag:a:b \n空' },
    { key: 'customize:icon_color', value: '#aabbccdd' },
    { key: 'customize:other', value: 'anything' },
    { key: 'dav:{DAV:}x', value: 'anything' },
    { key: 'props:project', value: 'anything' },
  ]
  expect((await patch(service, ['svc://my/a'], good)).code).toBe(0)
  const kept = Object.fromEntries(good.map(({ key, value = '' }) => [key, value]))
  expect((await info(service, id)).metadata).toEqual({ ...kept, 'exif:iso': '100' })
})

test('F4 how an item is drawn or mounted is no change of it', async () => {
  const service = await openTestService()
  const id = service.seed.addFile(service.owner, ['a'])
  const before = service.clock.time
  service.clock.time += 5000
  await patch(service, ['svc://my/a'], [{ key: 'dav:x', value: '1' }])
  expect(Date.parse((await info(service, id)).updated_at)).toBe(before)
})

test('F4 items that are not there fail alone; somebody else’s stops all of it', async () => {
  const service = await openTestService()
  const { seed, owner, colleague } = service
  const id = seed.addFile(owner, ['a'])
  const gone = `svc://trash/${seed.trashFile(seed.addFile(owner, ['t']))}`
  const shared = seed.addShare(seed.addFolder(colleague, ['S']), {
    permissionSetting: { ...noPermissions, everyone: 'Dw==' },
  })
  const tag = [{ key: 'tag:x' }]
  const partly = await patch(
    service,
    ['svc://my/none', 'svc://my', gone, 'svc://trash', 'svc://my/a'],
    tag,
  )
  expect(partly.code).toBe(40081)
  expect(failed(partly)).toEqual({
    'svc://my/none': 40016,
    'svc://my': 403,
    [gone]: 403,
    'svc://trash': 403,
  })
  expect((await info(service, id)).metadata).toEqual({ 'tag:x': '' })
  seed.addFile(colleague, ['S', 'theirs'])
  const uris = ['svc://my/a', `svc://${shared}@share/theirs`]
  const other = [{ key: 'tag:other' }]
  expect(await patch(service, uris, other)).toMatchObject({ code: 40082 })
  expect((await info(service, id)).metadata).toEqual({ 'tag:x': '' })
  expect(failed(await patch(service, ['svc://my/a'], tag, null))).toEqual({ 'svc://my/a': 401 })
  expect(failed(await patch(service, ['svc://my/a'], tag, colleague))).toEqual({
    'svc://my/a': 40016,
  })
  // The owner of a link may do it through that link.
  expect((await patch(service, [`svc://${shared}@share/theirs`], tag, colleague)).code).toBe(0)
})

test('F4 a lock on any of them stops all of it', async () => {
  const service = await openTestService()
  const { seed, owner } = service
  const id = seed.addFile(owner, ['a'])
  seed.addFile(owner, ['F', 'x'])
  const application = { type: 'dav' }
  // A lock on an item below a folder does not stop a change of the folder.
  seed.addLock({ owner, path: ['F', 'x'], application })
  const token = seed.addLock({ owner, path: ['b'], application })
  seed.addFile(owner, ['b'])
  const tag = [{ key: 'tag:x' }]
  expect((await patch(service, ['svc://my/F'], tag)).code).toBe(0)
  const uris = ['svc://my/a', 'svc://my/b']
  expect(await patch(service, uris, tag)).toMatchObject({
    code: 40073,
    data: [{ path: 'svc://my/b', token }],
  })
  expect((await info(service, id)).metadata).toEqual({})
  await service.call('DELETE', '/file/lock', { as: owner, body: { tokens: [token] } })
  expect((await patch(service, uris, tag)).code).toBe(0)
})

test('F4 an item has at most 256 keys', async () => {
  const service = await openTestService()
  const id = service.seed.addFile(service.owner, ['a'])
  const keys = (from: number, length: number) =>
    Array.from({ length }, (_one, index) => ({ key: `tag:${from + index}` }))
  expect((await patch(service, ['svc://my/a'], keys(0, 256))).code).toBe(0)
  expect((await patch(service, ['svc://my/a'], keys(256, 1))).code).toBe(40001)
  expect(Object.keys((await info(service, id)).metadata)).toHaveLength(256)
})

test('F4 what no picture could be made of is not tried again until it has another content', async () => {
  const service = await openTestService()
  const { seed, owner, clock } = service
  const id = seed.addFile(owner, ['p.png'], { contents: new Uint8Array([1, 2, 3]) })
  const thumb = async () =>
    (await service.call('GET', '/file/thumb?uri=svc://my/p.png', { as: owner })).code
  const before = clock.time
  clock.time += 1000
  expect(await thumb()).toBe(40077)
  expect((await info(service, id)).metadata).toEqual({ 'thumb:disabled': '' })
  expect(Date.parse((await info(service, id)).updated_at)).toBe(before)
  expect(await thumb()).toBe(40077)
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const bearer = (await seed.mintToken(owner)).access_token
  await service.fetch(
    new Request('http://localhost/api/v4/file/content?uri=svc://my/p.png', {
      method: 'PUT',
      headers: { authorization: `Bearer ${bearer}` },
      body: new Uint8Array(picture),
    }),
  )
  expect((await info(service, id)).metadata).toEqual({})
  expect(await thumb()).toBe(0)
  await patch(service, ['svc://my/p.png'], [{ key: 'thumb:disabled' }])
  expect(await thumb()).toBe(40077)
})
