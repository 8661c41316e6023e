import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { Sieve, sortSlots } from '#src/lib/arrange.ts'
import type { Listing } from './listing.ts'

/** Up to here a list is sorted at once; beyond, in slices between frames. */
const sortAtOnce = 3_000

export type Arrangement = {
  /** Slots that match, in the order in which they are shown. */
  slots: Uint32Array
  /** Whether a sort of a long list is still going on. */
  isSorting: boolean
}

type Sorted = { listing: object; by: string; writes: number; slots: Uint32Array }

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
  const version = useSyncExternalStore(listing.subscribe, listing.version)
  const [sorted, setSorted] = useState<Sorted>()
  const isLong = listing.size > sortAtOnce
  const current = sorted?.listing === listing && sorted.by === by ? sorted : undefined

  const order = useMemo(() => {
    void version
    if (!compare) return listing.order.slice()
    const bySlot = slotComparer(listing, compare)
    if (listing.size <= sortAtOnce) return listing.order.slice().sort(bySlot)
    if (!current) return listing.order.slice()
    return current.writes === listing.writes ? current.slots : withLater(current.slots, listing)
    // eslint-disable-next-line react/exhaustive-deps -- `by` names `compare`
  }, [listing, version, by, isLong, current])

  // Rows that left leave the others in order.
  const isStale = compare !== null && isLong && current?.writes !== listing.writes
  useEffect(() => {
    if (!compare || !isStale) return undefined
    const stop = new AbortController()
    const { writes } = listing
    const from = listing.order.slice()
    void sortSlots(from, slotComparer(listing, compare), stop.signal).then((slots) => {
      if (slots && !stop.signal.aborted) setSorted({ listing, by, writes, slots })
    })
    return () => stop.abort()
    // While a walk goes on, one sort is let finish before the next begins: hence not `version`.
    // eslint-disable-next-line react/exhaustive-deps
  }, [listing, by, isStale, current, listing.walk.at])

  // eslint-disable-next-line react/exhaustive-deps -- `filter` names `keep`
  const sieve = useMemo(() => new Sieve(keep), [listing, filter])
  const slots = useMemo(() => {
    void version
    return sieve.through(order, { at: (slot) => listing.at(slot), nextSlot: listing.nextSlot })
  }, [sieve, listing, version, order])
  return { slots, isSorting: isStale }
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
