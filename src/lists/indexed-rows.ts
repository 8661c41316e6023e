import { growArray } from '#src/lib/grow-array.ts'

export type ReappearedRowRule<Row> = {
  /**
   * Whether a row whose id is known has left the list and come back since: it gets another row index, so that what was
   * selected before is not selected any more.
   */
  isAnother?(known: Row, row: Row): boolean
}

/** Rows by row index and by id. A row keeps its row index for as long as it is in the list; a row index is never reused. */
export class IndexedRows<Row extends { readonly id: string }> {
  readonly #rows: (Row | undefined)[] = []
  readonly #rowIndexOfId = new Map<string, number>()
  #stamps = new Uint32Array(128)
  #order = new Uint32Array(128)
  #size = 0
  #writes = 0
  readonly #hidden = new Set<string>()
  readonly #rules: ReappearedRowRule<Row>
  /** The order without the hidden rows; undefined while it has to be computed. */
  #shown: Uint32Array | undefined

  constructor(rules: ReappearedRowRule<Row> = {}) {
    this.#rules = rules
  }

  /** Rows that are not hidden. */
  get size(): number {
    return this.order.length
  }
  /** One more than the highest row index in use. */
  get nextRowIndex(): number {
    return this.#rows.length
  }
  /** The number of writes that added or replaced rows. */
  get writes(): number {
    return this.#writes
  }
  /** By row index, the number of the write that its row came with; 0 for an empty row index. */
  get stamps(): Uint32Array {
    return this.#stamps
  }
  /** A view of the row indexes in list order, without hidden rows. Valid until rows are added, removed or hidden. */
  get order(): Uint32Array {
    return this.#hidden.size === 0
      ? this.#all
      : (this.#shown ??= this.#all.filter((rowIndex) => this.#stamps[rowIndex]))
  }
  get #all(): Uint32Array {
    return this.#order.subarray(0, this.#size)
  }
  at(rowIndex: number): Row | undefined {
    return this.#rows[rowIndex]
  }
  rowIndexOfId(id: string): number | undefined {
    return this.#hidden.has(id) ? undefined : this.#rowIndexOfId.get(id)
  }

  /** Leaves rows with these ids out of everything but `at`, also those that arrive later, or shows them again in their places. */
  setHidden(ids: Iterable<string>, isHidden: boolean): void {
    let stamp = 0
    for (const id of ids) {
      if (isHidden) this.#hidden.add(id)
      else this.#hidden.delete(id)
      const rowIndex = this.#rowIndexOfId.get(id)
      if (rowIndex === undefined) continue
      if (!isHidden) stamp ||= ++this.#writes
      this.#stamps[rowIndex] = stamp
    }
    this.#shown = undefined
  }

  /** Replaces rows with a known id in place and appends the others. */
  put(rows: readonly Row[]): void {
    if (rows.length > 0) this.#writes++
    const away = new Set<Row>()
    for (const row of rows) {
      const known = this.#rows[this.#rowIndexOfId.get(row.id) ?? -1]
      if (known && this.#rules.isAnother?.(known, row)) away.add(known)
    }
    if (away.size > 0) this.removeWhere((row) => away.has(row))
    for (const row of rows) {
      const rowIndex = this.#rowIndexOfId.get(row.id) ?? this.#append(row.id)
      this.#rows[rowIndex] = row
      this.#stamps[rowIndex] = this.#hidden.has(row.id) ? 0 : this.#writes
    }
    this.#shown = undefined
  }

  removeWhere(isRemoved: (row: Row) => boolean): void {
    const order = new Uint32Array(Math.max(this.#order.length, 128))
    let size = 0
    for (const rowIndex of this.#all) {
      const row = this.#rows[rowIndex]
      if (row && !isRemoved(row)) order[size++] = rowIndex
      else if (row) {
        this.#rows[rowIndex] = undefined
        this.#stamps[rowIndex] = 0
        this.#rowIndexOfId.delete(row.id)
      }
    }
    this.#order = order
    this.#size = size
    this.#shown = undefined
  }

  /** Keeps only the rows with these ids, in the order of the set. */
  keepInOrder(ids: ReadonlySet<string>): void {
    this.removeWhere(({ id }) => !ids.has(id))
    let at = 0
    for (const id of ids) {
      const rowIndex = this.#rowIndexOfId.get(id)
      if (rowIndex !== undefined) this.#order[at++] = rowIndex
    }
    this.#shown = undefined
  }

  #append(id: string): number {
    const rowIndex = this.#rows.push(undefined) - 1
    this.#rowIndexOfId.set(id, rowIndex)
    if (rowIndex === this.#stamps.length) this.#stamps = growArray(this.#stamps)
    if (this.#size === this.#order.length) this.#order = growArray(this.#order)
    this.#order[this.#size++] = rowIndex
    return rowIndex
  }
}
