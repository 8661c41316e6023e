import { useEffect, useReducer, useSyncExternalStore } from 'react'
import { Sieve, sortSlots } from '#src/lib/arrange.ts'
import type { Listing } from './listing.ts'
import { overList } from './over-list.ts'

/** Up to here a list is sorted at once; beyond, in slices between frames. */
const sortAtOnce = 3_000

export type Arrangement = {
  /** Slots that match, in the order in which they are shown. */
  slots: Uint32Array
  /** Whether a sort of a long list is still going on. */
  isSorting: boolean
}

type Sorted = { by: string; writes: number; slots: Uint32Array }

// Kept with the list: whoever comes back to its page finds it as it was.
const sorts = new WeakMap<object, Sorted>()
const sieves = new WeakMap<object, { filter: string; rows: unknown }>()

/**
 * A listing as a page shows it. `compare` null is the service's own order; `by` and `filter` name what `compare` and
 * `keep` do, so that work is done anew only when they change.
 */
export function useArrangement<Row extends { readonly id: string }>(
  listing: Listing<Row>,
  {
    by,
    compare,
    filter,
    keep,
  }: {
    by: string
    compare: ((a: Row, b: Row) => number) | null
    filter: string
    keep: (row: Row) => boolean
  },
): Arrangement {
  useSyncExternalStore(listing.subscribe, listing.version)
  const [, sortEnded] = useReducer((count: number) => count + 1, 0)
  const isLong = listing.size > sortAtOnce
  const last = sorts.get(listing)
  const current = compare !== null && isLong && last?.by === by ? last : undefined
  // Rows that left leave the others in order.
  const isStale = compare !== null && isLong && current?.writes !== listing.writes

  useEffect(() => {
    if (!compare || !isStale) return undefined
    const stop = new AbortController()
    const { writes } = listing
    const from = listing.order.slice()
    void sortSlots(from, slotComparer(listing, compare), stop.signal).then((slots) => {
      if (!slots || stop.signal.aborted) return
      sorts.set(listing, { by, writes, slots })
      sortEnded()
    })
    return () => stop.abort()
    // While a walk goes on, one sort is let finish before the next begins: hence not the version.
    // eslint-disable-next-line react/exhaustive-deps -- `by` names `compare`
  }, [listing, by, isStale, current, listing.walk.at])

  const slots = overList(listing, 'arrangement', [by, filter, current?.writes].join('\n'), () => {
    const known = sieves.get(listing)
    const sieve = known?.filter === filter ? known : { filter, rows: new Sieve(keep) }
    sieves.set(listing, sieve)
    return (sieve.rows as Sieve<Row>).through(orderOf(listing, compare, current), listing)
  })
  return { slots, isSorting: isStale }
}

function orderOf<Row extends { readonly id: string }>(
  listing: Listing<Row>,
  compare: ((a: Row, b: Row) => number) | null,
  current: Sorted | undefined,
): Uint32Array {
  if (current) {
    return current.writes === listing.writes ? current.slots : withLater(current.slots, listing)
  }
  const { order } = listing
  return compare && listing.size <= sortAtOnce
    ? order.slice().sort(slotComparer(listing, compare))
    : order
}

function slotComparer<Row extends { readonly id: string }>(
  listing: Listing<Row>,
  compare: (a: Row, b: Row) => number,
) {
  return (a: number, b: number): number => {
    const [left, right] = [listing.at(a), listing.at(b)]
    return (left && right ? compare(left, right) : 0) || a - b
  }
}

/** A sort of some moments ago, with the rows that came since behind it. */
function withLater(slots: Uint32Array, listing: Listing<{ readonly id: string }>): Uint32Array {
  const known = new Uint8Array(listing.nextSlot)
  for (const slot of slots) known[slot] = 1
  const later = listing.order.filter((slot) => known[slot] === 0)
  const all = new Uint32Array(slots.length + later.length)
  all.set(slots)
  all.set(later, slots.length)
  return all
}
