import fc from 'fast-check'
import { parse, safeParse } from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  ApiError,
  BatchError,
  ResponseEnvelope,
  LockConflictError,
  toApiError,
} from '#src/contract/errors.ts'
import { Share } from '#src/contract/share.ts'
import { ViewSetting } from '#src/contract/views/view.ts'
import { exchanges, isObject } from '../exchanges.ts'
import { strange, change, changed, place } from './fixtures.ts'

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

  test('rule 9.7 the lock of a 40073 without readable data has no conflicts', () => {
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
    let envelope: ResponseEnvelope = { code: 40073, msg: '' }
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
          const read = safeParse(ResponseEnvelope, changed(answer, path, what))
          if (read.success) expect(toApiError(read.output)).toBeInstanceOf(ApiError)
          else expect(path.length).toBeLessThan(2)
        },
      ),
      { numRuns: 1_000 },
    )
  })
})
