import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { envelope, send } from '../raw-http.ts'
import { openTestService } from '../service-harness.ts'
import type { TestService } from '../service-harness.ts'

const chunk = 4 * 1024 * 1024
const begin = (service: TestService, size: number, more: object = {}) =>
  service.call('PUT', '/file/upload', {
    as: service.owner,
    body: { uri: 'svc://my/film.bin', size, ...more },
  })
const part = (service: TestService, session: string, index: number, body: Uint8Array) =>
  envelope(send(service, 'POST', `/file/upload/${session}/${index}`, { as: service.owner, body }))
const info = async (service: TestService) =>
  service.call('GET', '/file/info?uri=svc://my/film.bin&extended=true', { as: service.owner })

/** An upload of two parts, one of which has arrived; its lock has been taken away. */
async function interrupted(service: TestService): Promise<string> {
  const { data } = await begin(service, chunk + 5)
  expect((await part(service, data.session_id, 0, new Uint8Array(chunk))).code).toBe(0)
  const locked = await begin(service, 3, { entity_type: 'version' })
  expect(locked).toMatchObject({ code: 40073, data: [{ token: expect.any(String) }] })
  const tokens = [locked.data[0].token]
  const unlocked = await service.call('DELETE', '/file/lock', {
    as: service.owner,
    body: { tokens },
  })
  expect(unlocked.code).toBe(0)
  return data.session_id
}
const uploadsOf = ({ db }: TestService) =>
  db.query('SELECT id FROM uploads', [], v.object({ id: v.string() })).map(({ id }) => id)

test('F2 an unfinished upload that is unlocked and replaced is gone, with what it had sent', async () => {
  const service = await openTestService()
  const dead = await interrupted(service)
  const { data } = await begin(service, 3, { entity_type: 'version' })
  expect(uploadsOf(service)).toEqual([data.session_id])
  await vi.waitFor(() => expect(service.store.listDrafts()).toEqual([]), { timeout: 10_000 })
  expect((await part(service, dead, 1, new Uint8Array(5))).code).toBe(40011)
  expect((await info(service)).data.metadata).toEqual({ 'sys:upload_session_id': data.session_id })
  expect((await part(service, data.session_id, 0, new Uint8Array(3))).code).toBe(0)
  const whole = (await info(service)).data
  expect(whole).toMatchObject({ size: 3, metadata: {} })
  expect(whole.extended_info.entities).toHaveLength(1)
})

test('F2 what replaced an unfinished upload leaves nothing when it is cancelled', async () => {
  const service = await openTestService()
  await interrupted(service)
  const { data } = await begin(service, 3, { entity_type: 'version' })
  const body = { id: data.session_id, uri: 'svc://my/film.bin' }
  expect((await service.call('DELETE', '/file/upload', { as: service.owner, body })).code).toBe(0)
  expect((await info(service)).code).toBe(40016)
  expect(uploadsOf(service)).toEqual([])
})

test('F2 a new version of a whole file ends the upload of another one, and not the file', async () => {
  const service = await openTestService()
  service.seed.addFile(service.owner, ['film.bin'], { contents: new Uint8Array(2) })
  const first = await begin(service, 5, { entity_type: 'version' })
  service.db.run('DELETE FROM locks', [])
  const { data } = await begin(service, 3, { entity_type: 'version' })
  expect(uploadsOf(service)).toEqual([data.session_id])
  expect((await part(service, first.data.session_id, 0, new Uint8Array(5))).code).toBe(40011)
  const body = { id: data.session_id, uri: 'svc://my/film.bin' }
  expect((await service.call('DELETE', '/file/upload', { as: service.owner, body })).code).toBe(0)
  expect((await info(service)).data).toMatchObject({ size: 2 })
})

test('F2 a disk that does not give up the parts of a replaced upload does no harm', async () => {
  const service = await openTestService()
  await interrupted(service)
  const failing = () => {
    throw new Error('input/output error')
  }
  const { store } = service
  const spies = [
    vi.spyOn(store, 'revertToDraft').mockImplementation(failing),
    vi.spyOn(store, 'removeAll').mockImplementation(failing),
  ]
  const print = vi.spyOn(console, 'error').mockReturnValue()
  expect((await begin(service, 3, { entity_type: 'version' })).code).toBe(0)
  await vi.waitFor(() => expect(print).toHaveBeenCalled(), { timeout: 10_000 })
  expect(store.listDrafts()).toHaveLength(1)
  for (const spy of [...spies, print]) spy.mockRestore()
  service.seed.addFile(service.owner, ['other'], { contents: new Uint8Array(1) })
  const body = { uris: ['svc://my/other'], skip_soft_delete: true }
  expect((await service.call('DELETE', '/file', { as: service.owner, body })).code).toBe(0)
  expect(store.listDrafts()).toEqual([])
})
