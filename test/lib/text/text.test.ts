import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areBytesEqual, decodeUtf8, encodeUtf8 } from '#src/lib/text/text-encoding.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

/** Saves `change(text)` over `original`, and gives the file as text. */
function edited(original: string, change: (text: string) => string): string {
  const read = decodeUtf8(bytes(original))
  if (!read) throw new Error('no text')
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    encodeUtf8(change(read.text), read.shape),
  )
}

test('a text that is saved untouched is the same file, byte by byte', () => {
  const piece = fc.constantFrom('a', 'é', '空', '\n', '\r\n', '\r', '\ufeff', ' ', '😀')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const original = pieces.join('')
      expect(edited(original, (text) => text)).toBe(original)
    }),
  )
})

test('what is typed comes back as it was typed, whatever the file was before', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n') })
  fc.assert(
    fc.property(text, text, (original, typed) => {
      expect(edited(original, () => typed)).toBe(typed)
    }),
  )
})

test('new lines end like the others, and the mark at the beginning stays', () => {
  expect(edited('\ufeffa\r\nb\r\n', (text) => text.replace('b', 'b\nc'))).toBe(
    '\ufeffa\r\nb\r\nc\r\n',
  )
  expect(edited('a\rb', (text) => `${text}\nc`)).toBe('a\rb\rc')
  expect(edited('a', (text) => `${text}\nb`)).toBe('a\nb')
})

test('in a file of mixed line ends only what was edited changes', () => {
  expect(edited('1\r\n2\n3\r\n4\n5', (text) => text.replace('3', 'x\ny'))).toBe(
    '1\r\n2\nx\r\ny\r\n4\n5',
  )
  expect(edited('1\r\n2\n3\r\n', (text) => text.replace('2\n', ''))).toBe('1\r\n3\r\n')
})

test('a file with a NUL, or that is not UTF-8, is no text', () => {
  expect(decodeUtf8(bytes('a\0b'))).toBeNull()
  expect(decodeUtf8(new Uint8Array([0xff, 0xfe, 0x61, 0]))).toBeNull()
  expect(decodeUtf8(new Uint8Array())?.text).toBe('')
})

test('contents are the same only byte by byte', () => {
  expect(areBytesEqual(bytes('ab'), bytes('ab'))).toBe(true)
  expect(areBytesEqual(bytes('ab'), bytes('ac'))).toBe(false)
  expect(areBytesEqual(bytes('ab'), bytes('abc'))).toBe(false)
})
