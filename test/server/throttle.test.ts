import { describe, expect, test } from 'vitest'
import { createThrottles } from '#src/server/accounts/throttle.ts'
import { clientAddress } from '#src/server/http/client-address.ts'
import { openTestService } from './service-harness.ts'

const minutes = 60_000
function open() {
  const clock = { time: 1_000_000 }
  return { clock, ...createThrottles(() => clock.time) }
}
const times = (count: number, work: (index: number) => void) => {
  for (let index = 0; index < count; index++) work(index)
}
/** Each client has an address of its own. */
const address = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`

describe('Security 6 a limit', () => {
  test('is not reset by failures of others, nor of another kind', () => {
    const { password, share, secondFactor } = open()
    times(10, () => password.fail('victim', '192.0.2.1'))
    times(15_000, (index) => share.fail(`link ${index}`, address(index)))
    times(15_000, (index) => secondFactor.fail(`user ${index}`, address(index)))
    times(15_000, (index) => password.fail(`other ${index}`, address(index)))
    expect(password.isBlocked('victim', '192.0.2.1')).toBe(true)
    expect(password.isBlocked('other 1', '192.0.2.2')).toBe(false)
  })

  test('ends after 15 minutes', () => {
    const { clock, password } = open()
    times(10, () => password.fail('victim', ''))
    clock.time += 15 * minutes - 1
    expect(password.isBlocked('victim', '')).toBe(true)
    clock.time += 2
    expect(password.isBlocked('victim', '')).toBe(false)
  })

  test('holds for one address over all keys and kinds, and for an IPv6 network as one', () => {
    const { password, share } = open()
    times(99, (index) => share.fail(`link ${index}`, '192.0.2.1'))
    expect(password.isBlocked('anybody', '192.0.2.1')).toBe(false)
    password.fail('somebody', '::ffff:192.0.2.1')
    expect(password.isBlocked('anybody', '192.0.2.1')).toBe(true)
    expect(password.isBlocked('anybody', '192.0.2.2')).toBe(false)
    times(100, (index) => share.fail(`link ${index}`, `2001:db8:1:2::${index}`))
    expect(share.isBlocked('new', '2001:db8:1:2:ffff::1')).toBe(true)
    expect(share.isBlocked('new', '2001:db8:1:3::1')).toBe(false)
  })

  test('is not lowered by successes on own accounts and links', () => {
    const { share } = open()
    times(100, (index) => {
      share.fail(`link ${index}`, '192.0.2.1')
      share.fail('own', '192.0.2.1')
      share.succeed('own', '192.0.2.1')
    })
    expect(share.isBlocked('own', '192.0.2.1')).toBe(true)
  })
})

test('Security 6 wrong passwords of links do not let anybody go on guessing that of an account', async () => {
  const service = await openTestService()
  const { seed, owner } = service
  const guess = async (email: string, password: string) => {
    const request = new Request('http://localhost/api/v4/session/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    const answer = await service.fetch(request, { address: '192.0.2.9' })
    return ((await answer.json()) as { code: number }).code
  }
  for (let attempt = 0; attempt < 10; attempt++) await guess('owner@example.org', 'wrong guess')
  const ids: string[] = []
  service.db.transaction(() => {
    const file = seed.addFile(owner, ['a'])
    for (let link = 0; link < 300; link++) ids.push(seed.addShare(file, { password: 'pw' }))
  })
  for (const [index, id] of ids.entries()) {
    const request = new Request(`http://localhost/api/v4/share/info/${id}?password=no`)
    await service.fetch(request, { address: address(index) })
  }
  expect(await guess('owner@example.org', 'open sesame')).toBe(40080)
}, 20_000)

test('Security 6 a forwarded address counts from the named proxy only, and only the one that it added', () => {
  expect(clientAddress('192.0.2.1', '198.51.100.7', undefined)).toBe('192.0.2.1')
  expect(clientAddress('192.0.2.1', '198.51.100.7', '127.0.0.1')).toBe('192.0.2.1')
  expect(clientAddress('::ffff:127.0.0.1', '203.0.113.5, 198.51.100.7', '127.0.0.1')).toBe(
    '198.51.100.7',
  )
  expect(clientAddress('127.0.0.1', null, '127.0.0.1')).toBe('127.0.0.1')
})
