import { expect, test } from 'vitest'
import { SharePermission } from '#src/contract/flags/boolset.ts'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import { noPermissions } from '#src/contract/share.ts'
import { openTestService } from '../service-harness.ts'

const { read, create } = SharePermission

async function withFolder() {
  const service = await openTestService()
  const { seed, owner, colleague } = service
  seed.addFile(owner, ['S', 'x'])
  const id = seed.addShare(seed.addFolder(owner, ['S']))
  const edit = (body: Record<string, unknown>) =>
    service.call('POST', `/share/${id}`, { as: owner, body: { uri: 'svc://my/S', ...body } })
  const stored = async () => {
    const { data } = await service.call('GET', '/share?page_size=10', { as: owner })
    return data.shares[0].permission_setting as unknown
  }
  const opened = async (as?: string) =>
    (await service.call('GET', `/file?uri=svc://${id}@share`, as ? { as } : {})).code
  const added = async (as: string, name: string) =>
    (
      await service.call('POST', '/file/create', {
        as,
        body: { uri: `svc://${id}@share/${name}`, type: 'file' },
      })
    ).code
  return { service, id, edit, stored, opened, added, owner, colleague }
}

test('S14 the permissions of a link are edited, and hold at once', async () => {
  const { edit, stored, opened, added, colleague } = await withFolder()
  expect(await opened()).toBe(0)
  expect(await added(colleague, 'a')).toBe(403)
  const permissions = {
    ...noPermissions,
    user_explicit: { [colleague]: encodeBoolset([read, create]) },
  }
  expect((await edit({ permissions })).code).toBe(0)
  expect(await stored()).toEqual(permissions)
  expect(await opened()).toBe(40088)
  expect(await opened(colleague)).toBe(0)
  expect(await added(colleague, 'a')).toBe(0)
  // An edit without permissions leaves them as they are.
  await edit({ downloads: 3 })
  await edit({ downloads: 3, permissions: null })
  expect(await stored()).toEqual(permissions)
  expect(
    (await edit({ permissions: { ...noPermissions, other: encodeBoolset([read]) } })).code,
  ).toBe(0)
  expect(await added(colleague, 'b')).toBe(403)
})

test('S14 a link is created with its permissions', async () => {
  const { service, owner } = await withFolder()
  const permissions = { ...noPermissions, same_group: encodeBoolset([read]) }
  await service.call('PUT', '/share', { as: owner, body: { uri: 'svc://my/S', permissions } })
  const { data } = await service.call('GET', '/share?page_size=10', { as: owner })
  expect(data.shares[1].permission_setting).toEqual(permissions)
})

test('S14 what is no permission setting is refused, and what cannot be decoded is kept and grants nothing', async () => {
  const { edit, stored, opened, colleague } = await withFolder()
  const before = await stored()
  for (const permissions of [
    'AQ==',
    { everyone: 1 },
    { everyone: 'x'.repeat(65) },
    { user_explicit: { [colleague]: 7 } },
    { user_explicit: Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`u${n}`, 'AQ=='])) },
  ]) {
    expect((await edit({ permissions })).code, JSON.stringify(permissions).slice(0, 80)).toBe(40001)
  }
  expect(await stored()).toEqual(before)
  expect((await edit({ permissions: { everyone: '!raw!' } })).code).toBe(0)
  expect(await stored()).toEqual({ ...noPermissions, everyone: '!raw!' })
  expect(await opened(colleague)).toBe(403)
})

test('S14 people are found by a part of their name or their whole address, ten at most', async () => {
  const { service, owner, colleague } = await withFolder()
  const search = async (keyword: string, as: string | null = owner) => {
    const answer = await service.call(
      'GET',
      `/user/search?keyword=${encodeURIComponent(keyword)}`,
      as === null ? {} : { as },
    )
    return answer.code === 0 ? answer.data.map(({ id }: { id: string }) => id) : answer.code
  }
  expect(await search('LLEAG')).toEqual([colleague])
  expect(await search('Colleague@example.org')).toEqual([colleague])
  expect(await search('example.org')).toEqual([])
  expect(await search('%%')).toEqual([])
  expect(await search('owner')).toEqual([])
  expect(await search('c')).toBe(40001)
  expect(await search(' c ')).toBe(40001)
  expect(await search('colleague', null)).toBe(401)
  for (let n = 0; n < 12; n++) {
    service.seed.addUser({ email: `n${n}@example.org`, nickname: `Namesake ${n}`, password: 'x' })
  }
  expect(await search('namesake')).toHaveLength(10)
})
