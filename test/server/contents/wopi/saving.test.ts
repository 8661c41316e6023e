import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestService } from '../../service-harness.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { editor, withLetter } from './fixtures.ts'

test('an empty file that nobody holds may be written without a lock', async () => {
  const service = await openTestService()
  service.seed.addFile(service.owner, ['letter.txt'], { contents: new Uint8Array() })
  const { put } = await editor(service)
  expect((await put('first words')).status).toBe(200)
  expect((await put('second words')).status).toBe(409)
})

test('what is not offered or not understood is refused', async () => {
  const service = await withLetter()
  const { override, put } = await editor(service)
  expect((await override('PUT_RELATIVE', 'x')).status).toBe(501)
  expect((await override('constructor', 'x')).status).toBe(501)
  expect((await override('')).status).toBe(501)
  expect((await override('LOCK')).status).toBe(400)
  expect((await override('LOCK', 'x'.repeat(1025))).status).toBe(400)
  await override('LOCK', 'mine')
  expect((await put(new Uint8Array(1024 * 1024 + 1), 'mine')).status).toBe(413)
  service.db.run('UPDATE users SET capacity = 10', [])
  expect((await put('twenty characters!!!', 'mine')).status).toBe(500)
})

test('F8 the disk is full when a text is written down: the old one stays, and nothing half', async () => {
  const dir = temporaryFolder()
  const service = await withLetter({ dir })
  const { override, put, get } = await editor(service)
  await override('LOCK', 'mine')
  const before = readdirSync(join(dir, 'contents'))
  const keep = service.store.commitDraft.bind(service.store)
  service.store.commitDraft = (entity) => {
    keep(entity)
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  }
  expect((await put('newer', 'mine')).status).toBe(500)
  expect(await (await get()).text()).toBe('Dear Lin,')
  expect(readdirSync(join(dir, 'contents'))).toEqual(before)
  expect(readdirSync(join(dir, 'contents', 'drafts'))).toEqual([])
  service.store.commitDraft = keep
  expect((await put('newer', 'mine')).status).toBe(200)
  service.close()
})

test('who opened it only to look cannot lock or save', async () => {
  const service = await withLetter()
  const { override, put, get, check } = await editor(service, 'letter.txt', {
    preferred_action: 'view',
  })
  expect((await get()).status).toBe(200)
  expect(await (await check()).json()).toMatchObject({ UserCanWrite: false, ReadOnly: true })
  expect((await override('LOCK', 'mine')).status).toBe(403)
  expect((await override('UNLOCK', 'mine')).status).toBe(403)
  expect((await put('x')).status).toBe(403)
})

test('a file that went to the trash is gone for its editor, one that was renamed is not', async () => {
  const service = await withLetter()
  const { id, override, get } = await editor(service)
  service.db.run('UPDATE files SET name = ? WHERE id = ?', ['renamed.txt', id])
  expect((await get()).status).toBe(200)
  expect((await override('LOCK', 'mine')).status).toBe(200)
  service.seed.trashFile(id)
  expect((await get()).status).toBe(404)
  expect((await override('LOCK', 'mine')).status).toBe(404)
})
