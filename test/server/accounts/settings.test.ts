import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { totpCode } from '#src/server/accounts/sign-in/totp.ts'
import { envelope, send } from '../raw-http.ts'
import { openTestService } from '../service-harness.ts'
import type { TestService } from '../service-harness.ts'

const right = { email: 'owner@example.org', password: 'open sesame' }
const signIn = async (service: TestService, body: object = right) =>
  service.call('POST', '/session/token', { body })
const change = (service: TestService, body: object, as: { as?: string; token?: string } = {}) =>
  service.call('PATCH', '/user/setting', {
    ...(as.token === undefined ? { as: service.owner } : {}),
    ...as,
    body,
  })
const setting = async (service: TestService) =>
  (await service.call('GET', '/user/setting', { as: service.owner })).data
const me = (service: TestService, token: string) => service.call('GET', '/user/me', { token })

test('A1 name, language, theme, versions, views and links in the profile are kept as they were set', async () => {
  const service = await openTestService()
  const before = await setting(service)
  expect(before).toEqual({
    version_retention_enabled: true,
    version_retention_ext: [],
    version_retention_max: 20,
    two_fa_enabled: false,
    disable_view_sync: false,
    share_links_in_profile: 'hide_share',
  })
  const wish = {
    version_retention_enabled: false,
    version_retention_ext: ['txt', 'md'],
    version_retention_max: 7,
    disable_view_sync: true,
    share_links_in_profile: 'all_share',
  }
  const shown = { nick: 'Ö 空', language: 'zh-CN', preferred_theme: '#ff8800' }
  expect(await change(service, { ...shown, ...wish })).toMatchObject({ code: 0 })
  expect(await setting(service)).toEqual({ ...before, ...wish })
  const { data } = await service.call('GET', '/user/me', { as: service.owner })
  expect(data).toMatchObject({
    nickname: 'Ö 空',
    language: 'zh-CN',
    preferred_theme: '#ff8800',
    disable_view_sync: true,
    share_links_in_profile: 'all_share',
  })
  // What is not named stays, and what somebody else has, too.
  await change(service, { version_retention_max: 3, nick: null })
  expect(await setting(service)).toEqual({ ...before, ...wish, version_retention_max: 3 })
  const other = await service.call('GET', '/user/setting', { as: service.colleague })
  expect(other.data).toEqual(before)
})

test.each([
  { nick: '' },
  { nick: 'x'.repeat(256) },
  { language: '' },
  { preferred_theme: 'red; x: y' },
  { preferred_theme: 'url(https://evil.example)' },
  { version_retention_max: -1 },
  { version_retention_max: 1.5 },
  { version_retention_ext: ['x'.repeat(256)] },
  { share_links_in_profile: 'everything' },
  { new_password: 'open season' },
  { current_password: 'open sesame' },
  { current_password: 'open sesame', new_password: 'short' },
  { two_fa_enabled: 'yes' },
])('A1 a setting that cannot be is refused, and nothing of it kept (%j)', async (wrong) => {
  const service = await openTestService()
  const before = await setting(service)
  expect(await change(service, { disable_view_sync: true, ...wrong })).toMatchObject({
    code: 40001,
  })
  expect(await setting(service)).toEqual(before)
})

test('A1 another password asks for the old one and ends the other sign-ins', async () => {
  const service = await openTestService()
  const { data: here } = await signIn(service)
  const { data: elsewhere } = await signIn(service)
  const token = here.token.access_token
  const next = { current_password: 'guess!', new_password: 'open season', disable_view_sync: true }
  expect(await change(service, next, { token })).toMatchObject({ code: 40069 })
  expect((await me(service, elsewhere.token.access_token)).code).toBe(0)
  expect((await setting(service)).disable_view_sync).toBe(false)

  const wish = { ...next, current_password: right.password }
  expect(await change(service, wish, { token })).toMatchObject({ code: 0 })
  expect((await me(service, token)).code).toBe(0)
  expect((await me(service, elsewhere.token.access_token)).code).toBe(401)
  expect((await signIn(service)).code).toBe(40080)
  expect((await signIn(service, { ...right, password: 'open season' })).code).toBe(0)
})

test('A1 wrong old passwords count as wrong ones of a sign-in', async () => {
  const service = await openTestService()
  const guess = (password: string) =>
    change(service, { current_password: password, new_password: 'open season' })
  for (let i = 0; i < 10; i++) expect((await guess('guess!')).code).toBe(40069)
  expect((await guess(right.password)).code).toBe(40069)
  expect((await signIn(service)).code).toBe(40080)
  service.clock.time += 15 * 60_000 + 1
  expect((await guess(right.password)).code).toBe(0)
})

test('A1 a second factor is on once a code of it was given, and asked for at the next sign-in', async () => {
  const service = await openTestService()
  const { clock, owner } = service
  const begin = () => service.call('GET', '/user/setting/2fa', { as: owner })
  const code = (secret: string) => totpCode(secret, clock.time)
  const on = (secret: string) =>
    change(service, { two_fa_enabled: true, two_fa_code: code(secret) })
  const { data: first } = await begin()
  const { data: secret } = await begin()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(first).not.toBe(secret)
  // Only the last secret counts, for ten minutes, and not that of somebody else.
  expect((await on(first)).code).toBe(40022)
  const others = { two_fa_enabled: true, two_fa_code: code(secret) }
  expect((await change(service, others, { as: service.colleague })).code).toBe(40022)
  clock.time += 600_000
  expect((await on(secret)).code).toBe(40022)
  const { data: again } = await begin()
  expect(await on(again)).toMatchObject({ code: 0 })
  expect(await setting(service)).toMatchObject({ two_fa_enabled: true })

  const { code: asked, data: session_id } = await signIn(service)
  expect(asked).toBe(203)
  const finish = (otp: string) =>
    service.call('POST', '/session/token/2fa', { body: { otp, session_id } })
  // The code that turned it on is spent.
  expect((await finish(code(again))).code).toBe(40022)
  clock.time += 30_000
  expect((await finish(code(again))).code).toBe(0)
})

test('A1 a second factor is turned off by a code of it, and not put in the place of another', async () => {
  const service = await openTestService()
  const { clock, owner } = service
  const { data: secret } = await service.call('GET', '/user/setting/2fa', { as: owner })
  const wish = (isOn: boolean, code: string) =>
    change(service, { two_fa_enabled: isOn, two_fa_code: code })
  expect((await wish(true, totpCode(secret, clock.time))).code).toBe(0)
  // A code is good once, for whatever.
  expect((await wish(false, totpCode(secret, clock.time))).code).toBe(40022)
  expect((await service.call('GET', '/user/setting/2fa', { as: owner })).code).toBe(40001)
  clock.time += 30_000
  expect((await wish(false, '000000')).code).toBe(40022)
  expect((await change(service, { two_fa_enabled: false })).code).toBe(40022)
  expect((await signIn(service)).code).toBe(203)
  expect((await wish(false, totpCode(secret, clock.time))).code).toBe(0)
  expect((await signIn(service)).code).toBe(0)
  // The secret is not one that can be turned on again.
  clock.time += 30_000
  expect((await wish(true, totpCode(secret, clock.time))).code).toBe(40022)
})

test('A1 another password ends sign-ins that wait for the second factor', async () => {
  const service = await openTestService()
  const { clock, owner } = service
  const { data: secret } = await service.call('GET', '/user/setting/2fa', { as: owner })
  const code = () => totpCode(secret, clock.time)
  await change(service, { two_fa_enabled: true, two_fa_code: code() })
  clock.time += 30_000
  const { data: session_id } = await signIn(service)
  await change(service, { current_password: right.password, new_password: 'open season' })
  const body = { otp: code(), session_id }
  expect((await service.call('POST', '/session/token/2fa', { body })).code).toBe(404)
})

test('A1 as many versions are kept as the owner of a file wants, whoever writes', async () => {
  const service = await openTestService()
  const write = async (name: string, times: number) => {
    for (let at = 0; at < times; at++) {
      const path = `/file/content?uri=svc://my/${name}`
      const body = `${name} ${at}`
      expect((await envelope(send(service, 'PUT', path, { as: service.owner, body }))).code).toBe(0)
    }
    const info = await service.call('GET', `/file/info?uri=svc://my/${name}&extended=true`, {
      as: service.owner,
    })
    return info.data.extended_info.entities.length as number
  }
  for (const name of ['a.txt', 'b.jpg']) {
    service.seed.addFile(service.owner, [name], { contents: Buffer.from('first') })
  }
  await change(service, { version_retention_max: 3 })
  expect(await write('a.txt', 5)).toBe(3)
  await change(service, { version_retention_ext: ['TXT'] })
  expect([await write('a.txt', 5), await write('b.jpg', 5)]).toEqual([3, 1])
  await change(service, { version_retention_ext: [], version_retention_max: 0 })
  expect(await write('b.jpg', 25)).toBe(20)
  await change(service, { version_retention_enabled: false })
  expect(await write('b.jpg', 1)).toBe(1)
})

test('A1 links in the profile: none, those without a password, or all, to users only', async () => {
  const service = await openTestService()
  const { seed, owner, colleague, clock } = service
  const addLink = (name: string, more: object = {}) =>
    seed.addShare(seed.addFile(owner, [name], { size: 1 }), more)
  const open = addLink('open.txt')
  const closed = addLink('protected.txt', { password: 'secret' })
  addLink('over.txt', { expires: clock.time - 1 })
  addLink('used.txt', { remainDownloads: 0 })
  const list = (as?: string) =>
    service.call('GET', `/user/shares/${owner}?page_size=50`, as === undefined ? {} : { as })
  expect(await list(colleague)).toMatchObject({ code: 40001 })
  await change(service, { share_links_in_profile: '' })
  expect(await list()).toMatchObject({ code: 401 })
  const { data: some } = await list(colleague)
  expect(some.shares.map(({ id }: { id: string }) => id)).toEqual([open])
  await change(service, { share_links_in_profile: 'all_share' })
  const { data: all } = await list(colleague)
  expect(all.shares).toMatchObject([
    { id: open, name: 'open.txt', unlocked: false },
    { id: closed, name: 'protected.txt', unlocked: false, password_protected: true },
  ])
  expect(JSON.stringify(all)).not.toContain('secret')
})

test('A1 of two changes of the password at once, in two sign-ins, one holds and the other is told', async () => {
  const service = await openTestService()
  const [one, other] = [await signIn(service), await signIn(service)]
  const wishes = ['open season', 'open house'].map((wished, index) =>
    change(
      service,
      { current_password: right.password, new_password: wished },
      { token: (index === 0 ? one : other).data.token.access_token },
    ),
  )
  const codes = (await Promise.all(wishes)).map(({ code }) => code)
  expect(codes.toSorted((a, b) => a - b)).toEqual([0, 401])
})

test('A1 of two changes of the password at once in one sign-in the second has the wrong old one', async () => {
  const service = await openTestService()
  const { token } = (await signIn(service)).data
  const wishes = ['open season', 'open house'].map((wished) =>
    change(
      service,
      { current_password: right.password, new_password: wished },
      { token: token.access_token },
    ),
  )
  const codes = (await Promise.all(wishes)).map(({ code }) => code)
  expect(codes.toSorted((a, b) => a - b)).toEqual([0, 40069])
})

test('A1 a sign-in whose old password is looked at while it is changed lets nobody in', async () => {
  // A hash takes some 10 ms, so that one of the sign-ins begins before the change and ends after it.
  const service = await openTestService({ passwordCost: 12 })
  const state = { isChanged: false }
  const wish = { current_password: right.password, new_password: 'open season' }
  const changing = change(service, wish).finally(() => {
    state.isChanged = true
  })
  const attempts: ReturnType<typeof signIn>[] = []
  while (!state.isChanged) {
    attempts.push(signIn(service))
    await sleep(4)
  }
  expect((await changing).code).toBe(0)
  for (const { code, data } of await Promise.all(attempts)) {
    if (code === 0) expect((await me(service, data.token.access_token)).code).toBe(401)
    else expect([40080, -1]).toContain(code)
  }
})
