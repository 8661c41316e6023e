import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSameView } from '#src/contract/views/view-rules.ts'
import type { ViewSetting } from '#src/contract/views/view.ts'
import {
  isSamePresetName,
  type Preset,
  parsePresets,
  mergePresets,
  serializePresets,
} from '#src/features/folder-view/presets-json.ts'

/* Requirement V6: named views as a file. */

const view: ViewSetting = {
  page_size: 100,
  order: 'name',
  order_direction: 'asc',
  view: 'list',
  thumbnail: true,
  gallery_width: 220,
  columns: [
    { type: 0, width: 300 },
    { type: 3, props: { metadata_key: 'exif:iso' } },
    { type: 99 },
  ],
}
const file = (change: object = {}) =>
  JSON.stringify({
    ...(JSON.parse(serializePresets([{ name: 'Wide', view }])) as object),
    ...change,
  })

const views = fc.record(
  {
    page_size: fc.integer({ min: 50, max: 2000 }),
    order: fc.constantFrom('name', 'size', 'something new'),
    order_direction: fc.constantFrom('asc', 'desc'),
    view: fc.constantFrom('list', 'grid', 'gallery', 'mosaic'),
    thumbnail: fc.boolean(),
    gallery_width: fc.integer({ min: 50, max: 500 }),
    columns: fc.array(fc.record({ type: fc.integer(), width: fc.integer() }), { maxLength: 5 }),
    later: fc.string(),
  },
  { requiredKeys: ['view'] },
) as fc.Arbitrary<ViewSetting>
const names = fc.string({ minLength: 1, maxLength: 40 }).filter((name) => name.trim() !== '')
const presets = fc
  .uniqueArray(fc.record({ name: names.map((name) => name.trim()), view: views }), {
    maxLength: 12,
    comparator: (one, other) => isSamePresetName(one.name, other.name),
  })
  .map((list): Preset[] => list)

describe('V6 a file of presets', () => {
  it('comes back as it was written, with what is not known here', () => {
    fc.assert(
      fc.property(presets, (list) => {
        expect(parsePresets(serializePresets(list))).toEqual({ presets: list })
      }),
    )
  })

  it('is read or refused whatever is in it, and never throws', () => {
    const near = fc.record(
      {
        what: fc.oneof(fc.constant('latchkey view presets'), fc.jsonValue()),
        version: fc.oneof(fc.constant(1), fc.jsonValue()),
        presets: fc.oneof(
          fc.array(fc.record({ name: fc.jsonValue(), view: fc.jsonValue() })),
          fc.jsonValue(),
        ),
      },
      { requiredKeys: [] },
    )
    const texts = fc.oneof(
      fc.string(),
      fc.json(),
      near.map((data) => JSON.stringify(data)),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const read = parsePresets(text)
        if ('problem' in read) return
        for (const { name, view: its } of read.presets) {
          expect(name.trim()).not.toBe('')
          expect(Array.isArray(its)).toBe(false)
          expect(its.page_size === undefined || Number.isFinite(its.page_size)).toBe(true)
        }
        expect(parsePresets(serializePresets(read.presets))).toEqual(read)
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['no JSON', 'presets'],
    ['cut', file().slice(0, -9)],
    ['nothing', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['another thing', '{"what":"bookmarks","version":1,"presets":[]}'],
    ['presets that are no list', file({ presets: {} })],
    ['one that has no name', file({ presets: [{ name: 'A', view }, { view }] })],
    ['one with an empty name', file({ presets: [{ name: ' ', view }] })],
    ['one whose view is a list', file({ presets: [{ name: 'A', view: [] }] })],
    ['one without a view', file({ presets: [{ name: 'A', view: null }] })],
  ])('is refused as a whole when it is malformed: %s', (_, text) => {
    expect(parsePresets(text)).toEqual({ problem: 'malformed' })
  })

  it.each([[2], [0], ['1'], [null], [undefined]])(
    'is refused as one of another version: %j',
    (version) => {
      expect(parsePresets(file({ version }))).toEqual({ problem: 'version' })
    },
  )

  it('is read however many there are: what a browser has kept is not lost by one more', () => {
    const many = Array.from({ length: 1001 }, (_, at) => ({ name: `Preset ${at}`, view }))
    const read = parsePresets(serializePresets(many))
    expect('presets' in read && read.presets).toHaveLength(1001)
    const long = { ...view, later: 'x'.repeat(2_000_000) }
    const readLong = parsePresets(serializePresets([{ name: 'Long', view: long }]))
    expect('presets' in readLong && readLong.presets).toHaveLength(1)
  })

  it('cannot reach what all objects share', () => {
    const text = `{"what":"latchkey view presets","version":1,"presets":[{"name":"A","view":{"view":"list","__proto__":{"admin":1}}}]}`
    const read = parsePresets(text)
    expect('presets' in read && read.presets).toHaveLength(1)
    expect(JSON.stringify(read)).not.toContain('admin')
    expect({}).not.toHaveProperty('admin')
  })
})

describe('V6 presets beside presets', () => {
  it('loses none of either, and has no name twice', () => {
    fc.assert(
      fc.property(presets, presets, (before, more) => {
        const all = mergePresets(before, more)
        expect(all.slice(0, before.length)).toEqual(before)
        for (const { view: its } of more) {
          expect(all.some((each) => isSameView(each.view, its))).toBe(true)
        }
        const folded = all.map(({ name }) => name.normalize().toLowerCase())
        expect(new Set(folded).size).toBe(folded.length)
      }),
    )
  })

  it('takes the same file in once, however often it is imported', () => {
    fc.assert(
      fc.property(presets, presets, (before, more) => {
        const once = mergePresets(before, more)
        expect(mergePresets(once, more)).toEqual(once)
      }),
    )
  })

  it('gives a second name to what comes under a taken one', () => {
    const grid = { ...view, view: 'grid' }
    const all = mergePresets([{ name: 'Wide', view }], [{ name: 'wide', view: grid }])
    expect(all.map(({ name }) => name)).toEqual(['Wide', 'wide (2)'])
  })
})
