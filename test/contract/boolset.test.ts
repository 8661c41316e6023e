import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeBoolset, SharePermission } from '#src/contract/flags/boolset.ts'
import { Capability, hasFlag } from '#src/contract/flags/capability.ts'
import { encodeBoolset } from '#src/contract/flags/encode-boolset.ts'

const table: [flags: number[], text: string][] = [
  [[], ''],
  [[0], 'AQ=='],
  [[0, 1], 'Aw=='],
  [[0, 2], 'BQ=='],
  [[0, 1, 2, 3], 'Dw=='],
  [[1, 7], 'gg=='],
  [[2, 7, 11], 'hAg='],
  [[17], 'AAAC'],
  [[9, 14, 15, 17, 19], 'AMIK'],
]

describe('the boolsets of the public server', () => {
  test.each(table)('%j is written as %j and read back', (flags, text) => {
    expect(encodeBoolset(flags)).toBe(text)
    expect(decodeBoolset(text)).toEqual(new Set(flags))
  })

  test('the capabilities of the own files and of the trash tell what can be done there', () => {
    const can = (text: string) =>
      Object.entries(Capability).flatMap(([name, flag]) => (hasFlag(text, flag) ? [name] : []))
    const inTrash = ['listChildren', 'deletePermanently', 'lock', 'restore', 'info']
    const everything = Object.keys(Capability)
    expect(can('w8edAQ==')).toEqual(everything.filter((name) => name !== 'restore'))
    expect(can('AMIK')).toEqual(inTrash)
  })
})

test('trailing zero bytes make no difference', () => {
  expect(decodeBoolset('AQAAAAAA')).toEqual(decodeBoolset('AQ=='))
})

test('what was written is read back, in any order and with repeats', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(300)), (flags) => {
      const text = encodeBoolset(flags)
      expect(decodeBoolset(text)).toEqual(new Set(flags))
      expect(encodeBoolset(decodeBoolset(text) ?? [])).toBe(text)
      for (let flag = 0; flag <= 308; flag++) {
        expect(hasFlag(text, flag)).toBe(flags.includes(flag))
      }
    }),
  )
})

test('every padded base64 text is read, everything else is null and holds nothing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.base64String(), fc.string(), fc.string({ unit: 'binary' })), (text) => {
      const read = decodeBoolset(text)
      const isBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)
      expect(read !== null).toBe(isBase64)
      if (!read) expect(hasFlag(text, 0)).toBe(false)
    }),
  )
})

test.each([null, undefined, '', 'AQ', 'A===', '====', 'AQ==\n', '!!!!'])(
  'no permission is read from %j',
  (text) => {
    for (const flag of Object.values(SharePermission)) expect(hasFlag(text, flag)).toBe(false)
  },
)
