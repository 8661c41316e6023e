import fc from 'fast-check'
import { isObject } from '../exchanges.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type Path = (string | number)[]

function nested(depth: number): Json {
  let value: Json = []
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { data: value }
  return value
}

export const strange = fc.oneof(
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

/** What is changed at one place of an answer. */
type Change = { kind: 'drop' } | { kind: 'put'; value: Json } | { kind: 'add'; value: Json }
export const change: fc.Arbitrary<Change> = fc.oneof(
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

export function changed(value: unknown, path: Path, what: Change): unknown {
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
export function place(data: unknown): fc.Arbitrary<Path> {
  return fc.constantFrom(...paths(data))
}
