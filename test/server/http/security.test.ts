import * as v from 'valibot'
import { expect, test } from 'vitest'
import { openTestService } from '../service-harness.ts'

test('Security 5 nothing of the owner reaches the colleague or a stranger', async () => {
  const service = await openTestService()
  const { seed, owner, colleague } = service
  const id = seed.addFile(owner, ['private folder', 'private.txt'], { size: 3 })
  seed.addShare(id, { password: 'pw' })
  const trash = seed.trashFile(seed.addFile(owner, ['private trash']))
  const paths = [
    `/file?uri=svc://my`,
    `/file?uri=svc://${owner}@my`,
    `/file?uri=svc://${owner}@my/private%2520folder`,
    `/file?uri=svc://trash`,
    `/file?uri=svc://${owner}@trash`,
    `/file?uri=svc://my%3Fname=private`,
    `/file?uri=svc://trash%3Fname=private`,
    `/file/info?id=${id}`,
    `/file/info?uri=svc://my/private%2520folder`,
    `/file/info?uri=svc://trash/${trash}`,
    `/file/info?uri=svc://${owner}@my/private%2520folder/private.txt`,
    `/file/thumb?uri=svc://${owner}@my/private%2520folder/private.txt`,
    `/share?page_size=10`,
    '/user/me',
    '/user/capacity',
    '/user/setting',
    '/user/setting/2fa',
    '/user/sessions',
    `/user/shares/${owner}?page_size=10`,
  ]
  for (const path of paths) {
    for (const as of [colleague, undefined]) {
      const answer = await service.call('GET', path, as ? { as } : {})
      expect(JSON.stringify(answer.data ?? {}), path).not.toMatch(/private|owner@/)
      if (!as) expect([401, 40001], path).toContain(answer.code)
    }
  }
})

test("Security 5 nobody else writes to what is the owner's, or learns of it by trying", async () => {
  const service = await openTestService()
  const { seed, owner, colleague, db } = service
  const id = seed.addFile(owner, ['private folder', 'private.txt'], { size: 3 })
  seed.addShare(id, { password: 'pw' })
  const readable = seed.addShare(seed.addFolder(owner, ['open folder']))
  seed.addFile(owner, ['open folder', 'open.txt'])
  const trashId = seed.trashFile(seed.addFile(owner, ['private trash']))
  const held = { type: 'private application' }
  const token = seed.addLock({ owner, fileId: id, application: held, holder: colleague })
  seed.addFile(colleague, ['own.txt'])
  const targets = [
    'svc://my/private%20folder/private.txt',
    `svc://${owner}@my/private%20folder/private.txt`,
    `svc://${owner}@my/private%20folder`,
    `svc://trash/${trashId}`,
    `svc://${owner}@trash/${trashId}`,
    `svc://${readable}@share/open.txt`,
    `svc://${readable}@share/../private%20folder/private.txt`,
    `svc://${readable}@share/..%2Fprivate%20folder`,
    `svc://${readable}@share`,
  ]
  const writes = targets.flatMap((uri): [string, string, unknown][] => [
    ['POST', '/file/rename', { uri, new_name: 'taken over' }],
    ['POST', '/file/move', { uris: [uri], dst: 'svc://my' }],
    ['POST', '/file/move', { uris: [uri], dst: 'svc://my', copy: true }],
    ['POST', '/file/move', { uris: ['svc://my/own.txt'], dst: uri }],
    ['POST', '/file/move', { uris: ['svc://my/own.txt'], dst: uri, copy: true }],
    ['DELETE', '/file', { uris: [uri] }],
    ['DELETE', '/file', { uris: [uri], skip_soft_delete: true }],
    ['POST', '/file/restore', { uris: [uri] }],
    ['PATCH', '/file/view', { uri, view: null }],
    ['PUT', '/share', { uri }],
    ['POST', `/share/${readable}`, { uri, downloads: 1 }],
    ['DELETE', `/share/${readable}`, {}],
    ['DELETE', '/share', { ids: [readable, 'x'] }],
    ['PATCH', '/file/metadata', { uris: [uri], patches: [{ key: 'tag:x' }] }],
    ['DELETE', '/file/lock', { tokens: [token] }],
    ...(uri.startsWith('svc://my')
      ? []
      : [
          ['POST', '/file/create', { uri: `${uri}/new`, type: 'file' }] as [
            string,
            string,
            unknown,
          ],
        ]),
  ])
  const state = () =>
    ['files', 'entities', 'shares', 'locks'].map((table) =>
      db.query(`SELECT * FROM ${table} ORDER BY key`, [], v.unknown()),
    )
  const before = state()
  for (const [method, path, body] of writes) {
    for (const as of [colleague, undefined]) {
      const told = `${method} ${path} ${JSON.stringify(body)}`
      const answer = await service.call(method, path, { ...(as ? { as } : {}), body })
      expect(answer.code, told).not.toBe(0)
      expect(JSON.stringify(answer.data ?? {}), told).not.toMatch(/private|owner/)
      expect(state(), told).toEqual(before)
    }
  }
})

test('Security 5 nobody else gets an address of what is the owner’s, but through a link of it', async () => {
  const service = await openTestService()
  const { seed, owner, colleague } = service
  const contents = new TextEncoder().encode('private')
  const id = seed.addFile(owner, ['private folder', 'private.txt'], { contents })
  const closed = seed.addShare(id, { password: 'pw' })
  const open = seed.addShare(seed.addFolder(owner, ['open folder']))
  const trash = seed.trashFile(seed.addFile(owner, ['private trash'], { contents }))
  const entity = (await service.call('GET', `/file/info?id=${id}`, { as: owner })).data
    .primary_entity
  seed.addFile(colleague, ['own.txt'], { contents: new Uint8Array(1) })
  const own = 'svc://my/own.txt'
  const wishes = [
    { uris: ['svc://my/private%20folder/private.txt'] },
    { uris: [`svc://${owner}@my/private%20folder/private.txt`] },
    { uris: [`svc://trash/${trash}`] },
    { uris: [`svc://${owner}@trash/${trash}`] },
    { uris: [`svc://${closed}@share/private.txt`] },
    { uris: [`svc://${open}@share/../private%20folder/private.txt`] },
    { uris: [own], entity },
  ]
  for (const wish of wishes.flatMap((one) => [one, { ...one, archive: true }])) {
    for (const as of [colleague, undefined]) {
      const body = { ...wish, skip_error: true }
      const { code, data } = await service.call('POST', '/file/url', {
        ...(as ? { as } : {}),
        body,
      })
      const urls: { url: string }[] = code === 0 ? data.urls : []
      for (const { url } of urls) {
        if (url === '') continue
        const answer = await (await service.fetch(new Request(url))).text()
        expect(answer, JSON.stringify(wish)).not.toContain('private')
      }
    }
  }
  const ofOwner = await service.call('POST', '/file/url', {
    as: owner,
    body: { uris: ['svc://my/private%20folder/private.txt'] },
  })
  const read = await service.fetch(new Request(ofOwner.data.urls[0].url))
  expect(await read.text()).toBe('private')
  expect(
    (
      await service.fetch(
        new Request(`http://localhost/api/v4/file/content/${entity}/9999999999/x`),
      )
    ).headers.get('content-type'),
  ).toContain('json')
})

test('every error carries its detail and a correlation id, the one that was sent when it is one', async () => {
  const service = await openTestService()
  const wished = '0f7d6b2e-6a53-4a8e-9c55-5a8d7a0c11de'
  const send = (id: string) =>
    service.call('GET', '/user/me', { headers: { 'X-Cr-Correlation-Id': id } })
  expect(await send(wished)).toMatchObject({
    status: 200,
    code: 401,
    error: 'Login required',
    correlation_id: wished,
  })
  expect((await send('<script>')).correlation_id).toMatch(/^[0-9a-f-]{36}$/)
  expect(await service.call('GET', '/nope')).toMatchObject({
    status: 404,
    code: 404,
    error: expect.any(String),
  })
})

test('Security 7 answers are not kept by caches nor readable from other sites', async () => {
  const service = await openTestService()
  const headers = { origin: 'https://evil.example' }
  const response = await service.fetch(
    new Request('http://localhost/api/v4/site/ping', { headers }),
  )
  expect(response.headers.get('cache-control')).toBe('private, no-cache')
  expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual(
    [],
  )
})

test('Security 7 stops reading a body that is too large', async () => {
  const service = await openTestService()
  const answer = await service.call('POST', '/session/token', { body: 'x'.repeat(2 ** 20 + 1) })
  expect(answer).toMatchObject({ status: 413, code: 40001 })
})
