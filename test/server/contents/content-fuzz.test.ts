import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileById } from '#src/server/files/files.ts'
import { textEditorViewerId } from '#src/server/http/site.ts'
import { send } from '../raw-http.ts'
import { openTestService } from '../service-harness.ts'

const bodies: Record<string, readonly string[]> = {
  'PUT /file/upload': ['uri', 'size', 'policy_id', 'last_modified', 'metadata', 'entity_type'],
  'DELETE /file/upload': ['id', 'uri'],
  'PUT /file/viewerSession': ['uri', 'viewer_id', 'preferred_action', 'version'],
  'POST /file/url': ['uris', 'archive', 'skip_error'],
}
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    'svc://my/a.txt',
    'svc://my',
    'svc://trash/x',
    'svc://share',
    'svc://x@share/a',
    'svc://my/a.txt/b',
    'svc://my/%00',
    textEditorViewerId,
    'edit',
    '\0',
    '__proto__',
  ),
)
/** Characters that a header may contain. */
const header = fc.string({ unit: fc.constantFrom('a', ' ', ';', '"', '=', ',', '\u00e9', '{') })

test('whatever is sent about contents, uploads and editors, the service answers and keeps running', async () => {
  const service = await openTestService()
  const id = service.seed.addFile(service.owner, ['a.txt'], { contents: Buffer.from('text') })
  const as = service.owner
  for (const [route, fields] of Object.entries(bodies)) {
    const [method = '', path = ''] = route.split(' ')
    const shape = Object.fromEntries(
      fields.map((field) => [
        field,
        fc.oneof(fc.jsonValue(), text, fc.array(text, { maxLength: 3 }), fc.integer()),
      ]),
    )
    const body = fc.oneof(fc.record(shape, { requiredKeys: [] }), fc.jsonValue(), fc.string())
    await fc.assert(
      fc.asyncProperty(body, async (body) => {
        const answer = await service.call(method, path, { as, body: body ?? 'null' })
        expect(answer.status).toBe(200)
        expect(typeof answer.code).toBe('number')
      }),
      { numRuns: 120 },
    )
  }
  await fc.assert(
    fc.asyncProperty(text, text, fc.string(), async (uri, previous, body) => {
      const query = new URLSearchParams({ uri, previous })
      const answer = await send(service, 'PUT', `/file/content?${query}`, { as, body })
      expect(answer.status).toBe(200)
    }),
    { numRuns: 200 },
  )
  const { data } = await service.call('PUT', '/file/viewerSession', {
    as,
    body: { uri: 'svc://my/a.txt', viewer_id: textEditorViewerId, preferred_action: 'edit' },
  })
  const good: string = data.session?.access_token ?? ''
  const token = fc.oneof(fc.constant(good), fc.string(), fc.constant(`${good.split('.')[0]}.x`))
  const operation = fc.oneof(
    header,
    fc.constantFrom('LOCK', 'UNLOCK', 'REFRESH_LOCK', 'GET_LOCK', 'PUT', 'toString'),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('', '/contents'),
      fc.constantFrom('GET', 'POST'),
      token,
      operation,
      header,
      async (below, method, access, override, lock) => {
        const query = new URLSearchParams({ access_token: access })
        const answer = await send(service, method, `/file/wopi/${id}${below}?${query}`, {
          headers: { 'x-wopi-override': override, 'x-wopi-lock': lock },
          ...(method === 'POST' ? { body: 'x' } : {}),
        })
        expect([200, 400, 401, 403, 404, 409, 412, 413, 501]).toContain(answer.status)
      },
    ),
    { numRuns: 300 },
  )
  expect((await service.call('GET', '/user/me', { as })).code).toBe(0)
})

test('nobody reaches the contents of another, by any of these ways', async () => {
  const service = await openTestService()
  const { owner, colleague } = service
  const id = service.seed.addFile(owner, ['a.txt'], { contents: Buffer.from('secret') })
  const upload = await service.call('PUT', '/file/upload', {
    as: owner,
    body: { uri: 'svc://my/b.txt', size: 1 },
  })
  const session = upload.data.session_id as string
  const uri = `svc://${owner}@my/a.txt`
  const viewer = { viewer_id: textEditorViewerId, preferred_action: 'edit' }
  const tries: [string, string, unknown][] = [
    ['PUT', `/file/content?uri=${encodeURIComponent(uri)}`, 'x'],
    ['PUT', '/file/upload', { uri, size: 1, entity_type: 'version' }],
    ['POST', `/file/upload/${session}/0`, 'x'],
    ['DELETE', '/file/upload', { id: session, uri: 'svc://my/b.txt' }],
    ['PUT', '/file/viewerSession', { uri, ...viewer }],
    ['POST', '/file/url', { uris: [uri] }],
    ['GET', `/file/wopi/${id}`, undefined],
    ['GET', `/file/wopi/${id}/contents`, undefined],
  ]
  for (const as of [colleague, undefined]) {
    for (const [method, path, body] of tries) {
      const answer = await service.call(method, path, { ...(as ? { as } : {}), body })
      expect(answer.code, `${method} ${path}`).not.toBe(0)
      expect(JSON.stringify(answer)).not.toMatch(/secret|"token"/)
    }
  }
  const entity = fileById(service.db, id)?.entity_id ?? ''
  expect(await service.store.get(entity)).toEqual(Buffer.from('secret'))
})
