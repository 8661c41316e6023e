import { expect, test } from 'vitest'
import { SharePermission } from '#src/contract/flags/boolset.ts'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'
import { noPermissions } from '#src/contract/share.ts'
import { openTestService } from '../../service-harness.ts'

const { read, update, create } = SharePermission

test('Security 5 a visitor plants no shortcut in what is shared with the owner, in no way', async () => {
  const service = await openTestService()
  const { seed, owner, colleague } = service
  seed.addFile(owner, ['Team', 'plan.txt'], { contents: Buffer.from('plan') })
  const share = seed.addShare(seed.addFolder(owner, ['Team']), {
    permissionSetting: { ...noPermissions, everyone: encodeBoolset([read, update, create]) },
  })
  const bait = seed.addShare(seed.addFolder(colleague, ['Bait']))
  seed.addShortcut(owner, ['Team', 'inner', 'kept'], bait)
  const redirect = { 'sys:shared_redirect': `svc://${bait}@share`, 'sys:shared_owner': colleague }
  const at = (name: string) => `svc://${share}@share/${name}`
  const sent = async (method: string, path: string, body: object) =>
    (await service.call(method, path, { as: colleague, body })).code
  const listed = async () => {
    const { data } = await service.call('GET', '/file?uri=svc://shared_with_me', { as: owner })
    return data.files.map(({ name }: { name: string }) => name) as string[]
  }
  for (const type of ['file', 'folder']) {
    const body = { uri: at(`planted ${type}`), type, metadata: redirect }
    expect(await sent('POST', '/file/create', body)).toBe(403)
    expect(await sent('POST', '/file/create', { ...body, uri: at('inner/deep/planted') })).toBe(403)
  }
  const upload = (metadata: object, name: string) =>
    sent('PUT', '/file/upload', { uri: at(name), size: 1, metadata })
  expect(await upload(redirect, 'uploaded')).not.toBe(0)
  // The text of the stored metadata contains the name of the key, but no such key.
  for (const [index, before] of ['', '{', ','].entries()) {
    const metadata = {
      [`customize:${before}"sys:shared_redirect`]: redirect['sys:shared_redirect'],
      [`customize:x${before}`]: `${before}"sys:shared_redirect":`,
    }
    expect(await upload(metadata, `uploaded ${index}`)).toBe(0)
    const body = { uri: at(`created ${index}`), type: 'folder', metadata }
    expect(await sent('POST', '/file/create', body)).toBe(0)
  }
  const patches = [{ key: 'sys:shared_redirect', value: redirect['sys:shared_redirect'] }]
  expect(await sent('PATCH', '/file/metadata', { uris: [at('plan.txt')], patches })).not.toBe(0)
  const copy = (name: string) =>
    sent('POST', '/file/move', { uris: [at(name)], dst: at('copies'), copy: true })
  await sent('POST', '/file/create', { uri: at('copies'), type: 'folder' })
  expect(await copy('inner/kept')).toBe(40081)
  expect(await copy('inner')).toBe(0)
  expect(await listed()).toEqual(['kept'])
  const { data } = await service.call('GET', '/file?uri=svc://my/Team/copies/inner', { as: owner })
  expect(data.files).toEqual([])
})

test('Security 5 a visitor puts nothing into a shortcut and opens none in a viewer', async () => {
  const service = await openTestService()
  const { seed, owner, colleague } = service
  const share = seed.addShare(seed.addFolder(owner, ['Team']), {
    permissionSetting: { ...noPermissions, everyone: encodeBoolset([read, update, create]) },
  })
  seed.addShortcut(owner, ['Team', 'kept'], seed.addShare(seed.addFolder(colleague, ['Bait'])))
  const file = seed.addFile(colleague, ['notes.txt'], { contents: Buffer.from('notes') })
  seed.addShortcut(owner, ['Team', 'notes.txt'], seed.addShare(file))
  const at = (name: string) => `svc://${share}@share/${name}`
  const codeOf = async (method: string, path: string, body: object) =>
    (await service.call(method, path, { as: colleague, body })).code
  for (const uri of [at('kept/new'), at('kept/deep/new')]) {
    for (const type of ['file', 'folder'])
      expect(await codeOf('POST', '/file/create', { uri, type })).toBe(403)
  }
  expect(await codeOf('PUT', '/file/upload', { uri: at('kept/new'), size: 1 })).toBe(403)
  const path = `/file/content?uri=${encodeURIComponent(at('kept/new'))}`
  expect((await service.call('PUT', path, { as: colleague, body: 'x' })).code).toBe(403)
  const { data } = await service.call('GET', '/site/config/explorer')
  const viewer = data.file_viewers[0].viewers.find(({ exts }: { exts: string[] }) =>
    exts.includes('txt'),
  )
  const session = { uri: at('notes.txt'), viewer_id: viewer.id, preferred_action: 'view' }
  expect(await codeOf('PUT', '/file/viewerSession', session)).toBe(403)
  const { data: listed } = await service.call('GET', '/file?uri=svc://my/Team/kept', { as: owner })
  expect(listed.files).toEqual([])
})

test('Security 5 a visitor finds nothing by what is hidden in metadata: where shortcuts lead, ids of uploads', async () => {
  const service = await openTestService()
  const { seed, owner, colleague } = service
  const share = seed.addShare(seed.addFolder(owner, ['Team']))
  const inner = seed.addShare(seed.addFolder(colleague, ['Bait']), { password: 'secret' })
  seed.addShortcut(owner, ['Team', 'kept'], inner)
  seed.addFile(owner, ['Team', 'plain.txt'], { metadata: { 'tag:plain': 'yes' } })
  const begun = await service.call('PUT', '/file/upload', {
    as: owner,
    body: { uri: 'svc://my/Team/new.txt', size: 9 },
  })
  const session: string = begun.data.session_id
  const found = async (root: string, key: string, value: string, as: string) => {
    const uri = encodeURIComponent(`${root}?${key}=${encodeURIComponent(value)}`)
    const { data } = await service.call('GET', `/file?uri=${uri}`, { as })
    return data.files.map(({ name }: { name: string }) => name) as string[]
  }
  const hidden = [
    ['meta_sys:shared_redirect', inner.slice(0, 2), 'kept'],
    ['meta_sys:shared_redirect', '', 'kept'],
    ['exact_meta_sys:shared_owner', colleague, 'kept'],
    ['meta_sys:upload_session_id', session.slice(0, 2), 'new.txt'],
  ] as const
  const root = `svc://${share}@share`
  for (const [key, value, name] of hidden) {
    expect(await found(root, key, value, colleague)).toEqual([])
    expect(await found('svc://my/Team', key, value, owner)).toEqual([name])
  }
  // That an upload has not finished is no secret.
  expect(await found(root, 'meta_sys:upload_session_id', '', colleague)).toEqual(['new.txt'])
  expect(await found(root, 'meta_tag:plain', 'yes', colleague)).toEqual(['plain.txt'])
})
