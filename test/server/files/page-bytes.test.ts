import { expect, test } from 'vitest'
import { noPermissions } from '#src/contract/share.ts'
import { openTestService } from '../service-harness.ts'
import type { TestService } from '../service-harness.ts'

const megabyte = 1024 * 1024
/** Bytes of the items of one answer, and room for what is around them. */
const maxAnswer = 9 * megabyte

/** Metadata of an older build: `bytes` bytes in values of 10,000. */
const metadataOf = (bytes: number) =>
  JSON.stringify(
    Object.fromEntries(
      Array.from({ length: Math.ceil(bytes / 10_000) }, (_one, at) => [
        `dav:${at}`,
        'x'.repeat(10_000),
      ]),
    ),
  )

/** All pages of a list; each must have a row and be of a bounded size. */
async function pagesOf(service: TestService, path: string, list: 'files' | 'shares' = 'files') {
  const { access_token: token } = await service.seed.mintToken(service.owner)
  const pages: { id: string; name: string; type: number }[][] = []
  let next: string | undefined
  do {
    const cursor = next ? `&next_page_token=${encodeURIComponent(next)}` : ''
    const request = new Request(`http://localhost/api/v4${path}${cursor}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const text = await (await service.fetch(request)).text()
    expect(text.length).toBeLessThan(maxAnswer)
    const { data } = JSON.parse(text) as {
      data: Record<string, (typeof pages)[number]> & { pagination: { next_token?: string } }
    }
    const rows = data[list] ?? []
    expect(rows.length).toBeGreaterThan(0)
    pages.push(rows)
    next = data.pagination.next_token
  } while (next !== undefined)
  return pages
}

/** 20 folders and 40 files in F with 400 kB of metadata each but every fifth one, mixed in every order. */
async function openLarge(): Promise<TestService> {
  const service = await openTestService()
  const { seed, owner, db, clock } = service
  db.transaction(() => {
    for (let at = 0; at < 60; at++) {
      clock.time += 1000
      const path = ['F', `${(at * 7) % 60}`.padStart(2, '0')]
      if (at % 3 === 0) seed.addFolder(owner, path)
      else seed.addFile(owner, path, { size: (at * 11) % 60 })
    }
    db.run('UPDATE files SET metadata = ? WHERE length(name) = 2 AND name % 5 <> 0', [
      metadataOf(400_000),
    ])
  })
  return service
}
const names = (pages: readonly (readonly { name: string }[])[]) =>
  pages.flat().map(({ name }) => name)

test('F1 a page ends after 8 MB, and the next ones have all other rows, folders first, in every order', async () => {
  const service = await openLarge()
  const expected = Array.from({ length: 60 }, (_one, at) => `${at}`.padStart(2, '0'))
  for (const order of ['', 'name', 'size', 'updated_at']) {
    for (const direction of ['asc', 'desc']) {
      const query = `page_size=2000&order_by=${order}&order_direction=${direction}`
      const pages = await pagesOf(service, `/file?uri=svc://my/F&${query}`)
      expect(pages.length).toBeGreaterThan(2)
      expect(names(pages).toSorted(), query).toEqual(expected)
      const types = pages.flat().map(({ type }) => type)
      expect(types).toEqual([...types].sort((a, b) => b - a))
      if (order === 'name') {
        const folders = names(pages).slice(0, 20)
        expect(folders).toEqual(
          direction === 'asc' ? folders.toSorted() : folders.toSorted().reverse(),
        )
      }
    }
  }
  // A page of 60 small rows is one page still.
  service.db.run('UPDATE files SET metadata = NULL', [])
  expect(await pagesOf(service, '/file?uri=svc://my/F&page_size=2000')).toHaveLength(1)
})

test('F9 a search ends a page after 8 MB too, also one for metadata, and goes on behind it', async () => {
  const service = await openLarge()
  const all = Array.from({ length: 60 }, (_one, at) => `${at}`.padStart(2, '0'))
  for (const [search, expected] of [
    ['name=*', [...all, 'F']],
    ['meta_dav%3A3=xxx', all.filter((name) => Number(name) % 5 !== 0)],
  ] as const) {
    for (const order of ['name', 'updated_at']) {
      const uri = encodeURIComponent(`svc://my?${search}`)
      const pages = await pagesOf(service, `/file?uri=${uri}&page_size=2000&order_by=${order}`)
      expect(pages.length).toBeGreaterThan(2)
      expect(names(pages).toSorted(), search).toEqual(expected)
    }
  }
})

test('T1 a page of the trash ends after 8 MB, also by where its items were', async () => {
  const service = await openLarge()
  const { seed, owner, db } = service
  for (let at = 0; at < 60; at++) {
    seed.trashFile(seed.findFile(owner, ['F', `${at}`.padStart(2, '0')]) ?? '')
  }
  const pages = await pagesOf(service, '/file?uri=svc://trash&page_size=2000&order_by=name')
  expect(pages.length).toBeGreaterThan(2)
  expect(new Set(names(pages)).size).toBe(60)
  const origin = `svc://my/${'long%20/'.repeat(30_000)}x`
  db.run('UPDATE files SET metadata = NULL, restore_uri = ? WHERE trash_id IS NOT NULL', [origin])
  const byOrigin = await pagesOf(service, '/file?uri=svc://trash&page_size=2000')
  expect(byOrigin.length).toBeGreaterThan(1)
  expect(new Set(names(byOrigin)).size).toBe(60)
})

test('F6 a page of what is shared with one ends after 8 MB', async () => {
  const service = await openTestService()
  const { seed, owner, colleague, db } = service
  const share = seed.addShare(seed.addFolder(colleague, ['S']))
  db.transaction(() => {
    for (let at = 0; at < 30; at++) seed.addShortcut(owner, [`link ${at}`], share)
    db.run("UPDATE files SET metadata = json_patch(metadata, ?) WHERE name LIKE 'link%'", [
      metadataOf(900_000),
    ])
  })
  for (const uri of ['svc://shared_with_me', 'svc://my']) {
    const pages = await pagesOf(service, `/file?uri=${uri}&page_size=2000`)
    expect(pages.length).toBeGreaterThan(2)
    expect(new Set(names(pages).filter((name) => name.startsWith('link'))).size).toBe(30)
    const shown = pages.flat().filter(({ name }) => name.startsWith('link'))
    const [first] = shown as unknown as { capability: string }[]
    expect(
      new Set(shown.map((one) => (one as unknown as { capability: string }).capability)).size,
    ).toBe(1)
    expect(first?.capability).toBeDefined()
  }
})

test('F9 paths count: many items far below are found page by page', async () => {
  const service = await openTestService()
  const { seed, owner, db } = service
  const folder = Array.from({ length: 250 }, () => '空'.repeat(80))
  db.transaction(() => {
    for (let at = 0; at < 60; at++) seed.addFile(owner, [...folder, `found ${at}`])
  })
  const uri = encodeURIComponent('svc://my?name=found')
  const pages = await pagesOf(service, `/file?uri=${uri}&page_size=2000&order_by=name`)
  expect(pages.length).toBeGreaterThan(1)
  expect(new Set(names(pages)).size).toBe(60)
})

test('S1 a page of links ends after 8 MB, and details name no more links than that', async () => {
  const service = await openTestService()
  const { seed, owner, db } = service
  const file = seed.addFile(owner, ['a'])
  const explicit = Object.fromEntries(
    Array.from({ length: 200 }, (_one, at) => [`${at}`.padEnd(64, '空'), '\u0001'.repeat(64)]),
  )
  const permissionSetting = { ...noPermissions, user_explicit: explicit, group_explicit: explicit }
  db.transaction(() => {
    for (let at = 0; at < 100; at++) seed.addShare(file, { permissionSetting })
  })
  for (const query of ['', '&order_by=created_at&order_direction=desc', '&order_by=price']) {
    const pages = await pagesOf(service, `/share?page_size=100${query}`, 'shares')
    expect(pages.length).toBeGreaterThan(2)
    expect(pages.flat()).toHaveLength(100)
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(100)
  }
  const { data } = await service.call('GET', '/file/info?extended=true&uri=svc://my/a', {
    as: owner,
  })
  expect(JSON.stringify(data).length).toBeLessThan(maxAnswer)
  expect(data.extended_info.shares.length).toBeGreaterThan(10)
})
