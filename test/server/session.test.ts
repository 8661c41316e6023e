import { expect, test } from 'vitest'
import { totpCode } from '#src/server/accounts/totp.ts'
import { openBench } from './service-harness.ts'
import type { Bench } from './service-harness.ts'

const right = { email: 'owner@example.org', password: 'open sesame' }
const signIn = (bench: Bench, body: unknown = right) =>
  bench.call('POST', '/session/token', { body })
const refresh = (bench: Bench, refresh_token: string) =>
  bench.call('POST', '/session/token/refresh', { body: { refresh_token } })

test('Security 6 signs in with any spelling of the address and reads who one is', async () => {
  const bench = await openBench()
  const { data } = await signIn(bench, { ...right, email: 'OWNER@Example.org' })
  const me = await bench.call('GET', '/user/me', { token: data.token.access_token })
  expect(me.data).toEqual(data.user)
  expect(me.data).toMatchObject({ id: bench.owner, email: 'owner@example.org' })
})

test('Security 6 says the same to a wrong password and to an unknown account', async () => {
  const bench = await openBench()
  const wrong = await signIn(bench, { ...right, password: 'guess' })
  const unknown = await signIn(bench, { ...right, email: 'nobody@example.org' })
  expect(wrong).toMatchObject({ status: 200, code: 40080, correlation_id: expect.any(String) })
  expect({ ...unknown, correlation_id: '' }).toEqual({ ...wrong, correlation_id: '' })
})

test('Security 6 does not let anybody in after ten wrong passwords, until a quarter of an hour has passed', async () => {
  const bench = await openBench()
  for (let i = 0; i < 10; i++) await signIn(bench, { ...right, password: 'guess' })
  expect((await signIn(bench)).code).toBe(40080)
  expect((await signIn(bench, { ...right, email: 'colleague@example.org' })).code).toBe(0)
  bench.clock.time += 15 * 60_000 + 1
  expect((await signIn(bench)).code).toBe(0)
})

test('Security 6 lets in the right password when many arrive at once', async () => {
  const bench = await openBench()
  const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(bench)))
  expect(answers.map((answer) => answer.code)).toEqual(Array(8).fill(0))
})

test('Security 6 an access token runs out after an hour', async () => {
  const bench = await openBench()
  const token = (await bench.seed.mintToken(bench.owner)).access_token
  bench.clock.time += 3599_000
  expect((await bench.call('GET', '/user/me', { token })).code).toBe(0)
  bench.clock.time += 2000
  expect((await bench.call('GET', '/user/me', { token })).code).toBe(401)
})

test('Security 6 a refresh token stays good until its successor has been used, plus thirty seconds', async () => {
  const bench = await openBench()
  const first = (await bench.seed.mintToken(bench.owner)).refresh_token
  const lost = await refresh(bench, first)
  expect(lost.code).toBe(0)
  bench.clock.time += 600_000
  const second = await refresh(bench, first)
  expect(second.code).toBe(0)
  expect((await refresh(bench, second.data.refresh_token)).code).toBe(0)
  bench.clock.time += 29_000
  expect((await refresh(bench, first)).code).toBe(0)
})

test('Security 6 a refresh token that comes back too late ends the whole family', async () => {
  const bench = await openBench()
  const first = (await bench.seed.mintToken(bench.owner)).refresh_token
  const second = await refresh(bench, first)
  const third = await refresh(bench, second.data.refresh_token)
  bench.clock.time += 30_001
  expect((await refresh(bench, first)).code).toBe(40020)
  expect((await refresh(bench, third.data.refresh_token)).code).toBe(40020)
  expect((await bench.call('GET', '/user/me', { token: third.data.access_token })).code).toBe(401)
})

test('Security 6 signing out ends this sign-in and no other', async () => {
  const bench = await openBench()
  const here = await bench.seed.mintToken(bench.owner)
  const there = await bench.seed.mintToken(bench.owner)
  const { refresh_token } = here
  const out = await bench.call('DELETE', '/session/token', { body: { refresh_token } })
  expect(out).toEqual({ status: 200, code: 0, data: '', msg: '' })
  expect((await refresh(bench, refresh_token)).code).toBe(40020)
  expect((await refresh(bench, there.refresh_token)).code).toBe(0)
})

test('Security 6 a refresh token opens nothing, and neither does a forged or foreign one', async () => {
  const bench = await openBench()
  const pair = await bench.seed.mintToken(bench.owner)
  const [head, body] = pair.access_token.split('.')
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`
  const codes = []
  for (const token of [pair.refresh_token, none, `${head}.${body}.AAAA`, 'rubbish']) {
    codes.push((await bench.call('GET', '/site/config/basic', { token })).code)
  }
  expect(codes).toEqual([40020, 401, 401, 401])
  expect((await bench.call('POST', '/session/token', { token: 'rubbish', body: right })).code).toBe(
    0,
  )
})

const secret = 'JBSWY3DPEHPK3PXP'
async function withSecondFactor() {
  const bench = await openBench()
  bench.db.run('UPDATE users SET totp_secret = ? WHERE id = ?', [secret, bench.owner])
  const begin = await signIn(bench)
  expect(begin).toMatchObject({ code: 203, msg: '' })
  const finish = (otp: string, session_id = begin.data) =>
    bench.call('POST', '/session/token/2fa', { body: { otp, session_id } })
  return { bench, finish }
}

test('Security 6 asks for the second factor and takes each code once', async () => {
  const { bench, finish } = await withSecondFactor()
  const code = totpCode(secret, bench.clock.time - 30_000)
  expect((await finish(code)).data.user.id).toBe(bench.owner)
  const again = await signIn(bench)
  expect((await finish(code, again.data)).code).toBe(40022)
  expect((await finish(totpCode(secret, bench.clock.time), again.data)).code).toBe(0)
})

test('Security 6 gives five tries and ten minutes for the second factor', async () => {
  const { bench, finish } = await withSecondFactor()
  for (let i = 0; i < 5; i++) expect((await finish('12345x')).code).toBe(40022)
  expect((await finish(totpCode(secret, bench.clock.time))).code).toBe(404)
  const late = await signIn(bench)
  bench.clock.time += 600_001
  expect((await finish(totpCode(secret, bench.clock.time), late.data)).code).toBe(404)
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
  const bench = await openBench({ captcha: true })
  expect((await bench.call('GET', '/site/config/login')).data.login_captcha).toBe(true)
  expect((await signIn(bench)).code).toBe(40026)
  const { image, ticket } = (await bench.call('GET', '/site/captcha')).data
  expect(Buffer.from(image.split(',')[1], 'base64').subarray(1, 4).toString()).toBe('PNG')
  const body = { ...right, ticket, captcha: bench.captchaText(ticket)?.toLowerCase() }
  expect((await signIn(bench, body)).code).toBe(0)
  expect((await signIn(bench, body)).code).toBe(40026)
})

test('Security 6 takes a captcha once: not again after a wrong password, nor another text after a wrong one', async () => {
  const bench = await openBench({ captcha: true })
  const draw = async () => {
    const { ticket } = (await bench.call('GET', '/site/captcha')).data
    return { ticket, captcha: bench.captchaText(ticket) }
  }
  const solved = await draw()
  expect((await signIn(bench, { ...right, ...solved, password: 'wrong guess' })).code).toBe(40080)
  expect((await signIn(bench, { ...right, ...solved })).code).toBe(40026)
  const guessed = await draw()
  expect((await signIn(bench, { ...right, ...guessed, captcha: 'wrong' })).code).toBe(40026)
  expect((await signIn(bench, { ...right, ...guessed })).code).toBe(40026)
  // The text of one picture does not solve another.
  const [one, other] = [await draw(), await draw()]
  expect((await signIn(bench, { ...right, ...one, ticket: other.ticket })).code).toBe(40026)
  expect((await signIn(bench, { ...right, ...one })).code).toBe(0)
})

test('Security 6 does not tell whether an account exists', async () => {
  const bench = await openBench()
  const known = await bench.call('GET', '/session/prepare?email=owner%40example.org')
  expect(await bench.call('GET', '/session/prepare?email=nobody%40example.org')).toEqual(known)
})
