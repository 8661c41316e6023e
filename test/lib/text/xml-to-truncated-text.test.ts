import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { truncateText } from '#src/lib/text/truncate-text.ts'
import { xmlToTruncatedText } from '#src/lib/text/xml-to-truncated-text.ts'

describe('the owner text of a WebDAV lock', () => {
  it.each([
    ['<D:href>mailto:lin@x</D:href>', 'lin@x'],
    ['<a:href xmlns:a="DAV:">Lin on laptop</a:href>', 'Lin on laptop'],
    ['  plain \n text ', 'plain text'],
    ['Tom &amp; &lt;b&gt; &#x4E2D;&#20013;', 'Tom & <b> 中中'],
    ['<![CDATA[Mei & <Co>]]>', 'Mei & <Co>'],
    ['<!-- hi --> there', 'there'],
    ['<D:a>one</D:a><D:b>two</D:b>', 'one two'],
    ['<script>alert(1)</script>', 'alert(1)'],
    ['broken <b', 'broken'],
    ['&unknown; &#0; &#x110000;', '&unknown;'],
    ['', ''],
  ])('%j reads %j', (xml, text) => {
    expect(xmlToTruncatedText(xml)).toBe(text)
  })

  it('is cut, also when it is a megabyte', () => {
    expect(xmlToTruncatedText('x'.repeat(1_000_000))).toHaveLength(80)
    expect(xmlToTruncatedText(`${'<a>'.repeat(400_000)}late`)).toBe('')
  })

  it('never throws and is never longer than asked', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 5, max: 90 }), (xml, most) => {
        const text = xmlToTruncatedText(xml, most)
        expect([...new Intl.Segmenter().segment(text)].length).toBeLessThanOrEqual(most)
      }),
    )
  })
})

describe('a text that is too long', () => {
  it('loses its end and keeps the ending that it is given', () => {
    expect(truncateText('report for the whole year.pdf', 12, '….pdf')).toBe('report ….pdf')
    expect(truncateText('short.pdf', 12, '….pdf')).toBe('short.pdf')
  })
  it('is cut between letters, not inside of one', () => {
    expect(truncateText('👩‍👩‍👧‍👧👩‍👩‍👧‍👧👩‍👩‍👧‍👧', 2)).toBe('👩‍👩‍👧‍👧…')
  })
})
