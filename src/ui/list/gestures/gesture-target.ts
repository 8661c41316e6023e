import type { Selection } from '#src/lib/selection.ts'

/** The rows of a grid and what a gesture may do with them. */
export type GestureTarget = {
  /** The slots of the visible rows, in order. */
  slots: Uint32Array
  selection: Selection
  filter: string
  isCards: boolean
  nameAt: (index: number) => string | undefined
  pickOnly: (index: number) => void
  toggle: (index: number) => void
  moveTo: (index: number) => void
}
