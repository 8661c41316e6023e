import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffTextLines } from '#src/lib/text/line-diff.ts'

describe('two texts side by side', () => {
  it('shows what differs, with the lines around it, and counts the rest', () => {
    const before = Array.from({ length: 12 }, (_, at) => `line ${at + 1}`)
    const after = before.with(6, 'another')
    expect(diffTextLines(before.join('\n'), after.join('\n'))).toEqual([
      { kind: 'skipped', count: 3 },
      ...[4, 5, 6].map((at) => ({
        kind: 'same',
        before: { at, text: `line ${at}` },
        after: { at, text: `line ${at}` },
      })),
      { kind: 'changed', before: { at: 7, text: 'line 7' }, after: { at: 7, text: 'another' } },
      ...[8, 9, 10].map((at) => ({
        kind: 'same',
        before: { at, text: `line ${at}` },
        after: { at, text: `line ${at}` },
      })),
      { kind: 'skipped', count: 2 },
    ])
  })

  it('marks no last line that differs only in the line break behind it', () => {
    const same = { at: 1, text: 'last' }
    expect(diffTextLines('last', 'last\nadded')).toEqual([
      { kind: 'same', before: same, after: same },
      { kind: 'changed', after: { at: 2, text: 'added' } },
    ])
    expect(diffTextLines('last\nremoved', 'last')).toEqual([
      { kind: 'same', before: same, after: same },
      { kind: 'changed', before: { at: 2, text: 'removed' } },
    ])
  })

  it('has every line of both sides once, in order, whatever the texts are', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', '', 'c d'), { minLength: 1, maxLength: 12 })
      .map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const rows = diffTextLines(before, after)
        for (const [side, whole] of [
          ['before', before],
          ['after', after],
        ] as const) {
          const lines = whole.endsWith('\n') || whole === '' ? whole.slice(0, -1) : whole
          const all = whole === '' ? [] : lines.split('\n')
          let at = 0
          for (const row of rows) {
            if (row.kind === 'skipped') at += row.count
            else if (row[side]) expect(row[side]).toEqual({ at: at + 1, text: all[at++] })
          }
          expect(at).toBe(all.length)
        }
      }),
    )
  })
})
