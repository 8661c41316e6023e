import { expect, test } from 'vitest'
import { openTestService } from '../service-harness.ts'
import type { TestService } from '../service-harness.ts'
import { type Body, send, all, hour } from './link-fixtures.ts'

const create = (service: TestService, body: Body, as?: string | null) =>
  send(service, 'PUT', '/share', body, as)
const idOf = (url: string) => /\/s\/([0-9A-Za-z]{12})/.exec(url)?.[1] ?? ''

test('F3 a new link opens what it was made for, as it was wished', async () => {
  const service = await openTestService()
  const { seed, owner, clock } = service
  seed.addFile(owner, ['A b', 'x.txt'], { size: 3 })
  const plain = await create(service, { uri: 'svc://my/A b' })
  expect(plain).toMatchObject({
    code: 0,
    data: expect.stringMatching(/^http:\/\/localhost\/s\/[0-9A-Za-z]{12}$/),
  })
  const full = await create(service, {
    uri: `svc://${owner}@my/A%20b/x.txt`,
    is_private: true,
    password: 'Secret1',
    downloads: 20,
    expire: hour,
    share_view: true,
    show_readme: true,
  })
  expect(full.data).toMatch(/\/Secret1$/)
  const [first, second] = await all(service)
  expect(first).toMatchObject({
    id: idOf(plain.data),
    name: 'A b',
    source_type: 1,
    visited: 0,
    expired: false,
  })
  for (const key of [
    'expires',
    'remain_downloads',
    'password',
    'is_private',
    'share_view',
    'show_readme',
  ]) {
    expect(first).not.toHaveProperty(key)
  }
  expect(second).toMatchObject({
    id: idOf(full.data),
    name: 'x.txt',
    source_type: 0,
    url: full.data,
    is_private: true,
    password: 'Secret1',
    remain_downloads: 20,
    expires: new Date(clock.time + hour * 1000).toISOString(),
    share_view: true,
    show_readme: true,
  })
  const opened = await send(
    service,
    'GET',
    `/file?uri=svc://${idOf(plain.data)}@share`,
    undefined,
    null,
  )
  expect(opened.data.files).toMatchObject([{ name: 'x.txt' }])
  clock.time += hour * 1000
  expect((await all(service)).map(({ expired }) => expired)).toEqual([false, true])
})

test('F3 a private link without a password gets one that nobody can guess; a password alone makes none private', async () => {
  const service = await openTestService()
  service.seed.addFile(service.owner, ['x'])
  const made = new Set<string>()
  for (let i = 0; i < 20; i++) {
    const { data } = await create(service, { uri: 'svc://my/x', is_private: true })
    made.add(/\/([0-9a-z]{8})$/.exec(data)?.[1] ?? '')
  }
  expect(made.size).toBe(20)
  expect(made).not.toContain('')
  await create(service, { uri: 'svc://my/x', password: 'pw' })
  expect((await all(service)).at(-1)).not.toHaveProperty('password')
})

test('F3 what cannot be a link is refused, and none is made', async () => {
  const service = await openTestService()
  const { seed, owner, colleague, db } = service
  seed.addFile(owner, ['x'])
  const open = seed.addShare(seed.addFolder(colleague, ['S']))
  seed.addFile(colleague, ['S', 'y'])
  const trash = seed.trashFile(seed.addFile(owner, ['t']))
  const code = async (body: Body, as?: string | null) => {
    const answer = await create(service, body, as)
    return [answer.code, answer.msg]
  }
  const missing = 'src file not found'
  expect(await code({ uri: 'svc://my/none' })).toEqual([40016, missing])
  expect(await code({ uri: 'svc://my' })).toEqual([403, missing])
  expect(await code({ uri: `svc://trash/${trash}` })).toEqual([403, missing])
  expect(await code({ uri: 'svc://trash' })).toEqual([403, missing])
  expect(await code({ uri: `svc://${open}@share/y` })).toEqual([403, missing])
  expect(await code({ uri: `svc://${open}@share` })).toEqual([403, missing])
  expect(await code({ uri: `svc://${colleague}@my/S` })).toEqual([403, missing])
  expect(await code({ uri: 'svc://my/x' }, null)).toEqual([401, 'Login required'])
  expect(await code({ uri: 'rubbish' })).toEqual([40001, 'unknown uri'])
  expect(await code({})).toEqual([40001, 'Uri cannot be empty'])
  const wrong: [Body, string][] = [
    [{ password: 'x'.repeat(33) }, 'Password too long'],
    [{ password: 'a b' }, 'Invalid parameters.'],
    [{ password: 'ü' }, 'Invalid parameters.'],
    [{ password: '../x' }, 'Invalid parameters.'],
    [{ downloads: '1' }, 'JSON marshall error'],
    [{ downloads: 1.5 }, 'JSON marshall error'],
    [{ expire: 1e15 }, 'Expire too long'],
    [{ is_private: 1 }, 'JSON marshall error'],
  ]
  for (const [body, msg] of wrong) {
    expect(await code({ uri: 'svc://my/x', ...body }), JSON.stringify(body)).toEqual([40001, msg])
  }
  db.run("UPDATE groups SET permission = 'gA==' WHERE name = 'User'", [])
  expect((await code({ uri: 'svc://my/x' }))[0]).toBe(40007)
  expect(await all(service)).toEqual([])
})

test('F3 zero and less are no limit', async () => {
  const service = await openTestService()
  service.seed.addFile(service.owner, ['x'])
  await create(service, { uri: 'svc://my/x', downloads: -1, expire: -1 })
  await create(service, {
    uri: 'svc://my/x',
    downloads: 0,
    expire: 0,
    password: null,
    is_private: null,
  })
  const links = await all(service)
  expect(links).toHaveLength(2)
  for (const share of links) {
    expect(share).toMatchObject({ expired: false })
    expect(share).not.toHaveProperty('expires')
    expect(share).not.toHaveProperty('remain_downloads')
  }
})
