import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestService } from '../service-harness.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { anyRow, chunk, begin, part, info, write, contentOf, bytes } from './fixtures.ts'

test('a file of three parts arrives whole, whatever their order, and frees its lock', async () => {
  const service = await openTestService({ dir: temporaryFolder() })
  const whole = bytes(2 * chunk + 5)
  const { code, data } = await begin(service, 'big.bin', whole.length, {
    policy_id: 'local',
    last_modified: 1_700_000_000_000,
    mime_type: 'application/octet-stream',
    metadata: { 'tag:raw': '' },
  })
  expect(code).toBe(0)
  expect(data).toMatchObject({
    chunk_size: chunk,
    uri: 'svc://my/big.bin',
    expires: service.clock.time / 1000 + 86_400,
    storage_policy: { id: 'local' },
  })
  expect((await info(service, 'big.bin')).data).toMatchObject({
    size: 0,
    metadata: { 'sys:upload_session_id': data.session_id, 'tag:raw': '' },
  })
  const piece = (index: number) => whole.slice(index * chunk, (index + 1) * chunk)
  expect(await part(service, data.session_id, 2, piece(2))).toEqual({ code: 0, msg: '' })
  expect((await part(service, data.session_id, 0, piece(0))).code).toBe(0)
  const locked = await write(service, 'big.bin')
  expect(locked).toMatchObject({
    code: 40073,
    data: [{ owner: { owner: service.owner, application: { type: 'upload' } } }],
  })
  // The answer may have been lost, so a part that is sent again must do no harm.
  expect((await part(service, data.session_id, 0, piece(0))).code).toBe(0)
  expect((await part(service, data.session_id, 1, piece(1))).code).toBe(0)
  expect((await info(service, 'big.bin')).data).toMatchObject({
    size: whole.length,
    updated_at: '2023-11-14T22:13:20.000Z',
    metadata: { 'tag:raw': '' },
  })
  expect(Buffer.compare((await contentOf(service, 'big.bin')) ?? new Uint8Array(), whole)).toBe(0)
  expect((await part(service, data.session_id, 1, piece(1))).code).toBe(40011)
  expect((await write(service, 'big.bin')).code).toBe(0)
  service.close()
})

test('an empty file is one empty part', async () => {
  const service = await openTestService()
  const { data } = await begin(service, 'empty.txt', 0)
  expect((await part(service, data.session_id, 0)).code).toBe(0)
  expect(await contentOf(service, 'empty.txt')).toHaveLength(0)
})

test('what cannot be uploaded is refused before anything is stored', async () => {
  const service = await openTestService()
  service.seed.addFile(service.owner, ['taken.txt'], { size: 1 })
  const code = async (name: string, size: number, more?: object) =>
    (await begin(service, name, size, more)).code
  expect(await code('taken.txt', 1)).toBe(40004)
  expect(await code('a.txt', -1)).toBe(40001)
  expect(await code('a.txt', 1, { policy_id: 'elsewhere' })).toBe(40006)
  expect(await code('a.txt', 1, { entity_type: 'live_photo' })).toBe(40006)
  expect(await code('a.txt', 2 ** 40)).toBe(40049)
  expect(await code('a.txt', 101 * 1024 ** 3)).toBe(40049)
  expect(await code('a.txt', 1, { metadata: { 'sys:upload_session_id': 'x' } })).toBe(40001)
  expect(await code('a%3Ab', 1)).toBe(40052)
  expect(await code('Nowhere/a.txt', 1)).toBe(40016)
  service.db.run('UPDATE users SET capacity = 10', [])
  expect(await code('a.txt', 10)).toBe(40051)
  expect(await code('a.txt', 9)).toBe(0)
  expect(await code('b.txt', 1)).toBe(40051)
  expect((await begin(service, 'a.txt', 9)).code).toBe(40004)
  expect(service.db.query('SELECT count(*) AS n FROM locks', [], anyRow)).toEqual([{ n: 1 }])
})

test('parts that do not belong are refused: index, length, session, user', async () => {
  const service = await openTestService()
  const { data } = await begin(service, 'a.bin', 10)
  const id: string = data.session_id
  expect((await part(service, id, 1, 'x')).code).toBe(40012)
  expect((await part(service, id, 'x', 'x')).code).toBe(40012)
  expect((await part(service, id, 0, 'too short')).code).toBe(40013)
  expect((await part(service, id, 0, 'far too long')).code).toBe(40013)
  expect((await part(service, id, 0, '0123456789', service.colleague)).code).toBe(40011)
  expect((await part(service, 'nobody', 0, '0123456789')).code).toBe(40011)
  const cancel = (as: string) =>
    service.call('DELETE', '/file/upload', { as, body: { id, uri: 'svc://my/a.bin' } })
  expect((await cancel(service.colleague)).code).toBe(40011)
  expect((await part(service, id, 0, '0123456789')).code).toBe(0)
  expect((await cancel(service.owner)).code).toBe(40011)
})

test('cancelling frees the lock and removes the placeholder', async () => {
  const dir = temporaryFolder()
  const service = await openTestService({ dir })
  const { data } = await begin(service, 'a.bin', chunk + 1)
  await part(service, data.session_id, 0, bytes(chunk))
  expect(readdirSync(join(dir, 'contents', 'drafts'))).toHaveLength(1)
  const body = { id: data.session_id, uri: 'svc://my/a.bin' }
  expect(await service.call('DELETE', '/file/upload', { as: service.owner, body })).toEqual({
    status: 200,
    code: 0,
    msg: '',
  })
  expect((await info(service, 'a.bin')).code).toBe(40016)
  expect(readdirSync(join(dir, 'contents', 'drafts'))).toEqual([])
  expect((await begin(service, 'a.bin', 1)).code).toBe(0)
  service.close()
})

test('a new version of a file keeps the old one until it is whole, and survives cancelling', async () => {
  const service = await openTestService()
  service.seed.addFile(service.owner, ['a.txt'], { contents: Buffer.from('old') })
  const more = { entity_type: 'version' }
  const { data } = await begin(service, 'a.txt', 5, more)
  expect(Buffer.from((await contentOf(service, 'a.txt')) ?? []).toString()).toBe('old')
  const body = { id: data.session_id, uri: 'svc://my/a.txt' }
  await service.call('DELETE', '/file/upload', { as: service.owner, body })
  expect((await info(service, 'a.txt')).data.size).toBe(3)
  const again = await begin(service, 'a.txt', 5, more)
  expect((await part(service, again.data.session_id, 0, 'newer')).code).toBe(0)
  expect(Buffer.from((await contentOf(service, 'a.txt')) ?? []).toString()).toBe('newer')
})

test('an upload goes on after a restart, and a killed one leaves nothing half done', async () => {
  const dir = temporaryFolder()
  const service = await openTestService({ dir })
  const whole = bytes(chunk + 4)
  const { data } = await begin(service, 'big.bin', whole.length)
  await part(service, data.session_id, 0, whole.slice(0, chunk))
  // The first service is not closed, as after a kill.
  const after = await openTestService({ dir, users: service })
  expect((await write(after, 'big.bin')).code).toBe(40073)
  expect((await part(after, data.session_id, 1, whole.slice(chunk))).code).toBe(0)
  expect(Buffer.compare((await contentOf(after, 'big.bin')) ?? new Uint8Array(), whole)).toBe(0)
  after.close()
  service.close()
})

test('after a day an unfinished upload is cleared away', async () => {
  const dir = temporaryFolder()
  const service = await openTestService({ dir })
  const { data } = await begin(service, 'old.bin', chunk + 1)
  await part(service, data.session_id, 0, bytes(chunk))
  service.clock.time += 24 * 3600_000 + 1
  expect((await part(service, data.session_id, 1, 'x')).code).toBe(40011)
  expect((await begin(service, 'new.bin', 1)).code).toBe(0)
  expect((await info(service, 'old.bin')).code).toBe(40016)
  expect(readdirSync(join(dir, 'contents', 'drafts'))).toEqual([])
  service.close()
})
