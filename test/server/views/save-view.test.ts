import { expect, test } from 'vitest'
import { openTestService } from '../service-harness.ts'
import type { TestService } from '../service-harness.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const view = {
  page_size: 200,
  order: 'updated_at',
  order_direction: 'desc',
  view: 'list',
  thumbnail: true,
  gallery_width: 220,
  columns: [
    { type: 0, width: 420 },
    { type: 2 },
    { type: 3, width: 160, props: { metadata_key: 'exif:iso' } },
    { type: 26, props: { custom_props_id: 'rating' } },
    { type: 4711, width: -3 },
  ],
}
const manyColumns = (length: number) => Array.from({ length }, () => ({ type: -1 }))
function save(service: TestService, uri: string, wish: unknown, as: string | null = service.owner) {
  return service.call('PATCH', '/file/view', {
    ...(as === null ? {} : { as }),
    body: { uri, view: wish },
  })
}
const shown = async (service: TestService, uri: string, as = service.owner) =>
  (await service.call('GET', `/file?uri=${encodeURIComponent(uri)}`, { as })).data.view
const stored = async (service: TestService, uri: string) =>
  (
    await service.call('GET', `/file/info?extended=true&uri=${encodeURIComponent(uri)}`, {
      as: service.owner,
    })
  ).data.extended_info.view

test('V1 every field is saved, comes back, and is there after a restart', async () => {
  const dir = temporaryFolder()
  const service = await openTestService({ dir })
  service.seed.addFolder(service.owner, ['A b'])
  const uri = 'svc://my/A%20b'
  expect(await save(service, uri, view)).toEqual({ status: 200, code: 0, msg: '' })
  expect((await save(service, 'svc://trash', view)).code).toBe(0)
  const check = async (now: TestService) => {
    expect(await shown(now, uri)).toEqual(view)
    expect(await stored(now, uri)).toEqual(view)
    expect(await shown(now, 'svc://trash')).toEqual(view)
  }
  await check(service)
  service.close()
  const again = await openTestService({ dir, users: service })
  await check(again)
  again.close()
})

test('V1 what leads to the folder of somebody else has no view', async () => {
  const service = await openTestService()
  const { colleague, owner, seed } = service
  seed.addShortcut(owner, ['Trip'], seed.addShare(seed.addFolder(colleague, ['Trip'])))
  for (const wish of [view, null])
    expect(await save(service, 'svc://my/Trip', wish)).toMatchObject({ code: 403 })
})

test('V5 a folder without a view has that of the nearest one above, until it is reset', async () => {
  const service = await openTestService()
  service.seed.addFolder(service.owner, ['A', 'B', 'C'])
  const layout = async (uri: string) => (await shown(service, uri)).view
  await save(service, 'svc://my', { ...view, view: 'gallery' })
  await save(service, 'svc://my/A/B', { ...view, view: 'list' })
  expect(await layout('svc://my')).toBe('gallery')
  expect(await layout('svc://my/A')).toBe('gallery')
  expect(await layout('svc://my/A/B/C')).toBe('list')
  expect(await stored(service, 'svc://my/A')).toBeUndefined()
  await save(service, 'svc://my/A/B', null)
  expect(await layout('svc://my/A/B/C')).toBe('gallery')
  // A request without a view is a reset too.
  expect(
    (await service.call('PATCH', '/file/view', { as: service.owner, body: { uri: 'svc://my/' } }))
      .code,
  ).toBe(0)
  expect(await shown(service, 'svc://my/A/B/C')).toEqual({
    page_size: 100,
    view: 'grid',
    thumbnail: true,
  })
})

test('the paging in an answer is that of its request, the view itself keeps its own', async () => {
  const service = await openTestService()
  service.seed.addFolder(service.owner, ['A'])
  await save(service, 'svc://my/A', { ...view, page_size: 1e9 })
  const { data } = await service.call(
    'GET',
    '/file?uri=svc://my/A&page_size=7&order_by=name&order_direction=asc',
    { as: service.owner },
  )
  expect(data.view).toMatchObject({ page_size: 7, order: 'name', order_direction: 'asc' })
  expect(data.pagination.page_size).toBe(7)
  expect((await shown(service, 'svc://my/A')).page_size).toBe(2000)
  expect(await stored(service, 'svc://my/A')).toMatchObject({ page_size: 1e9, order: 'updated_at' })
})

test('V9 each field has its bounds, and the first fault is named', async () => {
  const service = await openTestService()
  service.seed.addFolder(service.owner, ['A'])
  const refusals: [unknown, string][] = [
    [{ page_size: 49 }, 'PageSize too short'],
    [{ page_size: undefined }, 'PageSize too short'],
    [{ page_size: null }, 'PageSize too short'],
    [{ page_size: '100' }, 'JSON marshall error'],
    [{ page_size: 100.5 }, 'JSON marshall error'],
    [{ page_size: 1e300 }, 'JSON marshall error'],
    [{ order: 'o'.repeat(256) }, 'Order too long'],
    [{ order: 7 }, 'JSON marshall error'],
    [{ order_direction: undefined }, 'Invalid parameters.'],
    [{ order_direction: 'ASC' }, 'Invalid parameters.'],
    [{ order_direction: '' }, 'Invalid parameters.'],
    [{ view: undefined }, 'Invalid parameters.'],
    [{ view: 'Grid' }, 'Invalid parameters.'],
    [{ view: 'tiles' }, 'Invalid parameters.'],
    [{ thumbnail: 'yes' }, 'JSON marshall error'],
    [{ gallery_width: undefined }, 'GalleryWidth too short'],
    [{ gallery_width: 49 }, 'GalleryWidth too short'],
    [{ gallery_width: 501 }, 'GalleryWidth too long'],
    [{ columns: manyColumns(101) }, 'Columns too long'],
    [{ columns: {} }, 'JSON marshall error'],
    [{ columns: [{ type: 'name' }] }, 'JSON marshall error'],
    [{ columns: [{ type: 0, width: 'wide' }] }, 'JSON marshall error'],
    [{ page_size: 1, gallery_width: 1 }, 'PageSize too short'],
  ]
  for (const [change, msg] of refusals) {
    const wish = { ...view, ...(change as object) }
    expect(await save(service, 'svc://my/A', wish), JSON.stringify(change)).toMatchObject({
      code: 40001,
      msg,
    })
  }
  for (const wish of ['list', 1, true, [], {}]) {
    expect((await save(service, 'svc://my/A', wish)).code).toBe(40001)
  }
  expect(await stored(service, 'svc://my/A')).toBeUndefined()
  const good = [
    { page_size: 50, gallery_width: 50 },
    { gallery_width: 500, order: undefined, thumbnail: undefined, columns: undefined },
    { order: 'o'.repeat(255), columns: manyColumns(100) },
    { columns: null, order: null, thumbnail: null },
  ]
  for (const change of good) {
    expect((await save(service, 'svc://my/A', { ...view, ...change })).code).toBe(0)
  }
})

test('V9 what says nothing is not stored, and fields that nobody knows are dropped', async () => {
  const service = await openTestService()
  service.seed.addFolder(service.owner, ['A'])
  const columns = [{ type: 0, width: null, props: { other: 1 }, more: 2 }]
  await save(service, 'svc://my/A', { ...view, order: '', thumbnail: false, columns, more: 'x' })
  const { order: _order, thumbnail: _thumbnail, ...rest } = view
  expect(await stored(service, 'svc://my/A')).toEqual({
    ...rest,
    columns: [{ type: 0, props: {} }],
  })
})

test('V7 only folders have views, and only where one may change them', async () => {
  const service = await openTestService()
  const { seed, owner, colleague } = service
  seed.addFile(owner, ['file'])
  const trashId = seed.trashFile(seed.addFolder(owner, ['gone']))
  const codes = async (as: string | null) =>
    Object.fromEntries(
      await Promise.all(
        [
          'svc://my/file',
          'svc://my/gone',
          `svc://trash/${trashId}`,
          `svc://${owner}@my`,
          'svc://shared_with_me',
          'svc://nowhere',
          'rubbish',
          '',
        ].map(async (uri) => [uri, (await save(service, uri, view, as)).code]),
      ),
    )
  expect(await codes(owner)).toEqual({
    'svc://my/file': 403,
    'svc://my/gone': 40016,
    [`svc://trash/${trashId}`]: 403,
    [`svc://${owner}@my`]: 0,
    'svc://shared_with_me': 0,
    'svc://nowhere': -1,
    rubbish: 40001,
    '': 40001,
  })
  expect(await codes(colleague)).toMatchObject({
    'svc://my/file': 40016,
    [`svc://trash/${trashId}`]: 40016,
    [`svc://${owner}@my`]: 403,
  })
  expect((await save(service, 'svc://trash', view, null)).code).toBe(401)
  expect((await save(service, 'svc://my', view, null)).code).toBe(401)
})

test('V7 through a share only its owner saves; each has an own trash', async () => {
  const service = await openTestService()
  const { seed, owner, colleague } = service
  const id = seed.addShare(seed.addFolder(owner, ['S']), { password: 'pw', shareView: true })
  const hidden = seed.addShare(seed.addFolder(owner, ['S']))
  seed.addFolder(owner, ['S', 'in'])
  const uri = `svc://${id}:pw@share/in`
  for (const as of [colleague, null]) {
    expect((await save(service, uri, view, as)).code).toBe(40082)
    expect((await save(service, `svc://${id}@share/in`, view, as)).code).toBe(40069)
  }
  expect((await save(service, uri, view)).code).toBe(0)
  expect(await stored(service, 'svc://my/S/in')).toEqual(view)
  expect(await shown(service, uri, colleague)).toEqual(view)
  expect(await shown(service, `svc://${hidden}@share/in`, colleague)).toBeUndefined()
  expect(await shown(service, `svc://${hidden}@share/in`)).toEqual(view)
  // A view from above the share applies for the owner, and not for a visitor.
  await save(service, 'svc://my', { ...view, view: 'gallery' })
  expect((await shown(service, `svc://${id}:pw@share`)).view).toBe('gallery')
  expect((await shown(service, `svc://${id}:pw@share`, colleague)).view).toBe('grid')
  await save(service, 'svc://trash', view)
  expect(await shown(service, 'svc://trash')).toEqual(view)
  expect((await shown(service, 'svc://trash', colleague)).columns).toHaveLength(4)
  await save(service, 'svc://trash', null)
  expect((await shown(service, 'svc://trash')).columns).toHaveLength(4)
})

test('whoever keeps views out of the service can save them, and they show in the trash only', async () => {
  const service = await openTestService()
  service.db.run('UPDATE users SET disable_view_sync = 1', [])
  service.seed.addFolder(service.owner, ['A'])
  expect((await save(service, 'svc://my/A', view)).code).toBe(0)
  expect(await shown(service, 'svc://my/A')).toBeUndefined()
  expect(await stored(service, 'svc://my/A')).toEqual(view)
  await save(service, 'svc://trash', view)
  expect(await shown(service, 'svc://trash')).toEqual(view)
})

test('a lock on the folder, or on all of a folder above, is in the way; others are not', async () => {
  const service = await openTestService()
  const { seed, owner, colleague, clock } = service
  const folder = seed.addFolder(owner, ['A', 'B'])
  seed.addFile(owner, ['A', 'B', 'x'])
  const application = { type: 'dav' }
  const before = clock.time
  seed.addLock({ owner, path: ['A'], application, depth: 0, type: 1 })
  seed.addLock({ owner, path: ['A', 'B', 'x'], application })
  seed.addLock({ owner, path: ['A', 'C'], application })
  expect((await save(service, 'svc://my/A/B', view)).code).toBe(0)
  clock.time += 1000
  const token = seed.addLock({ owner, fileId: folder, application, holder: colleague, depth: 0 })
  for (const wish of [view, null]) {
    expect(await save(service, 'svc://my/A/B', wish)).toMatchObject({
      code: 40073,
      data: [{ path: 'svc://my/A/B', token, owner: { owner: colleague, application }, type: 1 }],
    })
  }
  const { data } = await service.call('GET', `/file/info?id=${folder}`, { as: owner })
  expect(Date.parse(data.updated_at)).toBe(before)
  await service.call('DELETE', '/file/lock', { as: owner, body: { tokens: [token] } })
  expect((await save(service, 'svc://my/A/B', null)).code).toBe(0)
  seed.addLock({ owner, path: ['A'], application, depth: 'infinity', type: 1 })
  expect((await save(service, 'svc://my/A/B', view)).data).toMatchObject([{ path: 'svc://my/A' }])
  expect((await save(service, 'svc://my', view)).code).toBe(0)
})

test('V7 a root of somebody else takes no view', async () => {
  const service = await openTestService()
  const { owner, colleague } = service
  const before = await shown(service, 'svc://trash')
  for (const host of ['trash', 'shared_with_me'])
    expect((await save(service, `svc://${colleague}@${host}`, view)).code).toBe(403)
  expect(await shown(service, 'svc://trash')).toEqual(before)
  expect((await save(service, `svc://${owner}@trash`, view)).code).toBe(0)
  expect(await shown(service, 'svc://trash')).toEqual(view)
})
