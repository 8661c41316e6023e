import type { RowSelection } from '#src/lib/selection.ts'

/** It has the rows of a grid and what a gesture may do with them. */
export type GestureRows = {
  /** They are the row indexes of all rows that are listed, in order. */
  rowIndexes: Uint32Array
  selection: RowSelection
  filterKey: string
  isCards: boolean
  nameAt: (index: number) => string | undefined
  selectOnly: (index: number) => void
  toggle: (index: number) => void
  moveTo: (index: number) => void
}
