import { uriOfRow } from '#src/features/folder/row-uri.ts'
import { loadSelectedRows as selectedRowsOf } from '#src/features/list-page/selection/load-selected-rows.ts'
import { showToast } from '#src/jobs/messages/toasts.ts'
import type { Selection } from '#src/lib/selection.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { FolderListHead } from '#src/lists/rows/folder-list-head.ts'

/** The selected rows that match the filter, with their URIs. */
export async function selectedRowsWithUris(
  list: PagedList<FileRow, FolderListHead>,
  selection: Selection,
  { folder, filterKey }: { folder: string; filterKey: string },
): Promise<FileRow[]> {
  const rows = await selectedRowsOf(list, selection, filterKey, () => true)
  return rowsWithUris(rows, folder)
}

/** Adds the URI that a write needs to rows of a folder; rows that cannot have one are left out. */
export const rowsWithUris = (rows: readonly FileRow[], folder: string): FileRow[] =>
  rows.flatMap((row) => {
    const uri = uriOfRow(row, folder)
    return uri === null ? [] : [row.uri === uri ? row : { ...row, uri }]
  })

/** The rows without those that have no content yet, because their upload has not finished; says which are left out. */
export function excludeUnfinishedUploadsWithToast(rows: readonly FileRow[]): FileRow[] {
  const [first, ...others] = rows.filter((row) => row.isUploading)
  if (first) {
    const values = { name: first.name, count: others.length + 1 }
    showToast({ kind: 'done', key: 'notUploaded', values })
  }
  return rows.filter((row) => !row.isUploading)
}
