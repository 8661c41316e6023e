import { expect, test } from 'vitest'
import { createCaptchas } from '#src/server/accounts/sign-in/captcha.ts'
import { totpCode } from '#src/server/accounts/sign-in/totp.ts'
import { createEmbeddedService } from '#src/server/service.ts'
import { openTestService } from '../service-harness.ts'
import type { TestService } from '../service-harness.ts'

const right = { email: 'owner@example.org', password: 'open sesame' }
const signIn = (service: TestService, body: unknown = right) =>
  service.call('POST', '/session/token', { body })
const refresh = (service: TestService, refresh_token: string) =>
  service.call('POST', '/session/token/refresh', { body: { refresh_token } })

test('Security 6 signs in with any spelling of the address and reads who one is', async () => {
  const service = await openTestService()
  const { data } = await signIn(service, { ...right, email: 'OWNER@Example.org' })
  const me = await service.call('GET', '/user/me', { token: data.token.access_token })
  expect(me.data).toEqual(data.user)
  expect(me.data).toMatchObject({ id: service.owner, email: 'owner@example.org' })
})

test('Security 6 hashes passwords by scrypt at a cost of 2^17, unless a test asks for less', async () => {
  const service = await createEmbeddedService({ dir: ':memory:' })
  const hash = await service.seed.hashPassword(right.password)
  expect(hash).toMatch(/^scrypt\$17\$8\$1\$[A-Za-z0-9+/]{22}==\$[A-Za-z0-9+/]{43}=$/)
  service.close()
})

test('Security 6 says the same to a wrong password and to an unknown account', async () => {
  const service = await openTestService()
  const wrong = await signIn(service, { ...right, password: 'guess' })
  const unknown = await signIn(service, { ...right, email: 'nobody@example.org' })
  expect(wrong).toMatchObject({ status: 200, code: 40080, correlation_id: expect.any(String) })
  expect({ ...unknown, correlation_id: '' }).toEqual({ ...wrong, correlation_id: '' })
})

test('Security 6 does not let anybody in after ten wrong passwords, until a quarter of an hour has passed', async () => {
  const service = await openTestService()
  for (let i = 0; i < 10; i++) await signIn(service, { ...right, password: 'guess' })
  expect((await signIn(service)).code).toBe(40080)
  expect((await signIn(service, { ...right, email: 'colleague@example.org' })).code).toBe(0)
  service.clock.time += 15 * 60_000 + 1
  expect((await signIn(service)).code).toBe(0)
})

test('Security 6 lets in the right password when many arrive at once', async () => {
  const service = await openTestService()
  const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(service)))
  expect(answers.map((answer) => answer.code)).toEqual(Array(8).fill(0))
})

test('Security 6 an access token runs out after an hour', async () => {
  const service = await openTestService()
  const token = (await service.seed.mintToken(service.owner)).access_token
  service.clock.time += 3599_000
  expect((await service.call('GET', '/user/me', { token })).code).toBe(0)
  service.clock.time += 2000
  expect((await service.call('GET', '/user/me', { token })).code).toBe(401)
})

test('Security 6 a sign-in ends after 90 days, however often it is renewed', async () => {
  const service = await openTestService()
  const { owner, seed, clock } = service
  seed.addFile(owner, ['plan.txt'], { contents: new TextEncoder().encode('plan') })
  const day = 24 * 3600_000
  const end = clock.time + 90 * day
  let pair = await seed.mintToken(owner)
  while (clock.time < end - day) {
    clock.time += day
    const answer = await refresh(service, pair.refresh_token)
    expect(answer.code).toBe(0)
    pair = answer.data
  }
  clock.time = end - 600_000
  pair = (await refresh(service, pair.refresh_token)).data
  expect([pair.access_expires, pair.refresh_expires].map((time) => Date.parse(time))).toEqual([
    end,
    end,
  ])
  const token = pair.access_token
  const body = { uris: ['svc://my/plan.txt'] }
  const { data } = await service.call('POST', '/file/url', { token, body })
  const content = () => service.fetch(new Request(data.urls[0].url))
  expect(await (await content()).text()).toBe('plan')
  clock.time = end
  expect((await service.call('GET', '/user/me', { token })).code).toBe(401)
  expect((await refresh(service, pair.refresh_token)).code).toBe(40020)
  expect(await (await content()).json()).toMatchObject({ code: 40005 })
})

test('Security 6 a refresh token stays good until its successor has been used, plus thirty seconds', async () => {
  const service = await openTestService()
  const first = (await service.seed.mintToken(service.owner)).refresh_token
  const lost = await refresh(service, first)
  expect(lost.code).toBe(0)
  service.clock.time += 600_000
  const second = await refresh(service, first)
  expect(second.code).toBe(0)
  expect((await refresh(service, second.data.refresh_token)).code).toBe(0)
  service.clock.time += 29_000
  expect((await refresh(service, first)).code).toBe(0)
})

test('Security 6 a refresh token that comes back too late ends the whole family', async () => {
  const service = await openTestService()
  const first = (await service.seed.mintToken(service.owner)).refresh_token
  const second = await refresh(service, first)
  const third = await refresh(service, second.data.refresh_token)
  service.clock.time += 30_001
  expect((await refresh(service, first)).code).toBe(40020)
  expect((await refresh(service, third.data.refresh_token)).code).toBe(40020)
  expect((await service.call('GET', '/user/me', { token: third.data.access_token })).code).toBe(401)
})

test('Security 6 signing out ends this sign-in and no other', async () => {
  const service = await openTestService()
  const here = await service.seed.mintToken(service.owner)
  const there = await service.seed.mintToken(service.owner)
  const { refresh_token } = here
  const out = await service.call('DELETE', '/session/token', { body: { refresh_token } })
  expect(out).toEqual({ status: 200, code: 0, data: '', msg: '' })
  expect((await refresh(service, refresh_token)).code).toBe(40020)
  expect((await refresh(service, there.refresh_token)).code).toBe(0)
})

test('Security 6 a refresh token opens nothing, and neither does a forged or foreign one', async () => {
  const service = await openTestService()
  const pair = await service.seed.mintToken(service.owner)
  const [head, body] = pair.access_token.split('.')
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`
  const codes = []
  for (const token of [pair.refresh_token, none, `${head}.${body}.AAAA`, 'rubbish']) {
    codes.push((await service.call('GET', '/site/config/basic', { token })).code)
  }
  expect(codes).toEqual([40020, 401, 401, 401])
  expect(
    (await service.call('POST', '/session/token', { token: 'rubbish', body: right })).code,
  ).toBe(0)
})

const secret = 'JBSWY3DPEHPK3PXP'
async function withSecondFactor() {
  const service = await openTestService()
  service.db.run('UPDATE users SET totp_secret = ? WHERE id = ?', [secret, service.owner])
  const begin = await signIn(service)
  expect(begin).toMatchObject({ code: 203, msg: '' })
  const finish = (otp: string, session_id = begin.data) =>
    service.call('POST', '/session/token/2fa', { body: { otp, session_id } })
  return { service, finish }
}

test('Security 6 asks for the second factor and takes each code once', async () => {
  const { service, finish } = await withSecondFactor()
  const code = totpCode(secret, service.clock.time - 30_000)
  expect((await finish(code)).data.user.id).toBe(service.owner)
  const again = await signIn(service)
  expect((await finish(code, again.data)).code).toBe(40022)
  expect((await finish(totpCode(secret, service.clock.time), again.data)).code).toBe(0)
})

test('Security 6 gives five tries and ten minutes for the second factor', async () => {
  const { service, finish } = await withSecondFactor()
  for (let i = 0; i < 5; i++) expect((await finish('12345x')).code).toBe(40022)
  expect((await finish(totpCode(secret, service.clock.time))).code).toBe(404)
  const late = await signIn(service)
  service.clock.time += 600_001
  expect((await finish(totpCode(secret, service.clock.time), late.data)).code).toBe(404)
})

test('Security 6 takes no code after ten wrong ones in several sign-ins, until a quarter of an hour has passed', async () => {
  const { service, finish } = await withSecondFactor()
  const guess = async () => {
    const { data: session } = await signIn(service)
    for (let i = 0; i < 5; i++) expect((await finish('12345x', session)).code).toBe(40022)
  }
  const rightCode = async () => {
    const { data: session } = await signIn(service)
    return (await finish(totpCode(secret, service.clock.time), session)).code
  }
  await guess()
  await guess()
  expect(await rightCode()).toBe(40022)
  service.clock.time += 15 * 60_000 + 1
  expect(await rightCode()).toBe(0)
})

test('Security 6 computes the codes of RFC 6238', () => {
  const rfc = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const times = [59, 1111111109, 1234567890, 20000000000]
  expect(times.map((time) => totpCode(rfc, time * 1000))).toEqual([
    '287082',
    '081804',
    '005924',
    '353130',
  ])
})

test('Security 6 asks for what the picture shows, and takes it once', async () => {
  const service = await openTestService({ captcha: true })
  expect((await service.call('GET', '/site/config/login')).data.login_captcha).toBe(true)
  expect((await signIn(service)).code).toBe(40026)
  const { image, ticket } = (await service.call('GET', '/site/captcha')).data
  expect(Buffer.from(image.split(',')[1], 'base64').subarray(1, 4).toString()).toBe('PNG')
  const body = { ...right, ticket, captcha: service.captchaText(ticket)?.toLowerCase() }
  expect((await signIn(service, body)).code).toBe(0)
  expect((await signIn(service, body)).code).toBe(40026)
})

test('Security 6 takes a captcha once: not again after a wrong password, nor another text after a wrong one', async () => {
  const service = await openTestService({ captcha: true })
  const draw = async () => {
    const { ticket } = (await service.call('GET', '/site/captcha')).data
    return { ticket, captcha: service.captchaText(ticket) }
  }
  const solved = await draw()
  expect((await signIn(service, { ...right, ...solved, password: 'wrong guess' })).code).toBe(40080)
  expect((await signIn(service, { ...right, ...solved })).code).toBe(40026)
  const guessed = await draw()
  expect((await signIn(service, { ...right, ...guessed, captcha: 'wrong' })).code).toBe(40026)
  expect((await signIn(service, { ...right, ...guessed })).code).toBe(40026)
  // The text of one captcha is refused for another.
  const [one, other] = [await draw(), await draw()]
  expect((await signIn(service, { ...right, ...one, ticket: other.ticket })).code).toBe(40026)
  expect((await signIn(service, { ...right, ...one })).code).toBe(0)
})

test('Security 6 does not tell whether an account exists', async () => {
  const service = await openTestService()
  const known = await service.call('GET', '/session/prepare?email=owner%40example.org')
  expect(await service.call('GET', '/session/prepare?email=nobody%40example.org')).toEqual(known)
})

test('nobody makes the pictures of others invalid by asking for many', async () => {
  let now = 0
  const captchas = createCaptchas(() => now, 3)
  const { ticket } = await captchas.create('192.0.2.1')
  const mine = []
  for (let index = 0; index < 5; index++) mine.push(await captchas.create('2001:db8::1'))
  expect(captchas.textOf(ticket)).toBeDefined()
  // Of one's own the oldest are gone; one network of 64 bits is one address.
  expect(mine.filter((one) => captchas.textOf(one.ticket) !== undefined)).toHaveLength(2)
  await captchas.create('2001:db8::2')
  expect(captchas.textOf(ticket)).toBeDefined()
  // With none of one's own the oldest of who has most goes.
  const third = await captchas.create('192.0.2.9')
  expect(captchas.textOf(ticket)).toBeDefined()
  // Those whose time is over make room first.
  now = 600_000
  const late = await captchas.create('192.0.2.9')
  now++
  await captchas.create('192.0.2.9')
  expect(captchas.textOf(third.ticket)).toBeUndefined()
  expect(captchas.textOf(late.ticket)).toBeDefined()
})
