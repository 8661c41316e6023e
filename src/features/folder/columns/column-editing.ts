import { createContext } from 'react'
import type { ViewColumn } from '#src/contract/views/view.ts'
import type { ResolvedColumn } from '#src/features/folder-view/columns.ts'
import type { Anchor } from '#src/ui/anchor.ts'

/** The cell of the head above the menu buttons of the rows has this key. */
export const menuColumnKey = 'menu'

/**
 * It is what is being done to the columns in the head of a list. Columns are named by their key among the drawn ones.
 */
export type ColumnEdit = {
  /** The menu of this column is open; `opener` gets the focus back from it. */
  menu?: { key: string; at: Anchor; opener: HTMLElement | undefined }
  /** The choice of columns to add is at this anchor, while it is open. */
  adding?: Anchor
  /** The column is being resized, and has this width in px until it is released. */
  width?: { key: string; px: number }
  /** The edge of this column has the focus, to be resized by key. */
  edge?: string
}

export type ColumnEditingValue = {
  /** They are all columns of the view, some of which may not be drawn. */
  columns: readonly ViewColumn[]
  drawn: readonly ResolvedColumn[]
  edit: ColumnEdit
  setEdit: (edit: ColumnEdit) => void
  onColumns: (columns: readonly ViewColumn[]) => void
}

/** It is undefined where the columns cannot be changed in the head of the list. */
export const ColumnEditingContext = createContext<ColumnEditingValue | undefined>(undefined)
