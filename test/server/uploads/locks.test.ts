import { expect, test } from 'vitest'
import { slowBody } from '../raw-http.ts'
import { openBench } from '../service-harness.ts'
import { begin, part, info, write } from './fixtures.ts'

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
