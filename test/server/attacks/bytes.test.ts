import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { SharePermission } from '#src/contract/flags/boolset.ts'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import { noPermissions } from '#src/contract/share.ts'
import { openConnection } from '#src/server/storage/connection.ts'
import { attackedServices } from './attacked-service.ts'
import type { AttackedService } from './attacked-service.ts'

/** Each test takes a few seconds of the processor, and writes up to 240 MB. */
vi.setConfig({ testTimeout: 300_000 })

const start = attackedServices()
const megabyte = 1024 * 1024
/** Resident memory of the service under an attack, in bytes. */
const maxMemory = 700 * megabyte
/** The longest time that another client waits, in ms. */
const maxStall = 10_000

type Answer = {
  code: number
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any
}
type Client = (method: string, path: string, body?: object) => Promise<Answer & { length: number }>

function clientOf({ address }: AttackedService, token?: string): Client {
  return async (method, path, body) => {
    const response = await fetch(`${address}api/v4${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { ...(JSON.parse(text) as Answer), length: text.length }
  }
}

async function signIn(service: AttackedService, role: string): Promise<Client> {
  const account = service.accounts.find((one) => one.role === role)
  const { email, password } = account ?? {}
  const { data } = await clientOf(service)('POST', '/session/token', { email, password })
  return clientOf(service, data.token.access_token)
}

/** 10 copies of a folder with 100 folders: 1,000 items, and 111 more. */
async function addManyItems(call: Client): Promise<string[]> {
  for (let at = 0; at < 100; at++) {
    await call('POST', '/file/create', { uri: `svc://my/a/${at}`, type: 'folder' })
  }
  const uris: string[] = []
  for (let copy = 0; copy < 10; copy++) {
    await call('POST', '/file/create', { uri: `svc://my/${copy}`, type: 'folder' })
    await call('POST', '/file/move', { uris: ['svc://my/a'], dst: `svc://my/${copy}`, copy: true })
    for (let at = 0; at < 100; at++) uris.push(`svc://my/${copy}/a/${at}`)
  }
  return uris
}
const changes = (count: number, from = 0) =>
  Array.from({ length: count }, (_one, at) => ({
    key: `customize:${from + at}`,
    value: 'x'.repeat(9_900),
  }))

/** Reads all pages of a list; resolves to the number of its rows and of the bytes of the longest answer. */
async function readPages(
  call: Client,
  path: string,
): Promise<{ names: string[]; longest: number }> {
  const names: string[] = []
  let longest = 0
  let next: string | undefined
  do {
    const cursor = next ? `&next_page_token=${encodeURIComponent(next)}` : ''
    const { data, length } = await call('GET', path + cursor)
    for (const { name } of data.files as { name: string }[]) names.push(name)
    longest = Math.max(longest, length)
    next = data.pagination.next_token
  } while (next !== undefined)
  return { names, longest }
}
const storedBytes = ({ folder }: AttackedService) =>
  ['latchkey.db', 'latchkey.db-wal'].reduce((sum, name) => {
    return sum + (statSync(join(folder, 'service', name), { throwIfNoEntry: false })?.size ?? 0)
  }, 0)
const everything = encodeURIComponent('svc://my?name=*')

it('Security 7 two changes of 1 MB for 1,000 items store nothing, and what the items may have is listed in bounded memory', async () => {
  const service = await start()
  const owner = await signIn(service, 'owner')
  const uris = await addManyItems(owner)
  const cost = await service.during(async () => {
    for (const patches of [changes(95), changes(95, 95)]) {
      expect((await owner('PATCH', '/file/metadata', { uris, patches })).code).toBe(40001)
    }
    await owner('GET', `/file?uri=${everything}&page_size=2000`)
    expect(storedBytes(service)).toBeLessThan(50 * megabyte)
    // All that they may have: 60 kB each.
    const full = await owner('PATCH', '/file/metadata', { uris, patches: changes(6) })
    expect(full.code).toBe(0)
    const { data } = await owner('GET', '/user/capacity')
    expect(data.used).toBeGreaterThan(1_000 * 6 * 9_900)
    const found = await readPages(owner, `/file?uri=${everything}&page_size=2000`)
    expect(found.names).toHaveLength(1_121)
    expect(found.longest).toBeLessThan(9 * megabyte)
    await Promise.all(
      Array.from({ length: 10 }, () => owner('GET', `/file?uri=${everything}&page_size=2000`)),
    )
    expect((await owner('DELETE', '/file', { uris })).code).toBe(0)
    const trash = await readPages(owner, '/file?uri=svc://trash&page_size=2000')
    expect(trash.names).toHaveLength(1_000)
  })
  expect(cost.peakMemory).toBeLessThan(maxMemory)
  expect(cost.failedPings).toBe(0)
  expect(cost.longestStall).toBeLessThan(maxStall)
})

it('Security 7 a visitor who may create stores no more with an item than its owner does', async () => {
  const service = await start()
  const owner = await signIn(service, 'owner')
  await owner('POST', '/file/create', { uri: 'svc://my/S', type: 'folder' })
  const permissions = {
    ...noPermissions,
    everyone: encodeBoolset([SharePermission.read, SharePermission.create]),
  }
  const { data } = await owner('PUT', '/share', { uri: 'svc://my/S', permissions })
  const id = /\/s\/([^/]+)$/.exec(data)?.[1] ?? ''
  const visitor = clientOf(service)
  const metadata = (count: number) =>
    Object.fromEntries(changes(count).map(({ key, value }) => [key, value]))
  const create = (name: string, count: number) =>
    visitor('POST', '/file/create', {
      uri: `svc://${id}@share/${name}`,
      type: 'file',
      metadata: metadata(count),
    })
  const before = (await owner('GET', '/user/capacity')).data.used
  const cost = await service.during(async () => {
    for (let at = 0; at < 20; at++) expect((await create(`${at}`, 95)).code).toBe(40001)
  })
  expect(storedBytes(service)).toBeLessThan(50 * megabyte)
  expect((await owner('GET', '/user/capacity')).data.used).toBe(before)
  expect((await create('small', 6)).code).toBe(0)
  expect((await owner('GET', '/user/capacity')).data.used).toBeGreaterThan(before + 6 * 9_900)
  expect(cost.peakMemory).toBeLessThan(maxMemory)
})

it('Security 7 data that were poisoned before are listed, found and deleted in bounded memory', async () => {
  const before = await start()
  const seeder = await signIn(before, 'owner')
  for (let at = 0; at < 50; at++) {
    await seeder('POST', '/file/create', { uri: `svc://my/a/${at}`, type: 'folder' })
  }
  const uris: string[] = []
  for (let copy = 0; copy < 5; copy++) {
    await seeder('POST', '/file/create', { uri: `svc://my/F/${copy}`, type: 'folder' })
    await seeder('POST', '/file/move', {
      uris: ['svc://my/a'],
      dst: `svc://my/F/${copy}`,
      copy: true,
    })
    for (let at = 0; at < 50; at++) uris.push(`svc://my/F/${copy}/a/${at}`)
  }
  before.child.kill('SIGTERM')
  await once(before.child, 'exit')
  // As an older build let it happen: 95 keys of 10 kB on each of 250 folders, 240 MB.
  const db = openConnection(join(before.folder, 'service', 'latchkey.db'))
  db.exec(`CREATE TEMP TABLE poison AS WITH RECURSIVE n (at) AS (SELECT 0 UNION ALL SELECT at + 1 FROM n WHERE at < 94)
      SELECT json_group_object('customize:' || at, hex(zeroblob(5000))) AS text FROM n;
    UPDATE files SET metadata = (SELECT text FROM poison)
      WHERE parent_key IN (SELECT key FROM files WHERE name = 'a')`)
  db.close()
  const service = await start({ folder: before.folder })
  const owner = await signIn(service, 'owner')
  expect(storedBytes(service)).toBeGreaterThan(230 * megabyte)
  const cost = await service.during(async () => {
    const found = await readPages(owner, `/file?uri=${everything}&page_size=2000`)
    expect(found.names).toHaveLength(2 + 50 + 5 * 52)
    expect(found.longest).toBeLessThan(9 * megabyte)
    const tag = [{ key: 'tag:x' }]
    expect((await owner('PATCH', '/file/metadata', { uris, patches: tag })).code).toBe(40001)
    const less = changes(95)
      .slice(0, 94)
      .map(({ key }) => ({ key, remove: true }))
    const shrunk = await owner('PATCH', '/file/metadata', {
      uris: uris.slice(0, 20),
      patches: less,
    })
    expect(shrunk.code).toBe(0)
    expect((await owner('DELETE', '/file', { uris })).code).toBe(0)
    const trash = await readPages(owner, '/file?uri=svc://trash&page_size=2000')
    expect(trash.names).toHaveLength(250)
  })
  expect(cost.peakMemory).toBeLessThan(maxMemory)
  expect(cost.failedPings).toBe(0)
})
