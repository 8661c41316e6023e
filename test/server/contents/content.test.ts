import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { fileById } from '#src/server/files/files.ts'
import { openContentStore } from '#src/server/storage/content-store.ts'
import { envelope, send, slowBody } from '../raw-http.ts'
import { openTestService } from '../service-harness.ts'
import type { TestService } from '../service-harness.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const put = (service: TestService, path: string, body: Parameters<typeof send>[3], query = '') =>
  envelope(
    send(service, 'PUT', `/file/content?uri=${encodeURIComponent(`svc://my/${path}`)}${query}`, {
      as: service.owner,
      ...body,
    }),
  )

async function textOf(service: TestService, fileId: string): Promise<string | undefined> {
  const bytes = await service.store.get(fileById(service.db, fileId)?.entity_id ?? '')
  return bytes ? new TextDecoder().decode(bytes) : undefined
}

test('F8 a text is written as a new file, then as its next version', async () => {
  const service = await openTestService()
  service.seed.addFolder(service.owner, ['Notes'])
  const first = await put(service, 'Notes/letter.txt', { body: 'Dear Lin,' })
  expect(first).toMatchObject({ code: 0, data: { name: 'letter.txt', size: 9, type: 0 } })
  const second = await put(
    service,
    'Notes/letter.txt',
    { body: 'Dear Lin, all is well.' },
    `&previous=${first.data.primary_entity}`,
  )
  expect(second).toMatchObject({ code: 0, data: { id: first.data.id, size: 22 } })
  expect(second.data.primary_entity).not.toBe(first.data.primary_entity)
  expect(await textOf(service, first.data.id)).toBe('Dear Lin, all is well.')
  const info = await service.call('GET', `/file/info?extended=true&uri=svc://my/Notes/letter.txt`, {
    as: service.owner,
  })
  expect(info.data.extended_info.entities.map(({ size }: { size: number }) => size)).toEqual([
    22, 9,
  ])
})

test('F8 whoever saves over a version that is no longer the newest is told, and nothing is written', async () => {
  const service = await openTestService()
  const { data } = await put(service, 'a.txt', { body: 'one' })
  await put(service, 'a.txt', { body: 'two' })
  const late = await put(service, 'a.txt', { body: 'three' }, `&previous=${data.primary_entity}`)
  expect(late.code).toBe(40076)
  expect(await textOf(service, data.id)).toBe('two')
  expect((await put(service, 'a.txt', { body: '' }, '&previous=zz')).code).toBe(40001)
  const gone = await put(service, 'b.txt', { body: 'x' }, `&previous=${data.primary_entity}`)
  expect(gone.code).toBe(40016)
})

test('F8 a name, a place and a size that may not be are refused before anything is kept', async () => {
  const dir = temporaryFolder()
  const service = await openTestService({ dir })
  service.seed.addFolder(service.owner, ['Folder'])
  service.seed.addFile(service.owner, ['plain.txt'], { size: 1 })
  const code = async (path: string) => (await put(service, path, { body: 'x' })).code
  expect(await code('')).toBe(403)
  expect(await code('Folder')).toBe(40004)
  expect(await code('Nowhere/a.txt')).toBe(40016)
  expect(await code('plain.txt/a.txt')).toBe(403)
  expect(await code('a%3Fb')).toBe(40052)
  expect(await code('é'.repeat(128))).toBe(40052)
  const trashed = service.seed.trashFile(
    service.seed.addFile(service.owner, ['old.txt'], { size: 1 }),
  )
  const to = (uri: string, as: string | undefined = service.owner) =>
    envelope(
      send(service, 'PUT', `/file/content?uri=${uri}`, { body: 'x', ...(as ? { as } : {}) }),
    ).then(({ code }) => code)
  expect(await to(`svc://trash/${trashed}`)).toBe(403)
  expect(await to('svc://my/a.txt', '')).toBe(401)
  expect(await to(`svc://${service.owner}@my/a.txt`, service.colleague)).toBe(403)
  expect(await to('')).toBe(40001)
  expect((await put(service, 'big.txt', { headers: { 'content-length': '52428801' } })).code).toBe(
    40049,
  )
  service.db.run('UPDATE users SET capacity = 10', [])
  expect((await put(service, 'a.txt', { body: 'x'.repeat(11) })).code).toBe(40051)
  expect(readdirSync(join(dir, 'contents', 'drafts'))).toEqual([])
  expect(readdirSync(join(dir, 'contents'))).toEqual(['drafts'])
  service.close()
})

test('F8 more than 50 MiB is refused as it comes, and no trace of it stays', async () => {
  const dir = temporaryFolder()
  const service = await openTestService({ dir })
  const piece = new Uint8Array(1024 * 1024)
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1
      controller.enqueue(piece)
    },
  })
  expect((await put(service, 'big.bin', { body: endless })).code).toBe(40049)
  expect(sent).toBeLessThan(60)
  expect(readdirSync(join(dir, 'contents', 'drafts'))).toEqual([])
  const { data } = await service.call('GET', '/file?uri=svc://my', { as: service.owner })
  expect(data.files).toEqual([])
  service.close()
})

test('F8 a locked file is not written, and its owner learns what holds it', async () => {
  const service = await openTestService()
  const id = service.seed.addFile(service.owner, ['a.txt'], { contents: Buffer.from('old') })
  const token = service.seed.addLock({
    owner: service.owner,
    fileId: id,
    application: { type: 'dav' },
    holder: service.colleague,
  })
  const refused = await put(service, 'a.txt', { body: 'new' })
  expect(refused).toMatchObject({
    code: 40073,
    data: [{ path: 'svc://my/a.txt', token, owner: { owner: service.colleague }, type: 0 }],
  })
  expect(await textOf(service, id)).toBe('old')
})

test('F8 while a text comes in it is locked as an upload; taking that lock away ends it without data', async () => {
  const service = await openTestService()
  const id = service.seed.addFile(service.owner, ['a.txt'], { contents: Buffer.from('old') })
  const body = slowBody()
  body.push('ne')
  const saving = put(service, 'a.txt', { body: body.stream })
  const locks = () =>
    service.db.query('SELECT token FROM locks', [], v.object({ token: v.string() }))
  await expect.poll(() => locks().length).toBe(1)
  const { data } = await put(service, 'a.txt', { body: 'other' })
  expect(data[0].owner).toEqual({ owner: service.owner, application: { type: 'upload' } })
  service.db.run('DELETE FROM locks', [])
  body.push('w')
  body.end()
  const ended = await saving
  expect(ended).toMatchObject({ code: 40073, msg: 'Lock expired' })
  expect(ended.data).toBeUndefined()
  expect(await textOf(service, id)).toBe('old')
  expect((await put(service, 'a.txt', { body: 'other' })).code).toBe(0)
})

test('F8 a caller who hangs up leaves the old text, no draft and no lock', async () => {
  const dir = temporaryFolder()
  const service = await openTestService({ dir })
  const id = service.seed.addFile(service.owner, ['a.txt'], { contents: Buffer.from('old') })
  const body = slowBody()
  body.push('ne')
  const saving = put(service, 'a.txt', { body: body.stream })
  body.fail()
  expect((await saving).code).toBe(40013)
  expect(await textOf(service, id)).toBe('old')
  expect(readdirSync(join(dir, 'contents', 'drafts'))).toEqual([])
  expect((await put(service, 'a.txt', { body: 'new' })).code).toBe(0)
  service.close()
})

test('F8 the last twenty versions are kept, older ones leave the disk too', async () => {
  const dir = temporaryFolder()
  const service = await openTestService({ dir })
  for (let n = 0; n < 23; n++) await put(service, 'a.txt', { body: `version ${n}` })
  const info = await service.call('GET', '/file/info?extended=true&uri=svc://my/a.txt', {
    as: service.owner,
  })
  expect(info.data.extended_info.entities).toHaveLength(20)
  await expect.poll(() => readdirSync(join(dir, 'contents')), { timeout: 10_000 }).toHaveLength(21)
  expect(await textOf(service, info.data.id)).toBe('version 22')
  service.close()
})

test('F8 what a crash left of a request is gone at the next start', async () => {
  const dir = temporaryFolder()
  const service = await openTestService({ dir })
  const body = slowBody()
  body.push('half of')
  const saving = put(service, 'a.txt', { body: body.stream })
  await expect.poll(() => readdirSync(join(dir, 'contents', 'drafts'))).toHaveLength(1)
  const after = await openTestService({ dir, users: service })
  expect(readdirSync(join(dir, 'contents', 'drafts'))).toEqual([])
  after.close()
  body.fail()
  await saving
  service.close()
})

test('F8 the disk is full when a text is written down: the old one stays, and nothing half', async () => {
  const dir = temporaryFolder()
  const service = await openTestService({ dir })
  const id = service.seed.addFile(service.owner, ['a.txt'], { contents: Buffer.from('old') })
  const before = readdirSync(join(dir, 'contents'))
  const keep = service.store.commitDraft.bind(service.store)
  service.store.commitDraft = (entity) => {
    keep(entity)
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  }
  const noise = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect((await put(service, 'a.txt', { body: 'newer' })).code).toBe(50004)
  noise.mockRestore()
  expect(await textOf(service, id)).toBe('old')
  expect(readdirSync(join(dir, 'contents'))).toEqual(before)
  expect(readdirSync(join(dir, 'contents', 'drafts'))).toEqual([])
  service.store.commitDraft = keep
  expect((await put(service, 'a.txt', { body: 'newer' })).code).toBe(0)
  service.close()
})

test('F8 a content that cannot be written leaves nothing beside it', () => {
  const dir = temporaryFolder()
  const store = openContentStore(dir)
  mkdirSync(join(dir, 'taken', 'by'), { recursive: true })
  expect(() => store.put('taken', new Uint8Array(3))).toThrow(/taken/)
  expect(readdirSync(dir)).toEqual(['drafts', 'taken'])
})
