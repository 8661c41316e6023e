import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { envelope, send, slowBody } from './raw-http.ts'
import { openBench } from './service-harness.ts'
import type { Bench } from './service-harness.ts'

const anyRow = v.unknown()
const chunk = 4 * 1024 * 1024
const folders: string[] = []
function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'latchkey-'))
  folders.push(path)
  return path
}
afterEach(() => {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true })
})

const begin = (bench: Bench, name: string, size: number, more: object = {}, as = bench.owner) =>
  bench.call('PUT', '/file/upload', { as, body: { uri: `svc://my/${name}`, size, ...more } })
const part = (
  bench: Bench,
  session: string,
  index: number | string,
  body: NonNullable<Parameters<typeof send>[3]>['body'] = '',
  as = bench.owner,
) => envelope(send(bench, 'POST', `/file/upload/${session}/${index}`, { as, body: body ?? '' }))
const info = (bench: Bench, name: string) =>
  bench.call('GET', `/file/info?uri=svc://my/${name}`, { as: bench.owner })
const write = (bench: Bench, name: string) =>
  envelope(
    send(bench, 'PUT', `/file/content?uri=svc://my/${name}`, { as: bench.owner, body: 'other' }),
  )

async function contentOf(bench: Bench, name: string): Promise<Uint8Array | null> {
  const { data } = await info(bench, name)
  return bench.store.get(data.primary_entity)
}

/** As many bytes as wanted, no two parts alike. */
function bytes(size: number): Uint8Array {
  const out = new Uint8Array(size)
  for (let at = 0; at < size; at += 4093) out[at] = at % 251
  return out
}

test('a file of three parts arrives whole, whatever their order, and frees its lock', async () => {
  const bench = await openBench({ dir: folder() })
  const whole = bytes(2 * chunk + 5)
  const { code, data } = await begin(bench, 'big.bin', whole.length, {
    policy_id: 'local',
    last_modified: 1_700_000_000_000,
    mime_type: 'application/octet-stream',
    metadata: { 'tag:raw': '' },
  })
  expect(code).toBe(0)
  expect(data).toMatchObject({
    chunk_size: chunk,
    uri: 'svc://my/big.bin',
    expires: bench.clock.time / 1000 + 86_400,
    storage_policy: { id: 'local' },
  })
  expect((await info(bench, 'big.bin')).data).toMatchObject({
    size: 0,
    metadata: { 'sys:upload_session_id': data.session_id, 'tag:raw': '' },
  })
  const piece = (index: number) => whole.slice(index * chunk, (index + 1) * chunk)
  expect(await part(bench, data.session_id, 2, piece(2))).toEqual({ code: 0, msg: '' })
  expect((await part(bench, data.session_id, 0, piece(0))).code).toBe(0)
  const locked = await write(bench, 'big.bin')
  expect(locked).toMatchObject({
    code: 40073,
    data: [{ owner: { owner: bench.owner, application: { type: 'upload' } } }],
  })
  // Its answer may have been lost: sent again, it does no harm.
  expect((await part(bench, data.session_id, 0, piece(0))).code).toBe(0)
  expect((await part(bench, data.session_id, 1, piece(1))).code).toBe(0)
  expect((await info(bench, 'big.bin')).data).toMatchObject({
    size: whole.length,
    updated_at: '2023-11-14T22:13:20.000Z',
    metadata: { 'tag:raw': '' },
  })
  expect(Buffer.compare((await contentOf(bench, 'big.bin')) ?? new Uint8Array(), whole)).toBe(0)
  expect((await part(bench, data.session_id, 1, piece(1))).code).toBe(40011)
  expect((await write(bench, 'big.bin')).code).toBe(0)
  bench.close()
})

test('an empty file is one empty part', async () => {
  const bench = await openBench()
  const { data } = await begin(bench, 'empty.txt', 0)
  expect((await part(bench, data.session_id, 0)).code).toBe(0)
  expect(await contentOf(bench, 'empty.txt')).toHaveLength(0)
})

test('what cannot be uploaded is refused before anything is stored', async () => {
  const bench = await openBench()
  bench.seed.addFile(bench.owner, ['taken.txt'], { size: 1 })
  const code = async (name: string, size: number, more?: object) =>
    (await begin(bench, name, size, more)).code
  expect(await code('taken.txt', 1)).toBe(40004)
  expect(await code('a.txt', -1)).toBe(40001)
  expect(await code('a.txt', 1, { policy_id: 'elsewhere' })).toBe(40006)
  expect(await code('a.txt', 1, { entity_type: 'live_photo' })).toBe(40006)
  expect(await code('a.txt', 2 ** 40)).toBe(40049)
  expect(await code('a.txt', 101 * 1024 ** 3)).toBe(40049)
  expect(await code('a.txt', 1, { metadata: { 'sys:upload_session_id': 'x' } })).toBe(40001)
  expect(await code('a%3Ab', 1)).toBe(40052)
  expect(await code('Nowhere/a.txt', 1)).toBe(40016)
  bench.db.run('UPDATE users SET capacity = 10', [])
  expect(await code('a.txt', 10)).toBe(40051)
  expect(await code('a.txt', 9)).toBe(0)
  expect(await code('b.txt', 1)).toBe(40051)
  expect((await begin(bench, 'a.txt', 9)).code).toBe(40004)
  expect(bench.db.query('SELECT count(*) AS n FROM locks', [], anyRow)).toEqual([{ n: 1 }])
})

test('parts that do not belong are refused: index, length, session, user', async () => {
  const bench = await openBench()
  const { data } = await begin(bench, 'a.bin', 10)
  const id: string = data.session_id
  expect((await part(bench, id, 1, 'x')).code).toBe(40012)
  expect((await part(bench, id, 'x', 'x')).code).toBe(40012)
  expect((await part(bench, id, 0, 'too short')).code).toBe(40013)
  expect((await part(bench, id, 0, 'far too long')).code).toBe(40013)
  expect((await part(bench, id, 0, '0123456789', bench.colleague)).code).toBe(40011)
  expect((await part(bench, 'nobody', 0, '0123456789')).code).toBe(40011)
  const cancel = (as: string) =>
    bench.call('DELETE', '/file/upload', { as, body: { id, uri: 'svc://my/a.bin' } })
  expect((await cancel(bench.colleague)).code).toBe(40011)
  expect((await part(bench, id, 0, '0123456789')).code).toBe(0)
  expect((await cancel(bench.owner)).code).toBe(40011)
})

test('cancelling frees the lock and removes the placeholder', async () => {
  const dir = folder()
  const bench = await openBench({ dir })
  const { data } = await begin(bench, 'a.bin', chunk + 1)
  await part(bench, data.session_id, 0, bytes(chunk))
  expect(readdirSync(join(dir, 'contents', 'drafts'))).toHaveLength(1)
  const body = { id: data.session_id, uri: 'svc://my/a.bin' }
  expect(await bench.call('DELETE', '/file/upload', { as: bench.owner, body })).toEqual({
    status: 200,
    code: 0,
    msg: '',
  })
  expect((await info(bench, 'a.bin')).code).toBe(40016)
  expect(readdirSync(join(dir, 'contents', 'drafts'))).toEqual([])
  expect((await begin(bench, 'a.bin', 1)).code).toBe(0)
  bench.close()
})

test('once its lock is taken away, the next part fails without data, and it can still be cancelled', async () => {
  const bench = await openBench()
  const { data } = await begin(bench, 'a.bin', 3)
  const { data: conflicts } = await write(bench, 'a.bin')
  bench.db.run('DELETE FROM locks WHERE token = ?', [conflicts[0].token])
  const refused = await part(bench, data.session_id, 0, 'abc')
  expect(refused).toMatchObject({ code: 40073, msg: 'Lock expired' })
  expect('data' in refused).toBe(false)
  // Said before the part is received: this body never ends.
  expect((await part(bench, data.session_id, 0, slowBody().stream)).code).toBe(40073)
  const body = { id: data.session_id, uri: 'svc://my/a.bin' }
  expect((await bench.call('DELETE', '/file/upload', { as: bench.owner, body })).code).toBe(0)
  expect((await info(bench, 'a.bin')).code).toBe(40016)
})

test('who has locked the place since is not disturbed: it is cancelled once that lock is free', async () => {
  const bench = await openBench()
  bench.seed.addFolder(bench.owner, ['F'])
  const { data } = await begin(bench, 'F/a.bin', 3)
  bench.db.run('DELETE FROM locks', [])
  const token = bench.seed.addLock({
    owner: bench.owner,
    path: ['F', 'a.bin'],
    application: { type: 'dav' },
    holder: bench.colleague,
  })
  const body = { id: data.session_id, uri: 'svc://my/F/a.bin' }
  const cancel = () => bench.call('DELETE', '/file/upload', { as: bench.owner, body })
  expect(await cancel()).toMatchObject({
    code: 40073,
    data: [{ path: 'svc://my/F/a.bin', token, owner: { owner: bench.colleague } }],
  })
  expect((await info(bench, 'F/a.bin')).code).toBe(0)
  bench.db.run('DELETE FROM locks', [])
  expect((await cancel()).code).toBe(0)
  expect((await info(bench, 'F/a.bin')).code).toBe(40016)
})

test('a lock taken away while a part comes in ends that part too', async () => {
  const bench = await openBench()
  const { data } = await begin(bench, 'a.bin', 3)
  const body = slowBody()
  body.push('ab')
  const sending = part(bench, data.session_id, 0, body.stream)
  await body.drained
  expect((await part(bench, data.session_id, 0, 'abc')).code).toBe(409)
  bench.db.run('DELETE FROM locks', [])
  body.push('c')
  body.end()
  expect(await sending).toMatchObject({ code: 40073, msg: 'Lock expired' })
  expect((await info(bench, 'a.bin')).data.size).toBe(0)
})

test('a new version of a file keeps the old one until it is whole, and survives cancelling', async () => {
  const bench = await openBench()
  bench.seed.addFile(bench.owner, ['a.txt'], { contents: Buffer.from('old') })
  const more = { entity_type: 'version' }
  const { data } = await begin(bench, 'a.txt', 5, more)
  expect(Buffer.from((await contentOf(bench, 'a.txt')) ?? []).toString()).toBe('old')
  const body = { id: data.session_id, uri: 'svc://my/a.txt' }
  await bench.call('DELETE', '/file/upload', { as: bench.owner, body })
  expect((await info(bench, 'a.txt')).data.size).toBe(3)
  const again = await begin(bench, 'a.txt', 5, more)
  expect((await part(bench, again.data.session_id, 0, 'newer')).code).toBe(0)
  expect(Buffer.from((await contentOf(bench, 'a.txt')) ?? []).toString()).toBe('newer')
})

test('an upload goes on after a restart, and a killed one leaves nothing half done', async () => {
  const dir = folder()
  const bench = await openBench({ dir })
  const whole = bytes(chunk + 4)
  const { data } = await begin(bench, 'big.bin', whole.length)
  await part(bench, data.session_id, 0, whole.slice(0, chunk))
  // Killed: nothing was closed.
  const after = await openBench({ dir, users: bench })
  expect((await write(after, 'big.bin')).code).toBe(40073)
  expect((await part(after, data.session_id, 1, whole.slice(chunk))).code).toBe(0)
  expect(Buffer.compare((await contentOf(after, 'big.bin')) ?? new Uint8Array(), whole)).toBe(0)
  after.close()
  bench.close()
})

test('after a day an unfinished upload is cleared away', async () => {
  const dir = folder()
  const bench = await openBench({ dir })
  const { data } = await begin(bench, 'old.bin', chunk + 1)
  await part(bench, data.session_id, 0, bytes(chunk))
  bench.clock.time += 24 * 3600_000 + 1
  expect((await part(bench, data.session_id, 1, 'x')).code).toBe(40011)
  expect((await begin(bench, 'new.bin', 1)).code).toBe(0)
  expect((await info(bench, 'old.bin')).code).toBe(40016)
  expect(readdirSync(join(dir, 'contents', 'drafts'))).toEqual([])
  bench.close()
})

/** The error of a disk that takes no more. */
const diskFull = () => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })

test('F2 the disk is full in the middle of a part: that is said, the lock stays, and the part can be sent again', async () => {
  const dir = folder()
  const bench = await openBench({ dir })
  const whole = bytes(chunk + 5)
  const { data } = await begin(bench, 'a.bin', whole.length)
  const id: string = data.session_id
  expect((await part(bench, id, 0, whole.slice(0, chunk))).code).toBe(0)
  const receive = bench.store.writeDraft.bind(bench.store)
  bench.store.writeDraft = async (draft, coming, offset) => {
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
  expect(await part(bench, id, 1, whole.slice(chunk))).toMatchObject({
    code: 50004,
    msg: 'I/O operation failed',
  })
  expect((await info(bench, 'a.bin')).data.size).toBe(0)
  expect((await write(bench, 'a.bin')).code).toBe(40073)
  bench.store.writeDraft = receive
  expect((await part(bench, id, 1, whole.slice(chunk))).code).toBe(0)
  expect(Buffer.compare((await contentOf(bench, 'a.bin')) ?? new Uint8Array(), whole)).toBe(0)
  bench.close()
})

for (const kind of ['memory', 'disk'] as const) {
  test(`F2 the disk is full when the last part makes the file whole: nothing is half kept (${kind})`, async () => {
    const bench = await openBench({ dir: kind === 'disk' ? folder() : ':memory:' })
    bench.seed.addFile(bench.owner, ['a.bin'], { contents: Buffer.from('old') })
    const whole = bytes(chunk + 5)
    const { data } = await begin(bench, 'a.bin', whole.length, { entity_type: 'version' })
    const id: string = data.session_id
    const tail = () => part(bench, id, 1, whole.slice(chunk))
    const noise = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect((await part(bench, id, 0, whole.slice(0, chunk))).code).toBe(0)
    const keep = bench.store.commitDraft.bind(bench.store)
    bench.store.commitDraft = () => {
      throw diskFull()
    }
    expect(await tail()).toMatchObject({ code: 50004 })
    // Moved to its place, and then the database could not write that down.
    bench.store.commitDraft = (entity) => {
      keep(entity)
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
    }
    expect(await tail()).toMatchObject({ code: 50004 })
    noise.mockRestore()
    expect(Buffer.from((await contentOf(bench, 'a.bin')) ?? []).toString()).toBe('old')
    expect((await write(bench, 'a.bin')).code).toBe(40073)
    bench.store.commitDraft = keep
    expect((await tail()).code).toBe(0)
    expect(Buffer.compare((await contentOf(bench, 'a.bin')) ?? new Uint8Array(), whole)).toBe(0)
    expect((await write(bench, 'a.bin')).code).toBe(0)
    bench.close()
  })
}

test('F2 the database takes no more: a beginning is refused as a full disk, and nothing is stored', async () => {
  const bench = await openBench({ dir: folder() })
  const noise = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const Pages = v.object({ page_count: v.number() })
  const pages = bench.db.first('PRAGMA page_count', [], Pages)?.page_count ?? 0
  bench.db.query(`PRAGMA max_page_count = ${pages}`, [], anyRow)
  const metadata = { 'tag:long': 'x'.repeat(10_000), 'tag:more': 'x'.repeat(10_000) }
  expect((await begin(bench, 'a.bin', 5, { metadata })).code).toBe(50004)
  noise.mockRestore()
  expect(bench.db.query('SELECT count(*) AS n FROM locks', [], anyRow)).toEqual([{ n: 0 }])
  bench.db.query('PRAGMA max_page_count = 1000000', [], anyRow)
  expect((await begin(bench, 'a.bin', 5, { metadata })).code).toBe(0)
  bench.close()
})

test('F2 killed between moving a file to its place and writing that down, its parts are all still there', async () => {
  const dir = folder()
  const bench = await openBench({ dir })
  const whole = bytes(2 * chunk + 5)
  const { data } = await begin(bench, 'big.bin', whole.length)
  const piece = (index: number) => whole.slice(index * chunk, (index + 1) * chunk)
  for (const index of [1, 2]) await part(bench, data.session_id, index, piece(index))
  const keep = bench.store.commitDraft.bind(bench.store)
  bench.store.commitDraft = (entity) => {
    keep(entity)
    throw new Error('killed')
  }
  const noise = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect((await part(bench, data.session_id, 0, piece(0))).code).toBe(50001)
  noise.mockRestore()
  const after = await openBench({ dir, users: bench })
  expect((await part(after, data.session_id, 0, piece(0))).code).toBe(0)
  expect(Buffer.compare((await contentOf(after, 'big.bin')) ?? new Uint8Array(), whole)).toBe(0)
  after.close()
  bench.close()
})

test('F2 cancelled after that, nothing of it stays on the disk', async () => {
  const dir = folder()
  const bench = await openBench({ dir })
  const { data } = await begin(bench, 'a.bin', 5)
  const keep = bench.store.commitDraft.bind(bench.store)
  bench.store.commitDraft = (entity) => {
    keep(entity)
    throw diskFull()
  }
  const noise = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect((await part(bench, data.session_id, 0, 'abcde')).code).toBe(50004)
  noise.mockRestore()
  const body = { id: data.session_id, uri: 'svc://my/a.bin' }
  expect((await bench.call('DELETE', '/file/upload', { as: bench.owner, body })).code).toBe(0)
  expect(readdirSync(join(dir, 'contents'))).toEqual(['drafts'])
  expect(readdirSync(join(dir, 'contents', 'drafts'))).toEqual([])
  bench.close()
})

test('F2 the space is filled by something else in the middle: 40051, and it goes on once there is room', async () => {
  const bench = await openBench()
  const { data } = await begin(bench, 'a.bin', chunk + 5)
  const id: string = data.session_id
  const whole = bytes(chunk + 5)
  await part(bench, id, 0, whole.slice(0, chunk))
  bench.db.run('UPDATE users SET capacity = 10', [])
  expect((await part(bench, id, 1, whole.slice(chunk))).code).toBe(40051)
  expect((await info(bench, 'a.bin')).data.size).toBe(0)
  expect((await write(bench, 'a.bin')).code).toBe(40073)
  bench.db.run('UPDATE users SET capacity = 100000000', [])
  expect((await part(bench, id, 1, whole.slice(chunk))).code).toBe(0)
  expect(Buffer.compare((await contentOf(bench, 'a.bin')) ?? new Uint8Array(), whole)).toBe(0)
})

test('F2 the connection breaks in the middle of a part: nothing of it counts, and it is sent again', async () => {
  const dir = folder()
  const bench = await openBench({ dir })
  const whole = bytes(chunk + 9)
  const { data } = await begin(bench, 'a.bin', whole.length)
  const id: string = data.session_id
  await part(bench, id, 0, whole.slice(0, chunk))
  const body = slowBody()
  body.push('other')
  const broken = part(bench, id, 1, body.stream)
  body.fail()
  expect(await broken).toMatchObject({ code: 40013, msg: 'Upload interrupted' })
  expect((await info(bench, 'a.bin')).data.size).toBe(0)
  expect((await part(bench, id, 1, whole.slice(chunk))).code).toBe(0)
  expect(Buffer.compare((await contentOf(bench, 'a.bin')) ?? new Uint8Array(), whole)).toBe(0)
  bench.close()
})
