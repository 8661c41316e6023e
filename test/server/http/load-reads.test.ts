import { predictLength } from 'client-zip'
import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test, vi } from 'vitest'
import { archiveLength } from '#src/server/contents/archive.ts'
import { openTestService } from '../service-harness.ts'
import type { TestService } from '../service-harness.ts'

const count = 1_200
/** Files in folder F, of which `large` has most and the others a few each. A time slice ends after each step. */
async function openFull(
  options: Parameters<typeof openTestService>[0] = {},
  files = count,
): Promise<TestService> {
  const service = await openTestService({ timeSliceMs: 0, ...options })
  const { seed, owner, db } = service
  db.transaction(() => {
    for (let index = 0; index < files; index++) {
      const folder = index % 4 === 0 ? `f${index % 120}` : 'large'
      seed.addFile(owner, ['F', folder, `${index}`], { size: 2, contents: new Uint8Array(2) })
    }
  })
  return service
}

/** Does something long, and says how many rows the largest statement gave, and how often others were answered meanwhile. */
async function watch(service: TestService, act: () => Promise<unknown>) {
  const query = vi.spyOn(service.db, 'query')
  const state = { isRunning: true }
  const done = act().finally(() => (state.isRunning = false))
  let answered = 0
  while (state.isRunning) {
    const { code } = await service.call('GET', '/user/me', { as: service.colleague })
    expect(code).toBe(0)
    answered++
  }
  await done
  const rows = query.mock.results.map(({ value }) => (value as unknown[]).length)
  query.mockRestore()
  return { mostRows: Math.max(...rows), answered }
}

const searchPath = (search: string) => `/file?uri=${encodeURIComponent(`svc://my?${search}`)}`
const archiveUrl = async (service: TestService, uri = 'svc://my/F') => {
  const body = { uris: [uri], archive: true }
  const { data } = await service.call('POST', '/file/url', { as: service.owner, body })
  return String(data.urls[0].url)
}

describe('Security 7 others are answered', () => {
  test('while it is found out what an archive of many holds', async () => {
    const service = await openFull()
    const url = await archiveUrl(service)
    let bytes = new ArrayBuffer(0)
    const cost = await watch(service, async () => {
      const answer = await service.fetch(new Request(url))
      bytes = await answer.arrayBuffer()
      expect(Number(answer.headers.get('content-length'))).toBe(bytes.byteLength)
    })
    expect(cost.mostRows).toBeLessThanOrEqual(1_000)
    expect(cost.answered).toBeGreaterThan(count)
    // The number of entries at the end of the archive.
    expect(new DataView(bytes).getUint16(bytes.byteLength - 12, true)).toBe(count + 32)
  })

  test('while the files below a folder are counted', async () => {
    const many = 10_000
    const service = await openFull({}, many)
    const info = '/file/info?uri=svc://my/F&folder_summary=true'
    const cost = await watch(service, async () => {
      const { data } = await service.call('GET', info, { as: service.owner })
      expect(data.folder_summary).toMatchObject({
        files: many,
        folders: 31,
        size: 2 * many,
        completed: true,
      })
    })
    expect(cost.mostRows).toBeLessThanOrEqual(1_000)
    expect(cost.answered).toBeGreaterThan(4)
    const hasty = await openFull({ searchTimeoutMs: 0 })
    const { data } = await hasty.call('GET', info, { as: hasty.owner })
    expect(data.folder_summary).toMatchObject({ folders: 31, completed: false })
  })

  test('while a search goes through many files, and looks at each of what it has found', async () => {
    const service = await openFull()
    const cost = await watch(service, async () => {
      const path = `${searchPath('name=3')}&page_size=2000&order_by=name`
      const { data } = await service.call('GET', path, { as: service.owner })
      expect(data.files.length).toBeGreaterThan(300)
    })
    expect(cost.mostRows).toBeLessThanOrEqual(1_000)
    expect(cost.answered).toBeGreaterThan(300)
  })
})

describe('Security 7 a search', () => {
  test('has at most eight wildcards in a name; several together are one', async () => {
    const service = await openTestService()
    service.seed.addFile(service.owner, ['abcdefgh.txt'])
    const search = (name: string) =>
      service.call('GET', searchPath(`name=${encodeURIComponent(name)}`), { as: service.owner })
    expect((await search('*b*c*d*e*f*g*t*')).data.files).toHaveLength(1)
    expect((await search('a****h***txt')).data.files).toHaveLength(1)
    expect(await search('*a*b*c*d*e*f*g*h*')).toMatchObject({
      code: 40001,
      error: 'a name has more than 8 wildcards',
    })
    expect((await search('"*a*b*c*d*e*f*g*h*"')).code).toBe(0)
  })

  test('reads the metadata of a file once, however many conditions it has', async () => {
    const service = await openTestService()
    const { seed, owner, db } = service
    const key = seed.addFile(owner, ['a'])
    db.run('UPDATE files SET metadata = ?', [JSON.stringify({ 'tag:a': 'x'.repeat(50_000) })])
    expect(key).toBeTruthy()
    const parse = vi.spyOn(JSON, 'parse')
    const conditions = Array.from({ length: 60 }, () => 'meta_tag:a=x').join('&')
    const { data } = await service.call('GET', searchPath(conditions), { as: owner })
    const times = parse.mock.calls.filter(([text]) => text.includes('xxxxx')).length
    parse.mockRestore()
    expect(data.files).toHaveLength(1)
    // Once to search, and otherwise for the answer and its reader.
    expect(times).toBeLessThan(8)
  })

  test('finds each slice of a large folder by its keys, in whatever order', async () => {
    const service = await openFull({ timeSliceMs: 10 })
    const query = vi.spyOn(service.db, 'query')
    const get = (path: string) => service.call('GET', path, { as: service.owner })
    for (const order of ['', 'name', 'size', 'updated_at', 'created_at']) {
      const path = `${searchPath('name=1&size_gte=1&size_lte=9')}&page_size=50&order_by=${order}`
      const { data } = await get(path)
      await get(`${path}&next_page_token=${encodeURIComponent(data.pagination.next_token)}`)
    }
    const statements = new Map(
      query.mock.calls
        .filter(([sql]) => sql.includes('instr') && sql.includes('f.key <= ?'))
        .map(([sql, params]) => [sql, params]),
    )
    query.mockRestore()
    expect(statements.size).toBeGreaterThan(5)
    for (const [sql, params] of statements) {
      const plan = service.db.query(
        `EXPLAIN QUERY PLAN ${sql}`,
        params,
        v.object({ detail: v.string() }),
      )
      expect(plan.map(({ detail }) => detail)).toContainEqual(
        expect.stringMatching(
          /^SEARCH f USING .*\(parent_key=\? AND type=\? AND rowid>\? AND rowid<\?\)/,
        ),
      )
    }
  })

  test('looks up the way to a folder once for all that it finds there', async () => {
    const service = await openFull({ timeSliceMs: 10 })
    const query = vi.spyOn(service.db, 'query')
    const path = `${searchPath('name=1')}&page_size=2000`
    const { data } = await service.call('GET', path, { as: service.owner })
    const ways = query.mock.calls.filter(([sql]) => sql.includes('RECURSIVE up')).length
    expect(data.files.length).toBeGreaterThan(400)
    expect(data.files.find(({ name }: { name: string }) => name === '1001').path).toBe(
      'svc://my/F/large/1001',
    )
    expect(ways).toBeLessThanOrEqual(33)
  })

  test('sorts names of every script as a list does', async () => {
    const service = await openTestService()
    const names = [
      'z',
      'é',
      '\u{fffd}',
      '\u{e000}',
      '😀',
      '\u{10ffff}',
      'a😀',
      'a\u{e000}',
      'a',
      'aa',
    ]
    for (const name of names) service.seed.addFile(service.owner, [name])
    const namesAt = async (path: string) =>
      (await service.call('GET', path, { as: service.owner })).data.files.map(
        ({ name }: { name: string }) => name,
      ) as string[]
    const listed = await namesAt('/file?uri=svc://my&order_by=name')
    expect(listed).toHaveLength(names.length)
    const found = await namesAt(`${searchPath('type=file')}&order_by=name`)
    expect(found).toEqual(listed)
  })

  test('ends when its client has left', async () => {
    const service = await openFull()
    const { access_token: token } = await service.seed.mintToken(service.owner)
    const left = new AbortController()
    const query = vi.spyOn(service.db, 'query')
    const answer = service.fetch(
      new Request(`http://localhost/api/v4${searchPath('name=3')}`, {
        headers: { authorization: `Bearer ${token}` },
        signal: left.signal,
      }),
    )
    left.abort()
    expect(await (await answer).json()).toMatchObject({ code: -1, msg: 'The client has left' })
    expect(query.mock.calls.length).toBeLessThan(20)
  })

  test('of a visitor waits for others of the same address, and is refused when too many wait', async () => {
    const service = await openFull()
    const { seed, owner } = service
    const id = seed.addShare(seed.addFolder(owner, ['F']))
    const search = async (address: string, as?: string) => {
      const uri = encodeURIComponent(`svc://${id}@share?name=1199`)
      const token = as && (await seed.mintToken(as)).access_token
      const answer = await service.fetch(
        new Request(`http://localhost/api/v4/file?uri=${uri}`, {
          headers: token ? { authorization: `Bearer ${token}` } : {},
        }),
        { address },
      )
      return answer.status
    }
    const statuses = await Promise.all(Array.from({ length: 8 }, () => search('192.0.2.1')))
    expect(statuses).toEqual([200, 200, 200, 200, 200, 503, 503, 503])
    const network = Array.from({ length: 8 }, (_, at) => search(`2001:db8::${at + 1}`))
    expect((await Promise.all(network)).filter((status) => status === 503)).toHaveLength(3)
    const others = Array.from({ length: 8 }, (_, at) => search(`192.0.2.${at + 2}`))
    expect(new Set(await Promise.all(others))).toEqual(new Set([200]))
    const signedIn = Array.from({ length: 8 }, () => search('192.0.2.1', owner))
    expect(new Set(await Promise.all(signedIn))).toEqual(new Set([200]))
  })
})

describe('Security 7 an archive', () => {
  test('is one of at most four in progress for a sign-in, until its connection is closed', async () => {
    const service = await openTestService()
    service.seed.addFile(service.owner, ['F', 'a'], { contents: new Uint8Array(2) })
    const url = await archiveUrl(service)
    const get = (init: RequestInit = {}) => {
      let close: () => void = () => undefined
      const closed = new Promise<void>((resolve) => (close = resolve))
      const answer = service.fetch(new Request(url, init), { closed })
      return { answer, close }
    }
    const statusesOf = async (requests: { answer: Promise<Response> }[]) =>
      (await Promise.all(requests.map(({ answer }) => answer))).map(({ status }) => status)
    const requests = Array.from({ length: 6 }, () => get())
    expect(await statusesOf(requests)).toEqual([200, 200, 200, 200, 503, 503])
    for (const { close } of requests.slice(0, 2)) close()
    expect(await statusesOf([get(), get({ method: 'HEAD' }), get()])).toEqual([200, 200, 503])
  })

  test('tells thousands of names apart that differ in case alone, each at once', async () => {
    const service = await openTestService()
    const { seed, owner, db } = service
    const letters = 'abcdefghijk'
    db.transaction(() => {
      for (let bits = 0; bits < 2 ** letters.length; bits++) {
        const name = letters
          .split('')
          .map((letter, at) => ((bits >> at) % 2 === 0 ? letter : letter.toUpperCase()))
        seed.addFile(owner, ['F', name.join('')], { contents: new Uint8Array(1) })
      }
    })
    const url = await archiveUrl(service)
    const normalize = vi.spyOn(String.prototype, 'normalize')
    const answer = await service.fetch(new Request(url))
    const calls = normalize.mock.calls.length
    normalize.mockRestore()
    expect(answer.status).toBe(200)
    expect(calls).toBeLessThan(20 * 2 ** letters.length)
  })

  test('is as long as its writer says, also beyond four gigabytes', async () => {
    const size = fc.oneof(fc.nat(1_000), fc.integer({ min: 2 ** 32 - 3, max: 2 ** 32 + 3 }))
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 9 })
      .map((text) => `x${text.replaceAll('/', '_')}`)
    const entry = fc.record({ name, size: fc.option(size) })
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 12 }), async (all) => {
        const entries = all.map((one) => ({
          name: one.size === null ? `${one.name}/` : one.name,
          content: one.size === null ? null : { id: '', size: one.size },
        }))
        const wanted = predictLength(
          entries.map(({ name: path, content }) =>
            content ? { name: path, size: content.size } : { name: path },
          ),
        )
        expect(BigInt(await archiveLength(entries, () => Promise.resolve()))).toBe(wanted)
      }),
    )
  })
})
