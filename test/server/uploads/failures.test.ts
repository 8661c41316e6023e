import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { slowBody } from '../raw-http.ts'
import { openTestService } from '../service-harness.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { anyRow, chunk, begin, part, info, write, contentOf, bytes } from './fixtures.ts'

/** The error of a disk that takes no more. */
const diskFull = () => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })

test('F2 the disk is full in the middle of a part: that is said, the lock stays, and the part can be sent again', async () => {
  const dir = temporaryFolder()
  const service = await openTestService({ dir })
  const whole = bytes(chunk + 5)
  const { data } = await begin(service, 'a.bin', whole.length)
  const id: string = data.session_id
  expect((await part(service, id, 0, whole.slice(0, chunk))).code).toBe(0)
  const receive = service.store.writeDraft.bind(service.store)
  service.store.writeDraft = async (draft, coming, offset) => {
    await receive(
      draft,
      (async function* some() {
        for await (const piece of coming) {
          yield piece.subarray(0, 2)
          throw diskFull()
        }
      })(),
      offset,
    )
    return 0
  }
  expect(await part(service, id, 1, whole.slice(chunk))).toMatchObject({
    code: 50004,
    msg: 'I/O operation failed',
  })
  expect((await info(service, 'a.bin')).data.size).toBe(0)
  expect((await write(service, 'a.bin')).code).toBe(40073)
  service.store.writeDraft = receive
  expect((await part(service, id, 1, whole.slice(chunk))).code).toBe(0)
  expect(Buffer.compare((await contentOf(service, 'a.bin')) ?? new Uint8Array(), whole)).toBe(0)
  service.close()
})

for (const kind of ['memory', 'disk'] as const) {
  test(`F2 the disk is full when the last part makes the file whole: nothing stays half written (${kind})`, async () => {
    const service = await openTestService({ dir: kind === 'disk' ? temporaryFolder() : ':memory:' })
    service.seed.addFile(service.owner, ['a.bin'], { contents: Buffer.from('old') })
    const whole = bytes(chunk + 5)
    const { data } = await begin(service, 'a.bin', whole.length, { entity_type: 'version' })
    const id: string = data.session_id
    const tail = () => part(service, id, 1, whole.slice(chunk))
    const noise = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect((await part(service, id, 0, whole.slice(0, chunk))).code).toBe(0)
    const keep = service.store.commitDraft.bind(service.store)
    service.store.commitDraft = () => {
      throw diskFull()
    }
    expect(await tail()).toMatchObject({ code: 50004 })
    // The content is moved to its place, and then the database cannot record it.
    service.store.commitDraft = (entity) => {
      keep(entity)
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
    }
    expect(await tail()).toMatchObject({ code: 50004 })
    noise.mockRestore()
    expect(Buffer.from((await contentOf(service, 'a.bin')) ?? []).toString()).toBe('old')
    expect((await write(service, 'a.bin')).code).toBe(40073)
    service.store.commitDraft = keep
    expect((await tail()).code).toBe(0)
    expect(Buffer.compare((await contentOf(service, 'a.bin')) ?? new Uint8Array(), whole)).toBe(0)
    expect((await write(service, 'a.bin')).code).toBe(0)
    service.close()
  })
}

test('F2 the database takes no more: a beginning is refused as a full disk, and nothing is stored', async () => {
  const service = await openTestService({ dir: temporaryFolder() })
  const noise = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const Pages = v.object({ page_count: v.number() })
  const pages = service.db.first('PRAGMA page_count', [], Pages)?.page_count ?? 0
  service.db.query(`PRAGMA max_page_count = ${pages}`, [], anyRow)
  const metadata = { 'dav:long': 'x'.repeat(10_000), 'dav:more': 'x'.repeat(10_000) }
  expect((await begin(service, 'a.bin', 5, { metadata })).code).toBe(50004)
  noise.mockRestore()
  expect(service.db.query('SELECT count(*) AS n FROM locks', [], anyRow)).toEqual([{ n: 0 }])
  service.db.query('PRAGMA max_page_count = 1000000', [], anyRow)
  expect((await begin(service, 'a.bin', 5, { metadata })).code).toBe(0)
  service.close()
})

test('F2 killed between moving a file to its place and writing that down, its parts are all still there', async () => {
  const dir = temporaryFolder()
  const service = await openTestService({ dir })
  const whole = bytes(2 * chunk + 5)
  const { data } = await begin(service, 'big.bin', whole.length)
  const piece = (index: number) => whole.slice(index * chunk, (index + 1) * chunk)
  for (const index of [1, 2]) await part(service, data.session_id, index, piece(index))
  const keep = service.store.commitDraft.bind(service.store)
  service.store.commitDraft = (entity) => {
    keep(entity)
    throw new Error('killed')
  }
  const noise = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect((await part(service, data.session_id, 0, piece(0))).code).toBe(50001)
  noise.mockRestore()
  const after = await openTestService({ dir, users: service })
  expect((await part(after, data.session_id, 0, piece(0))).code).toBe(0)
  expect(Buffer.compare((await contentOf(after, 'big.bin')) ?? new Uint8Array(), whole)).toBe(0)
  after.close()
  service.close()
})

test('F2 cancelled after that, nothing of it stays on the disk', async () => {
  const dir = temporaryFolder()
  const service = await openTestService({ dir })
  const { data } = await begin(service, 'a.bin', 5)
  const keep = service.store.commitDraft.bind(service.store)
  service.store.commitDraft = (entity) => {
    keep(entity)
    throw diskFull()
  }
  const noise = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect((await part(service, data.session_id, 0, 'abcde')).code).toBe(50004)
  noise.mockRestore()
  const body = { id: data.session_id, uri: 'svc://my/a.bin' }
  expect((await service.call('DELETE', '/file/upload', { as: service.owner, body })).code).toBe(0)
  expect(readdirSync(join(dir, 'contents'))).toEqual(['drafts'])
  expect(readdirSync(join(dir, 'contents', 'drafts'))).toEqual([])
  service.close()
})

test('F2 the space is filled by something else in the middle: 40051, and it goes on once there is room', async () => {
  const service = await openTestService()
  const { data } = await begin(service, 'a.bin', chunk + 5)
  const id: string = data.session_id
  const whole = bytes(chunk + 5)
  await part(service, id, 0, whole.slice(0, chunk))
  service.db.run('UPDATE users SET capacity = 10', [])
  expect((await part(service, id, 1, whole.slice(chunk))).code).toBe(40051)
  expect((await info(service, 'a.bin')).data.size).toBe(0)
  expect((await write(service, 'a.bin')).code).toBe(40073)
  service.db.run('UPDATE users SET capacity = 100000000', [])
  expect((await part(service, id, 1, whole.slice(chunk))).code).toBe(0)
  expect(Buffer.compare((await contentOf(service, 'a.bin')) ?? new Uint8Array(), whole)).toBe(0)
})

test('F2 the connection breaks in the middle of a part: nothing of it counts, and it is sent again', async () => {
  const dir = temporaryFolder()
  const service = await openTestService({ dir })
  const whole = bytes(chunk + 9)
  const { data } = await begin(service, 'a.bin', whole.length)
  const id: string = data.session_id
  await part(service, id, 0, whole.slice(0, chunk))
  const body = slowBody()
  body.push('other')
  const broken = part(service, id, 1, body.stream)
  body.fail()
  expect(await broken).toMatchObject({ code: 40013, msg: 'Upload interrupted' })
  expect((await info(service, 'a.bin')).data.size).toBe(0)
  expect((await part(service, id, 1, whole.slice(chunk))).code).toBe(0)
  expect(Buffer.compare((await contentOf(service, 'a.bin')) ?? new Uint8Array(), whole)).toBe(0)
  service.close()
})
