import * as v from 'valibot'
import { expect, test } from 'vitest'
import { SharePermission } from '#src/contract/flags/boolset.ts'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import { noPermissions } from '#src/contract/share.ts'
import { slowBody } from '../raw-http.ts'
import { openTestService } from '../service-harness.ts'
import type { TestService } from '../service-harness.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { begin, bytes, chunk, contentOf, info, part } from './fixtures.ts'

const gigabyte = 1024 ** 3
const minute = 60_000

/** A folder S of the owner, which everybody may fill through a link; the owner has room for 3 GB. */
async function openShared() {
  const service = await openTestService()
  const { seed, owner } = service
  const folder = seed.addFolder(owner, ['S'])
  const permissionSetting = {
    ...noPermissions,
    everyone: encodeBoolset([SharePermission.read, SharePermission.create, SharePermission.update]),
  }
  const addLink = () => seed.addShare(folder, { permissionSetting })
  const announce = (as: string, link: string, name: string, size: number, more: object = {}) =>
    service.call('PUT', '/file/upload', {
      as,
      body: { uri: `svc://${link}@share/${name}`, size, ...more },
    })
  seed.setCapacity(owner, 3 * gigabyte)
  return { service, addLink, announce, link: addLink() }
}
const cancel = (service: TestService, id: string, as = service.owner) =>
  service.call('DELETE', '/file/upload', { as, body: { id } })

test('Security 7 what visitors announce takes nothing of the owner’s room until it arrives', async () => {
  const { service, announce, link } = await openShared()
  const { owner, colleague, seed } = service
  seed.setCapacity(owner, gigabyte)
  const third = seed.addUser({ email: 'third@example.org', nickname: 'third' })
  for (const as of [colleague, third]) {
    expect((await announce(as, link, `of ${as}`, gigabyte)).code).toBe(0)
  }
  expect((await begin(service, 'mine.bin', gigabyte)).code).toBe(0)
  expect((await begin(service, 'more.bin', 1)).code).toBe(40051)
})

test('Security 7 a visitor announces at most 1 GB at a time through one link', async () => {
  const { service, announce, addLink, link } = await openShared()
  const { colleague, seed } = service
  expect((await announce(colleague, link, 'huge', gigabyte + 1)).code).toBe(40049)
  const first = await announce(colleague, link, 'a', gigabyte - 5)
  expect(first.code).toBe(0)
  expect(await announce(colleague, link, 'b', 6)).toMatchObject({
    code: 40051,
    msg: 'Insufficient capacity',
  })
  expect((await announce(colleague, link, 'b', 5)).code).toBe(0)
  // Another visitor and another link have limits of their own, and so has the owner.
  const third = seed.addUser({ email: 'third@example.org', nickname: 'third' })
  expect((await announce(third, link, 'c', 10)).code).toBe(0)
  expect((await announce(colleague, addLink(), 'd', 10)).code).toBe(0)
  expect((await announce(service.owner, link, 'e', gigabyte + 1)).code).toBe(0)
  // What is cancelled or complete no longer counts.
  expect((await cancel(service, first.data.session_id, colleague)).code).toBe(0)
  expect((await announce(colleague, link, 'f', gigabyte - 5)).code).toBe(0)
})

test('Security 7 what has arrived of a visitor counts for the owner, part by part, until it is cancelled', async () => {
  const { service, announce, link } = await openShared()
  const { owner, colleague, seed } = service
  seed.setCapacity(owner, 3 * chunk)
  const { data } = await announce(colleague, link, 'a.bin', 3 * chunk)
  const id: string = data.session_id
  expect((await part(service, id, 0, bytes(chunk), colleague)).code).toBe(0)
  expect((await begin(service, 'mine.bin', 2 * chunk + 1)).code).toBe(40051)
  const mine = await begin(service, 'mine.bin', 2 * chunk)
  expect(mine.code).toBe(0)
  // The owner was faster: the rest has no room before a byte of it is received.
  expect((await part(service, id, 1, slowBody().stream, colleague)).code).toBe(40051)
  expect((await cancel(service, mine.data.session_id)).code).toBe(0)
  expect((await part(service, id, 1, bytes(chunk), colleague)).code).toBe(0)
  expect((await part(service, id, 2, bytes(chunk), colleague)).code).toBe(0)
  const used = await service.call('GET', '/user/capacity', { as: owner })
  expect(used.data.used).toBe(3 * chunk)
})

test('Security 7 a part that broke off counts as well: its bytes are on the disk', async () => {
  const { service, announce, link } = await openShared()
  const { owner, colleague, seed } = service
  seed.setCapacity(owner, 2 * chunk)
  const { data } = await announce(colleague, link, 'a.bin', chunk)
  const body = slowBody()
  const sending = part(service, data.session_id, 0, body.stream, colleague)
  body.push('some')
  await body.drained
  body.fail()
  expect((await sending).code).toBe(40013)
  service.clock.time += 11 * minute
  expect((await begin(service, 'mine.bin', chunk + 1)).code).toBe(40051)
  expect((await begin(service, 'mine.bin', chunk)).code).toBe(0)
})

test('F2 a new version of a visitor needs the room of a new file, beside the old one', async () => {
  const { service, announce, link } = await openShared()
  const { owner, colleague, seed } = service
  seed.addFile(owner, ['S', 'a.bin'], { size: chunk })
  seed.setCapacity(owner, 2 * chunk)
  const version = { entity_type: 'version' }
  expect((await announce(colleague, link, 'a.bin', chunk + 1, version)).code).toBe(40051)
  const { data } = await announce(colleague, link, 'a.bin', chunk, version)
  expect((await part(service, data.session_id, 0, bytes(chunk), colleague)).code).toBe(0)
  const used = await service.call('GET', '/user/capacity', { as: owner })
  expect(used.data.used).toBe(2 * chunk)
})

test('F2 ten minutes after its last part an upload no longer holds room, and keeps what has arrived', async () => {
  const service = await openTestService()
  const { owner, clock, seed } = service
  seed.setCapacity(owner, 3 * chunk)
  const whole = bytes(3 * chunk)
  const piece = (index: number) => whole.slice(index * chunk, (index + 1) * chunk)
  const { data } = await begin(service, 'a.bin', whole.length)
  const id: string = data.session_id
  clock.time += 9 * minute
  expect((await part(service, id, 2, piece(2))).code).toBe(0)
  clock.time += 9 * minute
  expect((await begin(service, 'b.bin', 1)).code).toBe(40051)
  clock.time += 2 * minute
  expect((await begin(service, 'b.bin', 2 * chunk + 1)).code).toBe(40051)
  const other = await begin(service, 'b.bin', 2 * chunk)
  expect(other.code).toBe(0)
  // It is refused before it is received, and goes on once there is room again.
  expect(await part(service, id, 0, slowBody().stream)).toMatchObject({
    code: 40051,
    msg: 'Insufficient capacity',
  })
  expect((await cancel(service, other.data.session_id)).code).toBe(0)
  expect((await part(service, id, 0, piece(0))).code).toBe(0)
  // Reserved again.
  expect((await begin(service, 'b.bin', 1)).code).toBe(40051)
  expect((await part(service, id, 1, piece(1))).code).toBe(0)
  expect(Buffer.compare((await contentOf(service, 'a.bin')) ?? new Uint8Array(), whole)).toBe(0)
})

test('F2 a lapsed upload of a visitor reserves again within what this visitor may announce', async () => {
  const { service, announce, link } = await openShared()
  const { colleague, clock } = service
  const { data } = await announce(colleague, link, 'a', gigabyte)
  clock.time += 11 * minute
  const other = await announce(colleague, link, 'b', gigabyte)
  expect(other.code).toBe(0)
  expect((await part(service, data.session_id, 0, bytes(chunk), colleague)).code).toBe(40051)
  await cancel(service, other.data.session_id, colleague)
  expect((await part(service, data.session_id, 0, bytes(chunk), colleague)).code).toBe(0)
})

test('F2 of two uploads that together exceed the room the second is refused when it begins', async () => {
  const service = await openTestService()
  service.seed.setCapacity(service.owner, 10)
  const codes = await Promise.all(
    ['a.bin', 'b.bin'].map(async (name) => (await begin(service, name, 6)).code),
  )
  expect(codes.toSorted((a, b) => a - b)).toEqual([0, 40051])
})

test('F2 reservations hold and lapse over a restart, and end with the session', async () => {
  const dir = temporaryFolder()
  const service = await openTestService({ dir })
  service.seed.setCapacity(service.owner, 2 * chunk)
  const { data } = await begin(service, 'a.bin', 2 * chunk)
  await part(service, data.session_id, 0, bytes(chunk))
  service.close()
  const after = await openTestService({ dir, users: service })
  expect((await begin(after, 'b.bin', 1)).code).toBe(40051)
  after.clock.time += 11 * minute
  expect((await begin(after, 'b.bin', chunk + 1)).code).toBe(40051)
  const small = await begin(after, 'b.bin', chunk)
  expect(small.code).toBe(0)
  await cancel(after, small.data.session_id)
  after.clock.time += 24 * 60 * minute
  expect((await begin(after, 'c.bin', 2 * chunk)).code).toBe(0)
  expect((await info(after, 'a.bin')).code).toBe(40016)
  after.close()
})

/** As many copies of the open upload as wanted, each with an id of its own. */
function copyUpload({ db }: TestService, count: number) {
  const columns = `user_key, file_key, entity_id, size, chunk_size, is_new, lock_token, expires_at, created_at`
  const ids = JSON.stringify(Array.from({ length: count }, (_, index) => index))
  db.run(
    `INSERT INTO uploads (id, ${columns}) SELECT value, ${columns} FROM uploads, json_each(?)`,
    [ids],
  )
}

test('Security 7 a user has at most 1,000 uploads open, and those that expire end 250 at a time', async () => {
  const service = await openTestService()
  const { db, clock, seed, owner } = service
  seed.addFile(owner, ['a.bin'], { contents: new Uint8Array(1) })
  expect((await begin(service, 'a.bin', 1, { entity_type: 'version' })).code).toBe(0)
  copyUpload(service, 999)
  const open = () => db.query('SELECT id FROM uploads', [], v.unknown()).length
  expect(await begin(service, 'b.bin', 1)).toMatchObject({ status: 200, code: 40074 })
  expect(open()).toBe(1_000)
  clock.time += 25 * 60 * minute
  expect((await begin(service, 'b.bin', 1)).code).toBe(0)
  expect(open()).toBe(751)
})

test('Security 7 uploads that an older build has let in go on, however many there are', async () => {
  const service = await openTestService()
  const { data } = await begin(service, 'a.bin', 1)
  copyUpload(service, 1_200)
  expect((await begin(service, 'b.bin', 1)).code).toBe(40074)
  service.clock.time += 11 * minute
  expect((await part(service, data.session_id, 0, bytes(1))).code).toBe(0)
})

test('Security 7 an upload that has expired does not keep its name, however many others have', async () => {
  const service = await openTestService()
  const { clock, seed, owner } = service
  seed.addFile(owner, ['a.bin'], { contents: new Uint8Array(1) })
  expect((await begin(service, 'a.bin', 1, { entity_type: 'version' })).code).toBe(0)
  copyUpload(service, 1_200)
  service.db.run('UPDATE uploads SET user_key = (SELECT key FROM users WHERE email <> ?)', [
    'owner@example.org',
  ])
  clock.time += minute
  expect((await begin(service, 'b.bin', 1)).code).toBe(0)
  clock.time += 25 * 60 * minute
  expect((await begin(service, 'b.bin', 1)).code).toBe(0)
})

test('Security 7 uploads that have expired do not count as open', async () => {
  const service = await openTestService()
  const { clock, seed, owner } = service
  seed.addFile(owner, ['a.bin'], { contents: new Uint8Array(1) })
  expect((await begin(service, 'a.bin', 1, { entity_type: 'version' })).code).toBe(0)
  copyUpload(service, 1_300)
  clock.time += 25 * 60 * minute
  expect((await begin(service, 'b.bin', 1)).code).toBe(0)
})
