import type { ComponentProps, ReactNode } from 'react'
import type { ViewColumn } from '#src/contract/views/view.ts'
import type { ResolvedView } from '#src/features/folder-view/resolved-view.ts'
import type { FileRowContextValue } from '#src/features/folder/cells/FileCells.tsx'
import { listGridProps } from '#src/features/list-page/grid-props.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import type { Selection } from '#src/lib/selection.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { FolderListHead } from '#src/lists/rows/folder-list-head.ts'
import { noSort, type Sort } from '#src/ui/list/columns.ts'
import type { RowList } from '#src/ui/list/RowList.tsx'
import type { FolderRows } from './use-folder-rows.ts'

type RowListProps = ComponentProps<typeof RowList<FileRow>>

export type FolderItemsProps = {
  /** Identifies the folder: scroll position and range selection are reset when it changes. */
  folder: string
  /** Identifies the search within the folder. */
  search?: string
  /** Something above the items says what became of their folder. */
  isGone?: boolean
  list: PagedList<FileRow, FolderListHead>
  view: ResolvedView
  rows: FolderRows
  selection: Selection
  onOpen: (row: FileRow) => void
  /** Absent where the order cannot be changed. */
  onSort?: (by: string, direction?: Sort['direction']) => void
  /** Absent where the columns cannot be changed in the head of the list. */
  onColumns?: ((columns: readonly ViewColumn[]) => void) | undefined
  /** Number of columns that fit. */
  columnLimit?: number | undefined
  openRowIndex?: number | undefined
  revealedRowIndex?: number | undefined
  /** A row above the first one, such as the name field of a new folder. */
  pinnedRow?: ReactNode
  rowContext?: FileRowContextValue
} & Pick<RowListProps, 'onRowKey'>

/** The grid props that list and tiles have in common. */
export function folderGridProps(props: FolderItemsProps, t: Messages) {
  const { list, rows, selection, rowContext } = props
  return {
    label: t.files.list,
    ...listGridProps(list, {
      ...rows,
      selection,
      sort: rows.sort ?? noSort,
      scope: `${props.folder} ${props.search}`,
      ...(props.isGone && { isGone: true }),
      notice: list.isIncomplete ? t.files.searchIncomplete : undefined,
    }),
    // A grid without a menu is a preview.
    takesFocus: rowContext !== undefined,
    openRowIndex: props.openRowIndex,
    revealedRowIndex: props.revealedRowIndex,
    onOpen: props.onOpen,
    ...(props.onRowKey && { onRowKey: props.onRowKey }),
    ...(rowContext?.onMenu && { onMenu: rowContext.onMenu }),
    pinnedRow: props.pinnedRow,
  }
}
