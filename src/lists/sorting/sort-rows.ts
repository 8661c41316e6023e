import { createYielder } from '#src/lib/concurrency/yield-to-main.ts'

/** Up to so many changed rows are merged into a sorted list at once. */
const maxMerged = 2_000

/** Row indexes that were in order at write number `writes` of their list, perhaps with others behind them. */
type Sorted = { readonly rowIndexes: Uint32Array; readonly writes: number }
type ListOrder = {
  readonly order: Uint32Array
  readonly stamps: Uint32Array
  readonly writes: number
}

/**
 * What has become of sorted row indexes by rows that were added or replaced since. A few rows are put into their places
 * at once. When there are many, new ones are appended and `writes` stays, since the list has to be sorted again.
 */
export function mergeOrAppendChangedRows<S extends Sorted>(
  sorted: S,
  { order, stamps, writes }: ListOrder,
  compare: (a: number, b: number) => number,
): S {
  if (sorted.writes === writes) return sorted
  const changed = order.filter((rowIndex) => (stamps[rowIndex] as number) > sorted.writes)
  return changed.length > maxMerged
    ? { ...sorted, rowIndexes: withNewRowIndexes(sorted.rowIndexes, changed, stamps.length) }
    : { ...sorted, writes, rowIndexes: merge(sorted, changed.sort(compare), stamps, compare) }
}

function merge(
  { rowIndexes, writes }: Sorted,
  changed: Uint32Array,
  stamps: Uint32Array,
  compare: (a: number, b: number) => number,
): Uint32Array {
  // Loops are faster than filters with functions, and this runs with every change of a long list.
  const others = new Uint32Array(rowIndexes.length)
  let otherCount = 0
  for (const rowIndex of rowIndexes) {
    const stamp = stamps[rowIndex] as number
    // Removed rows have the stamp 0.
    if (stamp > 0 && stamp <= writes) others[otherCount++] = rowIndex
  }
  const merged = new Uint32Array(changed.length + otherCount)
  let from = 0
  for (const [before, rowIndex] of changed.entries()) {
    let to = otherCount
    for (let low = from; low < to;) {
      const middle = (low + to) >> 1
      if (compare(others[middle] as number, rowIndex) < 0) low = middle + 1
      else to = middle
    }
    merged.set(others.subarray(from, to), from + before)
    merged[to + before] = rowIndex
    from = to
  }
  merged.set(others.subarray(from, otherCount), from + changed.length)
  return merged
}

/** Appends the row indexes that are not among the sorted ones. */
function withNewRowIndexes(
  sorted: Uint32Array,
  changed: Uint32Array,
  maxRowIndex: number,
): Uint32Array {
  const isSorted = new Uint8Array(maxRowIndex)
  for (const rowIndex of sorted) isSorted[rowIndex] = 1
  const added = changed.filter((rowIndex) => isSorted[rowIndex] === 0)
  const all = new Uint32Array(sorted.length + added.length)
  all.set(sorted)
  all.set(added, sorted.length)
  return all
}

/** Row indexes sorted in place at once, before such runs are merged. */
const runLength = 512

/**
 * A stable merge sort that yields to the main thread between slices of a few ms. Resolves to a sorted copy of `order`,
 * or to undefined when aborted.
 */
export async function sortRowIndexes(
  order: Uint32Array,
  compare: (a: number, b: number) => number,
  signal: AbortSignal,
): Promise<Uint32Array | undefined> {
  let from = order.slice()
  let into = new Uint32Array(order.length)
  const { isDue, yieldToMain } = createYielder()
  for (let start = 0; start < from.length; start += runLength) {
    from.subarray(start, start + runLength).sort(compare)
    if (isDue()) {
      await yieldToMain()
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
        if ((at & 255) === 0 && isDue()) {
          await yieldToMain()
          if (signal.aborted) return undefined
        }
      }
    }
    ;[from, into] = [into, from]
  }
  return from
}
