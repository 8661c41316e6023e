import { inSlices } from './breathe.ts'
import { grow } from './grow.ts'

/** Rows by slot; `stamps` has another number whenever the row of a slot does, and 0 where there is none. */
type Slots<Row> = {
  at: (slot: number) => Row | undefined
  readonly stamps: Uint32Array
}

/** What a filter says of the rows of a long list: each row is asked about once, however often rows come and leave. */
export class Sieve<Row> {
  readonly #keep: (row: Row) => boolean
  /** By slot, twice the stamp of the row that was asked about; one more when it is kept. */
  #found = new Uint32Array(1024)

  constructor(keep: (row: Row) => boolean) {
    this.#keep = keep
  }

  /** The slots of `order` with a row that is kept, in that order. */
  through(order: Uint32Array, rows: Slots<Row>): Uint32Array {
    const { stamps } = rows
    if (this.#found.length < stamps.length) this.#found = grow(this.#found, stamps.length)
    const [keep, found] = [this.#keep, this.#found]
    const kept = new Uint32Array(order.length)
    let length = 0
    for (const slot of order) {
      const asked = (stamps[slot] as number) * 2
      if (asked === 0) continue
      if (((found[slot] as number) & ~1) !== asked) {
        const row = rows.at(slot)
        found[slot] = asked + Number(row !== undefined && keep(row))
      }
      if ((found[slot] as number) & 1) kept[length++] = slot
    }
    return kept.subarray(0, length)
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
