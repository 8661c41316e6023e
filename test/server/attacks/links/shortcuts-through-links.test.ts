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
