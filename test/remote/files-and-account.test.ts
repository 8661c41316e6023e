import { expect, test } from 'vitest'
import { serverUnderTest } from './server-under-test.ts'

/* What people need beside the four jobs, request by request. */

const server = serverUnderTest()
const query = (uri: string) => `uri=${encodeURIComponent(uri)}`
const write = (uri: string, text: string) =>
  server().must('PUT', `/file/content?${query(uri)}`, new TextEncoder().encode(text))
async function textOf(uri: string): Promise<string> {
  type Urls = { urls: { url: string }[] }
  const { urls } = await server().must<Urls>('POST', '/file/url', { uris: [uri], download: true })
  return (await fetch(new URL(urls[0]?.url ?? '', server().address))).text()
}

test('R10 versions: a text that is written over is kept, can be the current one again, and be deleted', async () => {
  const { must, uri } = server()
  const letter = uri('letter.txt')
  await write(letter, 'first')
  await write(letter, 'second one')
  expect(await textOf(letter)).toBe('second one')
  const versions = async () => {
    type Info = { extended_info?: { entities?: { id: string; size: number; type: number }[] } }
    const info = await must<Info>('GET', `/file/info?${query(letter)}&extended=true`)
    return (info.extended_info?.entities ?? []).filter(({ type }) => type === 0)
  }
  const ofSize = async (size: number) => (await versions()).find((each) => each.size === size)?.id
  await must('POST', '/file/version/current', { uri: letter, version: await ofSize(5) })
  expect(await textOf(letter)).toBe('first')
  await must('DELETE', '/file/version', { uri: letter, version: await ofSize(10) })
  expect((await versions()).map(({ size }) => size)).toEqual([5])
})

test('R10 shares: an expired link is revived at the same address', async () => {
  const { must, ask, uri, addText, folder } = server()
  const name = `${folder} revived.txt`
  await addText(name)
  const address = await must<string>('PUT', '/share', { uri: uri(name), expire: 1 })
  const id = new URL(address).pathname.split('/')[2] ?? ''
  const visitor = async () => {
    const answer = await fetch(`${server().address}api/v4/share/info/${id}`)
    const { code, data } = (await answer.json()) as { code: number; data?: { expired?: boolean } }
    return code === 0 && data?.expired !== true
  }
  await expect.poll(visitor).toBe(false)
  expect((await ask('POST', `/share/${id}`, { uri: uri(name), expire: 3600 })).code).toBe(0)
  expect(await visitor()).toBe(true)
})

test('R10 account: says who is signed in, what they have set and how much room there is', async () => {
  const { must, email } = server()
  expect(await must('GET', '/user/me')).toMatchObject({ email, nickname: expect.any(String) })
  expect(await must('GET', '/user/setting')).toMatchObject({ two_fa_enabled: expect.any(Boolean) })
  const { total, used } = await must<{ total: number; used: number }>('GET', '/user/capacity')
  expect(used).toBeLessThanOrEqual(total)
})

test('R10 account: the name of a spare account is changed and put back, and a wrong password changes nothing', async ({
  skip,
}) => {
  const { spare, as, folder } = server()
  if (!spare) return skip('LATCHKEY_SPARE_EMAIL names no account that may be changed')
  const { must, ask } = await as(spare)
  const name = async () => (await must<{ nickname: string }>('GET', '/user/me')).nickname
  const before = await name()
  try {
    await must('PATCH', '/user/setting', { nick: folder })
    expect(await name()).toBe(folder)
  } finally {
    await must('PATCH', '/user/setting', { nick: before })
  }
  expect(await name()).toBe(before)
  const wrong = { current_password: 'not the password', new_password: 'another one' }
  expect((await ask('PATCH', '/user/setting', wrong)).code).not.toBe(0)
  await as(spare)
})

test('R10 network drives: one is made, listed, changed and removed, where the service has them', async ({
  skip,
}) => {
  const { ask, must, uri, folder } = server()
  type Drive = { id: string; name: string; uri: string }
  const list = () => ask<{ accounts?: Drive[] | null }>('GET', '/devices/dav?page_size=50')
  const answered = await list()
  if (answered.code !== 0) return skip('the service has no network drives')
  const wish = { uri: uri(), name: `${folder} drive`, readonly: true }
  const made = await ask<Drive>('PUT', '/devices/dav', wish)
  if (made.code === 40007) return skip('the group of this account may have none')
  expect(made.code).toBe(0)
  const find = async () => (await list()).data.accounts?.find(({ id }) => id === made.data.id)
  expect(await find()).toMatchObject({ name: wish.name })
  await must('PATCH', `/devices/dav/${made.data.id}`, { ...wish, name: `${folder} other` })
  expect(await find()).toMatchObject({ name: `${folder} other` })
  await must('DELETE', `/devices/dav/${made.data.id}`)
  expect(await find()).toBeUndefined()
})
