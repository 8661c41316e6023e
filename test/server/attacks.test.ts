import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { envelope, send, slowBody } from './raw-http.ts'
import { openBench } from './service-harness.ts'

const day = 24 * 3600_000
const folders: string[] = []
function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'latchkey-attacks-'))
  folders.push(path)
  return path
}
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true })
})

describe('a page of another site', () => {
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:8080' },
    { origin: 'http://localhost', 'sec-fetch-site': 'cross-site' },
  ]

  test.each(foreign)('cannot sign in, fail to, or write (%o)', async (headers) => {
    const bench = await openBench()
    const { owner } = bench
    const right = { email: 'owner@example.org', password: 'open sesame' }
    for (let attempt = 0; attempt < 12; attempt++) {
      const body = { ...right, password: 'wrong guess' }
      const answer = await bench.call('POST', '/session/token', { headers, body })
      expect(answer).toMatchObject({ status: 403, code: 403 })
    }
    const uri = 'svc://my/new'
    const writes: [string, string, unknown][] = [
      ['POST', '/file/create', { uri, type: 'file' }],
      ['PUT', '/share', { uri }],
      ['PATCH', '/file/view', { uri, view: null }],
      ['DELETE', '/file/trash', undefined],
    ]
    for (const [method, path, body] of writes) {
      expect((await bench.call(method, path, { as: owner, headers, body })).status).toBe(403)
    }
    expect((await bench.call('POST', '/session/token', { body: right })).code).toBe(0)
  })

  test('may link to what can be read', async () => {
    const bench = await openBench()
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    expect((await bench.call('GET', '/user/me', { as: bench.owner, headers })).code).toBe(0)
  })

  test('cannot send JSON under a type that needs no permission', async () => {
    const bench = await openBench()
    const body = { email: 'owner@example.org', password: 'open sesame' }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
      const headers = { 'content-type': type }
      expect((await bench.call('POST', '/session/token', { headers, body })).code).toBe(40001)
    }
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' }
    expect((await bench.call('POST', '/session/token', { headers, body })).code).toBe(0)
  })

  test('is told from the own page by host and port, behind a proxy too', async () => {
    const bench = await openBench()
    const body = { email: 'owner@example.org', password: 'open sesame' }
    for (const [host, origin] of [
      ['files.example.org', 'https://files.example.org'],
      ['files.example.org:443', 'https://files.example.org'],
      ['127.0.0.1:4173', 'http://127.0.0.1:4173'],
    ] as const) {
      const headers = { host, origin, 'sec-fetch-site': 'same-origin' }
      expect((await bench.call('POST', '/session/token', { headers, body })).code).toBe(0)
    }
  })
})

describe('a link with one download', () => {
  test('is used up by a viewer session, which can still read what it was opened for', async () => {
    const bench = await openBench()
    const { seed, owner, colleague } = bench
    const contents = new TextEncoder().encode('secret')
    const id = seed.addFile(owner, ['note.txt'], { contents })
    const share = seed.addShare(id, { remainDownloads: 1 })
    const body = {
      uri: `svc://${share}@share/note.txt`,
      viewer_id: 'b1f3f2a6-6f1c-4d0e-9f6a-6a8e0c6b7d11',
      preferred_action: 'view',
    }
    const open = () => bench.call('PUT', '/file/viewerSession', { as: colleague, body })
    const { data } = await open()
    const read = () =>
      send(bench, 'GET', `/file/wopi/${id}/contents?access_token=${data.session.access_token}`)
    expect(await (await read()).text()).toBe('secret')
    const counts = v.object({ downloaded: v.number(), remain_downloads: v.number() })
    expect(bench.db.first('SELECT downloaded, remain_downloads FROM shares', [], counts)).toEqual({
      downloaded: 1,
      remain_downloads: 0,
    })
    expect((await open()).code).toBe(404)
  })
})

describe('a body that drips', () => {
  test('is given up after ten seconds, however regularly it comes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const bench = await openBench()
    const { stream, push } = slowBody()
    const headers = { 'content-type': 'application/json' }
    const answer = send(bench, 'POST', '/session/token', { body: stream, headers })
    for (let second = 0; second < 11; second++) {
      push(' ')
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect((await answer).status).toBe(408)
  })

  test('may be a content as long as something comes within each minute', async () => {
    const bench = await openBench()
    const { stream, push } = slowBody()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const answer = send(bench, 'PUT', '/file/content?uri=svc://my/slow.txt', {
      as: bench.owner,
      body: stream,
    })
    // Its lock is there as soon as the body is being received.
    const locks = () => bench.db.query('SELECT key FROM locks', [], v.unknown())
    while (locks().length === 0) await new Promise((resolve) => setImmediate(resolve))
    for (let piece = 0; piece < 5; piece++) {
      await vi.advanceTimersByTimeAsync(59_000)
      push('x')
      await vi.advanceTimersByTimeAsync(500)
    }
    await vi.advanceTimersByTimeAsync(61_000)
    expect((await answer).status).toBe(408)
  })
})

describe('an upload that is refused early', () => {
  test('is read to its end, so that the client gets the answer', async () => {
    const bench = await openBench()
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536
        if (sent > 4 * 2 ** 20) controller.close()
        else controller.enqueue(new Uint8Array(65_536))
      },
    })
    const answer = send(bench, 'POST', '/file/upload/unknown/0', { as: bench.owner, body })
    expect((await envelope(answer)).code).toBe(40011)
    expect(sent).toBeGreaterThan(4 * 2 ** 20)
  })
})

describe('what a kill leaves behind', () => {
  test('contents without a file are removed at the next start, all others stay', async () => {
    const print = vi.spyOn(console, 'log').mockReturnValue()
    const dir = folder()
    const first = await openBench({ dir })
    const { seed, owner } = first
    const contents = new Uint8Array([1])
    seed.addFile(owner, ['kept'], { contents })
    seed.addFile(owner, ['kept without its file'], { contents })
    first.db.run("UPDATE users SET group_key = (SELECT key FROM groups WHERE name = 'Admin')", [])
    const body = {
      uris: ['svc://my/kept%20without%20its%20file'],
      skip_soft_delete: true,
      unlink: true,
    }
    expect((await first.call('DELETE', '/file', { as: owner, body })).code).toBe(0)
    const listed = () => readdirSync(join(dir, 'contents')).filter((name) => name !== 'drafts')
    const before = listed()
    for (const name of ['aaaaaaaaaaaa', 'bbbbbbbbbbbb-thumb', 'cccccccccccc.new']) {
      writeFileSync(join(dir, 'contents', name), 'x')
    }
    const killed = folder()
    cpSync(dir, killed, { recursive: true })
    first.close()

    const second = await openBench({ dir: killed, users: first })
    expect(readdirSync(join(killed, 'contents')).filter((name) => name !== 'drafts')).toEqual(
      before,
    )
    expect(before).toHaveLength(2)
    expect(print.mock.calls).toEqual([
      ['Removed 3 contents that a killed process left without a file.'],
    ])
    second.close()
    const third = await openBench({ dir, users: first })
    expect(listed()).toHaveLength(5)
    third.close()
  })
})

describe('a clock that is 40 days ahead', () => {
  async function jump(hours: number) {
    const dir = folder()
    const first = await openBench({ dir })
    const { seed, owner, clock } = first
    for (let days = 1; days <= 40; days++) {
      seed.trashFile(seed.addFile(owner, [`${days} days`]), {
        retentionSeconds: (days * day - 3600_000) / 1000,
      })
    }
    await first.call('GET', '/file?uri=svc://trash', { as: owner })
    first.close()
    let uptime = 0
    const second = await openBench({ dir, users: first, uptime: () => uptime })
    second.clock.time = clock.time + 40 * day
    const left = async () => {
      const path = '/file?uri=svc://trash&page_size=100'
      const { data } = await second.call('GET', path, { as: owner })
      return data.files.length as number
    }
    expect(await left()).toBe(40)
    uptime += hours * 3600_000
    second.clock.time += hours * 3600_000
    await left()
    const found = await left()
    second.close()
    return found
  }

  test('empties nothing in the first hour, and a day’s worth then, which is said', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    expect(await jump(0.9)).toBe(40)
    expect(warn).not.toHaveBeenCalled()
    expect(await jump(1)).toBe(39)
    expect(warn.mock.calls.flat().join()).toMatch(/clock is 40 days ahead/)
    expect(await jump(24)).toBe(37)
  })
})

describe('a session', () => {
  test('has a bounded number of tokens, however often one of them is traded', async () => {
    const bench = await openBench()
    const { refresh_token } = await bench.seed.mintToken(bench.owner)
    for (let round = 0; round < 120; round++) {
      const body = { refresh_token }
      expect((await bench.call('POST', '/session/token/refresh', { body })).code).toBe(0)
    }
    const { count } =
      bench.db.first(
        'SELECT count(*) AS count FROM refresh_tokens',
        [],
        v.object({ count: v.number() }),
      ) ?? {}
    expect(count).toBeLessThanOrEqual(51)
    const body = { refresh_token }
    const { data } = await bench.call('POST', '/session/token/refresh', { body })
    const next = { refresh_token: data.refresh_token }
    expect((await bench.call('POST', '/session/token/refresh', { body: next })).code).toBe(0)
  })

  test('takes its addresses of contents, thumbnails and archives with it', async () => {
    const bench = await openBench()
    const { seed, owner } = bench
    seed.addFile(owner, ['a.txt'], { contents: new Uint8Array([1]) })
    const token = await seed.mintToken(owner)
    const body = { uris: ['svc://my/a.txt'] }
    const { data } = await bench.call('POST', '/file/url', { token: token.access_token, body })
    const get = () => bench.fetch(new Request(data.urls[0].url))
    expect((await get()).headers.get('content-type')).toBe('application/octet-stream')
    const forged = new Request(data.urls[0].url.replace(/by=[^&]+&/, ''))
    expect(await (await bench.fetch(forged)).json()).toMatchObject({ code: 40071 })
    await bench.call('DELETE', '/session/token', { body: { refresh_token: token.refresh_token } })
    expect(await (await get()).json()).toMatchObject({ code: 40005 })
  })

  test('of an upload is not shown to visitors, who still see that it is unfinished', async () => {
    const bench = await openBench()
    const { seed, owner, colleague } = bench
    const share = seed.addShare(seed.addFolder(owner, ['F']))
    const body = { uri: 'svc://my/F/big.iso', size: 10 }
    const { data } = await bench.call('PUT', '/file/upload', { as: owner, body })
    const list = async (as: string, uri: string) =>
      (await bench.call('GET', `/file?uri=${uri}`, { as })).data.files[0].metadata
    expect(await list(owner, 'svc://my/F')).toEqual({ 'sys:upload_session_id': data.session_id })
    expect(await list(colleague, `svc://${share}@share`)).toEqual({ 'sys:upload_session_id': '' })
  })
})

test('no log of ours holds the address of a request', async () => {
  const logs = ['error', 'warn', 'log'].map((name) =>
    vi.spyOn(console, name as 'error').mockReturnValue(),
  )
  const bench = await openBench()
  bench.db.script('DROP TABLE shares')
  const answer = await bench.call('GET', '/share/info/aaaaaaaaaaaa?password=open-sesame', {})
  expect(answer.status).toBe(500)
  expect(logs[0]).toHaveBeenCalled()
  const logged = logs.flatMap((log) =>
    log.mock.calls.flat().map((part) => String((part as Error)?.stack ?? part)),
  )
  expect(logged.join('\n')).not.toMatch(/open-sesame|aaaaaaaaaaaa/)
})
