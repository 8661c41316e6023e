import type { GridSelection } from '#src/lib/selection.ts'

/** The rows of a grid and what a gesture may do with them. */
export type RowInputTarget = {
  /** The row indexes of the visible rows, in order. */
  rowIndexes: Uint32Array
  selection: GridSelection
  filterKey: string
  isCards: boolean
  nameAt: (index: number) => string | undefined
  selectOnly: (index: number) => void
  toggle: (index: number) => void
  moveTo: (index: number) => void
}
