import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { SharePermission, formatBoolset } from '#src/contract/boolset.ts'
import { collaboraViewerId, textEditorViewerId } from '#src/server/http/site.ts'
import { type Envelope, envelope, send } from './raw-http.ts'
import { openBench } from './service-harness.ts'
import type { Bench } from './service-harness.ts'

const folders: string[] = []
function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'latchkey-'))
  folders.push(path)
  return path
}
afterEach(() => {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true })
})

const session = (bench: Bench, name: string, more: object = {}, as = bench.owner) =>
  bench.call('PUT', '/file/viewerSession', {
    as,
    body: {
      uri: `svc://my/${name}`,
      viewer_id: textEditorViewerId,
      preferred_action: 'edit',
      ...more,
    },
  })

/** An application that opened `letter.txt` (or another file) in the owner's name. */
async function editor(bench: Bench, name = 'letter.txt', more: object = {}, as = bench.owner) {
  const { data } = await session(bench, name, more, as)
  const id = (await bench.call('GET', `/file/info?uri=svc://my/${name}`, { as: bench.owner })).data
    .id as string
  const token = encodeURIComponent(data.session.access_token)
  const at = (path: string) => `/file/wopi/${id}${path}?access_token=${token}`
  const override = (operation: string, lock?: string, headers: Record<string, string> = {}) =>
    send(bench, 'POST', at(''), {
      headers: {
        'x-wopi-override': operation,
        ...(lock === undefined ? {} : { 'x-wopi-lock': lock }),
        ...headers,
      },
    })
  return {
    id,
    data,
    override,
    check: () => send(bench, 'GET', at('')),
    get: (headers: Record<string, string> = {}) => send(bench, 'GET', at('/contents'), { headers }),
    put: (body: string | Uint8Array, lock?: string) =>
      send(bench, 'POST', at('/contents'), {
        body,
        headers: {
          'x-wopi-override': 'PUT',
          ...(lock === undefined ? {} : { 'x-wopi-lock': lock }),
        },
      }),
  }
}

async function withLetter(options: Parameters<typeof openBench>[0] = {}) {
  const bench = await openBench(options)
  bench.seed.addFile(bench.owner, ['letter.txt'], { contents: Buffer.from('Dear Lin,') })
  return bench
}

const write = (bench: Bench, body = 'other') =>
  envelope(send(bench, 'PUT', '/file/content?uri=svc://my/letter.txt', { as: bench.owner, body }))

test('a session opens one file for one application, and says where it works', async () => {
  const bench = await withLetter()
  const { id, data, check } = await editor(bench)
  expect(data.session.expires).toBe(bench.clock.time + 36_000_000)
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
  const explorer = await bench.call('GET', '/site/config/explorer')
  const viewers = explorer.data.file_viewers[0].viewers as { id: string; wopi_actions?: object }[]
  expect(viewers.find(({ id }) => id === textEditorViewerId)?.wopi_actions).toMatchObject({
    txt: { edit: '/edit' },
  })
})

test('a session is refused for an unknown viewer, a foreign kind, a folder and a long text', async () => {
  const bench = await withLetter()
  bench.seed.addFile(bench.owner, ['long.txt'], { size: 1024 * 1024 + 1 })
  bench.seed.addFile(bench.owner, ['photo.jpg'], { size: 1 })
  bench.seed.addFile(bench.owner, ['README'], { size: 1 })
  bench.seed.addFolder(bench.owner, ['Notes.txt'])
  const code = async (name: string, more?: object) => (await session(bench, name, more)).code
  expect(await code('letter.txt', { viewer_id: 'nobody' })).toBe(40001)
  expect(await code('letter.txt', { viewer_id: collaboraViewerId })).toBe(40077)
  expect(await code('letter.txt', { version: '000000000000' })).toBe(40077)
  expect(await code('photo.jpg')).toBe(40077)
  expect(await code('README')).toBe(40077)
  expect(await code('long.txt')).toBe(40049)
  expect(await code('nothing.txt')).toBe(40016)
  expect(await code('Notes.txt')).toBe(403)
  expect((await session(bench, 'letter.txt', {}, bench.colleague)).code).toBe(40016)
  expect((await bench.call('PUT', '/file/viewerSession', { body: {} })).code).toBe(401)
})

test('an access token is good for its own file, its own time and its own sign-in only', async () => {
  const bench = await withLetter()
  const other = bench.seed.addFile(bench.owner, ['other.txt'], { contents: Buffer.from('secret') })
  const { data, id } = await editor(bench)
  const token: string = data.session.access_token
  const status = async (file: string, text: string) =>
    (await send(bench, 'GET', `/file/wopi/${file}/contents?access_token=${text}`)).status
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
  const bearer = (await bench.seed.mintToken(bench.owner)).access_token
  expect(await status(id, bearer)).toBe(401)
  expect(
    (await bench.call('GET', '/user/me', { headers: { authorization: `Bearer ${token}` } })).code,
  ).toBe(401)
  bench.clock.time += 36_000_001
  expect(await status(id, token)).toBe(401)
  const again = await editor(bench)
  await again.override('LOCK', 'mine')
  bench.db.run('DELETE FROM families', [])
  expect((await again.get()).status).toBe(401)
  expect((await again.override('REFRESH_LOCK', 'mine')).status).toBe(401)
  // Signing out ends the session first; the page that is left then still frees its file.
  expect((await again.override('UNLOCK', 'mine')).status).toBe(200)
  expect((await again.override('UNLOCK', 'mine')).status).toBe(409)
})

test('the bytes come as an attachment that no browser takes for a page', async () => {
  const bench = await openBench()
  bench.seed.addFile(bench.owner, ["it's (a) <page>.html".replace(/[<>]/g, '')], {
    contents: Buffer.from('<script>alert(1)</script>'),
  })
  const { get } = await editor(bench, "it's (a) page.html")
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

test('an editor locks, saves, refreshes and unlocks', async () => {
  const bench = await withLetter()
  const { override, put, get } = await editor(bench)
  expect((await override('LOCK', 'mine')).status).toBe(200)
  const refused = await write(bench)
  expect(refused).toMatchObject({
    code: 40073,
    data: [
      {
        path: 'svc://my/letter.txt',
        owner: {
          owner: bench.owner,
          application: { type: 'viewer', viewer_id: textEditorViewerId },
        },
      },
    ],
  })
  expect((await override('GET_LOCK')).headers.get('x-wopi-lock')).toBe('mine')
  const saved = await put('Dear Lin, hello.', 'mine')
  expect(saved.status).toBe(200)
  const read = await get()
  expect(await read.text()).toBe('Dear Lin, hello.')
  expect(read.headers.get('x-wopi-itemversion')).toBe(saved.headers.get('x-wopi-itemversion'))
  bench.clock.time += 29 * 60_000
  expect((await override('REFRESH_LOCK', 'mine')).status).toBe(200)
  bench.clock.time += 29 * 60_000
  expect((await write(bench)).code).toBe(40073)
  expect((await override('UNLOCK', 'mine')).status).toBe(200)
  expect((await override('GET_LOCK')).headers.get('x-wopi-lock')).toBe('')
  expect((await write(bench)).code).toBe(0)
})

test('a lock runs out after thirty minutes without a refresh', async () => {
  const bench = await withLetter()
  const { override, put } = await editor(bench)
  await override('LOCK', 'mine')
  bench.clock.time += 30 * 60_000
  expect((await write(bench)).code).toBe(0)
  expect((await override('REFRESH_LOCK', 'mine')).status).toBe(409)
  expect((await put('late', 'mine')).status).toBe(409)
  expect((await override('LOCK', 'mine')).status).toBe(200)
})

test('a second editor is told that the first holds the file, and who that is', async () => {
  const bench = await withLetter()
  const first = await editor(bench)
  const second = await editor(bench)
  await first.override('LOCK', 'first')
  const refused = await second.override('LOCK', 'second')
  expect(refused.status).toBe(409)
  // The same person in the same application may know what it is called.
  expect(refused.headers.get('x-wopi-lock')).toBe('first')
  expect(refused.headers.get('x-wopi-lockfailurereason')).not.toBe('')
  expect((await refused.json()) as Envelope).toMatchObject({
    code: 40073,
    data: [{ path: 'svc://my/letter.txt', owner: { owner: bench.owner } }],
  })
  expect((await second.put('mine now', 'second')).status).toBe(409)
  expect((await second.put('mine now')).status).toBe(409)
  expect((await second.override('UNLOCK', 'second')).status).toBe(409)
  expect((await first.override('LOCK', 'first')).status).toBe(200)
})

test('a lock of another kind is no WOPI lock, but holds all the same', async () => {
  const bench = await withLetter()
  const { override, put, id } = await editor(bench)
  bench.seed.addLock({ owner: bench.owner, fileId: id, application: { type: 'dav' } })
  for (const answer of [
    await override('LOCK', 'mine'),
    await override('REFRESH_LOCK', 'mine'),
    await put('x', 'mine'),
    await put('x'),
  ]) {
    expect(answer.status).toBe(409)
    expect(answer.headers.get('x-wopi-lock')).toBe('')
    expect(((await answer.json()) as Envelope).data[0].owner.application.type).toBe('dav')
  }
})

test('a lock taken away is told at once: refresh, save and unlock answer 409 with an empty lock', async () => {
  const bench = await withLetter()
  const { override, put, get } = await editor(bench)
  await override('LOCK', 'mine')
  bench.db.run('DELETE FROM locks', [])
  for (const answer of [
    await override('REFRESH_LOCK', 'mine'),
    await put('lost', 'mine'),
    await override('UNLOCK', 'mine'),
  ]) {
    expect(answer.status).toBe(409)
    expect(answer.headers.get('x-wopi-lock')).toBe('')
    const body = (await answer.json()) as Envelope
    expect(body).toMatchObject({ code: 40073, msg: 'Lock expired' })
    expect('data' in body).toBe(false)
  }
  expect(await (await get()).text()).toBe('Dear Lin,')
})

test('a lock can be handed over in one step, by whoever knows its name', async () => {
  const bench = await withLetter()
  const { override } = await editor(bench)
  await override('LOCK', 'old')
  expect((await override('LOCK', 'new', { 'x-wopi-oldlock': 'wrong' })).status).toBe(409)
  expect((await override('GET_LOCK')).headers.get('x-wopi-lock')).toBe('old')
  expect((await override('LOCK', 'new', { 'x-wopi-oldlock': 'old' })).status).toBe(200)
  expect((await override('GET_LOCK')).headers.get('x-wopi-lock')).toBe('new')
})

test('an empty file that nobody holds may be written without a lock', async () => {
  const bench = await openBench()
  bench.seed.addFile(bench.owner, ['letter.txt'], { contents: new Uint8Array() })
  const { put } = await editor(bench)
  expect((await put('first words')).status).toBe(200)
  expect((await put('second words')).status).toBe(409)
})

test('what is not offered or not understood is refused', async () => {
  const bench = await withLetter()
  const { override, put } = await editor(bench)
  expect((await override('PUT_RELATIVE', 'x')).status).toBe(501)
  expect((await override('constructor', 'x')).status).toBe(501)
  expect((await override('')).status).toBe(501)
  expect((await override('LOCK')).status).toBe(400)
  expect((await override('LOCK', 'x'.repeat(1025))).status).toBe(400)
  await override('LOCK', 'mine')
  expect((await put(new Uint8Array(1024 * 1024 + 1), 'mine')).status).toBe(413)
  bench.db.run('UPDATE users SET capacity = 10', [])
  expect((await put('twenty characters!!!', 'mine')).status).toBe(500)
})

test('F8 the disk is full when a text is written down: the old one stays, and nothing half', async () => {
  const dir = folder()
  const bench = await withLetter({ dir })
  const { override, put, get } = await editor(bench)
  await override('LOCK', 'mine')
  const before = readdirSync(join(dir, 'contents'))
  const keep = bench.store.commitDraft.bind(bench.store)
  bench.store.commitDraft = (entity) => {
    keep(entity)
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  }
  expect((await put('newer', 'mine')).status).toBe(500)
  expect(await (await get()).text()).toBe('Dear Lin,')
  expect(readdirSync(join(dir, 'contents'))).toEqual(before)
  expect(readdirSync(join(dir, 'contents', 'drafts'))).toEqual([])
  bench.store.commitDraft = keep
  expect((await put('newer', 'mine')).status).toBe(200)
  bench.close()
})

test('who opened it only to look cannot lock or save', async () => {
  const bench = await withLetter()
  const { override, put, get, check } = await editor(bench, 'letter.txt', {
    preferred_action: 'view',
  })
  expect((await get()).status).toBe(200)
  expect(await (await check()).json()).toMatchObject({ UserCanWrite: false, ReadOnly: true })
  expect((await override('LOCK', 'mine')).status).toBe(403)
  expect((await override('UNLOCK', 'mine')).status).toBe(403)
  expect((await put('x')).status).toBe(403)
})

test('a file that went to the trash is gone for its editor, one that was renamed is not', async () => {
  const bench = await withLetter()
  const { id, override, get } = await editor(bench)
  bench.db.run('UPDATE files SET name = ? WHERE id = ?', ['renamed.txt', id])
  expect((await get()).status).toBe(200)
  expect((await override('LOCK', 'mine')).status).toBe(200)
  bench.seed.trashFile(id)
  expect((await get()).status).toBe(404)
  expect((await override('LOCK', 'mine')).status).toBe(404)
})

test('after a restart the editor still holds its lock', async () => {
  const dir = folder()
  const bench = await withLetter({ dir })
  const { override, data, id } = await editor(bench)
  await override('LOCK', 'mine')
  bench.close()
  const after = await openBench({ dir, users: bench })
  const refreshed = await send(
    after,
    'POST',
    `/file/wopi/${id}?access_token=${data.session.access_token}`,
    { headers: { 'x-wopi-override': 'REFRESH_LOCK', 'x-wopi-lock': 'mine' } },
  )
  expect(refreshed.status).toBe(200)
  expect((await write(after)).code).toBe(40073)
  after.close()
})

test('an address of a content can be read by whoever holds it, for an hour', async () => {
  const bench = await withLetter()
  bench.seed.addFolder(bench.owner, ['Notes'])
  const urls = (uris: string[], more: object = {}, as = bench.owner) =>
    bench.call('POST', '/file/url', { as, body: { uris, ...more } })
  const { data } = await urls(['svc://my/letter.txt'])
  const read = (url: string) => bench.fetch(new Request(url))
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
  bench.clock.time += 3601_000
  expect(await code(data.urls[0].url)).toBe(40005)
})

/** The owner's folder `Team`, shared so that others may read it and do `more`. */
async function team(more: readonly number[], password?: string) {
  const bench = await openBench()
  const id = bench.seed.addFile(bench.owner, ['Team', 'plan.txt'], {
    contents: Buffer.from('plan'),
  })
  const folderId = bench.seed.addFolder(bench.owner, ['Team'])
  const share = bench.seed.addShare(folderId, {
    ...(password === undefined ? {} : { password }),
    permissionSetting: {
      same_group: null,
      everyone: formatBoolset([SharePermission.read, ...more]),
      other: null,
      anonymous: null,
      group_explicit: {},
      user_explicit: {},
    },
  })
  const uri = `svc://${share}${password === undefined ? '' : `:${password}`}@share/plan.txt`
  const open = () =>
    bench.call('PUT', '/file/viewerSession', {
      as: bench.colleague,
      body: { uri, viewer_id: textEditorViewerId, preferred_action: 'edit' },
    })
  const wopi = (token: string, operation: string, path = '', body = '') =>
    send(bench, 'POST', `/file/wopi/${id}${path}?access_token=${token}`, {
      headers: { 'x-wopi-override': operation, 'x-wopi-lock': 'theirs' },
      body,
    })
  return { bench, id, share, uri, open, wopi }
}

test('a colleague who may change a shared folder edits its texts, and meets the owner without a token', async () => {
  const { bench, id, share, uri, open, wopi } = await team([SharePermission.update])
  const { data } = await open()
  const token: string = data.session.access_token
  const lock = bench.seed.addLock({
    owner: bench.owner,
    fileId: id,
    application: { type: 'dav' },
    depth: 0,
  })
  const refused = await wopi(token, 'LOCK')
  const body = (await refused.json()) as Envelope
  expect(refused.status).toBe(409)
  expect(body.data).toEqual([
    { path: `svc://${share}@share/plan.txt`, owner: { application: { type: 'dav' } }, type: 0 },
  ])
  const save = () =>
    envelope(
      send(bench, 'PUT', `/file/content?uri=${encodeURIComponent(uri)}`, {
        as: bench.colleague,
        body: 'by content',
      }),
    )
  expect((await save()).data[0]).not.toHaveProperty('token')
  bench.db.run('DELETE FROM locks WHERE token = ?', [lock])
  // The owner's lock is not the colleague's, even by the same name in the same application.
  const own = await editor(bench, 'Team/plan.txt')
  await own.override('LOCK', 'theirs')
  const other = await wopi(token, 'LOCK')
  expect([other.status, other.headers.get('x-wopi-lock')]).toEqual([409, ''])
  expect((await wopi(token, 'UNLOCK')).status).toBe(409)
  await own.override('UNLOCK', 'theirs')
  expect((await wopi(token, 'LOCK')).status).toBe(200)
  expect((await wopi(token, 'PUT', '/contents', 'new plan')).status).toBe(200)
  const { data: file } = await bench.call(
    'GET',
    '/file/info?extended=1&uri=svc://my/Team/plan.txt',
    {
      as: bench.owner,
    },
  )
  expect(file.size).toBe(8)
  expect(file.extended_info.entities[0].created_by.id).toBe(bench.colleague)
  expect((await wopi(token, 'UNLOCK')).status).toBe(200)
  expect((await save()).data).toMatchObject({ path: uri, name: 'plan.txt' })
})

test('who may only read a share opens its texts to look, and cannot add or change', async () => {
  const { bench, uri, open, wopi } = await team([])
  const { data } = await open()
  expect((await wopi(data.session.access_token, 'LOCK')).status).toBe(403)
  const put = (address: string) =>
    envelope(
      send(bench, 'PUT', `/file/content?uri=${encodeURIComponent(address)}`, {
        as: bench.colleague,
        body: 'x',
      }),
    ).then(({ code }) => code)
  expect(await put(uri)).toBe(403)
  expect(await put(uri.replace('plan', 'other'))).toBe(403)
  const body = { uri: uri.replace('plan', 'other'), size: 1 }
  expect((await bench.call('PUT', '/file/upload', { as: bench.colleague, body })).code).toBe(403)
})

test('an editor in a share is stopped when the permission, the password or the share goes', async () => {
  const { bench, open, wopi, share } = await team([SharePermission.update], 'sesame')
  const { data } = await open()
  const token: string = data.session.access_token
  expect(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).not.toContain('sesame')
  expect((await wopi(token, 'LOCK')).status).toBe(200)
  const setting = bench.db.first(
    'SELECT permission_setting FROM shares WHERE id = ?',
    [share],
    v.object({ permission_setting: v.string() }),
  )
  bench.db.run('UPDATE shares SET permission_setting = NULL WHERE id = ?', [share])
  expect((await wopi(token, 'PUT', '/contents', 'x')).status).toBe(403)
  bench.db.run('UPDATE shares SET permission_setting = ? WHERE id = ?', [
    setting?.permission_setting ?? null,
    share,
  ])
  expect((await wopi(token, 'PUT', '/contents', 'x')).status).toBe(200)
  bench.db.run('UPDATE shares SET password = ? WHERE id = ?', ['barley', share])
  expect((await wopi(token, 'PUT', '/contents', 'y')).status).toBe(401)
  bench.db.run('DELETE FROM shares WHERE id = ?', [share])
  expect((await wopi(token, 'PUT', '/contents', 'y')).status).toBe(401)
})
