import { expect, test } from 'vitest'
import { openTestService } from '../service-harness.ts'
import { clientId, listen } from './event-stream.ts'
import type { Event } from './event-stream.ts'

const other = '0d1f2a3b-0000-4000-8000-000000000002'

const open = (eventDelayMs = 20) => openTestService({ eventDelayMs })
const changeOf = (event: Event | undefined) => JSON.parse(event?.data ?? '{}') as object

test('G12 a stream tells of what is created, renamed, moved, changed and deleted below a folder', async () => {
  const service = await open()
  const { owner } = service
  service.seed.addFolder(owner, ['sub', 'inner'])
  service.seed.addFolder(owner, ['other'])
  const stream = await listen(service, { uri: 'svc://my/sub' })
  expect(await stream.next()).toEqual({ event: 'subscribed', data: '<nil>' })
  const post = (path: string, body: object) => service.call('POST', path, { as: owner, body })
  const heard = async () => changeOf(await stream.next())

  await post('/file/create', { uri: 'svc://my/other/x', type: 'file' })
  const { data: file } = await post('/file/create', { uri: 'svc://my/sub/a%20b', type: 'file' })
  const file_id = file.id as string
  expect(await heard()).toEqual({ type: 'create', file_id, from: '/a b', to: '' })
  await post('/file/rename', { uri: 'svc://my/sub/a%20b', new_name: 'c#空' })
  expect(await heard()).toEqual({ type: 'rename', file_id, from: '/a b', to: '/c#空' })
  const at = `svc://my/sub/${encodeURIComponent('c#空')}`
  await service.call('PUT', `/file/content?uri=${encodeURIComponent(at)}`, {
    as: owner,
    body: 'text',
  })
  expect(await heard()).toEqual({ type: 'modify', file_id, from: '/c#空', to: '' })
  await post('/file/move', { uris: [at], dst: 'svc://my/sub/inner' })
  expect(await heard()).toEqual({ type: 'rename', file_id, from: '/c#空', to: '/inner/c#空' })
  const inner = `svc://my/sub/inner/${encodeURIComponent('c#空')}`
  await post('/file/move', { uris: [inner], dst: 'svc://my/other' })
  expect(await heard()).toEqual({ type: 'delete', file_id, from: '/inner/c#空', to: '' })
  await post('/file/move', {
    uris: [`svc://my/other/${encodeURIComponent('c#空')}`],
    dst: 'svc://my/sub',
  })
  expect(await heard()).toEqual({ type: 'create', file_id, from: '/c#空', to: '' })
  await service.call('DELETE', '/file', { as: owner, body: { uris: [at] } })
  expect(await heard()).toEqual({ type: 'delete', file_id, from: '/c#空', to: '' })
  const { data: trash } = await service.call('GET', '/file?uri=svc://trash', { as: owner })
  await post('/file/restore', { uris: [trash.files[0].path] })
  expect(await heard()).toEqual({ type: 'create', file_id, from: '/c#空', to: '' })
})

test('a stream has no events of what its own client does, other streams do', async () => {
  const service = await open()
  const { owner } = service
  const own = await listen(service)
  const second = await listen(service, { id: other })
  for (const stream of [own, second]) await stream.next()
  const body = { uri: 'svc://my/mine', type: 'folder' }
  const as = owner
  await service.call('POST', '/file/create', { as, body, headers: { 'x-cr-client-id': clientId } })
  expect(changeOf(await second.next())).toMatchObject({ type: 'create', from: '/mine' })
  service.seed.addFolder(owner, ['theirs'])
  expect(changeOf(await own.next())).toMatchObject({ type: 'create', from: '/theirs' })
})

test('changes of one file are merged, and at most 100 files are told of at once', async () => {
  const service = await open(200)
  const { owner, db, seed } = service
  const stream = await listen(service)
  await stream.next()
  seed.addFile(owner, ['0'])
  for (let index = 0; index < 5; index++) {
    const body = { uri: `svc://my/${index}`, new_name: `${index + 1}` }
    await service.call('POST', '/file/rename', { as: owner, body })
  }
  expect(changeOf(await stream.next())).toMatchObject({ type: 'rename', to: '/5' })
  db.transaction(() => {
    for (let index = 0; index < 500; index++) seed.addFile(owner, [`many ${index}`])
  })
  for (let count = 0; count < 100; count++) await stream.next()
  seed.addFolder(owner, ['after'])
  expect(changeOf(await stream.next())).toMatchObject({ from: '/after' })
})

test('a client that comes back with its id gets what it has missed', async () => {
  const service = await open()
  const first = await listen(service)
  await first.next()
  await first.drop()
  service.seed.addFolder(service.owner, ['missed'])
  const again = await listen(service)
  expect(await again.next()).toEqual({ event: 'resumed', data: '<nil>' })
  expect(changeOf(await again.next())).toMatchObject({ type: 'create', from: '/missed' })
})

test('what is rolled back is not told', async () => {
  const service = await open()
  const stream = await listen(service)
  await stream.next()
  expect(() =>
    service.db.transaction(() => {
      service.seed.addFolder(service.owner, ['never'])
      throw new Error('undone')
    }),
  ).toThrow('undone')
  service.seed.addFolder(service.owner, ['done'])
  expect(changeOf(await stream.next())).toMatchObject({ from: '/done' })
})

test('nobody gets events of what they may not read: other accounts, strangers, links to a file, the trash', async () => {
  const service = await open()
  const { owner, colleague, seed } = service
  const folder = seed.addFolder(owner, ['F'])
  const share = seed.addShare(folder, {})
  const single = seed.addShare(seed.addFile(owner, ['one']), {})
  const codeOf = async (options: Parameters<typeof listen>[1]) =>
    ((await (await listen(service, options)).answer) as { code: number } | undefined)?.code
  expect(await codeOf({ uri: 'svc://trash' })).toBe(403)
  expect(await codeOf({ uri: `svc://${single}@share`, as: colleague })).toBe(403)
  expect(await codeOf({ uri: 'svc://my/nowhere' })).toBe(40016)
  expect(await codeOf({ uri: `svc://${owner}@my`, as: colleague })).toBe(403)
  expect(await codeOf({ id: 'no uuid' })).toBe(40001)
  expect((await service.call('GET', '/file/events?uri=svc://my')).code).toBe(401)

  const mine = await listen(service, { as: colleague })
  const shared = await listen(service, { as: colleague, uri: `svc://${share}@share`, id: other })
  for (const stream of [mine, shared]) await stream.next()
  seed.addFile(owner, ['secret'])
  seed.addFile(owner, ['F', 'seen'])
  expect(changeOf(await shared.next())).toMatchObject({ from: '/seen' })
  seed.addFile(colleague, ['own'])
  expect(changeOf(await mine.next())).toMatchObject({ from: '/own' })
  // When the link is deleted the stream ends, and reports nothing more.
  await service.call('DELETE', `/share/${share}`, { as: owner })
  seed.addFile(owner, ['F', 'unseen'])
  expect(await shared.next()).toBeUndefined()
})

test('signing out ends the streams of that sign-in, and closing the service ends all of them', async () => {
  const service = await open()
  const one = await listen(service)
  await one.next()
  service.seed.endSessions()
  service.seed.addFile(service.owner, ['x'])
  expect(await one.next()).toBeUndefined()
  const two = await listen(service)
  await two.next()
  service.close()
  expect(await two.next()).toBeUndefined()
})

test('G12 an account has at most 16 streams, of which those make room whose clients have left', async () => {
  const service = await open()
  const streams = []
  for (let index = 10; index < 27; index++) {
    streams.push(await listen(service, { id: `0d1f2a3b-0000-4000-8000-0000000000${index}` }))
  }
  expect(streams.map(({ response }) => response.status)).toEqual([...Array(16).fill(200), 503])
  await streams[3]?.drop()
  await streams[5]?.drop()
  for (const [id, status] of [
    ['27', 200],
    ['15', 200],
    ['28', 503],
  ])
    expect(
      (await listen(service, { id: `0d1f2a3b-0000-4000-8000-0000000000${id}` })).response.status,
    ).toBe(status)
})
