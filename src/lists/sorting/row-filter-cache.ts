import { growArray } from '#src/lib/grow-array.ts'

/** Rows by row index; `stamps` has another number whenever the row of a row index changes, and 0 for an empty row index. */
type ListOrder<Row> = {
  at: (rowIndex: number) => Row | undefined
  readonly stamps: Uint32Array
}

/** Remembers which rows of a long list match a filter: each row is tested once, however often rows come and leave. */
export class RowFilterCache<Row> {
  readonly #matches: (row: Row) => boolean
  /** By row index, twice the stamp of the row that was tested, plus one if it matches. */
  #results = new Uint32Array(1024)

  /** `wider` is the cache of a filter that everything matches which `matches` accepts: its other rows are not tested. */
  constructor(matches: (row: Row) => boolean, wider?: RowFilterCache<Row>) {
    this.#matches = matches
    if (wider) this.#results = wider.#results.map((result) => (result & 1 ? 0 : result))
  }

  /**
   * The row indexes of `order` whose row matches, in that order; undefined when more than `maxTests` rows have to be tested.
   * The next call does not test again what this one has tested.
   */
  filter(order: Uint32Array, rows: ListOrder<Row>, maxTests: number): Uint32Array | undefined {
    const { stamps } = rows
    if (this.#results.length < stamps.length)
      this.#results = growArray(this.#results, stamps.length)
    const results = this.#results
    let testsLeft = maxTests
    // Rows are read in the order of row indexes, in which they lie in memory: in another order most of the time is
    // spent waiting for memory.
    for (let rowIndex = 0; rowIndex < stamps.length; rowIndex++) {
      const doubled = (stamps[rowIndex] as number) * 2
      if (doubled === 0 || ((results[rowIndex] as number) & ~1) === doubled) continue
      if (testsLeft-- === 0) return undefined
      const row = rows.at(rowIndex)
      results[rowIndex] = doubled + Number(row !== undefined && this.#matches(row))
    }
    const matching = new Uint32Array(order.length)
    let length = 0
    for (const rowIndex of order) {
      if (stamps[rowIndex] && (results[rowIndex] as number) & 1) matching[length++] = rowIndex
    }
    return matching.subarray(0, length)
  }
}
