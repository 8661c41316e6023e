import { describe, expect, test } from 'vitest'
import { createGuessThrottles } from '#src/server/accounts/sign-in/throttle.ts'
import { clientAddress, networkOf } from '#src/server/http/security/client-address.ts'
import { openTestService } from '../service-harness.ts'

const minutes = 60_000
function open() {
  const clock = { time: 1_000_000 }
  return { clock, ...createGuessThrottles(() => clock.time) }
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

  test('holds for a new key while many others have reached theirs', () => {
    const { share } = open()
    times(10_000, (index) => times(10, () => share.fail(`link ${index}`, '')))
    times(10, () => share.fail('victim', ''))
    expect(share.isBlocked('victim', '')).toBe(true)
    // The one that was blocked first has made room.
    expect(share.isBlocked('link 0', '')).toBe(false)
    expect(share.isBlocked('link 1', '')).toBe(true)
    share.takeBack('victim', '')
    expect(share.isBlocked('victim', '')).toBe(false)
    share.fail('victim', '')
    expect(share.isBlocked('victim', '')).toBe(true)
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

describe('Security 6 guesses of the password of a link', () => {
  test('are delayed wherever they come from, more with each wrong one, and not where it is known', () => {
    const { clock, shareDelays } = open()
    const delay = (from = '192.0.2.1') => shareDelays.delayOf('link', from)
    times(10, () => shareDelays.fail('link'))
    expect(delay()).toBe(0)
    const grown = Array.from({ length: 8 }, () => {
      shareDelays.fail('link')
      return delay()
    })
    expect(grown).toEqual([100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000])
    expect(shareDelays.delayOf('another link', '192.0.2.1')).toBe(0)
    // Not before the answer has said that it is right.
    shareDelays.succeed('link', '192.0.2.1', 5_000)
    expect(delay()).toBe(5_000)
    clock.time += 5_000
    expect(delay()).toBe(0)
    expect(delay('192.0.2.2')).toBe(5_000)
    clock.time += 15 * minutes
    expect(delay('192.0.2.2')).toBe(0)
  })

  test('from many addresses are answered later, and the right one is among them', async () => {
    const service = await openTestService()
    const { seed, owner } = service
    const id = seed.addShare(seed.addFile(owner, ['a']), { password: 'right' })
    const guess = async (password: string, from: string) => {
      const begun = performance.now()
      const request = new Request(`http://localhost/api/v4/share/info/${id}?password=${password}`)
      const answer = await service.fetch(request, { address: from })
      const { data } = (await answer.json()) as { data: { unlocked: boolean } }
      return { isOpen: data.unlocked, ms: performance.now() - begun }
    }
    for (let index = 0; index < 13; index++) await guess('wrong', address(index))
    // A timer may end a millisecond early.
    expect((await guess('wrong', address(14))).ms).toBeGreaterThan(395)
    const right = await guess('right', address(15))
    expect(right.isOpen).toBe(true)
    expect(right.ms).toBeGreaterThan(795)
  })
})

test('Security 6 a password that was not looked at is no wrong one', async () => {
  // A hash takes long enough for the others to arrive meanwhile.
  const service = await openTestService({ passwordCost: 16 })
  const signIn = async (password: string) => {
    const request = new Request('http://localhost/api/v4/session/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'owner@example.org', password }),
    })
    const answer = await service.fetch(request, { address: '192.0.2.9' })
    return { status: answer.status, ...((await answer.json()) as { code: number }) }
  }
  const statuses: number[] = []
  for (let round = 0; round < 2; round++) {
    const answers = await Promise.all(Array.from({ length: 9 }, () => signIn('wrong guess')))
    statuses.push(...answers.map(({ status }) => status))
  }
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(8)
  expect((await signIn('open sesame')).code).toBe(0)
})

test('Security 6 ten wrong passwords from one IPv6 network close an account and a link there', async () => {
  const service = await openTestService()
  const { seed, owner } = service
  const id = seed.addShare(seed.addFile(owner, ['a']), { password: 'right' })
  const ask = async (password: string, at: number) => {
    const from = { address: `2001:db8:1:2::${at}` }
    const link = new Request(`http://localhost/api/v4/share/info/${id}?password=${password}`)
    const signIn = new Request('http://localhost/api/v4/session/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'owner@example.org', password }),
    })
    const opened = (await (await service.fetch(link, from)).json()) as {
      data: { unlocked: boolean }
    }
    const signedIn = (await (await service.fetch(signIn, from)).json()) as { code: number }
    return { isOpen: opened.data.unlocked, code: signedIn.code }
  }
  for (let at = 1; at <= 10; at++) await ask('wrong', at)
  expect((await ask('open sesame', 11)).code).toBe(40080)
  expect((await ask('right', 12)).isOpen).toBe(false)
})

test('Security 6 an address with too many failures is told so as late as others, without a hash', async () => {
  const service = await openTestService({ passwordCost: 14 })
  const times: number[] = []
  const guess = async () => {
    const begun = performance.now()
    const request = new Request('http://localhost/api/v4/session/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'owner@example.org', password: 'wrong guess' }),
    })
    const answer = await service.fetch(request, { address: '192.0.2.9' })
    expect(await answer.json()).toMatchObject({ code: 40080 })
    times.push(performance.now() - begun)
  }
  for (let attempt = 0; attempt < 10; attempt++) await guess()
  // Hashes of one address that come at once are refused, but for three.
  await Promise.all(Array.from({ length: 20 }, guess))
  // No less than half of what the fastest hash took.
  expect(Math.min(...times.slice(10))).toBeGreaterThan(Math.min(...times.slice(0, 10)) / 2)
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
  const named = (entry: string) => clientAddress('127.0.0.1', entry, '127.0.0.1')
  expect(named('198.51.100.7:51234')).toBe('198.51.100.7')
  expect(named('[2001:db8::1]:51234')).toBe('2001:db8::1')
  expect(named('[2001:db8::1]')).toBe('2001:db8::1')
  expect(named('2001:db8::1')).toBe('2001:db8::1')
  expect(named('198.51.100.7, unknown')).toBe('127.0.0.1')
  expect(named('')).toBe('127.0.0.1')
  expect(networkOf('2001:0db8:0:1::1')).toBe(networkOf('2001:db8:0:1:ffff:2:3:4'))
})
