import fc from 'fast-check'
import { parse, safeParse } from 'valibot'
import { describe, expect, test } from 'vitest'
import { FileListPage } from '#src/contract/file.ts'
import { ShareListPage } from '#src/contract/share.ts'
import { byName, isObject, lost, readings } from '../exchanges.ts'
import { type Path, change, changed, place } from './fixtures.ts'

const runs = { numRuns: 60 }

describe('whatever changes in an answer, reading it gives a value or a clean refusal', () => {
  test.each(byName(readings))('%s', (_, { schema, data }) => {
    fc.assert(
      fc.property(fc.array(fc.tuple(place(data), change), { maxLength: 4 }), (changes) => {
        let mutated = data
        for (const [path, what] of changes) {
          if (reaches(mutated, path)) mutated = changed(mutated, path, what)
        }
        const result = safeParse(schema, mutated)
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
  const key = schema === ShareListPage ? 'shares' : schema === FileListPage ? 'files' : null
  const rows = key && isObject(data) ? data[key] : null
  return key && Array.isArray(rows) && rows.length > 0 ? [{ name, schema, data, key, rows }] : []
})

describe('a row that cannot be read costs no other row and none of its own readable fields', () => {
  test('there were lists to try', () => {
    expect(lists.length).toBeGreaterThan(10)
  })

  test.each(byName(lists))('%s', (_, { schema, data, key, rows }) => {
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
    expect(parse(ShareListPage, data).shares).toEqual([])
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
    expect(safeParse(ShareListPage, data).success).toBe(false)
    const files = isObject(data) && 'shares' in data ? { ...data, files: data['shares'] } : data
    expect(safeParse(FileListPage, files).success).toBe(false)
  })
})
