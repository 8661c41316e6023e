import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { envelope, send } from '../raw-http.ts'
import { openBench } from '../service-harness.ts'
import type { Bench } from '../service-harness.ts'

const chunk = 4 * 1024 * 1024
const begin = (bench: Bench, size: number, more: object = {}) =>
  bench.call('PUT', '/file/upload', {
    as: bench.owner,
    body: { uri: 'svc://my/film.bin', size, ...more },
  })
const part = (bench: Bench, session: string, index: number, body: Uint8Array) =>
  envelope(send(bench, 'POST', `/file/upload/${session}/${index}`, { as: bench.owner, body }))
const info = async (bench: Bench) =>
  bench.call('GET', '/file/info?uri=svc://my/film.bin&extended=true', { as: bench.owner })

/** An upload of two parts, one of which has arrived; its lock has been taken away. */
async function interrupted(bench: Bench): Promise<string> {
  const { data } = await begin(bench, chunk + 5)
  expect((await part(bench, data.session_id, 0, new Uint8Array(chunk))).code).toBe(0)
  const locked = await begin(bench, 3, { entity_type: 'version' })
  expect(locked).toMatchObject({ code: 40073, data: [{ token: expect.any(String) }] })
  const tokens = [locked.data[0].token]
  const unlocked = await bench.call('DELETE', '/file/lock', { as: bench.owner, body: { tokens } })
  expect(unlocked.code).toBe(0)
  return data.session_id
}
const uploadsOf = ({ db }: Bench) =>
  db.query('SELECT id FROM uploads', [], v.object({ id: v.string() })).map(({ id }) => id)

test('F2 an unfinished upload that is unlocked and replaced is gone, with what it had sent', async () => {
  const bench = await openBench()
  const dead = await interrupted(bench)
  const { data } = await begin(bench, 3, { entity_type: 'version' })
  expect(uploadsOf(bench)).toEqual([data.session_id])
  await vi.waitFor(() => expect(bench.store.listDrafts()).toEqual([]))
  expect((await part(bench, dead, 1, new Uint8Array(5))).code).toBe(40011)
  expect((await info(bench)).data.metadata).toEqual({ 'sys:upload_session_id': data.session_id })
  expect((await part(bench, data.session_id, 0, new Uint8Array(3))).code).toBe(0)
  const whole = (await info(bench)).data
  expect(whole).toMatchObject({ size: 3, metadata: {} })
  expect(whole.extended_info.entities).toHaveLength(1)
})

test('F2 what replaced an unfinished upload leaves nothing when it is cancelled', async () => {
  const bench = await openBench()
  await interrupted(bench)
  const { data } = await begin(bench, 3, { entity_type: 'version' })
  const body = { id: data.session_id, uri: 'svc://my/film.bin' }
  expect((await bench.call('DELETE', '/file/upload', { as: bench.owner, body })).code).toBe(0)
  expect((await info(bench)).code).toBe(40016)
  expect(uploadsOf(bench)).toEqual([])
})

test('F2 a new version of a whole file ends the upload of another one, and not the file', async () => {
  const bench = await openBench()
  bench.seed.addFile(bench.owner, ['film.bin'], { contents: new Uint8Array(2) })
  const first = await begin(bench, 5, { entity_type: 'version' })
  bench.db.run('DELETE FROM locks', [])
  const { data } = await begin(bench, 3, { entity_type: 'version' })
  expect(uploadsOf(bench)).toEqual([data.session_id])
  expect((await part(bench, first.data.session_id, 0, new Uint8Array(5))).code).toBe(40011)
  const body = { id: data.session_id, uri: 'svc://my/film.bin' }
  expect((await bench.call('DELETE', '/file/upload', { as: bench.owner, body })).code).toBe(0)
  expect((await info(bench)).data).toMatchObject({ size: 2 })
})
