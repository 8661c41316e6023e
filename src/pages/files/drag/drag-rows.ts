import { uriOfRow } from '#src/features/folder/row-uri.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import type { Selection } from '#src/lib/selection.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { Folder } from '#src/lists/rows/folder.ts'
import { selectedRowsWithUris, withUris } from '#src/pages/files/commands/command-rows.ts'
import type { Command } from '#src/pages/files/commands/commands.ts'
import { displayIndexOf } from '#src/ui/list/interactions/use-row-focus.ts'
import { startFileDrag } from './drag.ts'

/** The folder that rows are dragged from, and the writes that a drop may start. */
export type DragSource = {
  uri: string
  list: PagedList<FileRow, Folder>
  rowIndexes: Uint32Array
  filterKey: string
  selection: Selection
  offered: (rows: readonly FileRow[]) => Command[]
  rowAt: (index: number) => FileRow | undefined
  onTransfer: (kind: 'move' | 'copy', rows: readonly FileRow[], folder: string) => unknown
  onTrash: (rows: readonly FileRow[]) => void
  onDragging: (isDragging: boolean) => void
}

/** Starts to drag the selection with the row under the pointer, or that row alone when it is not selected. */
export function dragRows(
  event: DragEvent,
  {
    uri,
    list,
    rowIndexes,
    filterKey,
    selection,
    offered,
    rowAt,
    onTransfer,
    onTrash,
    onDragging,
  }: DragSource,
): void {
  const rowIndex = rowIndexes[displayIndexOf(event.target)]
  const row = rowIndex === undefined ? undefined : list.at(rowIndex)
  if (!row || rowIndex === undefined) return
  if (!selection.has(rowIndex, filterKey)) selection.replace(Uint32Array.of(rowIndex))
  const selected = selection.among(rowIndexes, filterKey)
  const rows = withUris(
    [...selected].flatMap((each) => list.at(each) ?? []),
    uri,
  )
  const can = offered(rows)
  const kinds = (['move', 'copy'] as const).filter((kind) => can.includes(kind))
  const trash = can.includes('delete')
  if (rows.length === 0 || (kinds.length === 0 && !trash)) {
    event.preventDefault()
    return
  }
  // "All that match" may include rows that are still loading: those are waited for.
  const then = (act: (rows: readonly FileRow[]) => void) =>
    selection.isOpenEnded(filterKey)
      ? void selectedRowsWithUris(list, selection, { folder: uri, filterKey }).then(act)
      : act(rows)
  onDragging(true)
  startFileDrag(event, {
    items: rows,
    label: escapeControlChars(row.name),
    folderAt: (index) => {
      const at = rowAt(index)
      return at?.isFolder ? uriOfRow(at, uri) : null
    },
    onEnd: () => onDragging(false),
    kinds,
    transfer: (kind, folder) => then((all) => onTransfer(kind, all, folder)),
    ...(trash ? { trash: () => then(onTrash) } : {}),
  })
}
