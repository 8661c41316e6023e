import { growArray } from './grow-array.ts'

/** Rows that had not been loaded when all were selected: those in slots from `since` on. */
export type LaterRows = {
  readonly since: number
  /** Whether the row in such a slot was there already when all were selected. */
  readonly wasThere: (slot: number) => boolean
}

/**
 * Which rows of a list are selected: one bit per slot. "Select all" selects the rows that match now, and of those that
 * are loaded later what was there already, while the same filter applies. Rows hidden by a filter stay selected but do
 * not count, since callers only ask about slots that match.
 */
export class Selection {
  #bits = new Uint32Array(32)
  #later: (LaterRows & { filter: string }) | undefined
  #version = 0
  #listeners = new Set<() => void>()
  /** Cache of the last query: header, bar and count ask the same. */
  #asked: { slots: Uint32Array; filter: string; picked: Uint32Array } | undefined

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  /** Whether rows cannot be selected: then there is nothing to select them with. */
  readonly isReadOnly: boolean = false
  /** Grows with every change. */
  readonly version = (): number => this.#version

  /** Whether the row in `slot` is selected under `filter`. */
  has(slot: number, filter: string): boolean {
    const isFlipped = (((this.#bits[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 1
    const later = this.#later
    // For what was loaded after "select all" the bit is inverted: set means deselected.
    return later && slot >= later.since && later.filter === filter && later.wasThere(slot)
      ? !isFlipped
      : isFlipped
  }

  /** How many of these slots are selected. */
  count(slots: Uint32Array, filter: string): number {
    return this.among(slots, filter).length
  }

  /** The selected ones of these slots, in their order. Returns the same array until something changes. */
  among(slots: Uint32Array, filter: string): Uint32Array {
    let asked = this.#asked
    if (asked?.slots !== slots || asked.filter !== filter)
      this.#asked = asked = { slots, filter, picked: this.#among(slots, filter) }
    return asked.picked
  }

  #among(slots: Uint32Array, filter: string): Uint32Array {
    const picked = new Uint32Array(slots.length)
    let length = 0
    for (const slot of slots) if (this.has(slot, filter)) picked[length++] = slot
    return picked.subarray(0, length)
  }

  /** Whether rows that have not been loaded yet are selected too. */
  isOpenEnded(filter: string): boolean {
    return this.#later?.filter === filter
  }

  toggle(slot: number, filter: string): void {
    this.#write(slot, !this.has(slot, filter), filter)
    this.#changed()
  }

  /** Selects exactly these slots. */
  replace(slots: Uint32Array): void {
    this.#reset()
    for (const slot of slots) this.#flip(slot)
    this.#changed()
  }

  /** Adds these slots to the selection, or removes them. */
  set(slots: Uint32Array, picked: boolean, filter: string): void {
    for (const slot of slots) this.#write(slot, picked, filter)
    this.#changed()
  }

  /** Selects all rows that match `filter` now: these slots, and what of `later` was there already. */
  selectAll(slots: Uint32Array, filter: string, later: LaterRows | undefined): void {
    this.#reset()
    for (const slot of slots) this.#flip(slot)
    this.#later = later && { ...later, filter }
    this.#changed()
  }

  clear(): void {
    this.#reset()
    this.#changed()
  }

  #write(slot: number, picked: boolean, filter: string): void {
    if (this.has(slot, filter) !== picked) this.#flip(slot)
  }

  #flip(slot: number): void {
    const word = slot >>> 5
    if (word >= this.#bits.length) this.#bits = growArray(this.#bits, word + 1)
    this.#bits[word] = (this.#bits[word] ?? 0) ^ (1 << (slot & 31))
  }

  #reset(): void {
    this.#bits.fill(0)
    this.#later = undefined
  }

  #changed(): void {
    this.#version++
    this.#asked = undefined
    for (const listener of this.#listeners) listener()
  }
}
