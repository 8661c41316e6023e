import { inSlices } from './breathe.ts'

/** The slots of `order` that `keep` accepts, in that order. */
function filterSlots(order: Uint32Array, keep: (slot: number) => boolean): Uint32Array {
  const kept = new Uint32Array(order.length)
  let length = 0
  for (const slot of order) if (keep(slot)) kept[length++] = slot
  return kept.subarray(0, length)
}

/** What a filter says of the rows of a long list: each row is asked about once, however often rows come and leave. */
export class Sieve<Row> {
  readonly #keep: (row: Row) => boolean
  readonly #rows: (Row | undefined)[] = []
  readonly #isKept: boolean[] = []

  constructor(keep: (row: Row) => boolean) {
    this.#keep = keep
  }

  /** The slots of `order` with a row that is kept, in that order. */
  through(
    order: Uint32Array,
    { at, nextSlot }: { at: (slot: number) => Row | undefined; nextSlot: number },
  ): Uint32Array {
    // One after another: an array that grows in leaps is a slow one.
    while (this.#rows.length < nextSlot) {
      this.#rows.push(undefined)
      this.#isKept.push(false)
    }
    return filterSlots(order, (slot) => {
      const row = at(slot)
      if (row !== undefined && this.#rows[slot] !== row) {
        this.#rows[slot] = row
        this.#isKept[slot] = this.#keep(row)
      }
      return row !== undefined && this.#isKept[slot] === true
    })
  }
}

const runLength = 512
/**
 * Sorts without ever holding the thread for longer than a slice: short runs sorted in place, then merged. Stable.
 * Resolves to undefined when aborted.
 */
export async function sortSlots(
  order: Uint32Array,
  compare: (a: number, b: number) => number,
  signal: AbortSignal,
): Promise<Uint32Array | undefined> {
  let from = order.slice()
  let into = new Uint32Array(order.length)
  const { isLate, breathe } = inSlices()
  for (let start = 0; start < from.length; start += runLength) {
    from.subarray(start, start + runLength).sort(compare)
    if (isLate()) {
      await breathe()
      if (signal.aborted) return undefined
    }
  }
  for (let width = runLength; width < from.length; width *= 2) {
    for (let start = 0; start < from.length; start += width * 2) {
      const middle = Math.min(start + width, from.length)
      const end = Math.min(start + width * 2, from.length)
      let left = start
      let right = middle
      for (let at = start; at < end; at++) {
        const takesLeft =
          right >= end ||
          (left < middle && compare(from[left] as number, from[right] as number) <= 0)
        into[at] = from[takesLeft ? left++ : right++] as number
        if ((at & 255) === 0 && isLate()) {
          await breathe()
          if (signal.aborted) return undefined
        }
      }
    }
    ;[from, into] = [into, from]
  }
  return from
}
