import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ColumnType, type ViewSetting } from '#src/contract/views/view.ts'
import { fittingColumns, gridTracks, resolveColumns } from '#src/features/folder-view/columns.ts'
import { viewFieldsOfOverrides } from '#src/features/folder-view/overrides.ts'
import { resolveView } from '#src/features/folder-view/resolved-view.ts'
import { loadLanguage, messagesOf } from '#src/i18n/catalogues.ts'
import { formatFilesUrl, parseFilesUrl } from '#src/pages/files/url.ts'

const stored: ViewSetting = {
  page_size: 100,
  view: 'list',
  order: 'updated_at',
  order_direction: 'desc',
  thumbnail: true,
  columns: [{ type: 0, width: 300 }, { type: 97, width: 90 }, { type: 2 }],
}

describe('F1 how a folder is shown', () => {
  it('is as its view says', () => {
    expect(resolveView(stored)).toEqual({
      layout: 'list',
      sort: { by: 'modified', direction: 'desc' },
      hasThumbnails: true,
      galleryWidth: 220,
      columns: stored.columns,
    })
  })

  it('takes what lies over it, field by field', () => {
    const shown = resolveView(stored, {
      view: 'gallery',
      gallery_width: 300,
      order: undefined,
    })
    expect(shown).toMatchObject({
      layout: 'gallery',
      galleryWidth: 300,
      sort: { by: 'modified' },
      columns: stored.columns,
    })
    expect(
      resolveView(stored, { order: 'size', order_direction: 'asc', columns: [{ type: 2 }] }),
    ).toMatchObject({
      sort: { by: 'size', direction: 'asc' },
      columns: [{ type: ColumnType.name }, { type: 2 }],
    })
  })

  it('is read by name in a list where the service says nothing', () => {
    for (const view of [null, {}, { view: 'kanban', order: '' }]) {
      expect(resolveView(view)).toMatchObject({
        layout: 'list',
        sort: { by: 'name', direction: 'asc' },
        columns: [{ type: 0 }, { type: 2 }, { type: 1 }],
      })
    }
  })

  it('leaves an order that is not known to the service', () => {
    expect(resolveView({ order: 'rating' }).sort).toBeNull()
  })
})

describe('F1 its columns', () => {
  it('are drawn by what is known, with their widths; what is not known is left out and not lost', async () => {
    await loadLanguage('en')
    const view = resolveView({
      columns: [
        { type: 0 },
        { type: 97, width: 90 },
        { type: 2, width: 140 },
        { type: 3, width: 80, props: { metadata_key: 'exif:iso' } },
        { type: 3, props: {} },
        { type: 3, props: { metadata_key: 'my:key' } },
        { type: 2 },
      ],
    })
    expect(view.columns).toHaveLength(7)
    const drawn = resolveColumns(view.columns, messagesOf('en'))
    expect(drawn.map(({ label, width }) => [label, width])).toEqual([
      ['Name', null],
      ['Size', 140],
      ['ISO', 80],
      ['my:key', 112],
    ])
    const { tracks, least } = gridTracks(drawn)
    expect(tracks).toEqual(['minmax(280px, 1fr)', '140px', '80px', '112px'])
    expect(least).toBe(280 + 140 + 80 + 112)
    // A width that somebody has chosen is drawn, in any window.
    const [name] = drawn
    if (!name) throw new Error('no column')
    expect(gridTracks([{ ...name, width: 320 }])).toEqual({ tracks: ['320px'], least: 320 })
  })
})

describe('F1 columns in a narrow list', () => {
  it('leave the name 280 px, and the one that is sorted by stays', () => {
    const columns = resolveColumns(
      [{ type: 0 }, { type: 2 }, { type: 1 }, { type: 10 }],
      messagesOf('en'),
    )
    const shownIn = (room: number | undefined, sortedBy = 'name') =>
      fittingColumns(columns, room, sortedBy).map(({ label }) => label)
    expect(shownIn(undefined)).toEqual(['Name', 'Size', 'Modified', 'Exposure'])
    expect(shownIn(700)).toEqual(['Name', 'Size', 'Modified', 'Exposure'])
    expect(shownIn(520)).toEqual(['Name', 'Size', 'Modified'])
    expect(shownIn(400)).toEqual(['Name', 'Size'])
    expect(shownIn(300)).toEqual(['Name'])
    expect(shownIn(420, 'modified')).toEqual(['Name', 'Modified'])
    expect(shownIn(300, 'modified')).toEqual(['Name', 'Modified'])
    expect(shownIn(280, 'modified')).toEqual(['Name'])
  })

  it('keep where results are, and the name takes what is left', () => {
    const columns = resolveColumns(
      [{ type: 0 }, { type: 6, width: 120 }, { type: 1 }],
      messagesOf('en'),
    )
    const widthsIn = (room: number, sortedBy = 'name') =>
      fittingColumns(columns, room, sortedBy).map(({ label, width }) => [label, width])
    const path = ['Location', 120]
    expect(widthsIn(284)).toEqual([['Name', 164], path])
    expect(widthsIn(284, 'modified')).toEqual([['Name', 164], path])
    expect(widthsIn(420, 'modified')).toEqual([['Name', 168], path, ['Modified', 132]])
    expect(widthsIn(540)).toEqual([['Name', null], path, ['Modified', 132]])
  })
})

describe('F1 the look in an address', () => {
  const parse = (text: string) => parseFilesUrl(new URLSearchParams(text))

  it('comes back as it was written, whatever a column shows', () => {
    const column = fc.oneof(
      fc.record({ type: fc.integer({ min: 0, max: 99 }).filter((type) => type !== 26) }),
      fc.record({ type: fc.constant(1), width: fc.integer({ min: 1, max: 900 }) }),
      fc.record({
        type: fc.constant(3),
        props: fc.record({ metadata_key: fc.string({ unit: 'grapheme', minLength: 1 }) }),
      }),
      fc.record({
        type: fc.constant(26),
        width: fc.constant(70),
        props: fc.record({ custom_props_id: fc.stringMatching(/^[a-z:,%0-9]+$/) }),
      }),
    )
    fc.assert(
      fc.property(fc.array(column, { minLength: 1, maxLength: 6 }), (columns) => {
        const url = { ...parse('layout=grid&sort=size&dir=asc'), columns }
        expect(parse(formatFilesUrl(url).toString())).toEqual(url)
      }),
    )
  })

  it('is laid over the view in the words of the wire', () => {
    expect(viewFieldsOfOverrides(parse('layout=gallery&sort=modified&cols=0,2:90'))).toEqual({
      view: 'gallery',
      order: 'updated_at',
      order_direction: 'desc',
      columns: [{ type: 0 }, { type: 2, width: 90 }],
    })
    expect(viewFieldsOfOverrides(parse('layout=tree&sort=colour&cols=x,,%&dir=asc'))).toEqual({})
  })
})
