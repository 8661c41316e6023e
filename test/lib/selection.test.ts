import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Selection } from '#src/lib/selection.ts'

const filters = ['', 'a', 'b'] as const
const rowCount = 90

const rowIndexes = fc.uniqueArray(fc.nat(rowCount - 1), { maxLength: 40 })
const filter = fc.constantFrom(...filters)
const step = fc.oneof(
  fc.record({ do: fc.constant('toggle' as const), rowIndex: fc.nat(rowCount - 1), filter }),
  fc.record({ do: fc.constant('replace' as const), rowIndexes }),
  fc.record({ do: fc.constant('set' as const), rowIndexes, selected: fc.boolean(), filter }),
  fc.record({ do: fc.constant('selectAll' as const), rowIndexes, filter, next: fc.nat(rowCount) }),
  fc.record({ do: fc.constant('clear' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** Of the rows that are loaded later every third came after all were selected. */
const wasThere = (rowIndex: number) => rowIndex % 3 !== 0

/** What is selected through each filter, row index by row index: "select all" fills the later ones of its own filter only. */
class Model {
  readonly selected = new Map<string, Set<number>>(filters.map((name) => [name, new Set()]))
  later: { filter: string; since: number } | undefined

  #replace(wanted: readonly number[]): void {
    for (const set of this.selected.values()) {
      set.clear()
      for (const rowIndex of wanted) set.add(rowIndex)
    }
    this.later = undefined
  }

  has(rowIndex: number, name: string): boolean {
    return this.selected.get(name)?.has(rowIndex) ?? false
  }

  #write(rowIndex: number, wanted: boolean, name: string): void {
    if (this.has(rowIndex, name) === wanted) return
    for (const set of this.selected.values()) {
      if (wanted) set.add(rowIndex)
      else set.delete(rowIndex)
    }
  }

  apply(one: Step): void {
    switch (one.do) {
      case 'toggle':
        this.#write(one.rowIndex, !this.has(one.rowIndex, one.filter), one.filter)
        break
      case 'replace':
        this.#replace(one.rowIndexes)
        break
      case 'set':
        for (const rowIndex of one.rowIndexes) this.#write(rowIndex, one.selected, one.filter)
        break
      case 'selectAll': {
        const known = one.rowIndexes.filter((rowIndex) => rowIndex < one.next)
        this.#replace(known)
        for (let rowIndex = one.next; rowIndex < rowCount; rowIndex++)
          if (wasThere(rowIndex)) this.selected.get(one.filter)?.add(rowIndex)
        break
      }
      case 'clear':
        this.#replace([])
    }
  }
}

function apply(selection: Selection, one: Step): void {
  switch (one.do) {
    case 'toggle':
      selection.toggle(one.rowIndex, one.filter)
      break
    case 'replace':
      selection.replace(Uint32Array.from(one.rowIndexes))
      break
    case 'set':
      selection.set(Uint32Array.from(one.rowIndexes), one.selected, one.filter)
      break
    case 'selectAll':
      // The row indexes that match now are known ones: none lies behind the next.
      selection.selectAll(
        Uint32Array.from(one.rowIndexes.filter((rowIndex) => rowIndex < one.next)),
        one.filter,
        { since: one.next, wasThere },
      )
      break
    case 'clear':
      selection.clear()
  }
}

const all = Uint32Array.from({ length: rowCount }, (_, rowIndex) => rowIndex)

describe('a selection', () => {
  it('agrees with a plain set after any steps, seen through any filter', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), rowIndexes, (steps, some) => {
        const [selection, model] = [new Selection(), new Model()]
        for (const one of steps) {
          const before = selection.version()
          apply(selection, one)
          model.apply(one)
          expect(selection.version()).toBeGreaterThan(before)
          for (const name of filters) {
            const expected = [...all].filter((rowIndex) => model.has(rowIndex, name))
            expect([...selection.among(all, name)]).toEqual(expected)
            const seen = Uint32Array.from(some)
            const among = some.filter((rowIndex) => model.has(rowIndex, name))
            expect(selection.count(seen, name)).toBe(among.length)
            expect([...selection.among(seen, name)]).toEqual(among)
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  it('takes in what was there and is loaded after all were selected, and lets single ones out again', () => {
    const selection = new Selection()
    selection.selectAll(Uint32Array.of(0, 2), 'a', {
      since: 3,
      wasThere: (rowIndex) => rowIndex !== 6,
    })
    expect([...selection.among(Uint32Array.of(0, 1, 2, 3, 4, 6), 'a')]).toEqual([0, 2, 3, 4])
    selection.toggle(4, 'a')
    expect(selection.has(4, 'a')).toBe(false)
    expect(selection.has(5_000, 'a')).toBe(true)
    expect(selection.has(5_000, 'b')).toBe(false)
    selection.toggle(6, 'a')
    expect(selection.has(6, 'a')).toBe(true)
    expect(selection.isOpenEnded('a')).toBe(true)
  })

  it('does not take in through another filter what was let out again', () => {
    const selection = new Selection()
    selection.selectAll(Uint32Array.of(0), '', { since: 1, wasThere: () => true })
    selection.toggle(4, '')
    expect(selection.has(4, 'a')).toBe(false)
    selection.toggle(5, 'a')
    expect(selection.has(5, 'a')).toBe(true)
    expect(selection.has(5, '')).toBe(true)
  })

  it('takes in nothing that comes later when all are loaded', () => {
    const selection = new Selection()
    selection.selectAll(Uint32Array.of(0, 2), 'a', undefined)
    expect([...selection.among(Uint32Array.of(0, 1, 2, 3, 4), 'a')]).toEqual([0, 2])
    expect(selection.isOpenEnded('a')).toBe(false)
  })

  it('never counts what a filter hides', () => {
    const selection = new Selection()
    selection.replace(Uint32Array.of(1, 2, 3))
    expect(selection.count(Uint32Array.of(2), '')).toBe(1)
    expect(selection.count(Uint32Array.of(7), '')).toBe(0)
    expect(selection.count(Uint32Array.of(1, 2, 3), '')).toBe(3)
  })

  it('tells its readers of every change until they leave', () => {
    const selection = new Selection()
    let told = 0
    const leave = selection.subscribe(() => told++)
    selection.toggle(1, '')
    selection.clear()
    leave()
    selection.toggle(1, '')
    expect(told).toBe(2)
  })
})

it('G10 what is asked again is answered from before, until something changes', () => {
  const selection = new Selection()
  const rowIndexes = Uint32Array.of(0, 1, 2, 3)
  selection.set(Uint32Array.of(1, 2), true, 'a')
  const selected = selection.among(rowIndexes, 'a')
  expect(selection.among(rowIndexes, 'a')).toBe(selected)
  selection.toggle(3, 'a')
  expect([...selection.among(rowIndexes, 'a')]).toEqual([1, 2, 3])
  expect([...selection.among(Uint32Array.of(0, 2), 'a')]).toEqual([2])
  expect([...selection.among(rowIndexes, 'a')]).toEqual([1, 2, 3])
  selection.selectAll(rowIndexes, 'a', { since: 4, wasThere: () => true })
  expect(selection.count(Uint32Array.of(5), 'a')).toBe(1)
  expect(selection.count(Uint32Array.of(5), 'b')).toBe(0)
})
