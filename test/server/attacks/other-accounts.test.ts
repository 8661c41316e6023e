import * as v from 'valibot'
import { expect, test } from 'vitest'
import { send } from '../raw-http.ts'
import { openTestService } from '../service-harness.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const clientId = '0b6dd33c-6f0a-4d7f-9d3c-6c1f6d1f0f11'

/** The owner has a private file of two versions, a closed and an open link, and an upload that is not finished. */
async function openPrivate() {
  const service = await openTestService()
  const { seed, owner, colleague } = service
  const id = seed.addFile(owner, ['private folder', 'private.md'], { contents: encode('private') })
  const closed = seed.addShare(id, { password: 'pw' })
  const open = seed.addShare(seed.addFolder(owner, ['open folder']))
  const openId = seed.addFile(owner, ['open folder', 'open.md'], { contents: encode('for all') })
  const trash = seed.trashFile(
    seed.addFile(owner, ['private trash.md'], { contents: encode('private') }),
  )
  seed.addFile(colleague, ['own.md'], { contents: encode('own') })
  /** Both versions of a file, after it was written once more. */
  const twoVersions = async (fileId: string, uri: string): Promise<string[]> => {
    await send(service, 'PUT', `/file/content?uri=${uri}`, { as: owner, body: 'private two' })
    const { data } = await service.call('GET', `/file/info?id=${fileId}&extended=true`, {
      as: owner,
    })
    return data.extended_info.entities.map((entity: { id: string }) => entity.id)
  }
  const versions = [
    ...(await twoVersions(id, 'svc://my/private%20folder/private.md')),
    ...(await twoVersions(openId, 'svc://my/open%20folder/open.md')),
  ]
  expect(versions).toHaveLength(4)
  const { data: upload } = await service.call('PUT', '/file/upload', {
    as: owner,
    body: { uri: 'svc://my/private%20folder/upload.bin', size: 10, policy_id: '' },
  })
  const state = () =>
    ['files', 'entities', 'shares', 'locks', 'uploads', 'discards'].map((table) =>
      service.db.query(`SELECT * FROM ${table} ORDER BY 1`, [], v.unknown()),
    )
  const closedTargets = [
    'svc://my/private%20folder/private.md',
    `svc://${owner}@my/private%20folder/private.md`,
    `svc://trash/${trash}`,
    `svc://${owner}@trash/${trash}`,
    `svc://${closed}@share`,
    `svc://${closed}@share/private.md`,
    `svc://${closed}:wrong@share/private.md`,
    `svc://${open}@share/../private%20folder/private.md`,
    `svc://${open}@share/..%2Fprivate%20folder%2Fprivate.md`,
  ]
  const openTargets = [`svc://${open}@share/open.md`, `svc://${open}@share`]
  return { service, versions, upload, state, closedTargets, openTargets }
}

test('Security 5 versions, contents, uploads, viewers and events are for their owner too', async () => {
  const { service, versions, upload, state, closedTargets, openTargets } = await openPrivate()
  const { colleague } = service
  const writes = [...closedTargets, ...openTargets].flatMap((uri): [string, string, unknown][] => [
    ...versions.flatMap((version): [string, string, unknown][] => [
      ['POST', '/file/version/current', { uri, version }],
      ['DELETE', '/file/version', { uri, version }],
    ]),
    ['PUT', '/file/upload', { uri, size: 3, policy_id: '', entity_type: 'version' }],
    ['DELETE', '/file/upload', { id: upload.session_id, uri }],
    ['POST', `/file/upload/${upload.session_id}/0`, 'x'.repeat(10)],
    ['PUT', `/file/content?uri=${encodeURIComponent(uri)}`, 'taken over'],
    ['POST', '/file/version/current', { uri: 'svc://my/own.md', version: versions[0] }],
    ['DELETE', '/file/version', { uri: 'svc://my/own.md', version: versions[0] }],
  ])
  const folder = `svc://${service.owner}@my/private%20folder`
  const reads = [...closedTargets, folder].flatMap((uri): [string, string, unknown][] => [
    [
      'PUT',
      '/file/viewerSession',
      { uri, viewer_id: 'text', preferred_action: 'view', version: versions[0] },
    ],
    ['GET', `/file/events?uri=${encodeURIComponent(uri)}`, undefined],
    ['GET', `/file/info?uri=${encodeURIComponent(uri)}&extended=true`, undefined],
    ['GET', `/file/thumb?uri=${encodeURIComponent(uri)}`, undefined],
  ])
  const before = state()
  const passed: string[] = []
  for (const [method, path, body] of [...writes, ...reads]) {
    for (const as of [colleague, undefined]) {
      const told = `${as ? 'colleague' : 'stranger'} ${method} ${path} ${JSON.stringify(body)}`
      const response = await send(service, method, path, {
        ...(as ? { as } : {}),
        ...(body === undefined
          ? {}
          : typeof body === 'string'
            ? { body }
            : { body: JSON.stringify(body) }),
        headers: {
          'x-cr-client-id': clientId,
          ...(typeof body === 'object' ? { 'content-type': 'application/json' } : {}),
        },
      })
      if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
        passed.push(told)
        await response.body?.cancel()
        continue
      }
      const text = await response.text()
      if (/"code":0,/.test(text)) passed.push(`${told} ${text.slice(0, 300)}`)
      expect(text, told).not.toMatch(/"private|owner@example/)
      expect(state(), told).toEqual(before)
    }
  }
  expect(passed).toEqual([])
})
