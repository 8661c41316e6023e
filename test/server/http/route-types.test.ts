import { expect, expectTypeOf, test } from 'vitest'
import { Capacity } from '#src/contract/accounts/user.ts'
import { File, FileListPage } from '#src/contract/file.ts'
import { NoData } from '#src/contract/schema.ts'
import { routeWithoutEnvelope, route } from '#src/server/http/route.ts'
import type { Route } from '#src/server/http/route.ts'
import type { Wire } from '#src/server/http/wire.ts'

// What is expected here is checked by `tsc -b`: an error that does not come is an error.

test('a handler compiles only when its answer has the shape that the client reads', () => {
  const routes: Route[] = [
    ['GET', '/right', route(Capacity, () => ({ total: 2, used: 1 }))],
    ['GET', '/later', route(Capacity, () => Promise.resolve({ total: 2, used: 1 }))],
    // @ts-expect-error: `used` is missing.
    ['GET', '/missing', route(Capacity, () => ({ total: 2 }))],
    // @ts-expect-error: `used` is a number.
    ['GET', '/mistyped', route(Capacity, () => Promise.resolve({ total: 2, used: '1' }))],
    // @ts-expect-error: an answer without data has none.
    ['GET', '/data', route(NoData, () => Promise.resolve('done'))],
    // @ts-expect-error: what is not an answer needs a schema.
    ['GET', '/raw', routeWithoutEnvelope(() => ({ total: 2, used: 1 }))],
    // @ts-expect-error: a handler without a schema.
    ['GET', '/untyped', () => ({ total: 2, used: 1 })],
  ]
  expect(routes).toHaveLength(7)
})

test('lists and maps have typed entries on the wire, and may be null where the client reads that', () => {
  type Files = NonNullable<Wire<typeof FileListPage>['files']>
  expectTypeOf<Files[number]['size']>().toEqualTypeOf<number>()
  expectTypeOf<Wire<typeof File>['metadata']>().toEqualTypeOf<Readonly<
    Record<string, string>
  > | null>()
  expectTypeOf<Extract<Wire<typeof FileListPage>['files'], null>>().toEqualTypeOf<null>()
})
