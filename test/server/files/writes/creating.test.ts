import { expect, test } from 'vitest'
import { openTestService } from '../../service-harness.ts'
import { writer, tree } from './fixtures.ts'

test('F2 makes files and folders, with the folders above them', async () => {
  const service = await openTestService()
  const { create } = writer(service)
  const file = await create('svc://my/A b/ü/new.txt', 'file', { metadata: { 'tag:x': '#fff' } })
  expect(file).toMatchObject({
    code: 0,
    data: {
      type: 0,
      name: 'new.txt',
      path: 'svc://my/A%20b/%C3%BC/new.txt',
      size: 0,
      metadata: null,
      owned: true,
    },
  })
  expect(await service.store.get(file.data.primary_entity)).toEqual(new Uint8Array(0))
  expect((await create('svc://my/F', 'folder')).data).toMatchObject({ type: 1, name: 'F' })
  expect(tree(service)).toEqual(['/A b', '/A b/ü', '/A b/ü/new.txt', '/F'])
  const info = await service.call('GET', '/file/info?uri=svc://my/A%2520b/%C3%BC/new.txt', {
    as: service.owner,
  })
  expect(info.data.metadata).toEqual({ 'tag:x': '#fff' })
})

test('F2 gives what is there already, unless it is of another kind or told not to', async () => {
  const service = await openTestService()
  const { create } = writer(service)
  const id = service.seed.addFolder(service.owner, ['F'])
  expect((await create('svc://my/F', 'folder')).data.id).toBe(id)
  expect((await create('svc://my/F/', 'folder', { err_on_conflict: true })).code).toBe(40004)
  expect((await create('svc://my/F', 'file')).code).toBe(40004)
  expect((await create('svc://my', 'folder')).code).toBe(403)
  service.seed.addFile(service.owner, ['file'])
  expect((await create('svc://my/file/x')).code).toBe(403)
  expect((await create('svc://trash/x')).code).toBe(40016)
  expect((await create(`svc://${service.colleague}@my/x`)).code).toBe(403)
  expect((await writer(service, null).create('svc://my/x')).code).toBe(401)
  expect(tree(service)).toEqual(['/F', '/file'])
})

test('F2 refuses names that nobody could use, and too deep a path', async () => {
  const service = await openTestService()
  const { create, rename } = writer(service)
  service.seed.addFile(service.owner, ['x'])
  const illegal = ['a\\b', 'a:b', 'a*', 'a?', '"', '<', '>', '|', 'a\0b', 'ü'.repeat(128)]
  for (const name of illegal) {
    expect((await create(`svc://my/${encodeURIComponent(name)}`)).code, name).toBe(40052)
    expect((await create(`svc://my/${encodeURIComponent(name)}/x`, 'folder')).code).toBe(40052)
    expect((await rename('svc://my/x', name)).code, name).toBe(40052)
  }
  for (const name of ['.', '..', 'a/b']) {
    expect((await rename('svc://my/x', name)).code, name).toBe(40052)
  }
  expect(await rename('svc://my/x', '')).toMatchObject({ code: 40001, msg: 'NewName too short' })
  expect((await rename('svc://my/x', 'n'.repeat(256))).msg).toBe('NewName too long')
  expect((await create(`svc://my${'/a'.repeat(300)}`)).code).toBe(40052)
  expect(tree(service)).toEqual(['/x'])
  for (const name of [' ', 'a\nb', '\u202e', '👩‍👩‍👧', 'ü'.repeat(127), '...', 'CON', '__proto__']) {
    expect(await rename('svc://my/x', name), name).toMatchObject({ code: 0, data: { name } })
    await rename(`svc://my/${encodeURIComponent(name)}`, 'x')
  }
  expect((await rename('svc://my/x', 'a\ud800')).data.name).toBe('a\ufffd')
})
