import { expect, test } from 'vitest'
import { openTestService } from '../../service-harness.ts'
import { writer, tree, used, entityOf } from './fixtures.ts'

test('F2 deletes into the trash, and for good with everything that belonged to it', async () => {
  const service = await openTestService()
  const { remove } = writer(service)
  const { seed, owner, clock, store } = service
  const bytes = new Uint8Array(5)
  const id = seed.addFile(owner, ['F', 'a b'], { contents: bytes })
  seed.addFile(owner, ['F', 'c'], { contents: bytes })
  seed.addFile(owner, ['keep'], { contents: bytes })
  const share = seed.addShare(id)
  expect(await remove(['svc://my/F/a b', 'svc://my/F/a%20b'])).toEqual({
    status: 200,
    code: 0,
    msg: '',
  })
  const [item] = (await service.call('GET', '/file?uri=svc://trash', { as: owner })).data.files
  expect(item).toMatchObject({
    id,
    name: 'a b',
    metadata: {
      'sys:restore_uri': 'svc://my/F/a%20b',
      'sys:expected_collect_time': String(clock.time / 1000 + 7 * 24 * 3600),
    },
  })
  expect(Date.parse(item.updated_at)).toBe(clock.time)
  expect(await used(service)).toBe(15)
  expect((await service.call('GET', `/share/info/${share}`)).msg).toBe('Share link expired')
  expect((await remove([item.path])).code).toBe(40081)
  const [entity = ''] = entityOf(service, 'a b')
  expect(
    (await remove(['svc://my/F', 'svc://my/F/c', item.path], { skip_soft_delete: true })).code,
  ).toBe(0)
  expect(tree(service)).toEqual(['/keep'])
  expect(await used(service)).toBe(5)
  expect(await store.get(entity)).toBeNull()
  expect((await service.call('GET', `/share/info/${share}`)).msg).toBe('Share not found')
})

test('F2 deletes what it can of a batch and tells what it cannot', async () => {
  const service = await openTestService()
  const { remove } = writer(service)
  service.seed.addFile(service.owner, ['a'])
  service.seed.addFile(service.owner, ['b'])
  expect(
    await remove(['svc://my/a', 'svc://nowhere/x', 'svc://my/b', 'not an address']),
  ).toMatchObject({
    code: 40001,
    msg: 'unknown uri',
  })
  expect(tree(service)).toEqual(['/a', '/b'])
  const answer = await remove([
    'svc://my/a',
    'svc://my/gone',
    'svc://my',
    'svc://trash',
    'svc://trash/x',
    `svc://${service.colleague}@my/x`,
  ])
  const codes = Object.fromEntries(
    Object.entries(
      (answer as unknown as { aggregated_error: Record<string, { code: number }> })
        .aggregated_error,
    ).map(([uri, { code }]) => [uri, code]),
  )
  expect(codes).toEqual({
    'svc://my/gone': 40016,
    'svc://my': 403,
    'svc://trash': 403,
    'svc://trash/x': 40016,
    [`svc://${service.colleague}@my/x`]: 403,
  })
  expect(tree(service)).toEqual(['/b', 'trash:a'])
  expect(await writer(service, null).remove(['svc://my/b'])).toMatchObject({
    code: 40081,
    msg: 'Login required',
    aggregated_error: { 'svc://my/b': { code: 401 } },
  })
  expect((await remove(['svc://my/b'], { unlink: true })).msg).toBe(
    'advance delete permission is required',
  )
  expect(tree(service)).toEqual(['/b', 'trash:a'])
})

test('F2 takes batches of up to 3000, and no empty ones', async () => {
  const service = await openTestService()
  const { remove, move } = writer(service)
  const many = Array.from({ length: 3001 }, (_, index) => `svc://my/${index}`)
  expect(await remove(many)).toMatchObject({
    code: 40074,
    msg: 'Maximum allowed batch size: 3000',
  })
  expect((await move(many, 'svc://my')).code).toBe(40074)
  expect(
    (await service.call('POST', '/file/restore', { as: service.owner, body: { uris: many } })).code,
  ).toBe(40074)
  expect((await remove(many.slice(1))).code).toBe(40081)
  expect(await remove([])).toMatchObject({ code: 40001, msg: 'Uris too short' })
  expect(await remove(undefined)).toMatchObject({ code: 40001, msg: 'Uris cannot be empty' })
})
