import { expect, test } from 'vitest'
import { SharePermission, decodeBoolset } from '#src/contract/flags/boolset.ts'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import type { PermissionSetting } from '#src/contract/share.ts'
import { noPermissions } from '#src/contract/share.ts'
import { userById } from '#src/server/accounts/users.ts'
import { openTestService } from '../service-harness.ts'
import type { TestService } from '../service-harness.ts'

const { read, update, create, delete: remove } = SharePermission
const may = (...flags: number[]) => encodeBoolset(flags)
type As = { as?: string; address?: string }
async function get(service: TestService, path: string, uri: string, { as }: As = {}) {
  return service.call('GET', `${path}${encodeURIComponent(uri)}`, as ? { as } : {})
}
const list = (service: TestService, uri: string, as?: string) =>
  get(service, '/file?uri=', uri, as ? { as } : {})
const info = (service: TestService, uri: string, as?: string) =>
  get(service, '/file/info?extended=true&uri=', uri, as ? { as } : {})
const bits = (text: string) => [...(decodeBoolset(text) ?? [])]

async function openFolder(share: Parameters<TestService['seed']['addShare']>[1] = {}) {
  const service = await openTestService()
  const { seed, owner } = service
  seed.addFile(owner, ['private', 'secret.txt'], { size: 1 })
  seed.addFile(owner, ['private', 'shared', 'a b.txt'], { size: 2, metadata: { 'tag:x': '' } })
  seed.addFile(owner, ['private', 'shared', 'deep', 'c.txt'], { size: 3 })
  const id = seed.addShare(seed.addFolder(owner, ['private', 'shared']), share)
  return { service, id, root: `svc://${id}@share` }
}

test('F7 a visitor walks through a shared folder and sees nothing around it', async () => {
  const { service, id, root } = await openFolder()
  for (const as of [undefined, service.colleague]) {
    const { code, data } = await list(service, root, as)
    expect(code).toBe(0)
    expect(data.files.map((file: { path: string }) => file.path)).toEqual([
      `svc://${id}@share/deep`,
      `svc://${id}@share/a%20b.txt`,
    ])
    expect(data.parent).toMatchObject({ path: `svc://${id}@share/`, name: 'shared', type: 1 })
    expect(bits(data.props.capability)).toEqual([7, 9, 10, 19, 23])
    const below = await list(service, `${root}/deep`, as)
    expect(below.data.files[0]).toMatchObject({ path: `svc://${id}@share/deep/c.txt`, size: 3 })
    const details = await info(service, `${root}/deep/c.txt`, as)
    expect(details.data).toMatchObject({ name: 'c.txt', extended_info: { storage_used: 3 } })
    expect((await info(service, root, as)).data).toMatchObject({ name: 'shared' })
    const found = await list(service, `${root}?name=c.txt`, as)
    expect(found.data.files[0].path).toBe(`svc://${id}@share/deep/c.txt`)
    for (const answer of [data, below.data, details.data, found.data]) {
      expect(JSON.stringify(answer)).not.toMatch(/private|owned|"shares"|entities|owner@/)
    }
    for (const path of ['secret.txt', '../secret.txt', '..%2F..%2Fprivate', 'a%20b.txt/x']) {
      expect((await list(service, `${root}/${path}`, as)).code, path).toBe(40016)
    }
  }
  expect((await list(service, root, service.owner)).data.files[0]).toMatchObject({ owned: true })
  expect((await get(service, '/file/info?folder_summary=1&uri=', root)).code).toBe(40082)
})

test('F7 a shared file is listed alone, under its name', async () => {
  const service = await openTestService()
  const { seed, owner } = service
  seed.addFile(owner, ['F', 'other.txt'])
  const id = seed.addShare(seed.addFile(owner, ['F', 'one.txt'], { size: 4 }))
  const { data } = await list(service, `svc://${id}@share`)
  expect(data).toMatchObject({
    files: [{ name: 'one.txt', path: `svc://${id}@share/one.txt`, size: 4 }],
    parent: { type: 1, name: '', path: `svc://${id}@share/` },
    pagination: { page: 0, page_size: 0 },
    single_file_view: true,
  })
  for (const path of ['', '/one.txt']) {
    expect((await info(service, `svc://${id}@share${path}`)).data).toMatchObject({
      name: 'one.txt',
      path: `svc://${id}@share/one.txt`,
    })
  }
  for (const path of ['/other.txt', '/one.txt/one.txt', '/one.txt']) {
    expect((await list(service, `svc://${id}@share${path}`)).code).toBe(40016)
  }
  expect((await info(service, `svc://${id}@share/other.txt`)).code).toBe(40016)
})

test('F7 a password stands in the address, for the owner too', async () => {
  const { service, id } = await openFolder({ password: 'pä ss:@/' })
  const right = `svc://${id}:${encodeURIComponent('pä ss:@/')}@share`
  expect((await list(service, right)).data.files[0].path).toBe(
    `svc://${id}:p%C3%A4%20ss%3A%40%2F@share/deep`,
  )
  for (const as of [undefined, service.colleague, service.owner]) {
    for (const credentials of [id, `${id}:`, `${id}:wrong`]) {
      const answer = await list(service, `svc://${credentials}@share/deep`, as)
      expect(answer).toMatchObject({ code: 40069 })
      expect(JSON.stringify(answer)).not.toMatch(/shared|private/)
    }
  }
})

test('Security 6 guessing passwords ends after ten tries from one address, on the page of the link too', async () => {
  const { service, id } = await openFolder({ password: 'right' })
  for (let i = 0; i < 5; i++) {
    expect((await list(service, `svc://${id}:no${i}@share`)).code).toBe(40069)
    await service.call('GET', `/share/info/${id}?password=no${i}`)
  }
  expect((await list(service, `svc://${id}:right@share`)).code).toBe(40069)
  expect((await service.call('GET', `/share/info/${id}?password=right`)).data.unlocked).toBe(false)
  const elsewhere = new Request(
    `http://localhost/api/v4/file?uri=${encodeURIComponent(`svc://${id}:right@share`)}`,
  )
  expect(await (await service.fetch(elsewhere, { address: '192.0.2.7' })).json()).toMatchObject({
    code: 0,
  })
  service.clock.time += 15 * 60_000
  expect((await list(service, `svc://${id}:right@share`)).code).toBe(0)
})

test('Security 6 a page that asks before it knows the password guesses nothing', async () => {
  const { service, id } = await openFolder({ password: 'right' })
  for (let i = 0; i < 20; i++) {
    await service.call('GET', `/share/info/${id}`)
    expect((await list(service, `svc://${id}@share`)).code).toBe(40069)
  }
  expect((await list(service, `svc://${id}:right@share`)).code).toBe(0)
})

test('F7 a link that is over, or whose source is in the trash, opens for nobody', async () => {
  const service = await openTestService()
  const { seed, owner, clock } = service
  const folder = seed.addFolder(owner, ['F', 'G'])
  const ids = [
    seed.addShare(folder, { expires: clock.time }),
    seed.addShare(folder, { remainDownloads: 0 }),
    seed.addShare(seed.addFile(owner, ['gone', 'with', 'x.txt'])),
    'AAAAAAAAAAAA',
    'x',
  ]
  const direct = seed.addFile(owner, ['direct.txt'])
  ids.push(seed.addShare(direct))
  seed.trashFile(direct)
  seed.trashFile(seed.addFolder(owner, ['gone']))
  for (const id of ids) {
    for (const as of [undefined, owner]) {
      expect(await list(service, `svc://${id}@share`, as), id).toMatchObject({
        code: 404,
        msg: 'Shared file does not exist',
      })
    }
  }
  expect((await list(service, 'svc://share')).code).toBe(404)
})

test('F7 what one may do is the union of every audience that one is in', async () => {
  const service = await openTestService()
  const { seed, owner, colleague } = service
  const guest = seed.addUser({ email: 'guest@example.org', nickname: 'guest', group: 'Admin' })
  const group = (id: string) => userById(service.db, id)?.group_id ?? ''
  const folder = seed.addFolder(owner, ['F'])
  const seen = async (setting: Partial<PermissionSetting>) => {
    const id = seed.addShare(folder, { permissionSetting: { ...noPermissions, ...setting } })
    const bitsOf = async (as?: string) => {
      const { code, data } = await list(service, `svc://${id}@share`, as)
      return code === 0
        ? bits(data.props.capability).filter((bit) => ![7, 9, 10, 19, 23].includes(bit))
        : code
    }
    return [await bitsOf(colleague), await bitsOf(guest), await bitsOf()]
  }
  const [changes, adds, deletes] = [[1, 8], [0, 6], [16]] as [number[], number[], number[]]
  expect(await seen({})).toEqual([[], [], []])
  expect(await seen({ other: '', everyone: '' })).toEqual([[], [], []])
  expect(await seen({ everyone: may(read, update) })).toEqual([changes, changes, changes])
  expect(await seen({ anonymous: may(read) })).toEqual([403, 403, []])
  expect(await seen({ same_group: may(read, create) })).toEqual([adds, 403, 40088])
  expect(await seen({ other: may(read, remove) })).toEqual([deletes, deletes, 40088])
  expect(await seen({ user_explicit: { [colleague]: may(read, remove) } })).toEqual([
    deletes,
    403,
    40088,
  ])
  expect(
    await seen({
      everyone: may(read),
      same_group: may(update),
      group_explicit: { [group(guest)]: may(create) },
      user_explicit: { [colleague]: may(remove) },
    }),
  ).toEqual([[1, 8, 16], [0, 6], []])
  // An item that may not be read cannot be changed, and permissions that cannot be decoded grant nothing.
  expect(await seen({ everyone: may(create) })).toEqual([403, 403, 40088])
  expect(await seen({ everyone: '??', user_explicit: { __proto__: may(read) } })).toEqual([
    403, 403, 40088,
  ])
  const id = seed.addShare(folder, {
    permissionSetting: { ...noPermissions, anonymous: '', everyone: '??' },
  })
  expect(bits((await list(service, `svc://${id}@share`, owner)).data.props.capability)).toEqual([
    0, 1, 6, 7, 8, 9, 10, 16, 19, 23,
  ])
})

test('F7 visitors see the view of the owner only when it is shared', async () => {
  for (const shareView of [false, true]) {
    const { service, root } = await openFolder({ shareView })
    service.seed.setView(service.seed.addFolder(service.owner, ['private', 'shared']), {
      view: 'gallery',
      page_size: 60,
    })
    const { view } = (await list(service, `${root}/deep`, service.colleague)).data
    expect(view?.view).toBe(shareView ? 'gallery' : undefined)
  }
})
