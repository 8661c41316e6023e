import { createContext } from 'react'
import type { ViewColumn } from '#src/contract/views/view.ts'
import type { ResolvedColumn } from '#src/features/folder-view/columns.ts'
import type { Anchor } from '#src/ui/anchor.ts'

/** Key of the cell of the head above the menu buttons of the rows. */
export const rowMenuColumnKey = 'menu'

/** What is being done to the columns in the head of a list. Columns are named by their key among the drawn ones. */
export type ColumnHeadState = {
  /** The column whose menu is open, and what gets the focus back from it. */
  menu?: { key: string; at: Anchor; opener: HTMLElement | undefined }
  /** The anchor of the choice of columns to add, while it is open. */
  adding?: Anchor
  /** The column that is being resized, and its width in px until it is released. */
  width?: { key: string; px: number }
  /** The column whose edge has the focus, to be resized by key. */
  edge?: string
}

export type ColumnEditingContextValue = {
  /** All columns of the view, some of which may not be drawn. */
  columns: readonly ViewColumn[]
  drawn: readonly ResolvedColumn[]
  edit: ColumnHeadState
  setEdit: (edit: ColumnHeadState) => void
  onColumns: (columns: readonly ViewColumn[]) => void
}

/** Undefined where the columns cannot be changed in the head of the list. */
export const ColumnEditingContext = createContext<ColumnEditingContextValue | undefined>(undefined)
