import * as v from 'valibot'
import { expect, test } from 'vitest'
import { FileListPage } from '#src/contract/file.ts'
import { openTestService } from '../service-harness.ts'
import type { TestService } from '../service-harness.ts'

async function list(service: TestService, uri: string, query = ''): Promise<FileListPage> {
  const answer = await service.call('GET', `/file?uri=${encodeURIComponent(uri)}${query}`, {
    as: service.owner,
  })
  expect(answer.code).toBe(0)
  return v.parse(FileListPage, answer.data)
}
async function readAllPages(service: TestService, uri: string, query: string): Promise<string[]> {
  const names: string[] = []
  let token = ''
  for (;;) {
    const page = await list(service, uri, `${query}&next_page_token=${encodeURIComponent(token)}`)
    names.push(...page.files.map((file) => file.name))
    token = page.pagination?.next_token ?? ''
    if (!token) return names
  }
}
const orders = ['', 'name', 'size', 'updated_at', 'created_at']

test('F1 a folder is listed without loss at the border of folders and files, in every order and page size', async () => {
  const service = await openTestService()
  for (let i = 0; i < 12; i++) {
    const time = service.clock.time - ((i * 5) % 4) * 1000
    service.seed.addFolder(service.owner, ['T', `m${i}`], { createdAt: time })
    service.seed.addFile(service.owner, ['T', `${i % 2 ? 'a' : 'z'}${i}`], {
      size: i % 3,
      createdAt: time,
    })
  }
  for (const order of orders) {
    for (const direction of ['asc', 'desc']) {
      const query = `&order_by=${order}&order_direction=${direction}`
      const all = await readAllPages(service, 'svc://my/T', `&page_size=2000${query}`)
      expect(new Set(all).size).toBe(24)
      expect(all.slice(0, 12).every((name) => name.startsWith('m'))).toBe(true)
      for (const size of [1, 3, 4, 6, 12, 24]) {
        expect(await readAllPages(service, 'svc://my/T', `&page_size=${size}${query}`)).toEqual(all)
      }
    }
  }
})

test('F1 sorts the trash by original names and says where things were', async () => {
  const service = await openTestService()
  for (const [index, name] of ['c', 'a', 'd', 'b'].entries()) {
    const file = service.seed.addFile(service.owner, ['Old place', name], {
      metadata: { 'tag:x': '' },
    })
    service.seed.trashFile(file, { at: service.clock.time + index * 1000, retentionSeconds: 60 })
  }
  expect(await readAllPages(service, 'svc://trash', '&page_size=1&order_by=name')).toEqual([
    'a',
    'b',
    'c',
    'd',
  ])
  const [file] = (await list(service, 'svc://trash', '&order_by=updated_at&order_direction=desc'))
    .files
  expect(file).toMatchObject({ name: 'b', capability: 'AMIK', owned: true })
  expect(file?.path).toMatch(/^svc:\/\/trash\/[0-9a-f-]{36}$/)
  expect(file?.metadata).toEqual({
    'tag:x': '',
    'sys:restore_uri': 'svc://my/Old%20place/b',
    'sys:expected_collect_time': String(service.clock.time / 1000 + 63),
  })
  expect((await list(service, 'svc://my/Old place')).files).toEqual([])
})

test('F1 gives the view of the nearest folder above, and the paging of this request in it', async () => {
  const service = await openTestService()
  const { seed, owner } = service
  seed.addFolder(owner, ['A', 'B'])
  expect((await list(service, 'svc://my/A/B')).view).toEqual({
    page_size: 100,
    view: 'grid',
    thumbnail: true,
  })
  seed.setView(seed.addFolder(owner, ['A']), {
    page_size: 200,
    order: 'size',
    order_direction: 'desc',
    view: 'gallery',
    gallery_width: 220,
  })
  expect((await list(service, 'svc://my/A/B')).view).toEqual({
    page_size: 200,
    order: 'size',
    order_direction: 'desc',
    view: 'gallery',
    gallery_width: 220,
  })
  expect((await list(service, 'svc://my/A/B', '&page_size=9000')).pagination?.page_size).toBe(2000)
  const columns = [{ type: 0 }, { type: 2 }, { type: 8 }, { type: 7 }]
  expect((await list(service, 'svc://trash')).view).toEqual({
    page_size: 100,
    view: 'list',
    columns,
  })
  seed.setView({ trashOf: owner }, { page_size: 50, view: 'grid' })
  expect((await list(service, 'svc://trash')).view).toEqual({ page_size: 50, view: 'grid' })
})

test('F1 finds things below a folder and in the trash', async () => {
  const service = await openTestService()
  const { seed, owner } = service
  for (const name of ['Plan.txt', 'plan b.md', 'photo.jpg', 'x*y'])
    seed.addFile(owner, ['A', 'B', name], { size: name.length, metadata: { 'tag:k': name } })
  seed.trashFile(seed.addFile(owner, ['old & gone.txt']))
  const find = async (uri: string) => (await list(service, uri)).files.map((file) => file.path)
  expect(await find('svc://my?name=plan')).toEqual(['svc://my/A/B/plan%20b.md'])
  expect((await find('svc://my?name=plan&case_folding')).length).toBe(2)
  expect(await find('svc://my/A?name=p*jpg')).toEqual(['svc://my/A/B/photo.jpg'])
  expect(await find('svc://my?name="x*y"')).toEqual(['svc://my/A/B/x*y'])
  expect(await find('svc://my?type=folder')).toEqual(['svc://my/A', 'svc://my/A/B'])
  expect(await find('svc://my?category=image')).toEqual(['svc://my/A/B/photo.jpg'])
  expect(await find('svc://my?meta_tag:k=PLAN B')).toEqual(['svc://my/A/B/plan%20b.md'])
  expect((await find('svc://trash?name=gone')).length).toBe(1)
  expect((await find('svc://trash?meta_sys:restore_uri=old%2520')).length).toBe(1)
  expect(await readAllPages(service, 'svc://my?type=file', '&page_size=1')).toHaveLength(4)
})

test('F1 says what is wrong with an address or a cursor', async () => {
  const service = await openTestService()
  service.seed.addFile(service.owner, ['a.txt'])
  const code = async (uri: string, query = '', as: string | undefined = service.owner) =>
    (await service.call('GET', `/file?uri=${encodeURIComponent(uri)}${query}`, as ? { as } : {}))
      .code
  expect(await code('SVC://my')).toBe(0)
  expect(await code('cloudreve://my')).toBe(40001)
  expect(await code('svc://my/%')).toBe(40001)
  expect(await code('svc://my/none')).toBe(40016)
  expect(await code('svc://my/a.txt')).toBe(40016)
  expect(await code('svc://trash/x')).toBe(40016)
  expect(await code('svc://nowhere')).toBe(-1)
  expect(await code('svc://my', '&next_page_token=zzz')).toBe(-1)
  expect(await code('svc://my', '&page=-1')).toBe(40001)
  expect(await code('svc://my', '', '')).toBe(401)
  expect(await code(`svc://${service.owner}@my`, '', service.colleague)).toBe(403)
})
