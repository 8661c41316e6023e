import { useRef } from 'react'
import type { GridSelection } from '#src/lib/selection.ts'

/** Selects rows as Finder and Explorer do: one alone, one more, or a range from a fixed anchor. */
export function useRowSelection({
  rowIndexes,
  selection,
  filterKey,
  anchorKey,
}: {
  rowIndexes: Uint32Array
  selection: GridSelection
  filterKey: string
  /** The anchor is reset when this changes. */
  anchorKey: string
}) {
  const anchor = useRef<{ rowIndex: number; key: string } | undefined>(undefined)
  const anchorIndex = (): number =>
    anchor.current?.key === anchorKey ? rowIndexes.indexOf(anchor.current.rowIndex) : -1
  const setAnchor = (index: number) => {
    anchor.current = { rowIndex: rowIndexes[index] as number, key: anchorKey }
  }
  return {
    /** Selects up to this row: from the anchor, or from `from` without one. */
    selectTo: (index: number, from: number, adds: boolean) => {
      if (anchorIndex() < 0) setAnchor(from)
      const start = anchorIndex()
      const selected = rowIndexes.subarray(Math.min(start, index), Math.max(start, index) + 1)
      if (adds) selection.set(selected, true, filterKey)
      else selection.replace(selected)
    },
    selectOnly: (index: number) => {
      selection.replace(rowIndexes.subarray(index, index + 1))
      setAnchor(index)
    },
    toggle: (index: number) => {
      selection.toggle(rowIndexes[index] as number, filterKey)
      setAnchor(index)
    },
  }
}
