import { expect, test } from 'vitest'
import { decodeBoolset } from '#src/contract/flags/boolset.ts'
import { openTestService } from '../service-harness.ts'
import type { TestService } from '../service-harness.ts'

const list = async (service: TestService, uri: string, as = service.colleague) =>
  service.call('GET', `/file?uri=${encodeURIComponent(uri)}`, { as })
const names = async (service: TestService, uri: string, as?: string): Promise<string[]> =>
  (await list(service, uri, as)).data.files.map((file: { name: string }) => file.name)

/** A folder of the owner with a link, and a shortcut to it in the colleague's files. */
async function openShortcut(place = 'Plans') {
  const service = await openTestService()
  const { seed, owner, colleague } = service
  const share = seed.addShare(seed.addFolder(owner, ['Plans']))
  const metadata = { 'sys:shared_redirect': `svc://${share}@share`, 'sys:shared_owner': owner }
  const create = (uri: string, rest: object = {}) =>
    service.call('POST', '/file/create', {
      as: colleague,
      body: { uri, type: 'folder', err_on_conflict: true, metadata, ...rest },
    })
  const { code } = await create(`svc://my/${place}`)
  expect(code).toBe(0)
  return { service, share, metadata, create }
}
const root = 'svc://shared_with_me'

test('S18 a shortcut to a link is listed wherever it lies, for its owner only', async () => {
  const { service, metadata } = await openShortcut('Deep/Plans')
  service.seed.addFile(service.colleague, ['not shared.txt'])
  const { data } = await list(service, root)
  expect(data.files).toMatchObject([{ name: 'Plans', type: 1, metadata, owned: true }])
  expect(data.files[0].path).toBe(`${root}/${data.files[0].id}`)
  expect([...(decodeBoolset(data.props.capability) ?? [])]).toEqual([7, 9, 23])
  expect(data.view).toMatchObject({ view: 'grid' })
  expect(data.storage_policy).toBeUndefined()
  const info = await service.call('GET', `/file/info?id=${data.files[0].id}`, {
    as: service.colleague,
  })
  expect(info.data.path).toBe('svc://my/Deep/Plans')
  expect(await names(service, root, service.owner)).toEqual([])
  expect((await service.call('GET', `/file?uri=${root}`)).code).toBe(401)
  expect((await list(service, `${root}/${data.files[0].id}`)).code).toBe(40016)
})

test('S18 shortcuts are found by name, and pages of them follow each other', async () => {
  const { service, create } = await openShortcut()
  for (const name of ['Prints', 'Photos']) await create(`svc://my/${name}`)
  await create('svc://my/Poster.pdf', { type: 'file' })
  expect(await names(service, `${root}?name=pHo&case_folding`)).toEqual(['Photos'])
  const all: string[] = []
  for (let token = ''; ;) {
    const { data } = await service.call(
      'GET',
      `/file?uri=${root}&page_size=1&order_by=name&order_direction=desc&next_page_token=${token}`,
      { as: service.colleague },
    )
    all.push(...data.files.map((file: { name: string }) => file.name))
    token = data.pagination.next_token ?? ''
    if (token === '') break
  }
  expect(all).toEqual(['Prints', 'Plans', 'Photos', 'Poster.pdf'])
})

test('S18 a shortcut goes to the trash and comes back, and one in a deleted folder is not listed', async () => {
  const { service, create } = await openShortcut()
  const { colleague: as } = service
  await create('svc://my/Deep/Prints')
  const remove = (uri: string) => service.call('DELETE', '/file', { as, body: { uris: [uri] } })
  expect((await remove('svc://my/Plans')).code).toBe(0)
  expect(await names(service, root)).toEqual(['Prints'])
  const [{ path }] = (await list(service, 'svc://trash')).data.files
  expect((await service.call('POST', '/file/restore', { as, body: { uris: [path] } })).code).toBe(0)
  expect((await names(service, root)).sort()).toEqual(['Plans', 'Prints'])
  await remove('svc://my/Deep')
  expect(await names(service, root)).toEqual(['Plans'])
})

test('S18 a shortcut stays when its link is dead, and leads nowhere then', async () => {
  const { service, share } = await openShortcut()
  const { owner, colleague } = service
  expect((await list(service, `svc://${share}@share`)).code).toBe(0)
  await service.call('DELETE', `/share/${share}`, { as: owner })
  expect(await names(service, root)).toEqual(['Plans'])
  expect((await list(service, `svc://${share}@share`)).code).toBe(404)
  expect((await service.call('GET', `/share/info/${share}`, { as: colleague })).code).toBe(404)
})

test('S18 a shortcut has no contents: nothing is put into it, shared, read or written through it', async () => {
  const { service, create } = await openShortcut()
  const { colleague: as, seed } = service
  await create('svc://my/Poster.pdf', { type: 'file' })
  seed.addFile(as, ['a.txt'], { contents: new Uint8Array(1) })
  const send = async (method: string, path: string, body: object) =>
    (await service.call(method, path, { as, body })).code
  expect(await send('POST', '/file/create', { uri: 'svc://my/Plans/x', type: 'folder' })).toBe(403)
  expect(
    await send('POST', '/file/move', { uris: ['svc://my/a.txt'], dst: 'svc://my/Plans' }),
  ).toBe(403)
  expect(await send('PUT', '/share', { uri: 'svc://my/Plans' })).toBe(403)
  expect(await send('POST', '/file/url', { uris: ['svc://my/Poster.pdf'] })).toBe(40081)
  const put = (uri: string) => service.call('PUT', `/file/content?uri=${uri}`, { as, body: 'x' })
  expect((await put('svc://my/Poster.pdf')).code).toBe(403)
  expect((await put('svc://my/Plans/x.txt')).code).toBe(403)
  expect((await create('svc://my/Plans')).code).toBe(40004)
  const [plans] = (await list(service, 'svc://my')).data.files
  expect(decodeBoolset(plans.capability)?.has(18)).toBe(false)
})

test('S18 a copy of a shortcut is a shortcut, and visitors of a folder do not see where one in it leads', async () => {
  const { service } = await openShortcut('Mine/Plans')
  const { colleague: as, seed } = service
  const copied = await service.call('POST', '/file/move', {
    as,
    body: { uris: ['svc://my/Mine'], dst: `svc://my/`, copy: true },
  })
  expect(copied.code).toBe(40004)
  seed.addFolder(as, ['Other'])
  await service.call('POST', '/file/move', {
    as,
    body: { uris: ['svc://my/Mine'], dst: 'svc://my/Other', copy: true },
  })
  expect(await names(service, root)).toEqual(['Plans', 'Plans'])
  const share = seed.addShare(seed.addFolder(as, ['Mine']))
  const { data } = await list(service, `svc://${share}@share`, service.owner)
  expect(data.files[0].metadata).toEqual({})
})

test('S18 only the address of a share makes a shortcut', async () => {
  const { create } = await openShortcut()
  const owner = { 'sys:shared_owner': 'nobody' }
  for (const redirect of [
    '',
    'svc://my/x',
    'svc://share',
    'https://example.org',
    'svc://x@share',
  ]) {
    const { code } = await create('svc://my/other', {
      metadata: { 'sys:shared_redirect': redirect },
    })
    expect(code, redirect).toBe(40001)
  }
  expect((await create('svc://my/other', { metadata: owner })).code).toBe(40001)
  expect((await create('svc://my/other', { metadata: { 'sys:restore_uri': 'x' } })).code).toBe(
    40001,
  )
})

test('S18 the place has a view of its own', async () => {
  const { service } = await openShortcut()
  const view = {
    page_size: 50,
    view: 'list',
    gallery_width: 220,
    order: 'name',
    order_direction: 'asc',
  }
  const { code } = await service.call('PATCH', '/file/view', {
    as: service.colleague,
    body: { uri: root, view },
  })
  expect(code).toBe(0)
  expect((await list(service, root)).data.view).toMatchObject({ view: 'list', page_size: 50 })
  expect((await list(service, 'svc://trash')).data.view).not.toMatchObject({ page_size: 50 })
})
