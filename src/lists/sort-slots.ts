import { createYielder } from '#src/lib/yield-to-main.ts'

/** Slots sorted in place at once, before such runs are merged. */
const runLength = 512

/**
 * A stable merge sort that yields to the main thread between slices of a few ms. Resolves to a sorted copy of `order`,
 * or to undefined when aborted.
 */
export async function sortSlots(
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
