import { expect, test } from 'vitest'
import { SharePermission } from '#src/contract/flags/boolset.ts'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import { noPermissions } from '#src/contract/share.ts'
import { envelope, send as sendRaw } from '../raw-http.ts'
import { openTestService } from '../service-harness.ts'
import type { TestService } from '../service-harness.ts'

const { read, update, create, delete: remove } = SharePermission
const dav = { type: 'dav' }

/** A folder `home/S` shared with everybody for these permissions, beside one of a private kind. */
async function open(...permissions: number[]) {
  const service = await openTestService()
  const { seed, owner } = service
  seed.addFile(owner, ['home', 'S', 'x'], { contents: new Uint8Array(3) })
  seed.addFile(owner, ['home', 'S', 'y'])
  seed.addFile(owner, ['home', 'S', 'sub', 'z'])
  seed.addFile(owner, ['home', 'private', 'taken'])
  const permissionSetting = { ...noPermissions, everyone: encodeBoolset([read, ...permissions]) }
  const id = seed.addShare(seed.addFolder(owner, ['home', 'S']), {
    permissionSetting,
    password: 'pw',
  })
  return { service, id, root: `svc://${id}:pw@share`, permissionSetting }
}
const names = async (service: TestService, uri: string, as = service.owner) => {
  const { data } = await service.call('GET', `/file?uri=${encodeURIComponent(uri)}`, { as })
  return data.files.map((file: { name: string }) => file.name) as string[]
}
type Sent = { as?: string | undefined; body: unknown }
const sender =
  (service: TestService, as: string | undefined = service.colleague) =>
  (method: string, path: string, body: unknown) => {
    const sent: Sent = { body }
    return service.call(method, path, as === '' ? (sent as { body: unknown }) : { as, body })
  }
const innerOf = (answer: unknown) =>
  Object.values(
    (answer as { aggregated_error: Record<string, { code: number }> }).aggregated_error,
  ).map(({ code }) => code)

test('F6 a link that only lets one read lets nobody write', async () => {
  const { service, root } = await open()
  for (const as of [service.colleague, '']) {
    const send = sender(service, as)
    expect((await send('POST', '/file/create', { uri: `${root}/new`, type: 'file' })).code).toBe(
      403,
    )
    expect((await send('POST', '/file/create', { uri: `${root}/x`, type: 'file' })).code).toBe(403)
    expect((await send('POST', '/file/rename', { uri: `${root}/x`, new_name: 'n' })).code).toBe(403)
    const move = { uris: [`${root}/x`], dst: `${root}/sub` }
    expect((await send('POST', '/file/move', move)).code).toBe(40082)
    const copied = await send('POST', '/file/move', { ...move, copy: true })
    expect([copied.code, ...innerOf(copied)]).toEqual([40081, 403])
    for (const more of [{}, { skip_soft_delete: true }]) {
      const deleted = await send('DELETE', '/file', { uris: [`${root}/x`], ...more })
      expect([deleted.code, ...innerOf(deleted)]).toEqual([40081, 403])
    }
    const restored = await send('POST', '/file/restore', { uris: [`${root}/x`] })
    expect([restored.code, ...innerOf(restored)]).toEqual([40081, 403])
  }
  expect(await names(service, 'svc://my/home/S')).toEqual(['sub', 'x', 'y'])
})

test('F6 each permission allows its own writes and no others', async () => {
  const done = async (permission: number) => {
    const { service, root } = await open(permission)
    const send = sender(service)
    const move = { uris: [`${root}/x`], dst: `${root}/sub` }
    const codes = {
      rename: (await send('POST', '/file/rename', { uri: `${root}/y`, new_name: 'n' })).code,
      create: (await send('POST', '/file/create', { uri: `${root}/new/a`, type: 'folder' })).code,
      copy: (await send('POST', '/file/move', { ...move, copy: true })).code,
      move: (await send('POST', '/file/move', { ...move, uris: [`${root}/sub/z`], dst: root }))
        .code,
      delete: (await send('DELETE', '/file', { uris: [`${root}/x`] })).code,
    }
    return Object.entries(codes)
      .filter(([, code]) => code === 0)
      .map(([name]) => name)
  }
  expect(await done(update)).toEqual(['rename'])
  expect(await done(create)).toEqual(['create', 'copy'])
  expect(await done(remove)).toEqual(['delete'])
})

test('F6 to move something away takes the permission to delete it, and one item without it stops all', async () => {
  const { service, root } = await open(create)
  const move = { uris: [`${root}/x`, `${root}/gone`], dst: `${root}/sub` }
  expect((await sender(service)('POST', '/file/move', move)).code).toBe(40082)
})

test('F6 who may do everything changes the folder of its owner, who gets what is deleted in the trash', async () => {
  const { service, root, id } = await open(update, create, remove)
  const { owner, colleague } = service
  const send = sender(service)
  const made = await send('POST', '/file/create', { uri: `${root}/new`, type: 'file' })
  expect(made).toMatchObject({ code: 0, data: { path: `svc://${id}:pw@share/new` } })
  expect(made.data.owned).toBeUndefined()
  expect((await send('POST', '/file/rename', { uri: `${root}/x`, new_name: 'X' })).data.path).toBe(
    `svc://${id}:pw@share/X`,
  )
  expect((await send('POST', '/file/move', { uris: [`${root}/y`], dst: `${root}/sub` })).code).toBe(
    0,
  )
  const copied = await send('POST', '/file/move', { uris: [`${root}/sub`], dst: root, copy: true })
  expect(copied.code).toBe(40004)
  expect((await send('DELETE', '/file', { uris: [`${root}/X`] })).code).toBe(0)
  expect(await names(service, 'svc://my/home/S')).toEqual(['sub', 'new'])
  expect(await names(service, 'svc://my/home/S/sub')).toEqual(['y', 'z'])
  const { data } = await service.call('GET', '/file?uri=svc://trash', { as: owner })
  expect(data.files[0].metadata['sys:restore_uri']).toBe('svc://my/home/S/x'.replace('/x', '/X'))
  expect(await names(service, 'svc://trash', colleague)).toEqual([])
  const { data: capacity } = await service.call('GET', '/user/capacity', { as: colleague })
  expect(capacity.used).toBe(0)
})

test('F6 nothing leaves the share, comes in from elsewhere or touches its root', async () => {
  const { service, root } = await open(update, create, remove)
  const { seed, owner, colleague } = service
  seed.addFile(colleague, ['mine'])
  const other = seed.addShare(seed.addFolder(owner, ['home', 'private']))
  const send = sender(service)
  const move = async (uri: string, dst: string, copy = false) => {
    const answer = await send('POST', '/file/move', { uris: [uri], dst, copy })
    return answer.code === 40081 ? innerOf(answer) : answer.code
  }
  for (const copy of [false, true]) {
    expect(await move(`${root}/x`, 'svc://my', copy)).toEqual([403])
    expect(await move('svc://my/mine', root, copy)).toEqual([403])
    expect(await move(`${root}/x`, `svc://${other}@share`, copy)).toEqual(copy ? [403] : 40082)
    expect(await move(`${root}/sub`, `${root}/sub`, copy)).toEqual([403])
    expect(await move(root, `${root}/sub`, copy)).toEqual([403])
  }
  expect((await send('POST', '/file/rename', { uri: root, new_name: 'n' })).code).toBe(403)
  expect((await send('POST', '/file/create', { uri: root, type: 'folder' })).code).toBe(403)
  expect(innerOf(await send('DELETE', '/file', { uris: [root] }))).toEqual([403])
  const escaped = { uris: [`${root}/../private/taken`] }
  expect(innerOf(await send('DELETE', '/file', escaped))).toEqual([40016])
  expect(await names(service, 'svc://my/home/private')).toEqual(['taken'])
})

test('F6 a shared file can be changed and deleted, and tells nothing of what lies beside it', async () => {
  const { service, permissionSetting } = await open(update, create, remove)
  const { seed, owner } = service
  const id = seed.addShare(seed.addFile(owner, ['home', 'private', 'one']), { permissionSetting })
  const send = sender(service)
  const uri = `svc://${id}@share/one`
  for (const name of ['taken', 'free']) {
    expect((await send('POST', '/file/rename', { uri, new_name: name })).code).toBe(403)
    const made = { uri: `svc://${id}@share/${name}`, type: 'file' }
    expect((await send('POST', '/file/create', made)).code).toBe(403)
  }
  const body = new TextEncoder().encode('new words')
  const put = await envelope(
    sendRaw(service, 'PUT', `/file/content?uri=${encodeURIComponent(uri)}`, {
      as: service.colleague,
      body,
    }),
  )
  expect(put).toMatchObject({ code: 0, data: { path: uri, size: 9 } })
  expect(innerOf(await send('DELETE', '/file', { uris: [`svc://${id}@share`] }))).toEqual([403])
  expect((await send('DELETE', '/file', { uris: [uri] })).code).toBe(0)
  expect(await names(service, 'svc://trash')).toEqual(['one'])
})

test('F6 a visitor who meets a lock gets no token and no path outside the share; the owner gets both', async () => {
  const { service, root, id } = await open(update, create, remove)
  const { seed, owner } = service
  const token = seed.addLock({ owner, path: ['home', 'S', 'x'], application: dav, holder: owner })
  const body = { uri: `${root}/x`, new_name: 'n' }
  const inside = await sender(service)('POST', '/file/rename', body)
  expect(inside).toMatchObject({ code: 40073 })
  expect(inside.data).toEqual([
    { path: `svc://${id}@share/x`, owner: { owner, application: dav }, type: 0 },
  ])
  expect(JSON.stringify(inside)).not.toMatch(/home|pw/)
  const own = await sender(service, owner)('POST', '/file/rename', body)
  expect(own.data).toMatchObject([{ path: 'svc://my/home/S/x', token }])
  const unlock = await sender(service)('DELETE', '/file/lock', { tokens: [token] })
  expect(unlock.code).toBe(40001)

  seed.addLock({ owner, path: ['home'], application: { type: 'upload' }, type: 1 })
  const send = sender(service)
  for (const answer of [
    await send('POST', '/file/create', { uri: `${root}/new`, type: 'file' }),
    await send('DELETE', '/file', { uris: [`${root}/y`] }),
    await send('POST', '/file/move', { uris: [`${root}/y`], dst: `${root}/sub` }),
  ]) {
    expect(answer.data).toEqual([{ owner: { application: { type: 'upload' } }, type: 1 }])
    expect(JSON.stringify(answer)).not.toMatch(/home|token/)
  }
})
