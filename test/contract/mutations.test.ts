import fc from 'fast-check'
import { parse, safeParse } from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  ApiError,
  BatchError,
  Envelope,
  LockConflictError,
  toApiError,
} from '#src/contract/errors.ts'
import { FileList } from '#src/contract/file.ts'
import { Share, ShareList } from '#src/contract/share.ts'
import { ViewSetting } from '#src/contract/view.ts'
import { exchanges, isObject, lost, readings } from './exchanges.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Path = (string | number)[]

function nested(depth: number): Json {
  let value: Json = []
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { data: value }
  return value
}

const strange = fc.oneof(
  fc.constantFrom<Json[]>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    2 ** 53 + 2,
    -(2 ** 60),
    1e308,
    Infinity,
    '',
    ' ',
    [],
    {},
    '0001-01-01T00:00:00Z',
    '2026-01-02T03:04:05.123456789+08:00',
    'javascript:alert(1)',
    '\ud800',
    '\u202Efdp.exe',
    '<img src=x onerror=alert(1)>',
    '\u0000',
    'x'.repeat(10_240),
    [null],
    [[]],
    [{}],
    { id: null },
    { length: 3 },
    nested(2_000),
    JSON.parse('{"__proto__": {"id": "polluted"}, "constructor": 1}') as Json,
  ),
  fc.jsonValue({ depthSize: 'small' }) as fc.Arbitrary<Json>,
)

/** What happens at one place of an answer. */
type Change = { kind: 'drop' } | { kind: 'put'; value: Json } | { kind: 'add'; value: Json }
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constant<Change>({ kind: 'drop' }),
  fc.record({ kind: fc.constant('put' as const), value: strange }),
  fc.record({ kind: fc.constant('add' as const), value: strange }),
)

function paths(value: unknown, at: Path = []): Path[] {
  const inner = Array.isArray(value)
    ? value.flatMap((item, index) => paths(item, [...at, index]))
    : isObject(value)
      ? Object.entries(value).flatMap(([key, item]) => paths(item, [...at, key]))
      : []
  return [at, ...inner]
}

function changed(value: unknown, path: Path, what: Change): unknown {
  const [key, ...rest] = path
  if (key === undefined) {
    if (what.kind === 'put') return what.value
    return what.kind === 'add' && isObject(value) ? { ...value, added_later: what.value } : value
  }
  const copy: Record<string | number, unknown> = Array.isArray(value)
    ? (value.slice() as unknown as Record<number, unknown>)
    : { ...(value as object) }
  if (rest.length === 0 && what.kind === 'drop') {
    if (Array.isArray(copy)) copy.splice(Number(key), 1)
    else delete copy[key]
  } else copy[key] = changed(copy[key], rest, what)
  return copy
}

/** A recorded answer and one place in it. */
function place(data: unknown): fc.Arbitrary<Path> {
  return fc.constantFrom(...paths(data))
}

const runs = { numRuns: 60 }

describe('whatever changes in an answer, reading it gives a value or a clean refusal', () => {
  test.each(readings)('$name', ({ schema, data }) => {
    fc.assert(
      fc.property(fc.array(fc.tuple(place(data), change), { maxLength: 4 }), (changes) => {
        let mutated = data
        for (const [path, what] of changes) {
          if (reaches(mutated, path)) mutated = changed(mutated, path, what)
        }
        const result = safeParse(schema, mutated)
        expect(typeof result.success).toBe('boolean')
        if (result.success) expect(isObject(result.output)).toBe(true)
      }),
      runs,
    )
  })
})

function reaches(value: unknown, path: Path): boolean {
  let at = value
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !(key in at)) return false
    at = (at as Record<string | number, unknown>)[key]
  }
  return true
}

const lists = readings.flatMap(({ name, schema, data }) => {
  const key = schema === ShareList ? 'shares' : schema === FileList ? 'files' : null
  const rows = key && isObject(data) ? data[key] : null
  return key && Array.isArray(rows) && rows.length > 0 ? [{ name, schema, data, key, rows }] : []
})

describe('a row that is rubbish costs no other row and none of its own readable fields', () => {
  test('there were lists to try', () => {
    expect(lists.length).toBeGreaterThan(10)
  })

  test.each(lists)('$name', ({ schema, data, key, rows }) => {
    const good = parse(schema, data) as Record<string, unknown[]>
    fc.assert(
      fc.property(
        fc.nat(rows.length - 1).chain((row) => fc.tuple(fc.constant(row), place(rows[row]))),
        change,
        ([row, path], what) => {
          const mutated = changed(data, [key, row, ...path], what) as Record<string, unknown[]>
          const read = (parse(schema, mutated) as Record<string, unknown[]>)[key] ?? []
          const others = (good[key] ?? []).filter((_, index) => index !== row)
          const kept = read.length > others.length
          expect(read.filter((_, index) => !kept || index !== row)).toEqual(others)
          const wrecked = mutated[key]?.[row]
          const readable = isObject(wrecked) && typeof wrecked['id'] === 'string' && !!wrecked['id']
          if (what.kind !== 'drop' || path.length > 0) expect(kept).toBe(readable)
          if (!kept || path[0] === undefined) return
          for (const field of Object.keys(isObject(wrecked) ? wrecked : {})) {
            if (field === path[0] || !isObject(wrecked) || !isObject(read[row])) continue
            expect(lost(wrecked[field], read[row][field], field)).toEqual([])
          }
        },
      ),
      runs,
    )
  })
})

describe('a page that cannot be trusted is refused instead of looking empty or finished', () => {
  const page = { page: 0, page_size: 50, is_cursor: true, next_token: 'next' }

  test.each([
    { shares: null, pagination: page },
    { shares: [], pagination: null },
    { shares: [] },
    { pagination: page },
    { shares: [], pagination: { ...page, next_token: null, page: 'x' } },
  ])('%j has no shares', (data) => {
    expect(parse(ShareList, data).shares).toEqual([])
  })

  test.each([
    undefined,
    null,
    'x',
    0,
    [],
    {},
    { shares: 'x' },
    { shares: {} },
    { shares: 0 },
    { shares: [], pagination: [] },
    { shares: [], pagination: 'x' },
    { shares: [], pagination: { ...page, next_token: 5 } },
    { pagination: null },
  ])('%j is refused', (data) => {
    expect(safeParse(ShareList, data).success).toBe(false)
    const files = isObject(data) && 'shares' in data ? { ...data, files: data['shares'] } : data
    expect(safeParse(FileList, files).success).toBe(false)
  })
})

describe('what older and other services leave out', () => {
  const least = { id: 's1' }

  test('a share with nothing but its id is a row with neutral values', () => {
    expect(parse(Share, least)).toStrictEqual({
      id: 's1',
      name: '',
      visited: 0,
      expired: false,
      unlocked: false,
      source_type: -1,
      created_at: '',
      url: '',
    })
  })

  test.each(['owner', 'permission_setting'])('a share without %s is still a row', (field) => {
    for (const value of [undefined, null, 'x', 0]) {
      const share = parse(Share, { ...least, [field]: value })
      expect(share).toMatchObject(least)
      expect(share[field as 'owner']).toBeUndefined()
    }
  })

  test('a kind of source that is not known keeps its number', () => {
    expect(parse(Share, { ...least, source_type: 7 }).source_type).toBe(7)
    expect(parse(Share, { ...least, source_type: Infinity }).source_type).toBe(-1)
  })

  test('a view whose columns are no list has no columns of its own', () => {
    for (const columns of [undefined, null, 'x', {}]) {
      expect(parse(ViewSetting, { page_size: 50, columns }).columns).toBeUndefined()
    }
    const columns = [null, { type: 'x' }, { type: 3, width: null }]
    expect(parse(ViewSetting, { columns }).columns).toEqual([{ type: 3, width: null }])
  })

  test('what a view says beyond what is known is still there when it is saved', () => {
    const view = {
      page_size: 50,
      view: 'kanban',
      lanes: 4,
      columns: [{ type: 99, width: 80, pinned: true, props: { metadata_key: 'a:b', unit: 'mm' } }],
    }
    expect(parse(ViewSetting, view)).toEqual(view)
  })
})

describe('an error stays an error, whatever it holds', () => {
  const anything = fc.oneof(strange, fc.constant(undefined))

  test('the lock of a 40073 without readable data has no conflicts', () => {
    for (const data of [undefined, null, {}, 'x', 5, [null, 'x', 5]]) {
      const error = toApiError({ code: 40073, msg: '', data })
      expect(error instanceof LockConflictError && error.conflicts).toEqual([])
    }
  })

  test('a conflict without path, token, owner or type is still a conflict', () => {
    const partial = [{}, { token: 't', owner: null }, { path: 5, type: 'x', owner: 'me' }]
    const error = toApiError({ code: 40073, msg: '', data: partial })
    expect(error instanceof LockConflictError && error.conflicts).toEqual([
      { type: -1 },
      { token: 't', type: -1 },
      { type: -1 },
    ])
  })

  test('an item of a batch whose failure cannot be read has still failed', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.oneof(fc.webUrl(), fc.constant('__proto__')), anything),
        (failures) => {
          const error = toApiError({ code: 40081, msg: '', aggregated_error: failures })
          expect(error).toBeInstanceOf(BatchError)
          if (!(error instanceof BatchError)) return
          expect([...error.failures.keys()]).toEqual(Object.keys(failures))
          for (const failure of error.failures.values()) expect(failure).toBeInstanceOf(ApiError)
        },
      ),
    )
  })

  test.each([undefined, null, [], 'x', [{ code: 404 }]])(
    'a batch that failed with %j names no item',
    (aggregated_error) => {
      const error = toApiError({ code: 40081, msg: '', aggregated_error })
      expect(error instanceof BatchError && error.failures.size).toBe(0)
    },
  )

  test('batches nested without end come to an end', () => {
    let envelope: Envelope = { code: 40073, msg: '' }
    for (let depth = 0; depth < 5_000; depth++) {
      envelope = { code: 40081, msg: '', aggregated_error: { 'svc://my/a': envelope } }
    }
    let error: ApiError | undefined = toApiError(envelope)
    let depth = 0
    while (error instanceof BatchError) {
      error = error.failures.get('svc://my/a')
      depth++
    }
    expect(depth).toBe(8)
    expect(error?.code).toBe(40081)
  })

  test('recorded refusals become errors also when they are changed', () => {
    const refusals = exchanges.filter(({ answer }) => isObject(answer) && answer['code'] !== 0)
    fc.assert(
      fc.property(
        fc
          .constantFrom(...refusals)
          .chain(({ answer }) => fc.tuple(fc.constant(answer), place(answer), change)),
        ([answer, path, what]) => {
          const read = safeParse(Envelope, changed(answer, path, what))
          if (read.success) expect(toApiError(read.output)).toBeInstanceOf(ApiError)
          else expect(path.length).toBeLessThan(2)
        },
      ),
      { numRuns: 1_000 },
    )
  })
})
