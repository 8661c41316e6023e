import { growArray } from '#src/lib/grow-array.ts'

/** Rows by slot and by id. A row keeps its slot for as long as it is in the list; a slot is never reused. */
export class RowSlots<Row extends { readonly id: string }> {
  readonly #rows: (Row | undefined)[] = []
  readonly #slotOf = new Map<string, number>()
  #stamps = new Uint32Array(128)
  #order = new Uint32Array(128)
  #size = 0
  #writes = 0

  get size(): number {
    return this.#size
  }
  /** One more than the highest slot in use. */
  get nextSlot(): number {
    return this.#rows.length
  }
  /** The number of writes that added or replaced rows. */
  get writes(): number {
    return this.#writes
  }
  /** By slot, the number of the write that its row came with; 0 for an empty slot. */
  get stamps(): Uint32Array {
    return this.#stamps
  }
  /** A view of the slots in list order. Valid until rows are added or removed. */
  get order(): Uint32Array {
    return this.#order.subarray(0, this.#size)
  }
  at(slot: number): Row | undefined {
    return this.#rows[slot]
  }
  slotOf(id: string): number | undefined {
    return this.#slotOf.get(id)
  }

  /** Replaces rows with a known id in place and appends the others. */
  put(rows: readonly Row[]): void {
    if (rows.length > 0) this.#writes++
    for (const row of rows) {
      const slot = this.#slotOf.get(row.id) ?? this.#append(row.id)
      this.#rows[slot] = row
      this.#stamps[slot] = this.#writes
    }
  }

  removeWhere(isRemoved: (row: Row) => boolean): void {
    const order = new Uint32Array(Math.max(this.#order.length, 128))
    let size = 0
    for (const slot of this.order) {
      const row = this.#rows[slot]
      if (row && !isRemoved(row)) order[size++] = slot
      else if (row) {
        this.#rows[slot] = undefined
        this.#stamps[slot] = 0
        this.#slotOf.delete(row.id)
      }
    }
    this.#order = order
    this.#size = size
  }

  /** Keeps only the rows with these ids, in the order of the set. */
  keepInOrder(ids: ReadonlySet<string>): void {
    this.removeWhere(({ id }) => !ids.has(id))
    let at = 0
    for (const id of ids) {
      const slot = this.#slotOf.get(id)
      if (slot !== undefined) this.#order[at++] = slot
    }
  }

  #append(id: string): number {
    const slot = this.#rows.push(undefined) - 1
    this.#slotOf.set(id, slot)
    if (slot === this.#stamps.length) this.#stamps = growArray(this.#stamps)
    if (this.#size === this.#order.length) this.#order = growArray(this.#order)
    this.#order[this.#size++] = slot
    return slot
  }
}
