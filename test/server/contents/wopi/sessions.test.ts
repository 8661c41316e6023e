import { expect, test } from 'vitest'
import { collaboraViewerId, textEditorViewerId } from '#src/server/http/site.ts'
import { type Envelope, send } from '../../raw-http.ts'
import { openTestService } from '../../service-harness.ts'
import { session, editor, withLetter } from './fixtures.ts'

test('a session opens one file for one application, and says where it works', async () => {
  const service = await withLetter()
  const { id, data, check } = await editor(service)
  expect(data.session.expires).toBe(service.clock.time + 36_000_000)
  const { origin, pathname, searchParams } = new URL(data.wopi_src)
  expect([origin, pathname]).toEqual(['http://localhost', '/edit'])
  expect(searchParams.get('WOPISrc')).toBe(`http://localhost/api/v4/file/wopi/${id}`)
  expect(await (await check()).json()).toMatchObject({
    BaseFileName: 'letter.txt',
    Size: 9,
    UserFriendlyName: 'owner',
    SupportsLocks: true,
    UserCanWrite: true,
  })
  const explorer = await service.call('GET', '/site/config/explorer')
  const viewers = explorer.data.file_viewers[0].viewers as { id: string; wopi_actions?: object }[]
  expect(viewers.find(({ id }) => id === textEditorViewerId)?.wopi_actions).toMatchObject({
    txt: { edit: '/edit' },
  })
})

test('a session is refused for an unknown viewer, a foreign kind, a folder and a long text', async () => {
  const service = await withLetter()
  service.seed.addFile(service.owner, ['long.txt'], { size: 1024 * 1024 + 1 })
  service.seed.addFile(service.owner, ['photo.jpg'], { size: 1 })
  service.seed.addFile(service.owner, ['README'], { size: 1 })
  service.seed.addFolder(service.owner, ['Notes.txt'])
  const code = async (name: string, more?: object) => (await session(service, name, more)).code
  expect(await code('letter.txt', { viewer_id: 'nobody' })).toBe(40001)
  expect(await code('letter.txt', { viewer_id: collaboraViewerId })).toBe(40077)
  expect(await code('letter.txt', { version: '000000000000' })).toBe(40077)
  expect(await code('photo.jpg')).toBe(40077)
  expect(await code('README')).toBe(40077)
  expect(await code('long.txt')).toBe(40049)
  expect(await code('nothing.txt')).toBe(40016)
  expect(await code('Notes.txt')).toBe(403)
  expect((await session(service, 'letter.txt', {}, service.colleague)).code).toBe(40016)
  expect((await service.call('PUT', '/file/viewerSession', { body: {} })).code).toBe(401)
})

test('an access token is good for its own file, its own time and its own sign-in only', async () => {
  const service = await withLetter()
  const other = service.seed.addFile(service.owner, ['other.txt'], {
    contents: Buffer.from('secret'),
  })
  const { data, id } = await editor(service)
  const token: string = data.session.access_token
  const status = async (file: string, text: string) =>
    (await send(service, 'GET', `/file/wopi/${file}/contents?access_token=${text}`)).status
  expect(await status(id, token)).toBe(200)
  expect(await status(other, token)).toBe(404)
  expect(await status('000000000000', token)).toBe(404)
  expect(await status(id, '')).toBe(401)
  expect(await status(id, 'x')).toBe(401)
  expect(await status(id, `${token}x`)).toBe(401)
  const [body = '', sign] = token.split('.')
  const forged = Buffer.from(Buffer.from(body, 'base64url').toString().replace(id, other)).toString(
    'base64url',
  )
  expect(await status(other, `${forged}.${sign}`)).toBe(401)
  const bearer = (await service.seed.mintToken(service.owner)).access_token
  expect(await status(id, bearer)).toBe(401)
  expect(
    (await service.call('GET', '/user/me', { headers: { authorization: `Bearer ${token}` } })).code,
  ).toBe(401)
  service.clock.time += 36_000_001
  expect(await status(id, token)).toBe(401)
  const again = await editor(service)
  await again.override('LOCK', 'mine')
  service.db.run('DELETE FROM families', [])
  expect((await again.get()).status).toBe(401)
  expect((await again.override('REFRESH_LOCK', 'mine')).status).toBe(401)
  // Signing out ends the session first; the editor that is closed after it still releases its lock.
  expect((await again.override('UNLOCK', 'mine')).status).toBe(200)
  expect((await again.override('UNLOCK', 'mine')).status).toBe(409)
})

test('the bytes come as an attachment that no browser takes for a page', async () => {
  const service = await openTestService()
  service.seed.addFile(service.owner, ["it's (a) <page>.html".replace(/[<>]/g, '')], {
    contents: Buffer.from('<script>alert(1)</script>'),
  })
  const { get } = await editor(service, "it's (a) page.html")
  const answer = await get()
  expect(await answer.text()).toBe('<script>alert(1)</script>')
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': "attachment; filename*=UTF-8''it%27s%20%28a%29%20page.html",
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  expect((await get({ 'x-wopi-maxexpectedsize': '5' })).status).toBe(412)
})

test('an address of a content can be read by whoever holds it, for an hour', async () => {
  const service = await withLetter()
  service.seed.addFolder(service.owner, ['Notes'])
  const urls = (uris: string[], more: object = {}, as = service.owner) =>
    service.call('POST', '/file/url', { as, body: { uris, ...more } })
  const { data } = await urls(['svc://my/letter.txt'])
  const read = (url: string) => service.fetch(new Request(url))
  const answer = await read(data.urls[0].url)
  expect(await answer.text()).toBe('Dear Lin,')
  expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  const code = async (url: string) => ((await (await read(url)).json()) as Envelope).code
  expect(await code(data.urls[0].url.replace('letter.txt', 'page.html'))).toBe(40071)
  expect(await urls(['svc://my/letter.txt', 'svc://my/Notes', 'svc://my/x'])).toMatchObject({
    code: 40081,
    aggregated_error: { 'svc://my/Notes': { code: 40077 }, 'svc://my/x': { code: 40016 } },
  })
  const skipped = await urls(['svc://my/x', 'svc://my/letter.txt'], { skip_error: true })
  expect(skipped.data.urls.map(({ url }: { url: string }) => url !== '')).toEqual([false, true])
  expect((await urls(Array.from({ length: 3001 }, () => 'svc://my/x'))).code).toBe(40074)
  service.clock.time += 3601_000
  expect(await code(data.urls[0].url)).toBe(40005)
})
