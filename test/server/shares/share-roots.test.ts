import { expect, test } from 'vitest'
import { SharePermission, parseBoolset } from '#src/contract/boolset.ts'
import { formatBoolset } from '#src/contract/format-boolset.ts'
import type { PermissionSetting } from '#src/contract/share.ts'
import { userById } from '#src/server/accounts/users.ts'
import { nobody } from '../../permission-settings.ts'
import { openBench } from '../service-harness.ts'
import type { Bench } from '../service-harness.ts'

const { read, update, create, delete: remove } = SharePermission
const may = (...flags: number[]) => formatBoolset(flags)
type As = { as?: string; address?: string }
async function get(bench: Bench, path: string, uri: string, { as }: As = {}) {
  return bench.call('GET', `${path}${encodeURIComponent(uri)}`, as ? { as } : {})
}
const list = (bench: Bench, uri: string, as?: string) =>
  get(bench, '/file?uri=', uri, as ? { as } : {})
const info = (bench: Bench, uri: string, as?: string) =>
  get(bench, '/file/info?extended=true&uri=', uri, as ? { as } : {})
const bits = (text: string) => [...(parseBoolset(text) ?? [])]

async function openFolder(share: Parameters<Bench['seed']['addShare']>[1] = {}) {
  const bench = await openBench()
  const { seed, owner } = bench
  seed.addFile(owner, ['private', 'secret.txt'], { size: 1 })
  seed.addFile(owner, ['private', 'shared', 'a b.txt'], { size: 2, metadata: { 'tag:x': '' } })
  seed.addFile(owner, ['private', 'shared', 'deep', 'c.txt'], { size: 3 })
  const id = seed.addShare(seed.addFolder(owner, ['private', 'shared']), share)
  return { bench, id, root: `svc://${id}@share` }
}

test('F7 a visitor walks through a shared folder and sees nothing around it', async () => {
  const { bench, id, root } = await openFolder()
  for (const as of [undefined, bench.colleague]) {
    const { code, data } = await list(bench, root, as)
    expect(code).toBe(0)
    expect(data.files.map((file: { path: string }) => file.path)).toEqual([
      `svc://${id}@share/deep`,
      `svc://${id}@share/a%20b.txt`,
    ])
    expect(data.parent).toMatchObject({ path: `svc://${id}@share/`, name: 'shared', type: 1 })
    expect(bits(data.props.capability)).toEqual([7, 9, 10, 19, 23])
    const below = await list(bench, `${root}/deep`, as)
    expect(below.data.files[0]).toMatchObject({ path: `svc://${id}@share/deep/c.txt`, size: 3 })
    const details = await info(bench, `${root}/deep/c.txt`, as)
    expect(details.data).toMatchObject({ name: 'c.txt', extended_info: { storage_used: 3 } })
    expect((await info(bench, root, as)).data).toMatchObject({ name: 'shared' })
    const found = await list(bench, `${root}?name=c.txt`, as)
    expect(found.data.files[0].path).toBe(`svc://${id}@share/deep/c.txt`)
    for (const answer of [data, below.data, details.data, found.data]) {
      expect(JSON.stringify(answer)).not.toMatch(/private|owned|"shares"|entities|owner@/)
    }
    for (const path of ['secret.txt', '../secret.txt', '..%2F..%2Fprivate', 'a%20b.txt/x']) {
      expect((await list(bench, `${root}/${path}`, as)).code, path).toBe(40016)
    }
  }
  expect((await list(bench, root, bench.owner)).data.files[0]).toMatchObject({ owned: true })
  expect((await get(bench, '/file/info?folder_summary=1&uri=', root)).code).toBe(40082)
})

test('F7 a shared file is listed alone, under its name', async () => {
  const bench = await openBench()
  const { seed, owner } = bench
  seed.addFile(owner, ['F', 'other.txt'])
  const id = seed.addShare(seed.addFile(owner, ['F', 'one.txt'], { size: 4 }))
  const { data } = await list(bench, `svc://${id}@share`)
  expect(data).toMatchObject({
    files: [{ name: 'one.txt', path: `svc://${id}@share/one.txt`, size: 4 }],
    parent: { type: 1, name: '', path: `svc://${id}@share/` },
    pagination: { page: 0, page_size: 0 },
    single_file_view: true,
  })
  for (const path of ['', '/one.txt']) {
    expect((await info(bench, `svc://${id}@share${path}`)).data).toMatchObject({
      name: 'one.txt',
      path: `svc://${id}@share/one.txt`,
    })
  }
  for (const path of ['/other.txt', '/one.txt/one.txt', '/one.txt']) {
    expect((await list(bench, `svc://${id}@share${path}`)).code).toBe(40016)
  }
  expect((await info(bench, `svc://${id}@share/other.txt`)).code).toBe(40016)
})

test('F7 a password stands in the address, for the owner too', async () => {
  const { bench, id } = await openFolder({ password: 'pä ss:@/' })
  const right = `svc://${id}:${encodeURIComponent('pä ss:@/')}@share`
  expect((await list(bench, right)).data.files[0].path).toBe(
    `svc://${id}:p%C3%A4%20ss%3A%40%2F@share/deep`,
  )
  for (const as of [undefined, bench.colleague, bench.owner]) {
    for (const credentials of [id, `${id}:`, `${id}:wrong`]) {
      const answer = await list(bench, `svc://${credentials}@share/deep`, as)
      expect(answer).toMatchObject({ code: 40069 })
      expect(JSON.stringify(answer)).not.toMatch(/shared|private/)
    }
  }
})

test('Security 6 guessing passwords ends after ten tries from one address, on the page of the link too', async () => {
  const { bench, id } = await openFolder({ password: 'right' })
  for (let i = 0; i < 5; i++) {
    expect((await list(bench, `svc://${id}:no${i}@share`)).code).toBe(40069)
    await bench.call('GET', `/share/info/${id}?password=no${i}`)
  }
  expect((await list(bench, `svc://${id}:right@share`)).code).toBe(40069)
  expect((await bench.call('GET', `/share/info/${id}?password=right`)).data.unlocked).toBe(false)
  const elsewhere = new Request(
    `http://localhost/api/v4/file?uri=${encodeURIComponent(`svc://${id}:right@share`)}`,
  )
  expect(await (await bench.fetch(elsewhere, { address: '192.0.2.7' })).json()).toMatchObject({
    code: 0,
  })
  bench.clock.time += 15 * 60_000
  expect((await list(bench, `svc://${id}:right@share`)).code).toBe(0)
})

test('Security 6 a page that asks before it knows the password guesses nothing', async () => {
  const { bench, id } = await openFolder({ password: 'right' })
  for (let i = 0; i < 20; i++) {
    await bench.call('GET', `/share/info/${id}`)
    expect((await list(bench, `svc://${id}@share`)).code).toBe(40069)
  }
  expect((await list(bench, `svc://${id}:right@share`)).code).toBe(0)
})

test('F7 a link that is over, or whose source is in the trash, opens for nobody', async () => {
  const bench = await openBench()
  const { seed, owner, clock } = bench
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
      expect(await list(bench, `svc://${id}@share`, as), id).toMatchObject({
        code: 404,
        msg: 'Shared file does not exist',
      })
    }
  }
  expect((await list(bench, 'svc://share')).code).toBe(404)
})

test('F7 what one may do is the union of every audience that one is in', async () => {
  const bench = await openBench()
  const { seed, owner, colleague } = bench
  const guest = seed.addUser({ email: 'guest@example.org', nickname: 'guest', group: 'Admin' })
  const group = (id: string) => userById(bench.db, id)?.group_id ?? ''
  const folder = seed.addFolder(owner, ['F'])
  const seen = async (setting: Partial<PermissionSetting>) => {
    const id = seed.addShare(folder, { permissionSetting: { ...nobody, ...setting } })
    const bitsOf = async (as?: string) => {
      const { code, data } = await list(bench, `svc://${id}@share`, as)
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
  // Nobody can do anything with what may not be read, and what cannot be decoded grants nothing.
  expect(await seen({ everyone: may(create) })).toEqual([403, 403, 40088])
  expect(await seen({ everyone: '??', user_explicit: { __proto__: may(read) } })).toEqual([
    403, 403, 40088,
  ])
  const id = seed.addShare(folder, {
    permissionSetting: { ...nobody, anonymous: '', everyone: '??' },
  })
  expect(bits((await list(bench, `svc://${id}@share`, owner)).data.props.capability)).toEqual([
    0, 1, 6, 7, 8, 9, 10, 16, 19, 23,
  ])
})

test('F7 visitors see the view of the owner only when it is shared', async () => {
  for (const shareView of [false, true]) {
    const { bench, root } = await openFolder({ shareView })
    bench.seed.setView(bench.seed.addFolder(bench.owner, ['private', 'shared']), {
      view: 'gallery',
      page_size: 60,
    })
    const { view } = (await list(bench, `${root}/deep`, bench.colleague)).data
    expect(view?.view).toBe(shareView ? 'gallery' : undefined)
  }
})
