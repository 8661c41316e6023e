import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestService } from '../service-harness.ts'
import type { TestService } from '../service-harness.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const text = (value: string) => new TextEncoder().encode(value)
type Wish = Record<string, unknown>
const ask = (
  service: TestService,
  uris: readonly string[],
  wish: Wish = {},
  as: string | null = service.owner,
) => service.call('POST', '/file/url', { ...(as === null ? {} : { as }), body: { uris, ...wish } })
const get = (
  service: TestService,
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
) => service.fetch(new Request(url, { method, headers }))
const address = async (service: TestService, uri: string, wish: Wish = {}) =>
  (await ask(service, [uri], wish)).data.urls[0].url as string
const failed = (answer: unknown) =>
  Object.fromEntries(
    Object.entries(
      (answer as { aggregated_error?: Record<string, { code: number }> }).aggregated_error ?? {},
    ).map(([uri, { code }]) => [uri, code]),
  )

test('an address gives the bytes to anybody for an hour, and nothing else of the account', async () => {
  const service = await openTestService()
  const { seed, owner, clock } = service
  seed.addFile(owner, ['A b', 'x & y.txt'], { contents: text('hello') })
  const answer = await ask(service, ['svc://my/A b/x %26 y.txt'], { download: true })
  expect(Date.parse(answer.data.expires)).toBe(clock.time + 3600_000)
  const { url } = answer.data.urls[0]
  const got = await get(service, url)
  expect([got.status, await got.text()]).toEqual([200, 'hello'])
  const { 'content-type': type, ...headers } = Object.fromEntries(got.headers)
  expect(type).toBe('application/octet-stream')
  expect(headers).toMatchObject({
    'content-disposition': "attachment; filename*=UTF-8''x%20%26%20y.txt",
    'content-length': '5',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
  })
  const code = async (wrong: string) =>
    ((await (await get(service, wrong)).json()) as { code: number }).code
  // A URL with another signature, content, name or use than was signed is refused.
  expect(await code(url.replace(/sign=.../, 'sign=abc'))).toBe(40071)
  expect(await code(url.replace(/content\/./, 'content/_'))).toBe(40071)
  expect(await code(url.replace('x%20', 'y%20'))).toBe(40071)
  expect(await code(url.replace('download=true&', ''))).toBe(40071)
  expect(await code(url.replace('download=', 'thumb='))).toBe(40071)
  expect(await code(url.replace('download=', 'archive='))).toBe(40071)
  expect(await code(url.replace(/\/1\d{9}\//, '/9999999999/'))).toBe(40071)
  clock.time += 3600_000
  expect(await code(url)).toBe(40005)
})

test('pictures, sounds, films and PDF are shown, all else is a file to save; downloads always are', async () => {
  const service = await openTestService()
  const head = async (name: string, wish: Wish = {}) => {
    service.seed.addFile(service.owner, [name], { contents: text('x') })
    const { headers } = await get(service, await address(service, `svc://my/${name}`, wish))
    expect(headers.get('content-security-policy')).toContain('sandbox')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    return [headers.get('content-type'), headers.get('content-disposition')?.split(';')[0]]
  }
  expect(await head('a.PNG')).toEqual(['image/png', 'inline'])
  expect(await head('a.pdf')).toEqual(['application/pdf', 'inline'])
  expect(await head('a.mp4')).toEqual(['video/mp4', 'inline'])
  expect(await head('b.png', { download: true })).toEqual([
    'application/octet-stream',
    'attachment',
  ])
  for (const name of ['a.svg', 'a.html', 'a.xml', 'a.js', 'a', 'constructor', 'a.png.htm']) {
    expect(await head(name), name).toEqual(['application/octet-stream', 'attachment'])
  }
})

for (const kind of ['memory', 'disk'] as const) {
  test(`a part can be asked for, and what is known need not be sent again (${kind})`, async () => {
    let dir = ':memory:'
    if (kind === 'disk') dir = temporaryFolder()
    const service = await openTestService({ dir })
    service.seed.addFile(service.owner, ['x'], { contents: text('0123456789') })
    service.seed.addFile(service.owner, ['empty'], { contents: text('') })
    const url = await address(service, 'svc://my/x')
    const part = async (range: string, more: Record<string, string> = {}) => {
      const got = await get(service, url, { range, ...more })
      return [got.status, got.headers.get('content-range'), await got.text()]
    }
    expect(await part('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234'])
    expect(await part('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await part('bytes=7-99999')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await part('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await part('bytes=-99')).toEqual([206, 'bytes 0-9/10', '0123456789'])
    for (const nothing of ['bytes=10-', 'bytes=99-100', 'bytes=-0']) {
      expect(await part(nothing)).toEqual([416, 'bytes */10', ''])
    }
    // A header that is not a single range of bytes is ignored.
    for (const odd of ['bytes=4-2', 'bytes=-', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=a-b']) {
      expect(await part(odd)).toEqual([200, null, '0123456789'])
    }
    const whole = await get(service, url)
    const etag = whole.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[0-9A-Za-z]+"$/)
    await whole.body?.cancel()
    expect(await part('bytes=2-4', { 'if-range': etag })).toEqual([206, 'bytes 2-4/10', '234'])
    expect((await part('bytes=2-4', { 'if-range': '"old"' }))[0]).toBe(200)
    expect((await get(service, url, { 'if-none-match': `"a", W/${etag}` })).status).toBe(304)
    const head = await get(service, url, {}, 'HEAD')
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      '10',
      '',
    ])
    const empty = await get(service, await address(service, 'svc://my/empty'))
    expect([empty.status, await empty.text()]).toEqual([200, ''])
    service.close()
  })
}

test('addresses come in the order asked for; one failure is enough for none, unless it is skipped', async () => {
  const service = await openTestService()
  const { seed, owner, colleague } = service
  seed.addFile(owner, ['a'], { contents: text('a') })
  seed.addFile(owner, ['b'], { contents: text('b') })
  seed.addFolder(owner, ['F'])
  const gone = `svc://trash/${seed.trashFile(seed.addFile(owner, ['t']))}`
  const uris = [
    'svc://my/b',
    'svc://my/F',
    'svc://my/none',
    gone,
    'svc://my',
    'svc://my/a/',
    'svc://my/b',
  ]
  const refused = await ask(service, uris)
  expect(refused).toMatchObject({ code: 40081, msg: 'One or more operation failed' })
  expect(refused.data).toBeUndefined()
  expect(failed(refused)).toEqual({
    'svc://my/F': 40077,
    'svc://my/none': 40016,
    [gone]: 403,
    'svc://my': 40077,
  })
  const { urls } = (await ask(service, uris, { skip_error: true })).data
  const read = (url: string) => (url ? get(service, url).then((got) => got.text()) : '')
  expect(await Promise.all(urls.map(({ url }: { url: string }) => read(url)))).toEqual([
    'b',
    '',
    '',
    '',
    '',
    'a',
    'b',
  ])
  expect((await ask(service, [])).data).toEqual({ urls: [], expires: null })
  expect((await ask(service, ['rubbish'])).code).toBe(40001)
  expect((await ask(service, Array<string>(3001).fill('svc://my/a'))).code).toBe(40074)
  expect(failed(await ask(service, ['svc://my/a'], {}, null))).toEqual({ 'svc://my/a': 401 })
  expect(failed(await ask(service, ['svc://my/a'], {}, colleague))).toEqual({ 'svc://my/a': 40016 })
  expect(failed(await ask(service, [`svc://${owner}@my/a`], {}, colleague))).toEqual({
    [`svc://${owner}@my/a`]: 403,
  })
})

test('one address can be followed at once', async () => {
  const service = await openTestService()
  service.seed.addFile(service.owner, ['a'], { contents: text('a') })
  const bearer = (await service.seed.mintToken(service.owner)).access_token
  const answer = await service.fetch(
    new Request('http://localhost/api/v4/file/url', {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ uris: ['svc://my/a'], redirect: true }),
    }),
  )
  expect(answer.status).toBe(302)
  expect(await (await get(service, answer.headers.get('location') ?? '')).text()).toBe('a')
})

test('an older version is for the owner only, and only of that file', async () => {
  const service = await openTestService()
  const { seed, owner, colleague } = service
  const id = seed.addFile(owner, ['x'], { contents: text('old') })
  const other = seed.addFile(owner, ['y'], { contents: text('other') })
  const versionOf = async (file: string) =>
    (await service.call('GET', `/file/info?id=${file}`, { as: owner })).data
      .primary_entity as string
  const old = await versionOf(id)
  service.clock.time += 1000
  const bearer = (await seed.mintToken(owner)).access_token
  await service.fetch(
    new Request('http://localhost/api/v4/file/content?uri=svc://my/x', {
      method: 'PUT',
      headers: { authorization: `Bearer ${bearer}` },
      body: 'new',
    }),
  )
  const read = async (wish: Wish) =>
    (await get(service, await address(service, 'svc://my/x', wish))).text()
  expect(await read({})).toBe('new')
  expect(await read({ entity: old })).toBe('old')
  const uri = 'svc://my/x'
  expect(failed(await ask(service, [uri], { entity: await versionOf(other) }))).toEqual({
    [uri]: 40077,
  })
  const shared = `svc://${seed.addShare(id)}@share`
  expect(failed(await ask(service, [shared], { entity: old }, colleague))).toEqual({
    [shared]: 40077,
  })
  expect((await ask(service, [shared], { entity: await versionOf(id) }, colleague)).code).toBe(0)
})

test('every address through a link is one of its downloads; when none is left there are none', async () => {
  const service = await openTestService()
  const { seed, owner, colleague } = service
  seed.addFile(owner, ['S', 'a'], { contents: text('a') })
  seed.addFile(owner, ['S', 'b'], { contents: text('b') })
  seed.addFile(owner, ['private'], { contents: text('p') })
  const id = seed.addShare(seed.addFolder(owner, ['S']), { remainDownloads: 4, password: 'pw' })
  const root = `svc://${id}:pw@share`
  const left = async () => {
    const { shares: links } = (await service.call('GET', '/share?page_size=10', { as: owner })).data
    return [links[0].downloaded ?? 0, links[0].remain_downloads]
  }
  // One item that is refused does not stop the others.
  expect(failed(await ask(service, [`${root}/a`, `${root}/none`], {}, colleague))).toEqual({
    [`${root}/none`]: 40016,
  })
  expect(await left()).toEqual([0, 4])
  expect(failed(await ask(service, [`svc://${id}@share/a`], {}, null))).toEqual({
    [`svc://${id}@share/a`]: 40069,
  })
  expect(failed(await ask(service, [`${root}/../private`], {}, colleague))).toEqual({
    [`${root}/private`]: 40016,
  })
  const first = await ask(service, [`${root}/a`, `${root}/a`], {}, colleague)
  expect(await left()).toEqual([2, 2])
  expect((await ask(service, [`${root}/b`], {}, null)).code).toBe(0)
  // Of more downloads than are left, as many as are left are allowed.
  expect(Object.values(failed(await ask(service, [`${root}/a`, `${root}/b`], {}, null)))).toEqual([
    404,
  ])
  expect(await left()).toEqual([3, 1])
  const some = await ask(service, [`${root}/a`, `${root}/b`], { skip_error: true })
  expect(some.data.urls.map(({ url }: { url: string }) => url !== '')).toEqual([true, false])
  expect(await left()).toEqual([4, 0])
  expect(failed(await ask(service, [`${root}/a`]))).toEqual({ [`${root}/a`]: 404 })
  // A URL that was given out works until it expires.
  expect(await (await get(service, first.data.urls[1].url)).text()).toBe('a')
})

test('a file that has no content any more is said to have none', async () => {
  const dir = temporaryFolder()
  const service = await openTestService({ dir })
  service.seed.addFile(service.owner, ['a'], { contents: text('a') })
  const url = await address(service, 'svc://my/a')
  for (const name of readdirSync(join(dir, 'contents'))) {
    if (name !== 'drafts') rmSync(join(dir, 'contents', name))
  }
  expect(((await (await get(service, url)).json()) as { code: number }).code).toBe(40077)
  service.close()
})

test('Security 5 the address of a content ends with its file: in the trash, and for good', async () => {
  const service = await openTestService()
  const { seed } = service
  // Who may delete a file and keep its content.
  const owner = seed.addUser({ email: 'admin@example.org', nickname: 'admin', group: 'Admin' })
  const bytes = text('hello')
  for (const name of ['trashed.txt', 'unlinked.txt', 'kept.txt'])
    seed.addFile(owner, ['In', name], { contents: bytes })
  const body = async (url: string) => (await get(service, url)).text()
  const uris = ['trashed', 'unlinked', 'kept'].map((name) => `svc://my/In/${name}.txt`)
  const { data } = await ask(service, uris, { download: true }, owner)
  const [trashed, unlinked, kept] = data.urls.map(({ url }: { url: string }) => url)
  const remove = (uri: string | undefined, wish: Wish = {}) =>
    service.call('DELETE', '/file', { as: owner, body: { uris: [uri], ...wish } })
  await remove(uris[0])
  await remove(uris[1], { unlink: true, skip_soft_delete: true })
  expect(await body(kept)).toBe('hello')
  expect(JSON.parse(await body(trashed))).toMatchObject({ code: 40077 })
  expect(JSON.parse(await body(unlinked))).toMatchObject({ code: 40077 })
  // What is in a folder goes with it.
  await remove('svc://my/In')
  expect(JSON.parse(await body(kept))).toMatchObject({ code: 40077 })
})
