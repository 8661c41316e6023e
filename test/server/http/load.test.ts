import * as v from 'valibot'
import { describe, expect, test, vi } from 'vitest'
import { countPlaceholders } from '#src/server/storage/db.ts'
import { countEachTurn } from '../each-turn.ts'
import { openTestService } from '../service-harness.ts'

const folder = (depth: number) => Array.from({ length: depth }, () => 'd')
const uri = (segments: readonly string[]) => `svc://my/${segments.join('/')}`

describe('Security 7 a folder', () => {
  test('goes no deeper than 256 levels, whichever way it gets there', async () => {
    const service = await openTestService()
    const { seed, owner } = service
    seed.addFolder(owner, folder(250))
    seed.addFolder(owner, ['tower', ...folder(6)])
    const move = (copy: boolean) =>
      service.call('POST', '/file/move', {
        as: owner,
        body: { uris: ['svc://my/tower'], dst: uri(folder(250)), copy },
      })
    expect((await move(false)).code).toBe(40052)
    expect((await move(true)).code).toBe(40052)
    // The folder that it was in is moved deeper while it is in the trash.
    seed.addFolder(owner, ['top', 'gone', ...folder(20)])
    const trashed = seed.trashFile(seed.addFolder(owner, ['top', 'gone']))
    const target = uri(folder(240))
    const top = { uris: ['svc://my/top'], dst: target }
    expect((await service.call('POST', '/file/move', { as: owner, body: top })).code).toBe(0)
    service.db.run('UPDATE files SET restore_uri = ? WHERE trash_id IS NOT NULL', [
      `${target}/top/gone`,
    ])
    const restore = { uris: [`svc://trash/${trashed}`] }
    const restored = await service.call('POST', '/file/restore', { as: owner, body: restore })
    expect(restored).toMatchObject({ code: 40081, error: 'Path too deep' })
    const path = `/file/content?uri=${uri([...folder(250), ...folder(7)])}`
    expect((await service.call('PUT', path, { as: owner, body: 'x' })).code).not.toBe(0)
    const deep = { uri: uri(folder(1_200)), type: 'folder' }
    expect((await service.call('POST', '/file/create', { as: owner, body: deep })).code).toBe(40001)
  })

  test('that is restored is found by what comes behind it in the same request', async () => {
    const service = await openTestService()
    const { seed, owner } = service
    const inner = seed.trashFile(seed.addFile(owner, ['F', 'a']))
    const other = seed.trashFile(seed.addFile(owner, ['F', 'b']))
    const outer = seed.trashFile(seed.addFolder(owner, ['F']))
    const uris = [inner, outer, other].map((id) => `svc://trash/${id}`)
    const { aggregated_error: failed } = (await service.call('POST', '/file/restore', {
      as: owner,
      body: { uris },
    })) as unknown as { aggregated_error: object }
    expect(Object.keys(failed)).toEqual([`svc://trash/${inner}`])
  })
})

describe('Security 7 one account cannot hold up the others', () => {
  test('by emptying a big trash: each part finds its items by their ids, not by reading the whole trash', async () => {
    const service = await openTestService()
    const { seed, owner, db } = service
    seed.trashFile(seed.addFile(owner, ['a']))
    const query = vi.spyOn(db, 'query')
    expect((await service.call('DELETE', '/file/trash', { as: owner })).code).toBe(0)
    const byId = query.mock.calls
      .map(([sql]) => sql)
      .filter((sql) => sql.includes('json_each') && sql.includes('trash_id'))
    expect(byId).not.toEqual([])
    for (const sql of byId) {
      const params = Array.from({ length: countPlaceholders(sql) }, () => '[]')
      const plan = db.query(`EXPLAIN QUERY PLAN ${sql}`, params, v.object({ detail: v.string() }))
      expect(plan.map(({ detail }) => detail)).toContainEqual(
        expect.stringMatching(/^SEARCH files USING .*\(trash_id=\?\)/),
      )
    }
  })

  test('by a batch with deep addresses that are not there: each name is looked up once', async () => {
    const service = await openTestService()
    const { seed, owner } = service
    seed.addFolder(owner, folder(250))
    const uris = Array.from({ length: 1_500 }, (_, index) =>
      uri([...folder(250), `gone ${index}`, 'x']),
    )
    const query = vi.spyOn(service.db, 'query')
    const { code } = await service.call('POST', '/file/restore', { as: owner, body: { uris } })
    expect(code).toBe(40081)
    const slow = await service.call('DELETE', '/file', { as: owner, body: { uris } })
    expect(slow.code).toBe(40081)
    // The 250 names of their shared ancestors are looked up once, not once for each item.
    expect(query.mock.calls.length).toBeLessThan(10_000)
  })

  test('a restore of many goes in parts of 250', async () => {
    const service = await openTestService({ timeSliceMs: Infinity })
    const { seed, owner, db } = service
    const uris: string[] = []
    db.transaction(() => {
      for (let index = 0; index < 1_100; index++) {
        uris.push(`svc://trash/${seed.trashFile(seed.addFile(owner, [`${index}`]))}`)
      }
    })
    const restore = service.call('POST', '/file/restore', { as: owner, body: { uris } })
    const left = await countEachTurn(service, restore, 'trash_id IS NOT NULL')
    expect((await restore).code).toBe(0)
    expect(left).toEqual([1_100, 850, 600, 350, 100, 0])
  })

  test.each(['delete', 'move', 'tag'] as const)(
    'what a long batch is to %s is looked up in parts, and what another client renames meanwhile fails alone',
    async (kind) => {
      const service = await openTestService({ timeSliceMs: 0 })
      const { seed, owner, db } = service
      seed.addFolder(owner, ['to'])
      db.transaction(() => {
        for (let index = 0; index < 200; index++) seed.addFile(owner, ['F', `${index}`])
      })
      const uris = Array.from({ length: 200 }, (_, index) => `svc://my/F/${index}`)
      const request = (list: readonly string[]) => {
        if (kind === 'delete') {
          return service.call('DELETE', '/file', { as: owner, body: { uris: list } })
        }
        if (kind === 'move') {
          const body = { uris: list, dst: 'svc://my/to' }
          return service.call('POST', '/file/move', { as: owner, body })
        }
        const body = { uris: list, patches: [{ key: 'tag:new', value: '' }] }
        return service.call('PATCH', '/file/metadata', { as: owner, body })
      }
      const query = vi.spyOn(service.db, 'query')
      const looksFor = (name: string) =>
        query.mock.calls.some(([, params]) => params.includes(name))
      const running = request(uris)
      while (!looksFor('0')) await new Promise((resolve) => setImmediate(resolve))
      expect(looksFor('199')).toBe(false)
      db.run("UPDATE files SET name = 'renamed' WHERE name = '0'", [])
      const answer = await running
      expect(answer).toMatchObject({
        code: 40081,
        aggregated_error: { 'svc://my/F/0': { code: 40016 } },
      })
    },
  )

  test.each(['delete', 'delete for good', 'move', 'copy', 'tag'] as const)(
    'what takes the place of an item of a long batch meanwhile is left alone (%s)',
    async (kind) => {
      const service = await openTestService({ timeSliceMs: 0 })
      const { seed, owner, db } = service
      seed.addFolder(owner, ['to'])
      db.transaction(() => {
        for (let index = 0; index < 50; index++) seed.addFolder(owner, ['F', `${index}`])
      })
      const uris = Array.from({ length: 50 }, (_, index) => `svc://my/F/${index}`)
      const patches = [{ key: 'tag:new', value: '' }]
      const [method, path, more] = {
        delete: ['DELETE', '/file', {}],
        'delete for good': ['DELETE', '/file', { skip_soft_delete: true }],
        move: ['POST', '/file/move', { dst: 'svc://my/to' }],
        copy: ['POST', '/file/move', { dst: 'svc://my/to', copy: true }],
        tag: ['PATCH', '/file/metadata', { patches }],
      }[kind] as [string, string, object]
      const query = vi.spyOn(db, 'query')
      const running = service.call(method, path, { as: owner, body: { uris, ...more } })
      while (!query.mock.calls.some(([, params]) => params.includes('0')))
        await new Promise((resolve) => setImmediate(resolve))
      db.run("UPDATE files SET name = 'renamed' WHERE name = '0'", [])
      const other = seed.addFile(owner, ['F', '0'], { size: 1 })
      expect(await running).toMatchObject({
        code: 40081,
        aggregated_error: { 'svc://my/F/0': { code: 40016 } },
      })
      const { data } = await service.call('GET', '/file/info?uri=svc://my/F/0', { as: owner })
      expect(data).toMatchObject({ id: other, metadata: {} })
      expect(seed.findFile(owner, ['to', '0'])).toBeUndefined()
    },
  )

  test('a search has a bounded number of terms', async () => {
    const service = await openTestService()
    const terms = (count: number) =>
      Array.from({ length: count }, (_, index) => `name=a*b*c*${index}z`).join('&')
    const search = (text: string) =>
      service.call('GET', `/file?uri=${encodeURIComponent(`svc://my?${text}&use_or`)}`, {
        as: service.owner,
      })
    expect((await search(terms(60))).code).toBe(0)
    expect((await search(terms(61))).code).toBe(40001)
    // Each pattern is as long as names get.
    const long = Array.from({ length: 47 }, () => `name=*${'x'.repeat(255)}*.json`).join('&')
    expect((await search(long)).code).toBe(0)
    expect((await search(`name=${'x'.repeat(17_000)}`)).code).toBe(40001)
  })
})

describe('Security 7 a search among many files', () => {
  const count = 12_000
  async function openLarge(options = {}) {
    const service = await openTestService(options)
    const { seed, owner, db } = service
    db.transaction(() => {
      for (let index = 0; index < count; index++) {
        // One folder has most of the files, and many folders have a few.
        const folderName = index % 3 === 0 ? `f${index % 900}` : 'large'
        seed.addFile(owner, [folderName, `a b c abacus ${index}`], { size: index % 7 })
      }
    })
    return service
  }
  const uriOf = (search: string) => `/file?uri=${encodeURIComponent(`svc://my?${search}`)}`

  test('is cut into pieces, between which others are answered', async () => {
    const service = await openLarge()
    const terms = Array.from({ length: 60 }, (_, index) => `name=a*b*c*${index}z`).join('&')
    let turns = 0
    const state = { isSearching: true }
    const search = service
      .call('GET', uriOf(`${terms}&use_or`), { as: service.owner })
      .finally(() => (state.isSearching = false))
    while (state.isSearching) {
      turns++
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect((await search).data.files).toEqual([])
    expect(turns).toBeGreaterThan(count / 5_000 + 2)
  })

  test('finds all in order, page by page, also where many sort alike', async () => {
    const service = await openLarge()
    const found: { size: number; id: string }[] = []
    for (let token = ''; ;) {
      const path = `${uriOf('name=9')}&order_by=size&order_direction=desc&page_size=2000&next_page_token=${token}`
      const { data } = await service.call('GET', path, { as: service.owner })
      found.push(...data.files.filter(({ type }: { type: number }) => type === 0))
      token = data.pagination.next_token ?? ''
      if (token === '') break
    }
    const wanted = Array.from({ length: count }, (_, index) => String(index)).filter((text) =>
      text.includes('9'),
    )
    expect(new Set(found.map(({ id }) => id)).size).toBe(wanted.length)
    expect(found.map(({ size }) => size)).toEqual(
      found.map(({ size }) => size).toSorted((a, b) => b - a),
    )
  })

  test('that takes too long ends with what it has found, and says so', async () => {
    const hasty = await openLarge({ searchTimeoutMs: 0 })
    const { data } = await hasty.call('GET', uriOf('name=abacus'), { as: hasty.owner })
    expect(data.recursion_limit_reached).toBe(true)
    expect(data.pagination.next_token).toBeUndefined()
    const service = await openLarge()
    const whole = await service.call('GET', uriOf('name=abacus'), { as: service.owner })
    expect(whole.data.recursion_limit_reached).toBeUndefined()
  })
})
