import * as v from 'valibot'
import { expect, test } from 'vitest'
import { openTestService } from '../service-harness.ts'
import type { TestService } from '../service-harness.ts'

const dav = { type: 'dav' }
const unlock = (service: TestService, tokens: unknown, as: string | undefined = service.owner) =>
  service.call('DELETE', '/file/lock', { ...(as ? { as } : {}), body: { tokens } })
const held = (service: TestService) =>
  service.db
    .query('SELECT token FROM locks ORDER BY key', [], v.object({ token: v.string() }))
    .map(({ token }) => token)

test('L2 the owner of the file takes locks away, whoever holds them, and twice the same token is no harm', async () => {
  const service = await openTestService()
  const { seed, owner, colleague } = service
  const gone = seed.addFile(owner, ['gone.txt'])
  seed.trashFile(gone)
  const [a, b, c] = [
    seed.addLock({ owner, path: ['a'], application: dav, holder: colleague }),
    seed.addLock({ owner, path: ['b'], application: dav }),
    seed.addLock({ owner, fileId: gone, application: dav }),
  ]
  expect(await unlock(service, [a, a, c])).toEqual({ status: 200, code: 0, msg: '' })
  expect(held(service)).toEqual([b])
  expect((await unlock(service, [])).code).toBe(0)
})

test('L2 one token that is unknown, over or of a foreign file keeps every lock, with one answer for all', async () => {
  const service = await openTestService()
  const { seed, owner, colleague, clock } = service
  const mine = seed.addLock({ owner, path: ['a'], application: dav })
  const over = seed.addLock({ owner, path: ['b'], application: dav, expires: clock.time })
  const foreign = seed.addLock({ owner: colleague, path: ['c'], application: dav, holder: owner })
  const before = held(service)
  const answers = []
  for (const bad of ['nope', '', '\0', '\ud800', over, foreign]) {
    const { correlation_id: _id, ...answer } = await unlock(service, [mine, bad])
    answers.push(answer)
  }
  for (const answer of answers) {
    expect(answer).toEqual({
      status: 200,
      code: 40001,
      msg: 'failed to unlock file',
      error: 'failed to unlock file',
    })
  }
  expect(held(service)).toEqual(before)
})

test('L2 neither a colleague nor a stranger unlocks what is not theirs, knowing the token or not', async () => {
  const service = await openTestService()
  const { seed, owner, colleague } = service
  const token = seed.addLock({ owner, path: ['a'], application: dav, holder: colleague })
  expect(await unlock(service, [token], colleague)).toMatchObject({ code: 40001 })
  expect(await unlock(service, ['nope'], colleague)).toMatchObject({ code: 40001 })
  for (const tokens of [[token], ['nope'], [], 'x']) {
    expect((await service.call('DELETE', '/file/lock', { body: { tokens } })).code).toBe(401)
  }
  expect(held(service)).toEqual([token])
})

test('L2 takes at most 16384 tokens, and nothing but a list of texts', async () => {
  const service = await openTestService()
  const { seed, owner } = service
  const token = seed.addLock({ owner, path: ['a'], application: dav })
  expect(
    await unlock(
      service,
      Array.from({ length: 16_385 }, () => token),
    ),
  ).toMatchObject({
    code: 40001,
    msg: 'Tokens too long',
  })
  for (const tokens of [undefined, null, 'x', [1], [null], { 0: token }]) {
    expect((await unlock(service, tokens)).code).toBe(40001)
  }
  expect(held(service)).toEqual([token])
  expect(
    (
      await unlock(
        service,
        Array.from({ length: 16_384 }, () => token),
      )
    ).code,
  ).toBe(0)
  expect(held(service)).toEqual([])
})
