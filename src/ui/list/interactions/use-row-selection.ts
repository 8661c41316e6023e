import { useRef } from 'react'
import type { Selection } from '#src/lib/selection.ts'

/** Picks rows as Finder and Explorer do: one alone, one more, or a range from a fixed anchor. */
export function useRowPicking({
  slots,
  selection,
  filter,
  anchorKey,
}: {
  slots: Uint32Array
  selection: Selection
  filter: string
  /** The anchor is reset when this changes. */
  anchorKey: string
}) {
  const anchor = useRef<{ slot: number; key: string } | undefined>(undefined)
  const anchorIndex = (): number =>
    anchor.current?.key === anchorKey ? slots.indexOf(anchor.current.slot) : -1
  const setAnchor = (index: number) => {
    anchor.current = { slot: slots[index] as number, key: anchorKey }
  }
  return {
    /** Picks up to this row: from the anchor, or from `from` without one. */
    pickTo: (index: number, from: number, adds: boolean) => {
      if (anchorIndex() < 0) setAnchor(from)
      const start = anchorIndex()
      const picked = slots.subarray(Math.min(start, index), Math.max(start, index) + 1)
      if (adds) selection.set(picked, true, filter)
      else selection.replace(picked)
    },
    pickOnly: (index: number) => {
      selection.replace(slots.subarray(index, index + 1))
      setAnchor(index)
    },
    toggle: (index: number) => {
      selection.toggle(slots[index] as number, filter)
      setAnchor(index)
    },
  }
}
