import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameProblem } from '#src/lib/names/file-name.ts'

const free = () => false

describe('F2 a name for an item', () => {
  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['.', 'dots'],
    ['..', 'dots'],
    ['a/b', 'characters'],
    ['a\\b', 'characters'],
    ['12:30', 'characters'],
    ['what?', 'characters'],
    ['a'.repeat(256), 'long'],
    ['名'.repeat(86), 'long'],
    ['😀'.repeat(64), 'long'],
    ['taken.txt', 'taken'],
  ])('%j is not one: %s', (name, problem) => {
    expect(nameProblem(name, (other) => other === 'taken.txt')).toBe(problem)
  })

  it.each([
    'a',
    '...',
    '.profile',
    'a'.repeat(255),
    '名'.repeat(85),
    ' a ',
    'Taken.txt',
    'a\u202eb',
  ])('%j is one', (name) => expect(nameProblem(name, (other) => other === 'taken.txt')).toBeNull())

  it('is short enough exactly when its UTF-8 is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), (text) => {
        const name = text.replaceAll(/[\\/:*?"<>|]/g, '') + 'x'
        const isLong = new TextEncoder().encode(name).length > 255
        expect(nameProblem(name, free)).toBe(isLong ? 'long' : null)
      }),
    )
  })
})
