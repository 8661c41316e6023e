import { growArray } from './grow-array.ts'

/** Rows that had not been loaded when all were selected: those at row indexes from `since` on. */
export type UnloadedRowsAtSelectAll = {
  readonly since: number
  /** Whether the row at such an index was there already when all were selected. */
  readonly wasThere: (rowIndex: number) => boolean
}

/**
 * Which rows of a list are selected: one bit per row index. "Select all" selects the rows that match now, and of those that
 * are loaded later what was there already, while the same filter applies. Rows hidden by a filter stay selected but do
 * not count, since callers only ask about row indexes that match.
 */
export class Selection {
  #bits = new Uint32Array(32)
  /** Row indexes that have been deselected: `#later` does not take them in. */
  readonly #deselected = new Set<number>()
  #later: (UnloadedRowsAtSelectAll & { filterKey: string }) | undefined
  #version = 0
  #listeners = new Set<() => void>()
  /** Cache of the last query: header, bar and count ask the same. */
  #asked: { rowIndexes: Uint32Array; filterKey: string; selected: Uint32Array } | undefined

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  /** Whether rows cannot be selected; then they have no checkboxes. */
  readonly isReadOnly: boolean = false
  /** Grows with every change. */
  readonly version = (): number => this.#version

  has(rowIndex: number, filterKey: string): boolean {
    const later = this.#later
    return (
      this.#isSet(rowIndex) ||
      (later !== undefined &&
        rowIndex >= later.since &&
        later.filterKey === filterKey &&
        !this.#deselected.has(rowIndex) &&
        later.wasThere(rowIndex))
    )
  }

  count(rowIndexes: Uint32Array, filterKey: string): number {
    return this.among(rowIndexes, filterKey).length
  }

  /** The selected ones of these row indexes, in their order. Returns the same array until something changes. */
  among(rowIndexes: Uint32Array, filterKey: string): Uint32Array {
    let asked = this.#asked
    if (asked?.rowIndexes !== rowIndexes || asked.filterKey !== filterKey)
      this.#asked = asked = { rowIndexes, filterKey, selected: this.#among(rowIndexes, filterKey) }
    return asked.selected
  }

  #among(rowIndexes: Uint32Array, filterKey: string): Uint32Array {
    const selected = new Uint32Array(rowIndexes.length)
    let length = 0
    for (const rowIndex of rowIndexes)
      if (this.has(rowIndex, filterKey)) selected[length++] = rowIndex
    return selected.subarray(0, length)
  }

  /** Whether rows that have not been loaded yet are selected too. */
  isOpenEnded(filterKey: string): boolean {
    return this.#later?.filterKey === filterKey
  }

  toggle(rowIndex: number, filterKey: string): void {
    this.#write(rowIndex, !this.has(rowIndex, filterKey), filterKey)
    this.#changed()
  }

  /** Selects exactly these row indexes. */
  replace(rowIndexes: Uint32Array): void {
    this.#reset()
    for (const rowIndex of rowIndexes) this.#flip(rowIndex)
    this.#changed()
  }

  /** Adds these row indexes to the selection, or removes them. */
  set(rowIndexes: Uint32Array, selected: boolean, filterKey: string): void {
    for (const rowIndex of rowIndexes) this.#write(rowIndex, selected, filterKey)
    this.#changed()
  }

  /** Selects all rows that match `filterKey` now: these row indexes, and what of `later` was there already. */
  selectAll(
    rowIndexes: Uint32Array,
    filterKey: string,
    later: UnloadedRowsAtSelectAll | undefined,
  ): void {
    this.#reset()
    for (const rowIndex of rowIndexes) this.#flip(rowIndex)
    this.#later = later && { ...later, filterKey }
    this.#changed()
  }

  clear(): void {
    this.#reset()
    this.#changed()
  }

  #write(rowIndex: number, selected: boolean, filterKey: string): void {
    if (this.has(rowIndex, filterKey) === selected) return
    if (this.#isSet(rowIndex) !== selected) this.#flip(rowIndex)
    if (!selected) this.#deselected.add(rowIndex)
  }

  #isSet(rowIndex: number): boolean {
    return (((this.#bits[rowIndex >>> 5] ?? 0) >>> (rowIndex & 31)) & 1) === 1
  }

  #flip(rowIndex: number): void {
    const word = rowIndex >>> 5
    if (word >= this.#bits.length) this.#bits = growArray(this.#bits, word + 1)
    this.#bits[word] = (this.#bits[word] ?? 0) ^ (1 << (rowIndex & 31))
  }

  #reset(): void {
    this.#bits.fill(0)
    this.#deselected.clear()
    this.#later = undefined
  }

  #changed(): void {
    this.#version++
    this.#asked = undefined
    for (const listener of this.#listeners) listener()
  }
}

/** What the rows of a grid need of a selection. */
export type GridSelection = Pick<
  Selection,
  | 'subscribe'
  | 'version'
  | 'isReadOnly'
  | 'has'
  | 'count'
  | 'among'
  | 'toggle'
  | 'replace'
  | 'set'
  | 'selectAll'
  | 'clear'
>
