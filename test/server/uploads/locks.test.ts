import { expect, test } from 'vitest'
import { slowBody } from '../raw-http.ts'
import { openTestService } from '../service-harness.ts'
import { begin, part, info, write } from './fixtures.ts'

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
