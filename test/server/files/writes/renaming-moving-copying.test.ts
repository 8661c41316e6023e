import { expect, test } from 'vitest'
import { openTestService } from '../../service-harness.ts'
import { dav, writer, tree, used, entityOf } from './fixtures.ts'

test('F2 renames in place, refuses a taken name and leaves roots and the trash alone', async () => {
  const service = await openTestService()
  const { rename } = writer(service)
  const id = service.seed.addFile(service.owner, ['F', 'a'])
  service.seed.addFolder(service.owner, ['F', 'b'])
  expect(await rename('svc://my/F/a', 'c d')).toMatchObject({
    code: 0,
    data: { id, name: 'c d', path: 'svc://my/F/c%20d', metadata: null },
  })
  expect((await rename('svc://my/F/c d', 'c d')).code).toBe(0)
  expect((await rename('svc://my/F/c d', 'b')).code).toBe(40004)
  expect((await rename('svc://my/F/c d', 'B')).code).toBe(0)
  expect((await rename('svc://my/F/gone', 'x')).code).toBe(40016)
  expect((await rename('svc://my', 'x')).code).toBe(403)
  const gone = service.seed.trashFile(id)
  expect((await rename(`svc://trash/${gone}`, 'x')).code).toBe(403)
  expect((await writer(service, null).rename('svc://my/F', 'x')).code).toBe(401)
  expect((await writer(service, service.colleague).rename('svc://my/F', 'x')).code).toBe(40016)
  expect(tree(service)).toEqual(['/F', '/F/b', 'trash:B'])
})

test('F2 moves a batch whole, keeping ids; what lies in it goes along', async () => {
  const service = await openTestService()
  const { move } = writer(service)
  const { seed, owner } = service
  const id = seed.addFile(owner, ['a', 'x'])
  seed.addFile(owner, ['b'])
  seed.addFolder(owner, ['to'])
  const changedAt = service.clock.time
  service.clock.time += 60_000
  const uris = ['svc://my/a', 'svc://my/a/', 'svc://my/a/x', 'svc://my/b', 'svc://my/b']
  expect(await move(uris, 'svc://my/to')).toEqual({ status: 200, code: 0, msg: '' })
  expect(tree(service)).toEqual(['/to', '/to/a', '/to/a/x', '/to/b'])
  expect((await service.call('GET', `/file/info?id=${id}`, { as: owner })).data.path).toBe(
    'svc://my/to/a/x',
  )
  const moved = (await service.call('GET', '/file/info?uri=svc://my/to/a', { as: owner })).data
  expect(Date.parse(moved.updated_at)).toBe(changedAt)
  // A move to where the item is already changes nothing.
  expect((await move(['svc://my/to/b'], 'svc://my/to')).code).toBe(0)
  expect((await move(['svc://my/to/b'], `svc://${owner}@my/`)).code).toBe(0)
  expect(tree(service)).toEqual(['/b', '/to', '/to/a', '/to/a/x'])
})

test('F2 a taken name anywhere stops the whole move; what cannot go there fails alone', async () => {
  const service = await openTestService()
  const { move } = writer(service)
  const { seed, owner } = service
  seed.addFile(owner, ['a', 'same'])
  seed.addFile(owner, ['b', 'same'])
  seed.addFile(owner, ['c'])
  seed.addFile(owner, ['to', 'c'])
  const before = tree(service)
  for (const copy of [false, true]) {
    expect((await move(['svc://my/a', 'svc://my/c'], 'svc://my/to', copy)).code).toBe(40004)
    expect((await move(['svc://my/a/same', 'svc://my/b/same'], 'svc://my/to', copy)).code).toBe(
      40004,
    )
    expect((await move(['svc://my/a'], 'svc://my/gone', copy)).code).toBe(40016)
    expect((await move(['svc://my/a'], 'svc://my/c', copy)).code).toBe(403)
    expect((await move(['svc://my/a'], 'svc://trash', copy)).code).toBe(403)
    expect(
      await move(['svc://my/to', 'svc://my', 'svc://my/no no'], 'svc://my/to', copy),
    ).toMatchObject({
      code: 40081,
      msg: 'One or more operation failed',
      aggregated_error: {
        'svc://my/to': { code: 403, correlation_id: expect.any(String) },
        'svc://my': { code: 403 },
        'svc://my/no%20no': { code: 40016 },
      },
    })
  }
  expect((await move(['svc://my/a'], 'svc://my/a/x')).code).toBe(40016)
  seed.addFolder(owner, ['a', 'deep'])
  expect((await move(['svc://my/a', 'svc://my/b'], 'svc://my/a/deep')).code).toBe(40081)
  expect((await writer(service, null).move(['svc://my/a'], 'svc://my/to')).code).toBe(401)
  expect(tree(service)).toEqual(
    [...before, '/a/deep', '/a/deep/b', '/a/deep/b/same']
      .filter((path) => !path.startsWith('/b'))
      .sort(),
  )
})

test('F2 copies trees with their contents, within what there is room for', async () => {
  const service = await openTestService()
  const { move, remove } = writer(service)
  const { seed, owner, db, store } = service
  const contents = new TextEncoder().encode('twelve bytes')
  const id = seed.addFile(owner, ['F', 'G', 'a.txt'], {
    contents,
    metadata: { 'tag:x': '', 'sys:y': '1' },
  })
  seed.addShare(id)
  seed.addFolder(owner, ['to'])
  service.clock.time += 60_000
  expect((await move(['svc://my/F'], 'svc://my/to', true)).code).toBe(0)
  expect(tree(service)).toEqual([
    '/F',
    '/F/G',
    '/F/G/a.txt',
    '/to',
    '/to/F',
    '/to/F/G',
    '/to/F/G/a.txt',
  ])
  const [old = '', copied = ''] = entityOf(service, 'a.txt')
  expect(copied).not.toBe(old)
  expect(await store.get(copied)).toEqual(contents)
  const copy = (await service.call('GET', '/file/info?uri=svc://my/to/F/G/a.txt', { as: owner }))
    .data
  expect(copy).toMatchObject({ metadata: { 'tag:x': '' }, size: 12 })
  expect(copy.metadata['sys:y']).toBeUndefined()
  expect(copy.id).not.toBe(id)
  expect(copy.shared).toBeUndefined()
  expect(Date.parse(copy.created_at)).toBe(service.clock.time)
  // With the metadata of both: 24 bytes with the key of the service, which is not copied, and 12.
  expect(await used(service)).toBe(24 + 24 + 12)
  await remove(['svc://my/F'], { skip_soft_delete: true })
  expect(await store.get(old)).toBeNull()
  expect(await store.get(copied)).toEqual(contents)

  db.run('UPDATE users SET capacity = 35 WHERE id = ?', [owner])
  expect((await move(['svc://my/to/F'], 'svc://my', true)).code).toBe(40051)
  // There is room for the content, and not for its metadata too.
  db.run('UPDATE users SET capacity = 47 WHERE id = ?', [owner])
  expect(await move(['svc://my/to/F'], 'svc://my', true)).toMatchObject({
    code: 40081,
    aggregated_error: { 'svc://my/to/F': { code: 40051 } },
  })
  db.run('UPDATE users SET capacity = 48 WHERE id = ?', [owner])
  expect((await move(['svc://my/to/F'], 'svc://my', true)).code).toBe(0)
  expect((await move(['svc://my/to/F'], 'svc://my', true)).code).toBe(40004)
})

test('F2 brings something back from the trash into any folder', async () => {
  const service = await openTestService()
  const { move } = writer(service)
  const { seed, owner } = service
  const uri = `svc://trash/${seed.trashFile(seed.addFile(owner, ['gone folder', 'x']))}`
  seed.addFolder(owner, ['to'])
  service.clock.time += 1000
  expect((await move([uri], 'svc://my/to', true)).code).toBe(40081)
  expect((await move([uri], 'svc://my/to')).code).toBe(0)
  const { data } = await service.call('GET', '/file/info?uri=svc://my/to/x', { as: owner })
  expect(data.metadata).toEqual({})
  expect(Date.parse(data.updated_at)).toBe(service.clock.time)
  const other = seed.trashFile(seed.addFile(owner, ['elsewhere', 'x']))
  expect((await move([`svc://trash/${other}`], 'svc://my/to')).code).toBe(40004)
})

test('F2 an upload that has only begun is not copied', async () => {
  const service = await openTestService()
  const { seed, owner } = service
  const { move } = writer(service)
  seed.addFile(owner, ['F', 'done'])
  seed.addFolder(owner, ['to'])
  const body = { uri: 'svc://my/F/arriving', size: 9 }
  expect((await service.call('PUT', '/file/upload', { as: owner, body })).code).toBe(0)
  expect((await move(['svc://my/F/arriving'], 'svc://my/to', true)).code).toBe(40081)
  expect((await move(['svc://my/F'], 'svc://my/to', true)).code).toBe(0)
  expect(tree(service)).toEqual(['/F', '/F/arriving', '/F/done', '/to', '/to/F', '/to/F/done'])
  // While a new version is being uploaded, the old one is copied.
  const version = { uri: 'svc://my/F/done', size: 9, entity_type: 'version' }
  expect((await service.call('PUT', '/file/upload', { as: owner, body: version })).code).toBe(0)
  expect((await move(['svc://my/F/done'], 'svc://my/to', true)).code).toBe(0)
})

test('F2 a thousand items are moved, copied, deleted and purged at once', async () => {
  const service = await openTestService()
  const { seed, owner, db } = service
  db.transaction(() => {
    for (let i = 0; i < 1000; i++)
      seed.addFile(owner, ['from', 'deep', String(i)], { contents: new Uint8Array(1) })
    seed.addFolder(owner, ['to'])
    seed.addFolder(owner, ['copies'])
  })
  seed.addLock({ owner, path: ['other'], application: dav })
  const { move, remove } = writer(service)
  const uris = (folder: string) => Array.from({ length: 1000 }, (_, i) => `svc://my/${folder}/${i}`)
  const answers = [
    await move(uris('from/deep'), 'svc://my/to'),
    await move(uris('to'), 'svc://my/copies', true),
    await remove(uris('to')),
    await remove(['svc://my/copies'], { skip_soft_delete: true }),
  ]
  expect(answers.map(({ code }) => code)).toEqual([0, 0, 0, 0])
  expect(tree(service)).toHaveLength(1000 + 3)
})
