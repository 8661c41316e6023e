import * as v from 'valibot'
import { expect, test } from 'vitest'
import { SharePermission } from '#src/contract/flags/boolset.ts'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import { noPermissions } from '#src/contract/share.ts'
import { textEditorViewerId } from '#src/server/http/site.ts'
import { type Envelope, envelope, send } from '../../raw-http.ts'
import { openTestService } from '../../service-harness.ts'
import { editor } from './fixtures.ts'

/** The owner's folder `Team`, shared so that others may read it and do `more`. */
async function team(more: readonly number[], password?: string) {
  const service = await openTestService()
  const id = service.seed.addFile(service.owner, ['Team', 'plan.txt'], {
    contents: Buffer.from('plan'),
  })
  const folderId = service.seed.addFolder(service.owner, ['Team'])
  const share = service.seed.addShare(folderId, {
    ...(password === undefined ? {} : { password }),
    permissionSetting: {
      ...noPermissions,
      everyone: encodeBoolset([SharePermission.read, ...more]),
    },
  })
  const uri = `svc://${share}${password === undefined ? '' : `:${password}`}@share/plan.txt`
  const open = () =>
    service.call('PUT', '/file/viewerSession', {
      as: service.colleague,
      body: { uri, viewer_id: textEditorViewerId, preferred_action: 'edit' },
    })
  const wopi = (token: string, operation: string, path = '', body = '') =>
    send(service, 'POST', `/file/wopi/${id}${path}?access_token=${token}`, {
      headers: { 'x-wopi-override': operation, 'x-wopi-lock': 'theirs' },
      body,
    })
  return { service, id, share, uri, open, wopi }
}

test('a colleague who may change a shared folder edits its texts, and meets the owner without a token', async () => {
  const { service, id, share, uri, open, wopi } = await team([SharePermission.update])
  const { data } = await open()
  const token: string = data.session.access_token
  const lock = service.seed.addLock({
    owner: service.owner,
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
      send(service, 'PUT', `/file/content?uri=${encodeURIComponent(uri)}`, {
        as: service.colleague,
        body: 'by content',
      }),
    )
  expect((await save()).data[0]).not.toHaveProperty('token')
  service.db.run('DELETE FROM locks WHERE token = ?', [lock])
  // The colleague cannot use the owner's lock, even with the same id in the same application.
  const own = await editor(service, 'Team/plan.txt')
  await own.override('LOCK', 'theirs')
  const other = await wopi(token, 'LOCK')
  expect([other.status, other.headers.get('x-wopi-lock')]).toEqual([409, ''])
  expect((await wopi(token, 'UNLOCK')).status).toBe(409)
  await own.override('UNLOCK', 'theirs')
  expect((await wopi(token, 'LOCK')).status).toBe(200)
  expect((await wopi(token, 'PUT', '/contents', 'new plan')).status).toBe(200)
  const { data: file } = await service.call(
    'GET',
    '/file/info?extended=1&uri=svc://my/Team/plan.txt',
    {
      as: service.owner,
    },
  )
  expect(file.size).toBe(8)
  expect(file.extended_info.entities[0].created_by.id).toBe(service.colleague)
  expect((await wopi(token, 'UNLOCK')).status).toBe(200)
  expect((await save()).data).toMatchObject({ path: uri, name: 'plan.txt' })
})

test('who may only read a share opens its texts to look, and cannot add or change', async () => {
  const { service, uri, open, wopi } = await team([])
  const { data } = await open()
  expect((await wopi(data.session.access_token, 'LOCK')).status).toBe(403)
  const put = (address: string) =>
    envelope(
      send(service, 'PUT', `/file/content?uri=${encodeURIComponent(address)}`, {
        as: service.colleague,
        body: 'x',
      }),
    ).then(({ code }) => code)
  expect(await put(uri)).toBe(403)
  expect(await put(uri.replace('plan', 'other'))).toBe(403)
  const body = { uri: uri.replace('plan', 'other'), size: 1 }
  expect((await service.call('PUT', '/file/upload', { as: service.colleague, body })).code).toBe(
    403,
  )
})

test('an editor in a share is stopped when the permission, the password or the share goes', async () => {
  const { service, open, wopi, share } = await team([SharePermission.update], 'sesame')
  const { data } = await open()
  const token: string = data.session.access_token
  expect(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).not.toContain('sesame')
  expect((await wopi(token, 'LOCK')).status).toBe(200)
  const setting = service.db.first(
    'SELECT permission_setting FROM shares WHERE id = ?',
    [share],
    v.object({ permission_setting: v.string() }),
  )
  service.db.run('UPDATE shares SET permission_setting = NULL WHERE id = ?', [share])
  expect((await wopi(token, 'PUT', '/contents', 'x')).status).toBe(403)
  service.db.run('UPDATE shares SET permission_setting = ? WHERE id = ?', [
    setting?.permission_setting ?? null,
    share,
  ])
  expect((await wopi(token, 'PUT', '/contents', 'x')).status).toBe(200)
  service.db.run('UPDATE shares SET password = ? WHERE id = ?', ['barley', share])
  expect((await wopi(token, 'PUT', '/contents', 'y')).status).toBe(401)
  service.db.run('DELETE FROM shares WHERE id = ?', [share])
  expect((await wopi(token, 'PUT', '/contents', 'y')).status).toBe(404)
})

test('F7 who may change a shared file edits it, when only that file is shared too', async () => {
  const { service, id, wopi } = await team([])
  const share = service.seed.addShare(id, {
    permissionSetting: {
      ...noPermissions,
      everyone: encodeBoolset([SharePermission.read, SharePermission.update]),
    },
  })
  const { data } = await service.call('PUT', '/file/viewerSession', {
    as: service.colleague,
    body: {
      uri: `svc://${share}@share/plan.txt`,
      viewer_id: textEditorViewerId,
      preferred_action: 'edit',
    },
  })
  const token: string = data.session.access_token
  expect((await wopi(token, 'LOCK')).status).toBe(200)
  expect((await wopi(token, 'PUT', '/contents', 'new plan')).status).toBe(200)
})
