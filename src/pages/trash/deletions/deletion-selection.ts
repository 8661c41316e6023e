import { type LaterRows, Selection } from '#src/lib/selection.ts'

/**
 * The selection of items as the rows of deletions show it: a row is selected when the item that stands for it is, and
 * selecting it selects all items of its deletion.
 */
export class DeletionSelection extends Selection {
  readonly #items: Selection
  readonly #membersOf: (leads: Uint32Array) => Uint32Array

  constructor(items: Selection, membersOf: (leads: Uint32Array) => Uint32Array) {
    super()
    this.#items = items
    this.#membersOf = membersOf
  }

  override readonly subscribe = (listener: () => void): (() => void) =>
    this.#items.subscribe(listener)
  override readonly version = (): number => this.#items.version()

  override has(lead: number, filterKey: string): boolean {
    return this.#items.has(lead, filterKey)
  }
  override count(leads: Uint32Array, filterKey: string): number {
    return this.among(leads, filterKey).length
  }
  override among(leads: Uint32Array, filterKey: string): Uint32Array {
    return leads.filter((lead) => this.has(lead, filterKey))
  }
  override isOpenEnded(filterKey: string): boolean {
    return this.#items.isOpenEnded(filterKey)
  }
  override toggle(lead: number, filterKey: string): void {
    this.set(Uint32Array.of(lead), !this.has(lead, filterKey), filterKey)
  }
  override replace(leads: Uint32Array): void {
    this.#items.replace(this.#membersOf(leads))
  }
  override set(leads: Uint32Array, selected: boolean, filterKey: string): void {
    this.#items.set(this.#membersOf(leads), selected, filterKey)
  }
  override selectAll(leads: Uint32Array, filterKey: string, later: LaterRows | undefined): void {
    this.#items.selectAll(this.#membersOf(leads), filterKey, later)
  }
  override clear(): void {
    this.#items.clear()
  }
}
