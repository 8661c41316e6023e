import { describe, expect, test } from 'vitest'
import { openTestService } from '../service-harness.ts'

describe('Security 7 a page of another site', () => {
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:8080' },
    { origin: 'http://localhost', 'sec-fetch-site': 'cross-site' },
  ]

  test.each(foreign)('cannot sign in, fail to, or write (%o)', async (headers) => {
    const service = await openTestService()
    const { owner } = service
    const right = { email: 'owner@example.org', password: 'open sesame' }
    for (let attempt = 0; attempt < 12; attempt++) {
      const body = { ...right, password: 'wrong guess' }
      const answer = await service.call('POST', '/session/token', { headers, body })
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
      expect((await service.call(method, path, { as: owner, headers, body })).status).toBe(403)
    }
    expect((await service.call('POST', '/session/token', { body: right })).code).toBe(0)
  })

  test('may link to what can be read', async () => {
    const service = await openTestService()
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    expect((await service.call('GET', '/user/me', { as: service.owner, headers })).code).toBe(0)
  })

  test('cannot send JSON under a type that needs no permission', async () => {
    const service = await openTestService()
    const body = { email: 'owner@example.org', password: 'open sesame' }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
      const headers = { 'content-type': type }
      expect((await service.call('POST', '/session/token', { headers, body })).code).toBe(40001)
    }
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' }
    expect((await service.call('POST', '/session/token', { headers, body })).code).toBe(0)
  })

  test('is told from the own page by host and port, behind a proxy too', async () => {
    const service = await openTestService()
    const body = { email: 'owner@example.org', password: 'open sesame' }
    for (const [host, origin] of [
      ['files.example.org', 'https://files.example.org'],
      ['files.example.org:443', 'https://files.example.org'],
      ['127.0.0.1:4173', 'http://127.0.0.1:4173'],
    ] as const) {
      const headers = { host, origin, 'sec-fetch-site': 'same-origin' }
      expect((await service.call('POST', '/session/token', { headers, body })).code).toBe(0)
    }
  })
})
