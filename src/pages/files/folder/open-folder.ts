import type { FolderRows } from '#src/features/folder/items/use-folder-rows.ts'
import type { Selection } from '#src/lib/selection.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { FolderListHead } from '#src/lists/rows/folder-list-head.ts'

/** The folder on screen, or the results of a search in it, and what of it is selected. */
export type OpenFolder = {
  readonly uri: string
  /** The name as the service has it. */
  readonly name: string
  readonly list: PagedList<FileRow, FolderListHead>
  readonly rows: FolderRows
  readonly selection: Selection
  readonly selectedCount: number
  readonly isSearch: boolean
  readonly canCreate: boolean
  readonly isPhone: boolean
}

/** The row that is shown at an index. */
export function rowAtIndex({ list, rows }: OpenFolder, index: number): FileRow | undefined {
  const rowIndex = rows.rowIndexes[index]
  return rowIndex === undefined ? undefined : list.at(rowIndex)
}
