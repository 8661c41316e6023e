import { expect, it } from 'vitest'
import { formatBytes } from '#src/lib/numbers/size.ts'

it.each([
  [0, '0 B'],
  [640, '640 B'],
  [999, '999 B'],
  [1000, '1 kB'],
  [48_200, '48 kB'],
  [999_600, '1 MB'],
  [3_420_000, '3.4 MB'],
  [9_960_000, '10 MB'],
  [212_300_000, '212 MB'],
  [1_200_000_000, '1.2 GB'],
  [27_900_000_000, '27.9 GB'],
  [93_100_000_000, '93.1 GB'],
  [2 ** 60, '1.2 EB'],
  [-1, '—'],
  [Number.NaN, '—'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes, 'en').replace('\u00a0', ' ')).toBe(text)
})

it('keeps the number and its unit on one line', () => {
  expect(formatBytes(1000, 'zh-CN')).toBe('1\u00a0kB')
})
