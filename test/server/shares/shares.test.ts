import * as v from 'valibot'
import { expect, test } from 'vitest'
import { noPermissions, Share } from '#src/contract/share.ts'
import { openTestService } from '../service-harness.ts'
import type { TestService } from '../service-harness.ts'

async function readAllPages(service: TestService, query: string): Promise<Share[]> {
  const found: Share[] = []
  let token = ''
  for (;;) {
    const path = `/share?page_size=10&${query}&next_page_token=${encodeURIComponent(token)}`
    const { code, data } = await service.call('GET', path, { as: service.owner })
    expect(code).toBe(0)
    found.push(...v.parse(v.array(Share), data.shares ?? []))
    token = data.pagination.next_token ?? ''
    if (!token) return found
  }
}

test('S3 every link is listed exactly once in every order', async () => {
  const service = await openTestService()
  const file = service.seed.addFile(service.owner, ['a.txt'])
  for (let i = 0; i < 40; i++) {
    service.seed.addShare(file, {
      visited: i % 3,
      downloaded: (i * 7) % 5,
      createdAt: service.clock.time - ((i * 13) % 40) * 1000,
      ...(i % 4 ? { remainDownloads: i % 6 } : {}),
      ...(i % 5 ? { expires: service.clock.time + (i % 7) * 1000 } : {}),
    })
  }
  for (const order of [
    '',
    'views',
    'downloads',
    'created_at',
    'remain_downloads',
    'expires',
    'price',
    'rubbish',
  ]) {
    for (const direction of ['asc', 'desc']) {
      const links = await readAllPages(service, `order_by=${order}&order_direction=${direction}`)
      expect(new Set(links.map((share) => share.id)).size).toBe(40)
      if (order === 'views') {
        const views = links.map((share) => share.visited)
        expect(views).toEqual(views.toSorted((a, b) => (direction === 'asc' ? a - b : b - a)))
      }
    }
  }
})

test('S3 answers an empty list when there are no links', async () => {
  const service = await openTestService()
  expect((await service.call('GET', '/share?page_size=50', { as: service.owner })).data).toEqual({
    shares: [],
    pagination: { page: 0, page_size: 50, is_cursor: true },
  })
})

test('S3 takes page sizes from 10 to 100 and refuses a malformed cursor', async () => {
  const service = await openTestService()
  const ask = async (query: string) => {
    const { code, msg } = await service.call('GET', `/share?${query}`, { as: service.owner })
    return [code, msg]
  }
  expect(await ask('')).toEqual([40001, 'PageSize cannot be empty'])
  expect(await ask('page_size=9')).toEqual([40001, 'PageSize too short'])
  expect(await ask('page_size=101')).toEqual([40001, 'PageSize too long'])
  expect(await ask('page_size=x')).toEqual([40001, 'Parameter error'])
  expect((await ask('page_size=10&next_page_token=zzz'))[0]).toBe(50001)
})

test('S2 tells every state of a link', async () => {
  const service = await openTestService()
  const { seed, owner, clock } = service
  const add = (name: string, share: Parameters<typeof seed.addShare>[1] = {}) =>
    seed.addShare(seed.addFile(owner, ['F', name], { size: 7 }), share)
  add('live', {
    permissionSetting: {
      same_group: 'AQ==',
      everyone: null,
      other: null,
      anonymous: null,
      group_explicit: {},
      user_explicit: { x: 'Aw==' },
    },
  })
  add('expired', { expires: clock.time })
  add('used up', { remainDownloads: 0, downloaded: 4 })
  add('priced', { price: 5, expires: clock.time + 1000, password: 'pw' })
  const gone = seed.addFile(owner, ['gone'])
  seed.addShare(gone)
  seed.trashFile(gone)
  seed.addShare(seed.addFolder(owner, ['F']), { shareView: true })
  const links = await readAllPages(service, '')
  const state = Object.fromEntries(links.map((share) => [share.name, share]))
  expect(links.map((share) => [share.name, share.expired])).toEqual([
    ['live', false],
    ['expired', true],
    ['used up', true],
    ['priced', false],
    ['gone', true],
    ['F', false],
  ])
  expect(state['live']?.permission_setting?.user_explicit).toEqual({ x: 'Aw==' })
  expect(state['priced']).toMatchObject({
    price: 5,
    password: 'pw',
    is_private: true,
    url: `http://localhost/s/${state['priced']?.id}/pw`,
  })
  expect(state['F']).toMatchObject({
    source_type: 1,
    share_view: true,
    size: 0,
    permission_setting: { everyone: null, group_explicit: {} },
  })
})

test('Security 5 says nothing about a protected link before its password', async () => {
  const service = await openTestService()
  const id = service.seed.addShare(
    service.seed.addFile(service.owner, ['secret plan.txt'], { size: 9 }),
    {
      password: 'pw',
      visited: 12,
      price: 3,
    },
  )
  const ask = (query: string, as?: string) =>
    service.call('GET', `/share/info/${id}?count_views=true${query}`, as ? { as } : {})
  for (const as of [undefined, service.colleague]) {
    const locked = await ask('&password=wrong', as)
    expect(locked.data).toMatchObject({
      id,
      name: '',
      visited: 0,
      unlocked: false,
      owner: { id: '', nickname: '' },
    })
    expect(JSON.stringify(locked)).not.toMatch(/secret|owner@|pw|price/)
  }
  expect((await ask('&password=pw')).data).toMatchObject({
    name: 'secret plan.txt',
    visited: 12,
    unlocked: true,
  })
  expect((await ask('', service.owner)).data).toMatchObject({
    name: 'secret plan.txt',
    visited: 13,
    unlocked: true,
  })
  expect((await ask('&owner_extended=true', service.owner)).code).toBe(40069)
})

test('Security 5 says nothing about a link to those who may not open it', async () => {
  const service = await openTestService()
  const { seed, owner, colleague } = service
  const file = seed.addFile(owner, ['secret plan.txt'], { size: 9 })
  const permissionSetting = { ...noPermissions, user_explicit: { [colleague]: 'AQ==' } }
  const id = seed.addShare(file, { permissionSetting })
  const stranger = seed.addUser({ email: 's@example.org', nickname: 'S', password: 'x' })
  const ask = (as?: string) =>
    service.call('GET', `/share/info/${id}?count_views=true`, as ? { as } : {})
  for (const [as, code] of [
    [undefined, 40088],
    [stranger, 403],
  ] as const) {
    const refusal = await ask(as)
    expect(refusal.code).toBe(code)
    expect(JSON.stringify(refusal)).not.toMatch(/secret|owner@/)
  }
  // Their visits are not counted either.
  expect((await ask(colleague)).data).toMatchObject({ name: 'secret plan.txt', visited: 0 })
  expect((await ask(owner)).data).toMatchObject({ name: 'secret plan.txt', visited: 1 })
})

test('Security 5 asks for the password before it says who may open a link', async () => {
  const service = await openTestService()
  const permissionSetting = { ...noPermissions, other: 'AQ==' }
  const file = service.seed.addFile(service.owner, ['secret plan.txt'], { size: 9 })
  const id = service.seed.addShare(file, { permissionSetting, password: 'pw' })
  const ask = (password: string) => service.call('GET', `/share/info/${id}?password=${password}`)
  expect((await ask('wrong')).data).toMatchObject({ unlocked: false, name: '' })
  expect((await ask('pw')).code).toBe(40088)
})

test('S10 tells the owner alone where the source is, and that it went with its folder', async () => {
  const service = await openTestService()
  const { seed, owner } = service
  const folder = seed.addFolder(owner, ['A b', 'C'])
  const ofFile = seed.addShare(seed.addFile(owner, ['A b', 'C', 'x.txt']))
  const ofFolder = seed.addShare(folder)
  const source = async (id: string, as: string) =>
    (await service.call('GET', `/share/info/${id}?owner_extended=true`, { as })).data?.source_uri
  expect(await source(ofFile, owner)).toBe(`svc://${owner}@my/A%20b/C`)
  expect(await source(ofFolder, owner)).toBe(`svc://${owner}@my/A%20b/C`)
  expect(await source(ofFile, service.colleague)).toBeUndefined()
  seed.trashFile(folder)
  const info = (query: string) =>
    service.call('GET', `/share/info/${ofFile}${query}`, { as: owner })
  expect((await info('')).data.expired).toBe(false)
  expect(await info('?owner_extended=true')).toMatchObject({ code: 404, msg: 'File not found' })
  expect(await service.call('GET', `/share/info/${ofFolder}`)).toMatchObject({
    code: 404,
    msg: 'Share link expired',
  })
})
