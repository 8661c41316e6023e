import { expect, test } from 'vitest'
import { openBench } from './service-harness.ts'
import type { Bench } from './service-harness.ts'

type Body = Record<string, unknown>
const send = (
  bench: Bench,
  method: string,
  path: string,
  body?: unknown,
  as: string | null = bench.owner,
) =>
  bench.call(method, path, {
    ...(as === null ? {} : { as }),
    ...(body === undefined ? {} : { body }),
  })
const create = (bench: Bench, body: Body, as?: string | null) =>
  send(bench, 'PUT', '/share', body, as)
const edit = (bench: Bench, id: string, body: Body, as?: string | null) =>
  send(bench, 'POST', `/share/${id}`, body, as)
const all = async (bench: Bench, as = bench.owner): Promise<Body[]> =>
  (await bench.call('GET', '/share?page_size=100', { as })).data.shares ?? []
const idOf = (url: string) => /\/s\/([0-9A-Za-z]{12})/.exec(url)?.[1] ?? ''
const hour = 3600

test('a new link opens what it was made for, as it was wished', async () => {
  const bench = await openBench()
  const { seed, owner, clock } = bench
  seed.addFile(owner, ['A b', 'x.txt'], { size: 3 })
  const plain = await create(bench, { uri: 'svc://my/A b' })
  expect(plain).toMatchObject({
    code: 0,
    data: expect.stringMatching(/^http:\/\/localhost\/s\/[0-9A-Za-z]{12}$/),
  })
  const full = await create(bench, {
    uri: `svc://${owner}@my/A%20b/x.txt`,
    is_private: true,
    password: 'Secret1',
    downloads: 20,
    expire: hour,
    share_view: true,
    show_readme: true,
  })
  expect(full.data).toMatch(/\/Secret1$/)
  const [first, second] = await all(bench)
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
    bench,
    'GET',
    `/file?uri=svc://${idOf(plain.data)}@share`,
    undefined,
    null,
  )
  expect(opened.data.files).toMatchObject([{ name: 'x.txt' }])
  clock.time += hour * 1000
  expect((await all(bench)).map(({ expired }) => expired)).toEqual([false, true])
})

test('a private link without a password gets one that nobody can guess; a password alone makes none private', async () => {
  const bench = await openBench()
  bench.seed.addFile(bench.owner, ['x'])
  const made = new Set<string>()
  for (let i = 0; i < 20; i++) {
    const { data } = await create(bench, { uri: 'svc://my/x', is_private: true })
    made.add(/\/([0-9a-z]{8})$/.exec(data)?.[1] ?? '')
  }
  expect(made.size).toBe(20)
  expect(made).not.toContain('')
  await create(bench, { uri: 'svc://my/x', password: 'pw' })
  expect((await all(bench)).at(-1)).not.toHaveProperty('password')
})

test('what cannot be a link is refused, and none is made', async () => {
  const bench = await openBench()
  const { seed, owner, colleague, db } = bench
  seed.addFile(owner, ['x'])
  const open = seed.addShare(seed.addFolder(colleague, ['S']))
  seed.addFile(colleague, ['S', 'y'])
  const trash = seed.trashFile(seed.addFile(owner, ['t']))
  const code = async (body: Body, as?: string | null) => {
    const answer = await create(bench, body, as)
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
  expect(await all(bench)).toEqual([])
})

test('zero and less are no limit', async () => {
  const bench = await openBench()
  bench.seed.addFile(bench.owner, ['x'])
  await create(bench, { uri: 'svc://my/x', downloads: -1, expire: -1 })
  await create(bench, {
    uri: 'svc://my/x',
    downloads: 0,
    expire: 0,
    password: null,
    is_private: null,
  })
  for (const share of await all(bench)) {
    expect(share).toMatchObject({ expired: false })
    expect(share).not.toHaveProperty('expires')
    expect(share).not.toHaveProperty('remain_downloads')
  }
})

test('editing replaces the limits, counts downloads anew and leaves password, price and permissions alone', async () => {
  const bench = await openBench()
  const { seed, owner, clock } = bench
  const permissionSetting = {
    same_group: 'AQ==',
    everyone: null,
    other: null,
    anonymous: null,
    group_explicit: {},
    user_explicit: {},
  }
  const id = seed.addShare(seed.addFile(owner, ['F', 'x']), {
    password: 'pw',
    price: 5,
    permissionSetting,
    downloaded: 7,
    visited: 3,
    remainDownloads: 1,
    expires: clock.time + 1000,
    shareView: true,
    showReadme: true,
  })
  const uri = 'svc://my/F/x'
  const wish = {
    uri,
    downloads: 9,
    expire: hour,
    share_view: true,
    is_private: false,
    password: 'other',
  }
  expect(await edit(bench, id, wish)).toEqual({
    status: 200,
    code: 0,
    data: `http://localhost/s/${id}/pw`,
    msg: '',
  })
  const kept = {
    id,
    password: 'pw',
    price: 5,
    permission_setting: permissionSetting,
    downloaded: 7,
    visited: 3,
  }
  const [share] = await all(bench)
  expect(share).toMatchObject({
    ...kept,
    remain_downloads: 9,
    expires: new Date(clock.time + hour * 1000).toISOString(),
    share_view: true,
  })
  expect(share).not.toHaveProperty('show_readme')
  // What is left out is cleared.
  expect((await edit(bench, id, { uri: `svc://${owner}@my/F/x` })).code).toBe(0)
  const [cleared] = await all(bench)
  expect(cleared).toMatchObject(kept)
  for (const key of ['expires', 'remain_downloads', 'share_view', 'show_readme']) {
    expect(cleared).not.toHaveProperty(key)
  }
})

test('a link that is over or used up comes back at the same address', async () => {
  const bench = await openBench()
  const { seed, owner, clock } = bench
  const file = seed.addFile(owner, ['x'])
  const over = seed.addShare(file, { expires: clock.time - 1 })
  const used = seed.addShare(file, { remainDownloads: 0, downloaded: 4 })
  const info = async (id: string) =>
    (await send(bench, 'GET', `/share/info/${id}`, undefined, null)).code
  for (const id of [over, used]) {
    expect(await info(id)).toBe(404)
    expect((await edit(bench, id, { uri: 'svc://my/x', downloads: 2 })).code).toBe(0)
    expect(await info(id)).toBe(0)
  }
})

test('a link is edited by the address of its own source only', async () => {
  const bench = await openBench()
  const { seed, owner, colleague } = bench
  const file = seed.addFile(owner, ['F', 'x'])
  seed.addFile(owner, ['F', 'y'])
  const id = seed.addShare(file)
  const code = async (uri: string, as?: string | null) => (await edit(bench, id, { uri }, as)).code
  expect(await code('svc://my/F/y')).toBe(404)
  // What `source_uri` names for a file is the folder that holds it.
  expect(await code('svc://my/F')).toBe(404)
  expect(await code('svc://my/F/none')).toBe(40016)
  expect(await code(`svc://${id}@share/x`)).toBe(403)
  expect(await code('svc://my/F/x', null)).toBe(401)
  seed.addFile(colleague, ['F', 'x'])
  expect(await code('svc://my/F/x', colleague)).toBe(404)
  expect(await code(`svc://${owner}@my/F/x`, colleague)).toBe(404)
  expect((await edit(bench, '0'.repeat(12), { uri: 'svc://my/F/x' })).code).toBe(404)
  expect((await edit(bench, 'rubbish', { uri: 'svc://my/F/x' })).code).toBe(40001)
  await send(bench, 'POST', '/file/rename', { uri: 'svc://my/F/x', new_name: 'z' })
  expect(await code('svc://my/F/x')).toBe(40016)
  expect(await code('svc://my/F/z')).toBe(0)
  const trash = seed.trashFile(file)
  expect(await code(`svc://trash/${trash}`)).toBe(403)
})

test('its owner, or an administrator, deletes a link; nobody else learns that there is one', async () => {
  const bench = await openBench()
  const { seed, owner, colleague } = bench
  const file = seed.addFile(owner, ['x'])
  const [first, second] = [seed.addShare(file), seed.addShare(file)]
  const admin = seed.addUser({ email: 'admin@example.org', nickname: 'admin', group: 'Admin' })
  const remove = async (id: string, as?: string | null) =>
    (await send(bench, 'DELETE', `/share/${id}`, undefined, as)).code
  expect(await remove(first, null)).toBe(401)
  expect(await remove(first, colleague)).toBe(404)
  expect(await remove('0'.repeat(12), colleague)).toBe(404)
  expect(await remove('rubbish')).toBe(40001)
  expect(await all(bench)).toHaveLength(2)
  expect(await remove(first)).toBe(0)
  expect(await remove(first)).toBe(404)
  expect((await edit(bench, second, { uri: 'svc://my/x' }, admin)).code).toBe(404)
  expect(await remove(second, admin)).toBe(0)
  expect(await all(bench)).toEqual([])
  expect((await send(bench, 'GET', '/file/info?uri=svc://my/x')).data.shared).toBeUndefined()
})

test('many links are deleted at once; those of others are passed over, a text that is no id stops all of it', async () => {
  const bench = await openBench()
  const { seed, owner, colleague, db } = bench
  const ids: string[] = []
  const file = seed.addFile(owner, ['x'])
  db.transaction(() => {
    for (let i = 0; i < 2000; i++) ids.push(seed.addShare(file))
  })
  const theirs = seed.addShare(seed.addFile(colleague, ['y']))
  const admin = seed.addUser({ email: 'admin@example.org', nickname: 'admin', group: 'Admin' })
  const remove = async (body: unknown, as?: string | null) =>
    (await send(bench, 'DELETE', '/share', body, as)).code
  const count = async () => (await all(bench)).length
  expect(await remove({ ids }, null)).toBe(401)
  expect(await remove({ ids }, colleague)).toBe(0)
  expect(await remove({ ids }, admin)).toBe(0)
  expect(await remove({ ids: [...ids, 'rubbish'] })).toBe(40001)
  expect(await remove({ ids: Array.from({ length: 3001 }, () => ids[0]) })).toBe(40074)
  expect(await remove({})).toBe(40001)
  expect(await remove({ ids: [] })).toBe(0)
  expect(await count()).toBe(100)
  expect(await remove({ ids: [...ids, ids[0], theirs, '0'.repeat(12)] })).toBe(0)
  expect(await count()).toBe(0)
  expect(await all(bench, colleague)).toHaveLength(1)
})
