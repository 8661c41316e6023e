import * as v from 'valibot'
import { expect, test } from 'vitest'
import { unpack } from '../../processes/unpack-zip.ts'
import { slowBody } from '../raw-http.ts'
import { openTestService } from '../service-harness.ts'
import { begin, bytes, contentOf, part, info, write } from './fixtures.ts'

test('once its lock is taken away, the next part fails without data, and it can still be cancelled', async () => {
  const service = await openTestService()
  const { data } = await begin(service, 'a.bin', 3)
  const { data: conflicts } = await write(service, 'a.bin')
  service.db.run('DELETE FROM locks WHERE token = ?', [conflicts[0].token])
  const refused = await part(service, data.session_id, 0, 'abc')
  expect(refused).toMatchObject({ code: 40073, msg: 'Lock expired' })
  expect('data' in refused).toBe(false)
  // The answer comes before the part is received: this body never ends.
  expect((await part(service, data.session_id, 0, slowBody().stream)).code).toBe(40073)
  const body = { id: data.session_id, uri: 'svc://my/a.bin' }
  expect((await service.call('DELETE', '/file/upload', { as: service.owner, body })).code).toBe(0)
  expect((await info(service, 'a.bin')).code).toBe(40016)
})

test('who has locked the place since is not disturbed: it is cancelled once that lock is free', async () => {
  const service = await openTestService()
  service.seed.addFolder(service.owner, ['F'])
  const { data } = await begin(service, 'F/a.bin', 3)
  service.db.run('DELETE FROM locks', [])
  const token = service.seed.addLock({
    owner: service.owner,
    path: ['F', 'a.bin'],
    application: { type: 'dav' },
    holder: service.colleague,
  })
  const body = { id: data.session_id, uri: 'svc://my/F/a.bin' }
  const cancel = () => service.call('DELETE', '/file/upload', { as: service.owner, body })
  expect(await cancel()).toMatchObject({
    code: 40073,
    data: [{ path: 'svc://my/F/a.bin', token, owner: { owner: service.colleague } }],
  })
  expect((await info(service, 'F/a.bin')).code).toBe(0)
  service.db.run('DELETE FROM locks', [])
  expect((await cancel()).code).toBe(0)
  expect((await info(service, 'F/a.bin')).code).toBe(40016)
})

test('a lock taken away while a part comes in ends that part too', async () => {
  const service = await openTestService()
  const { data } = await begin(service, 'a.bin', 3)
  const body = slowBody()
  body.push('ab')
  const sending = part(service, data.session_id, 0, body.stream)
  await body.drained
  expect((await part(service, data.session_id, 0, 'abc')).code).toBe(409)
  service.db.run('DELETE FROM locks', [])
  body.push('c')
  body.end()
  expect(await sending).toMatchObject({ code: 40073, msg: 'Lock expired' })
  expect((await info(service, 'a.bin')).data.size).toBe(0)
})

test('a file that is written after its upload was unlocked is copied and packed like any other', async () => {
  const service = await openTestService()
  const { seed, owner, db } = service
  seed.addFolder(owner, ['F'])
  const { data } = await begin(service, 'F/a.txt', 9)
  const Token = v.object({ lock_token: v.string() })
  const tokens = db.query('SELECT lock_token FROM uploads', [], Token).map((row) => row.lock_token)
  expect((await service.call('DELETE', '/file/lock', { as: owner, body: { tokens } })).code).toBe(0)
  expect((await write(service, 'F/a.txt')).code).toBe(0)
  seed.addFolder(owner, ['copies'])
  for (const uri of ['svc://my/F', 'svc://my/F/a.txt']) {
    const body = { uris: [uri], dst: 'svc://my/copies', copy: true }
    expect((await service.call('POST', '/file/move', { as: owner, body })).code).toBe(0)
  }
  for (const copy of ['copies/F/a.txt', 'copies/a.txt'])
    expect(Buffer.from((await contentOf(service, copy)) ?? '').toString()).toBe('other')
  const body = { uris: ['svc://my/F'], archive: true }
  const url = await service.call('POST', '/file/url', { as: owner, body })
  const zip = await service.fetch(new Request(url.data.urls[0].url))
  expect(unpack(Buffer.from(await zip.arrayBuffer()))).toEqual({ 'F/': '', 'F/a.txt': 'other' })
  expect((await part(service, data.session_id, 0, bytes(9))).code).toBe(40073)
})
