import { expect, test } from 'vitest'
import { openTestService } from '../service-harness.ts'
import type { TestService } from '../service-harness.ts'

const day = 24 * 3600_000

async function signIn(service: TestService, agent: string, email = 'owner@example.org') {
  const body = { email, password: 'open sesame' }
  const headers = { 'user-agent': agent }
  return (await service.call('POST', '/session/token', { body, headers })).data.token as {
    access_token: string
    refresh_token: string
  }
}
type SignIn = {
  id: string
  client: string
  is_current: boolean
  created_at: string
  used_at: string
}
const list = async (service: TestService, token: string): Promise<SignIn[]> =>
  (await service.call('GET', '/user/sessions', { token })).data
const isIn = async (service: TestService, { access_token: token }: { access_token: string }) =>
  (await service.call('GET', '/user/me', { token })).code === 0

test('A1 one sees where one is signed in, since when, and when each was used last', async () => {
  const service = await openTestService()
  const start = service.clock.time
  const phone = await signIn(service, 'Phone/1')
  service.clock.time += day
  const desk = await signIn(service, 'x'.repeat(1000))
  await signIn(service, 'Elsewhere', 'colleague@example.org')
  service.clock.time += day
  const body = { refresh_token: phone.refresh_token }
  const { data } = await service.call('POST', '/session/token/refresh', { body })
  const iso = (time: number) => new Date(time).toISOString()
  expect(await list(service, data.access_token)).toEqual([
    {
      id: expect.any(String),
      client: 'Phone/1',
      is_current: true,
      created_at: iso(start),
      used_at: iso(start + 2 * day),
    },
    {
      id: expect.any(String),
      client: 'x'.repeat(300),
      is_current: false,
      created_at: iso(start + day),
      used_at: iso(start + day),
    },
  ])
  // Those that have ended by themselves are not in it.
  service.clock.time = start + 15 * day
  const renewed = await service.call('POST', '/session/token/refresh', {
    body: { refresh_token: data.refresh_token },
  })
  expect(await list(service, renewed.data.access_token)).toHaveLength(1)
  expect(desk.access_token).not.toBe('')
  expect((await service.call('GET', '/user/sessions')).code).toBe(401)
})

test('A1 each sign-in can be ended, and all others together; those of others cannot', async () => {
  const service = await openTestService()
  const [here, phone, desk] = [
    await signIn(service, 'Here'),
    await signIn(service, 'Phone'),
    await signIn(service, 'Desk'),
  ]
  const colleague = await signIn(service, 'Elsewhere', 'colleague@example.org')
  const token = here.access_token
  const idOf = (all: SignIn[], name: string) => all.find(({ client }) => client === name)?.id
  const end = (id = '') => service.call('DELETE', `/user/sessions/${id}`, { token })
  const theirs = idOf(await list(service, colleague.access_token), 'Elsewhere')
  expect((await end(theirs)).code).toBe(404)
  expect((await end('none')).code).toBe(404)
  expect(await end(idOf(await list(service, token), 'Phone'))).toMatchObject({ code: 0 })
  expect(
    await Promise.all([here, phone, desk, colleague].map((one) => isIn(service, one))),
  ).toEqual([true, false, true, true])
  expect(await service.call('DELETE', '/user/sessions', { token })).toMatchObject({ code: 0 })
  expect(await Promise.all([here, desk, colleague].map((one) => isIn(service, one)))).toEqual([
    true,
    false,
    true,
  ])
  const refresh = { body: { refresh_token: desk.refresh_token } }
  expect((await service.call('POST', '/session/token/refresh', refresh)).code).toBe(40020)
})
