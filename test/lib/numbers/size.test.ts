import { expect, it } from 'vitest'
import { formatBytes } from '#src/lib/numbers/size.ts'

it.each([
  [0, '0 B'],
  [640, '640 B'],
  [999, '999 B'],
  [1000, '1 kB'],
  [1023, '1 kB'],
  [1024, '1 kB'],
  [48.2 * 1024, '48 kB'],
  [999.4 * 1024, '999 kB'],
  [999.6 * 1024, '1 MB'],
  [1023.6 * 1024, '1 MB'],
  [3.42 * 1024 ** 2, '3.4 MB'],
  [9.96 * 1024 ** 2, '10 MB'],
  [212.3 * 1024 ** 2, '212 MB'],
  [1010 * 1024 ** 2, '1 GB'],
  [1.2 * 1024 ** 3, '1.2 GB'],
  [27.9 * 1024 ** 3, '27.9 GB'],
  // The account of 100 GiB that the public server gives by default.
  [107_374_182_400, '100 GB'],
  [1.2 * 2 ** 60, '1.2 EB'],
  [-1, '—'],
  [Number.NaN, '—'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes, 'en').replace('\u00a0', ' ')).toBe(text)
})

it('keeps the number and its unit on one line', () => {
  expect(formatBytes(1024, 'zh-CN')).toBe('1\u00a0kB')
})
