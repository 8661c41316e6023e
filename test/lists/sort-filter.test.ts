import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RowFilterCache } from '#src/lists/sorting/row-filter-cache.ts'
import { sortRowIndexes, mergeOrAppendChangedRows } from '#src/lists/sorting/sort-rows.ts'

const never = new AbortController().signal
const count = 6_000

/** Row indexes in any order, with few values, so that stability shows. */
const shuffled = fc.infiniteStream(fc.nat(7)).chain((values) =>
  fc.integer({ min: 0, max: count }).map((length) => {
    const value = Uint8Array.from({ length }, () => values.next().value as number)
    const order = Uint32Array.from({ length }, (_, index) => (index * 7_919) % Math.max(length, 1))
    return { value, order: Uint32Array.from(new Set(order)) }
  }),
)

describe('sorting slots', () => {
  it('gives what a stable sort gives', async () => {
    await fc.assert(
      fc.asyncProperty(shuffled, async ({ value, order }) => {
        const compare = (a: number, b: number) => (value[a] ?? 0) - (value[b] ?? 0)
        const before = [...order]
        const sorted = await sortRowIndexes(order, compare, never)
        expect([...(sorted ?? [])]).toEqual(before.toSorted(compare))
        expect([...order]).toEqual(before)
      }),
      { numRuns: 40 },
    )
  })

  /** As if each comparison took its time: then the thread must be given back again and again. */
  const slowly = (compared: () => void) => (a: number, b: number) => {
    compared()
    const until = performance.now() + 0.02
    while (performance.now() < until);
    return a - b
  }
  const backwards = Uint32Array.from({ length: 1_500 }, (_, rowIndex) => 1_499 - rowIndex)

  it('lets others run in between', async () => {
    let [others, isDone] = [0, false]
    const other = () => {
      others++
      if (!isDone) setTimeout(other, 0)
    }
    setTimeout(other, 0)
    const sorted = await sortRowIndexes(
      backwards,
      slowly(() => {}),
      never,
    )
    isDone = true
    expect(sorted?.[0]).toBe(0)
    expect(others).toBeGreaterThan(2)
  })

  it('stops when nobody wants it any more', async () => {
    const stop = new AbortController()
    let compared = 0
    setTimeout(() => stop.abort(), 0)
    const sorted = await sortRowIndexes(
      backwards,
      slowly(() => compared++),
      stop.signal,
    )
    expect(sorted).toBeUndefined()
    expect(compared).toBeLessThan(6_000)
  })
})

describe('putting changed rows into a sorted list', () => {
  type Look = { rowIndex: number; value: number | undefined }[]
  const looks = fc.array(
    fc.array(fc.record({ rowIndex: fc.nat(60), value: fc.option(fc.nat(9), { nil: undefined }) })),
  )

  it('gives what sorting it again gives, whatever came, changed or left since', () => {
    fc.assert(
      fc.property(looks, (all: Look[]) => {
        const values: (number | undefined)[] = []
        const stamps = new Uint32Array(61)
        let writes = 0
        const compare = (a: number, b: number) => (values[a] ?? 0) - (values[b] ?? 0) || a - b
        let sorted: Parameters<typeof mergeOrAppendChangedRows>[0] = {
          rowIndexes: new Uint32Array(),
          writes,
        }
        for (const look of all) {
          for (const { rowIndex, value } of look) {
            values[rowIndex] = value
            stamps[rowIndex] = value === undefined ? 0 : ++writes
          }
          const order = Uint32Array.from(stamps.keys()).filter((rowIndex) => stamps[rowIndex])
          sorted = mergeOrAppendChangedRows(sorted, { order, stamps, writes }, compare)
          // Rows that have left since the last write may still be among them.
          const there = [...sorted.rowIndexes].filter((rowIndex) => stamps[rowIndex])
          expect(there).toEqual([...order].toSorted(compare))
          expect(sorted.writes).toBe(writes)
        }
      }),
    )
  })

  it('leaves it to a sort in slices when very many have changed, and has the new ones at the end', () => {
    const order = Uint32Array.from({ length: 10_000 }, (_, rowIndex) => rowIndex)
    const stamps = new Uint32Array(10_000).fill(2).fill(1, 0, 100)
    const sorted = { rowIndexes: order.slice(0, 5_000).reverse(), writes: 1 }
    const updated = mergeOrAppendChangedRows(sorted, { order, stamps, writes: 2 }, (a, b) => a - b)
    expect(updated.writes).toBe(1)
    expect([...updated.rowIndexes]).toEqual([...sorted.rowIndexes, ...order.slice(5_000)])
  })
})

describe('filtering slots', () => {
  type Row = { readonly value: number }
  /** What happens between two looks at a list: a row comes, is replaced, or leaves. */
  const changes = fc.array(
    fc.record({ rowIndex: fc.nat(60), value: fc.option(fc.nat(9), { nil: undefined }) }),
  )

  /** So many rows are tested by one call. */
  const limits = fc.integer({ min: 1, max: 100 })

  it('finds those that pass, in order, whatever came, changed or left since, some at a time', () => {
    fc.assert(
      fc.property(fc.array(changes), fc.func(fc.boolean()), limits, (looks, passes, maxTests) => {
        const rows: (Row | undefined)[] = []
        const stamps = new Uint32Array(61)
        let writes = 0
        let tests = 0
        const cache = new RowFilterCache<Row>(({ value }) => {
          tests++
          return passes(value)
        })
        for (const look of looks) {
          for (const { rowIndex, value } of look) {
            while (rows.length <= rowIndex) rows.push(undefined)
            rows[rowIndex] = value === undefined ? undefined : { value }
            stamps[rowIndex] = value === undefined ? 0 : ++writes
          }
          const order = Uint32Array.from(rows.keys()).reverse()
          let kept: Uint32Array | undefined
          while (!kept) {
            tests = 0
            kept = cache.filter(order, { at: (rowIndex) => rows[rowIndex], stamps }, maxTests)
            expect(tests).toBeLessThanOrEqual(maxTests)
          }
          const wanted = [...order].filter((rowIndex) => {
            const row = rows[rowIndex]
            return row !== undefined && passes(row.value)
          })
          expect([...kept]).toEqual(wanted)
        }
      }),
    )
  })

  it('asks once about each row', () => {
    const rows: Row[] = [{ value: 1 }, { value: 2 }]
    const asked: number[] = []
    const cache = new RowFilterCache<Row>(({ value }) => asked.push(value) > 0)
    const look = (...stamps: number[]) =>
      cache.filter(
        Uint32Array.from(rows.keys()),
        { at: (rowIndex) => rows[rowIndex], stamps: Uint32Array.from(stamps) },
        rows.length,
      )
    look(1, 1)
    rows.push({ value: 3 })
    look(1, 1, 2)
    rows[0] = { value: 4 }
    look(3, 1, 2)
    expect(asked).toEqual([1, 2, 3, 4])
  })
  it('asks a narrower filter only about what the wider one found, and about rows that changed since', () => {
    const rows: Row[] = [{ value: 1 }, { value: 2 }, { value: 3 }]
    const look = (cache: RowFilterCache<Row>, ...stamps: number[]) =>
      Array.from(
        cache.filter(
          Uint32Array.from(rows.keys()),
          { at: (rowIndex) => rows[rowIndex], stamps: Uint32Array.from(stamps) },
          rows.length,
        ) ?? [],
      )
    const wider = new RowFilterCache<Row>(({ value }) => value > 1)
    expect(look(wider, 1, 1, 1)).toEqual([1, 2])
    const asked: number[] = []
    const narrower = new RowFilterCache<Row>(({ value }) => {
      asked.push(value)
      return value > 2
    }, wider)
    expect(look(narrower, 1, 1, 1)).toEqual([2])
    expect(asked).toEqual([2, 3])
    rows[0] = { value: 4 }
    expect(look(narrower, 2, 1, 1)).toEqual([0, 2])
    expect(asked).toEqual([2, 3, 4])
  })
})
