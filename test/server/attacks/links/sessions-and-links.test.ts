import * as v from 'valibot'
import { describe, expect, test, vi } from 'vitest'
import { send } from '../../raw-http.ts'
import { openTestService } from '../../service-harness.ts'

describe('F7 a link with one download', () => {
  test('is used up by a viewer session, which can still read what it was opened for', async () => {
    const service = await openTestService()
    const { seed, owner, colleague } = service
    const contents = new TextEncoder().encode('secret')
    const id = seed.addFile(owner, ['note.txt'], { contents })
    const share = seed.addShare(id, { remainDownloads: 1 })
    const body = {
      uri: `svc://${share}@share/note.txt`,
      viewer_id: 'b1f3f2a6-6f1c-4d0e-9f6a-6a8e0c6b7d11',
      preferred_action: 'view',
    }
    const open = () => service.call('PUT', '/file/viewerSession', { as: colleague, body })
    const { data } = await open()
    const read = () =>
      send(service, 'GET', `/file/wopi/${id}/contents?access_token=${data.session.access_token}`)
    expect(await (await read()).text()).toBe('secret')
    const counts = v.object({ downloaded: v.number(), remain_downloads: v.number() })
    expect(service.db.first('SELECT downloaded, remain_downloads FROM shares', [], counts)).toEqual(
      {
        downloaded: 1,
        remain_downloads: 0,
      },
    )
    expect((await open()).code).toBe(404)
  })
})

describe('Security 6 a session', () => {
  test('has a bounded number of tokens, however often one of them is refreshed', async () => {
    const service = await openTestService()
    const { refresh_token } = await service.seed.mintToken(service.owner)
    for (let round = 0; round < 120; round++) {
      const body = { refresh_token }
      expect((await service.call('POST', '/session/token/refresh', { body })).code).toBe(0)
    }
    const { count } =
      service.db.first(
        'SELECT count(*) AS count FROM refresh_tokens',
        [],
        v.object({ count: v.number() }),
      ) ?? {}
    expect(count).toBeLessThanOrEqual(51)
    const body = { refresh_token }
    const { data } = await service.call('POST', '/session/token/refresh', { body })
    const next = { refresh_token: data.refresh_token }
    expect((await service.call('POST', '/session/token/refresh', { body: next })).code).toBe(0)
  })

  test('has a bounded number of tokens, however long they are refreshed one after the other, and ends when an old one comes back', async () => {
    const service = await openTestService()
    const refresh = (token: string) =>
      service.call('POST', '/session/token/refresh', { body: { refresh_token: token } })
    const first = (await service.seed.mintToken(service.owner)).refresh_token
    let last = first
    for (let round = 0; round < 510; round++) {
      service.clock.time += 31_000
      last = (await refresh(last)).data.refresh_token
    }
    const Count = v.object({ count: v.number() })
    const sql = 'SELECT count(*) AS count FROM refresh_tokens'
    expect(service.db.first(sql, [], Count)?.count).toBeLessThanOrEqual(500)
    expect((await refresh(last)).code).toBe(0)
    expect((await refresh(first)).code).toBe(40020)
    expect((await refresh(last)).code).toBe(40020)
  })

  test('takes its addresses of contents, thumbnails and archives with it', async () => {
    const service = await openTestService()
    const { seed, owner } = service
    seed.addFile(owner, ['a.txt'], { contents: new Uint8Array([1]) })
    const token = await seed.mintToken(owner)
    const body = { uris: ['svc://my/a.txt'] }
    const { data } = await service.call('POST', '/file/url', { token: token.access_token, body })
    const get = () => service.fetch(new Request(data.urls[0].url))
    expect((await get()).headers.get('content-type')).toBe('application/octet-stream')
    const forged = new Request(data.urls[0].url.replace(/by=[^&]+&/, ''))
    expect(await (await service.fetch(forged)).json()).toMatchObject({ code: 40071 })
    await service.call('DELETE', '/session/token', { body: { refresh_token: token.refresh_token } })
    expect(await (await get()).json()).toMatchObject({ code: 40005 })
  })

  test('of an upload is not shown to visitors, who still see that it is unfinished', async () => {
    const service = await openTestService()
    const { seed, owner, colleague } = service
    const share = seed.addShare(seed.addFolder(owner, ['F']))
    const body = { uri: 'svc://my/F/big.iso', size: 10 }
    const { data } = await service.call('PUT', '/file/upload', { as: owner, body })
    const list = async (as: string, uri: string) =>
      (await service.call('GET', `/file?uri=${uri}`, { as })).data.files[0].metadata
    expect(await list(owner, 'svc://my/F')).toEqual({ 'sys:upload_session_id': data.session_id })
    expect(await list(colleague, `svc://${share}@share`)).toEqual({ 'sys:upload_session_id': '' })
  })
})

test('no log of ours holds the address of a request', async () => {
  const logs = ['error', 'warn', 'log'].map((name) =>
    vi.spyOn(console, name as 'error').mockReturnValue(),
  )
  const service = await openTestService()
  service.db.script('DROP TABLE shares')
  const answer = await service.call('GET', '/share/info/aaaaaaaaaaaa?password=open-sesame', {})
  expect(answer.status).toBe(500)
  expect(logs[0]).toHaveBeenCalled()
  const logged = logs.flatMap((log) =>
    log.mock.calls.flat().map((part) => String((part as Error)?.stack ?? part)),
  )
  expect(logged.join('\n')).not.toMatch(/open-sesame|aaaaaaaaaaaa/)
})
