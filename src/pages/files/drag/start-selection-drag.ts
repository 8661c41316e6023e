import { uriOfRow } from '#src/features/folder/row-uri.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { selectedRowsWithUris, rowsWithUris } from '#src/pages/files/commands/command-rows.ts'
import { commandsForRows } from '#src/pages/files/commands/commands.ts'
import { type OpenFolder, rowAtIndex } from '#src/pages/files/folder/open-folder.ts'
import { itemIndexOfElement } from '#src/ui/list/interactions/use-row-focus.ts'
import { startFileDrag } from './file-drag.ts'

/** The folder that rows are dragged from, and the writes that a drop may start. */
export type SelectionDragOptions = {
  folder: OpenFolder
  /** The folder as it is drawn now: its rows can change while they are dragged. */
  folderNow: () => OpenFolder
  onTransfer: (kind: 'move' | 'copy', rows: readonly FileRow[], folder: string) => unknown
  onTrash: (rows: readonly FileRow[]) => void
  onDragging: (isDragging: boolean) => void
}

/** Starts to drag the selection with the row under the pointer, or that row alone when it is not selected. */
export function startSelectionDrag(
  event: DragEvent,
  { folder, folderNow, onTransfer, onTrash, onDragging }: SelectionDragOptions,
): void {
  const { uri, list, selection } = folder
  const { rowIndexes, filterKey } = folder.rows
  const rowIndex = rowIndexes[itemIndexOfElement(event.target)]
  const row = rowIndex === undefined ? undefined : list.at(rowIndex)
  if (!row || rowIndex === undefined) return
  if (!selection.has(rowIndex, filterKey)) selection.replace(Uint32Array.of(rowIndex))
  const selected = selection.among(rowIndexes, filterKey)
  const rows = rowsWithUris(
    [...selected].flatMap((each) => list.at(each) ?? []),
    uri,
  )
  const can = commandsForRows(folder, rows)
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
      const at = rowAtIndex(folderNow(), index)
      return at?.isFolder && !at.shortcut ? uriOfRow(at, uri) : null
    },
    onEnd: () => onDragging(false),
    kinds,
    transfer: (kind, to) => then((all) => onTransfer(kind, all, to)),
    ...(trash ? { trash: () => then(onTrash) } : {}),
  })
}
