import { expect, test } from 'vitest'
import { openTestService } from '../service-harness.ts'
import type { TestService } from '../service-harness.ts'
import { type Body, send, all, hour } from './link-fixtures.ts'

const edit = (service: TestService, id: string, body: Body, as?: string | null) =>
  send(service, 'POST', `/share/${id}`, body, as)

test('S6 editing replaces the limits, counts downloads anew and leaves password, price and permissions alone', async () => {
  const service = await openTestService()
  const { seed, owner, clock } = service
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
  expect(await edit(service, id, wish)).toEqual({
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
  const [share] = await all(service)
  expect(share).toMatchObject({
    ...kept,
    remain_downloads: 9,
    expires: new Date(clock.time + hour * 1000).toISOString(),
    share_view: true,
  })
  expect(share).not.toHaveProperty('show_readme')
  // Fields that an edit leaves out are cleared.
  expect((await edit(service, id, { uri: `svc://${owner}@my/F/x` })).code).toBe(0)
  const [cleared] = await all(service)
  expect(cleared).toMatchObject(kept)
  for (const key of ['expires', 'remain_downloads', 'share_view', 'show_readme']) {
    expect(cleared).not.toHaveProperty(key)
  }
})

test('S6 a link that is over or used up comes back at the same address', async () => {
  const service = await openTestService()
  const { seed, owner, clock } = service
  const file = seed.addFile(owner, ['x'])
  const over = seed.addShare(file, { expires: clock.time - 1 })
  const used = seed.addShare(file, { remainDownloads: 0, downloaded: 4 })
  const info = async (id: string) =>
    (await send(service, 'GET', `/share/info/${id}`, undefined, null)).code
  for (const id of [over, used]) {
    expect(await info(id)).toBe(404)
    expect((await edit(service, id, { uri: 'svc://my/x', downloads: 2 })).code).toBe(0)
    expect(await info(id)).toBe(0)
  }
})

test('S6 a link is edited by the address of its own source only', async () => {
  const service = await openTestService()
  const { seed, owner, colleague } = service
  const file = seed.addFile(owner, ['F', 'x'])
  seed.addFile(owner, ['F', 'y'])
  const id = seed.addShare(file)
  const code = async (uri: string, as?: string | null) =>
    (await edit(service, id, { uri }, as)).code
  expect(await code('svc://my/F/y')).toBe(404)
  // For a file `source_uri` is the folder that it is in.
  expect(await code('svc://my/F')).toBe(404)
  expect(await code('svc://my/F/none')).toBe(40016)
  expect(await code(`svc://${id}@share/x`)).toBe(403)
  expect(await code('svc://my/F/x', null)).toBe(401)
  seed.addFile(colleague, ['F', 'x'])
  expect(await code('svc://my/F/x', colleague)).toBe(404)
  expect(await code(`svc://${owner}@my/F/x`, colleague)).toBe(404)
  expect((await edit(service, '0'.repeat(12), { uri: 'svc://my/F/x' })).code).toBe(404)
  expect((await edit(service, 'rubbish', { uri: 'svc://my/F/x' })).code).toBe(40001)
  await send(service, 'POST', '/file/rename', { uri: 'svc://my/F/x', new_name: 'z' })
  expect(await code('svc://my/F/x')).toBe(40016)
  expect(await code('svc://my/F/z')).toBe(0)
  const trash = seed.trashFile(file)
  expect(await code(`svc://trash/${trash}`)).toBe(403)
})

test('S7 its owner, or an administrator, deletes a link; nobody else learns that there is one', async () => {
  const service = await openTestService()
  const { seed, owner, colleague } = service
  const file = seed.addFile(owner, ['x'])
  const [first, second] = [seed.addShare(file), seed.addShare(file)]
  const admin = seed.addUser({ email: 'admin@example.org', nickname: 'admin', group: 'Admin' })
  const remove = async (id: string, as?: string | null) =>
    (await send(service, 'DELETE', `/share/${id}`, undefined, as)).code
  expect(await remove(first, null)).toBe(401)
  expect(await remove(first, colleague)).toBe(404)
  expect(await remove('0'.repeat(12), colleague)).toBe(404)
  expect(await remove('rubbish')).toBe(40001)
  expect(await all(service)).toHaveLength(2)
  expect(await remove(first)).toBe(0)
  expect(await remove(first)).toBe(404)
  expect((await edit(service, second, { uri: 'svc://my/x' }, admin)).code).toBe(404)
  expect(await remove(second, admin)).toBe(0)
  expect(await all(service)).toEqual([])
  expect((await send(service, 'GET', '/file/info?uri=svc://my/x')).data.shared).toBeUndefined()
})

test('S7 many links are deleted at once; those of others are passed over, a text that is no id stops all of it', async () => {
  const service = await openTestService()
  const { seed, owner, colleague, db } = service
  const ids: string[] = []
  const file = seed.addFile(owner, ['x'])
  db.transaction(() => {
    for (let i = 0; i < 2000; i++) ids.push(seed.addShare(file))
  })
  const theirs = seed.addShare(seed.addFile(colleague, ['y']))
  const admin = seed.addUser({ email: 'admin@example.org', nickname: 'admin', group: 'Admin' })
  const remove = async (body: unknown, as?: string | null) =>
    (await send(service, 'DELETE', '/share', body, as)).code
  const count = async () => (await all(service)).length
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
  expect(await all(service, colleague)).toHaveLength(1)
})
