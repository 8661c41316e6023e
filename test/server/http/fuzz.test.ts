import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { textEditorViewerId } from '#src/server/http/site.ts'
import { openTestService } from '../service-harness.ts'

const bodies: Record<string, readonly string[]> = {
  'POST /session/token': ['email', 'password', 'captcha', 'ticket'],
  'POST /session/token/2fa': ['otp', 'session_id'],
  'POST /session/token/refresh': ['refresh_token'],
  'DELETE /session/token': ['refresh_token'],
}
const writes: Record<string, readonly string[]> = {
  'POST /file/create': ['uri', 'type', 'err_on_conflict', 'metadata'],
  'POST /file/rename': ['uri', 'new_name'],
  'POST /file/move': ['uris', 'dst', 'copy'],
  'DELETE /file': ['uris', 'skip_soft_delete', 'unlink'],
  'POST /file/restore': ['uris'],
  'DELETE /file/lock': ['tokens'],
  'DELETE /file/trash': [],
  'PUT /share': [
    'uri',
    'is_private',
    'password',
    'downloads',
    'expire',
    'share_view',
    'permissions',
  ],
  'POST /share/SHARE': ['uri', 'downloads', 'expire', 'show_readme', 'permissions'],
  'DELETE /share': ['ids'],
  'PATCH /file/view': ['uri', 'view'],
  'PATCH /file/metadata': ['uris', 'patches'],
  'POST /file/version/current': ['uri', 'version'],
  'DELETE /file/version': ['uri', 'version'],
  'PUT /file/viewerSession': ['uri', 'viewer_id', 'preferred_action', 'version'],
  'PUT /file/upload': ['uri', 'size', 'policy_id', 'last_modified', 'mime_type', 'entity_type'],
  'DELETE /file/upload': ['id', 'uri'],
  'PATCH /user/setting': [
    'nick',
    'language',
    'preferred_theme',
    'version_retention_ext',
    'version_retention_max',
    'new_password',
    'two_fa_enabled',
    'two_fa_code',
    'share_links_in_profile',
  ],
  'POST /file/url': ['uris', 'download', 'entity', 'skip_error', 'archive'],
}
const folderView = { page_size: 50, order_direction: 'asc', view: 'list', gallery_width: 50 }
const metadataKey = fc
  .tuple(
    fc.constantFrom('tag:', 'props:', 'customize:', 'thumb:', 'dav:', 'sys:', ''),
    fc.string({ unit: 'binary' }),
  )
  .map((parts) => parts.join(''))
const queries: Record<string, readonly string[]> = {
  '/session/prepare': ['email'],
  '/file': ['uri', 'page', 'page_size', 'order_by', 'order_direction', 'next_page_token'],
  '/file/info': ['uri', 'id', 'extended', 'folder_summary'],
  '/file/thumb': ['uri'],
  '/file/events': ['uri'],
  '/user/search': ['keyword'],
  '/share': ['page_size', 'order_by', 'order_direction', 'next_page_token'],
}
const cursor = fc.json().map((json) => Buffer.from(json).toString('base64'))
const cursorLike = fc
  .record(
    {
      order: fc.constantFrom('', 'name', 'size', 'views'),
      key: fc.jsonValue(),
      value: fc.jsonValue(),
      inFiles: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )
  .map((token) => Buffer.from(JSON.stringify(token)).toString('base64'))
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.json(),
  cursor,
  cursorLike,
  fc.constantFrom(
    'svc://my',
    'svc://my/a',
    'svc://trash',
    'svc://my?name=*',
    'svc://my?size_gte=x',
    'svc://my?category=constructor',
    'true',
    '10',
    '-1',
    '1e9',
    '9'.repeat(30),
    '\0',
    '__proto__',
  ),
)

test(
  'Security 7 whatever is sent, the service answers with an envelope and keeps running',
  { timeout: 30_000 },
  async () => {
    const service = await openTestService()
    service.seed.addFile(service.owner, ['a', 'b'])
    const share = service.seed.addShare(service.seed.addFile(service.owner, ['c']))
    const token = (await service.seed.mintToken(service.owner)).access_token
    const sane = (answer: { status: number; code: unknown; msg: unknown }) => {
      expect(answer.status).toBe(200)
      expect(typeof answer.code).toBe('number')
      expect(typeof answer.msg).toBe('string')
    }
    for (const [route, fields] of Object.entries(bodies)) {
      const [method = '', path = ''] = route.split(' ')
      const shape = Object.fromEntries(
        fields.map((field) => [field, fc.oneof(fc.jsonValue(), fc.string())]),
      )
      const body = fc.oneof(fc.record(shape, { requiredKeys: [] }), fc.jsonValue(), fc.string())
      await fc.assert(
        fc.asyncProperty(body, async (body) =>
          sane(await service.call(method, path, { body: body ?? 'null' })),
        ),
        { numRuns: 60 },
      )
    }
    const address = fc.oneof(
      fc.constantFrom(
        'svc://my',
        'svc://my/a',
        'svc://my/a/b',
        'svc://my/c',
        'svc://trash',
        `svc://${share}@share`,
      ),
      fc
        .tuple(
          fc.constantFrom('svc://my/', 'svc://my/a/', 'svc://trash/', `svc://${share}@share/`),
          fc.string({ unit: 'binary' }),
        )
        .map(([start, name]) => start + encodeURIComponent(name.replace(/\p{Cs}/gu, ''))),
      text,
    )
    const value = fc.oneof(
      address,
      fc.array(address, { maxLength: 4 }),
      fc.constantFrom('file', 'folder', true, null),
      fc.jsonValue(),
    )
    for (const [route, fields] of Object.entries(writes)) {
      const [method = '', path = ''] = route.split(' ')
      const shape = Object.fromEntries(fields.map((field) => [field, value]))
      // Likely bodies come first: most of those drawn freely do not pass the first check.
      const likely = fc.record({
        uri: address,
        uris: fc.array(address, { minLength: 1, maxLength: 5 }),
        dst: address,
        new_name: fc.string({ unit: 'binary' }),
        type: fc.constantFrom('file', 'folder'),
        copy: fc.boolean(),
        skip_soft_delete: fc.boolean(),
        tokens: fc.array(text),
        patches: fc.array(fc.record({ key: metadataKey, value: text }), { maxLength: 4 }),
        archive: fc.boolean(),
        skip_error: fc.boolean(),
        is_private: fc.boolean(),
        expire: fc.maxSafeInteger(),
        downloads: fc.maxSafeInteger(),
        ids: fc.array(text),
        permissions: fc.oneof(
          fc.record({
            everyone: fc.oneof(text, fc.constant(null)),
            user_explicit: fc.dictionary(text, text, { maxKeys: 3 }),
            group_explicit: fc.jsonValue(),
          }),
          fc.jsonValue(),
        ),
        version: fc.oneof(fc.constantFrom('', '0'), text),
        viewer_id: fc.constantFrom(textEditorViewerId, 'none', '__proto__'),
        preferred_action: fc.constantFrom('edit', 'view', 'constructor'),
        id: text,
        size: fc.oneof(fc.maxSafeInteger(), fc.double()),
        policy_id: text,
        last_modified: fc.oneof(fc.maxSafeInteger(), fc.double()),
        mime_type: text,
        entity_type: fc.constantFrom('version', 'thumbnail', ''),
        metadata: fc.dictionary(metadataKey, text, { maxKeys: 3 }),
        entity: fc.oneof(fc.constantFrom('', '0'), text),
        view: fc.oneof(fc.constantFrom(null, folderView), fc.jsonValue()),
      })
      const body = fc.oneof(likely, fc.record(shape, { requiredKeys: [] }), fc.jsonValue(), text)
      await fc.assert(
        fc.asyncProperty(body, async (body) =>
          sane(
            await service.call(method, path.replace('SHARE', share), {
              token,
              body: body ?? 'null',
            }),
          ),
        ),
        { numRuns: 100 },
      )
    }
    const orphans = service.db.query(
      `SELECT f.key FROM files f LEFT JOIN files p ON p.key = f.parent_key
     WHERE f.parent_key IS NOT NULL AND (p.key IS NULL OR p.type <> 1)
       OR f.parent_key IS NULL AND f.trash_id IS NULL AND f.name <> ''`,
      [],
      v.unknown(),
    )
    expect(orphans).toEqual([])
    for (const [path, fields] of Object.entries(queries)) {
      const query = fc.record(Object.fromEntries(fields.map((field) => [field, text])), {
        requiredKeys: [],
      })
      await fc.assert(
        fc.asyncProperty(query, async (query) => {
          const pairs = Object.entries(query).map(
            ([name, value]) => [name, String(value)] as [string, string],
          )
          sane(await service.call('GET', `${path}?${new URLSearchParams(pairs)}`, { token }))
        }),
        { numRuns: 300 },
      )
    }
    const segment = text
      .map((value) => encodeURIComponent(value.replace(/\p{Cs}/gu, '')) || 'x')
      .filter((value) => !/^\.+$/.test(value) && !/^%2e/i.test(value))
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(
          '/share/info/',
          '/user/info/',
          '/user/shares/',
          '/site/config/',
          '/file/content/x/1/',
        ),
        segment,
        async (path, value) => sane(await service.call('GET', path + value, { token })),
      ),
      { numRuns: 200 },
    )
    expect((await service.call('GET', '/user/me', { token })).code).toBe(0)
  },
)
