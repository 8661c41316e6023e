import { expect, test } from 'vitest'
import { textEditorViewerId } from '#src/server/http/site.ts'
import { type Envelope, envelope, send } from '../../raw-http.ts'
import { openTestService } from '../../service-harness.ts'
import type { TestService } from '../../service-harness.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { editor, withLetter } from './fixtures.ts'

const write = (service: TestService, body = 'other') =>
  envelope(
    send(service, 'PUT', '/file/content?uri=svc://my/letter.txt', { as: service.owner, body }),
  )

test('an editor locks, saves, refreshes and unlocks', async () => {
  const service = await withLetter()
  const { override, put, get } = await editor(service)
  expect((await override('LOCK', 'mine')).status).toBe(200)
  const refused = await write(service)
  expect(refused).toMatchObject({
    code: 40073,
    data: [
      {
        path: 'svc://my/letter.txt',
        owner: {
          owner: service.owner,
          application: { type: 'viewer', viewer_id: textEditorViewerId },
        },
      },
    ],
  })
  const held = await override('GET_LOCK')
  expect(held.headers.get('x-wopi-lock')).toBe('mine')
  expect(await held.json()).toMatchObject({ code: 0, data: [{ owner: { owner: service.owner } }] })
  const saved = await put('Dear Lin, hello.', 'mine')
  expect(saved.status).toBe(200)
  const read = await get()
  expect(await read.text()).toBe('Dear Lin, hello.')
  expect(read.headers.get('x-wopi-itemversion')).toBe(saved.headers.get('x-wopi-itemversion'))
  service.clock.time += 29 * 60_000
  expect((await override('REFRESH_LOCK', 'mine')).status).toBe(200)
  service.clock.time += 29 * 60_000
  expect((await write(service)).code).toBe(40073)
  expect((await override('UNLOCK', 'mine')).status).toBe(200)
  const free = await override('GET_LOCK')
  expect(free.headers.get('x-wopi-lock')).toBe('')
  expect(await free.json()).toMatchObject({ code: 0, data: [] })
  expect((await write(service)).code).toBe(0)
})

test('a lock runs out after thirty minutes without a refresh', async () => {
  const service = await withLetter()
  const { override, put } = await editor(service)
  await override('LOCK', 'mine')
  service.clock.time += 30 * 60_000
  expect((await write(service)).code).toBe(0)
  expect((await override('REFRESH_LOCK', 'mine')).status).toBe(409)
  expect((await put('late', 'mine')).status).toBe(409)
  expect((await override('LOCK', 'mine')).status).toBe(200)
})

test('a second editor is told that the first holds the file, and who that is', async () => {
  const service = await withLetter()
  const first = await editor(service)
  const second = await editor(service)
  await first.override('LOCK', 'first')
  const refused = await second.override('LOCK', 'second')
  expect(refused.status).toBe(409)
  // The id of the lock is told to the same user in the same application.
  expect(refused.headers.get('x-wopi-lock')).toBe('first')
  expect(refused.headers.get('x-wopi-lockfailurereason')).not.toBe('')
  expect((await refused.json()) as Envelope).toMatchObject({
    code: 40073,
    data: [{ path: 'svc://my/letter.txt', owner: { owner: service.owner } }],
  })
  expect((await second.put('mine now', 'second')).status).toBe(409)
  expect((await second.put('mine now')).status).toBe(409)
  expect((await second.override('UNLOCK', 'second')).status).toBe(409)
  expect((await first.override('LOCK', 'first')).status).toBe(200)
})

test('a lock of another kind is no WOPI lock, but holds all the same', async () => {
  const service = await withLetter()
  const { override, put, id } = await editor(service)
  service.seed.addLock({ owner: service.owner, fileId: id, application: { type: 'dav' } })
  for (const answer of [
    await override('LOCK', 'mine'),
    await override('REFRESH_LOCK', 'mine'),
    await put('x', 'mine'),
    await put('x'),
  ]) {
    expect(answer.status).toBe(409)
    expect(answer.headers.get('x-wopi-lock')).toBe('')
    expect(((await answer.json()) as Envelope).data[0].owner.application.type).toBe('dav')
  }
})

test('a lock taken away is told at once: refresh, save and unlock answer 409 with an empty lock', async () => {
  const service = await withLetter()
  const { override, put, get } = await editor(service)
  await override('LOCK', 'mine')
  service.db.run('DELETE FROM locks', [])
  for (const answer of [
    await override('REFRESH_LOCK', 'mine'),
    await put('lost', 'mine'),
    await override('UNLOCK', 'mine'),
  ]) {
    expect(answer.status).toBe(409)
    expect(answer.headers.get('x-wopi-lock')).toBe('')
    const body = (await answer.json()) as Envelope
    expect(body).toMatchObject({ code: 40073, msg: 'Lock expired' })
    expect('data' in body).toBe(false)
  }
  expect(await (await get()).text()).toBe('Dear Lin,')
})

test('a lock can be replaced in one step, by whoever knows its id', async () => {
  const service = await withLetter()
  const { override } = await editor(service)
  await override('LOCK', 'old')
  expect((await override('LOCK', 'new', { 'x-wopi-oldlock': 'wrong' })).status).toBe(409)
  expect((await override('GET_LOCK')).headers.get('x-wopi-lock')).toBe('old')
  expect((await override('LOCK', 'new', { 'x-wopi-oldlock': 'old' })).status).toBe(200)
  expect((await override('GET_LOCK')).headers.get('x-wopi-lock')).toBe('new')
})

test('after a restart the editor still holds its lock', async () => {
  const dir = temporaryFolder()
  const service = await withLetter({ dir })
  const { override, data, id } = await editor(service)
  await override('LOCK', 'mine')
  service.close()
  const after = await openTestService({ dir, users: service })
  const refreshed = await send(
    after,
    'POST',
    `/file/wopi/${id}?access_token=${data.session.access_token}`,
    { headers: { 'x-wopi-override': 'REFRESH_LOCK', 'x-wopi-lock': 'mine' } },
  )
  expect(refreshed.status).toBe(200)
  expect((await write(after)).code).toBe(40073)
  after.close()
})
