import type { Selection } from '#src/lib/selection.ts'
import { visibleText } from '#src/lib/display.ts'
import type { FileRow, Folder } from '#src/queries/files.ts'
import type { Listing } from '#src/queries/listing.ts'
import { rowIndexOf } from '#src/ui/use-row-focus.ts'
import { uriOf } from '#src/views/folder/uri-of.ts'
import type { Command } from './commands.ts'
import { beginDrag } from './drag.ts'
import { pickedRows, withAddresses } from './targets.ts'

/** The folder that rows are dragged out of, and what can become of them. */
export type DraggedFrom = {
  uri: string
  listing: Listing<FileRow, Folder>
  slots: Uint32Array
  filter: string
  selection: Selection
  offered: (rows: readonly FileRow[]) => Command[]
  rowAt: (index: number) => FileRow | undefined
  onTransfer: (kind: 'move' | 'copy', rows: readonly FileRow[], folder: string) => unknown
  onTrash: (rows: readonly FileRow[]) => void
  onDragging: (isDragging: boolean) => void
}

/** Begins to drag what is picked, with the row under the pointer; a row that is not picked goes alone. */
export function dragRows(
  event: DragEvent,
  {
    uri,
    listing,
    slots,
    filter,
    selection,
    offered,
    rowAt,
    onTransfer,
    onTrash,
    onDragging,
  }: DraggedFrom,
): void {
  const slot = slots[rowIndexOf(event.target)]
  const row = slot === undefined ? undefined : listing.at(slot)
  if (!row || slot === undefined) return
  if (!selection.has(slot, filter)) selection.replace(Uint32Array.of(slot))
  const picked = selection.among(slots, filter)
  const rows = withAddresses(
    [...picked].flatMap((each) => listing.at(each) ?? []),
    uri,
  )
  const can = offered(rows)
  const kinds = (['move', 'copy'] as const).filter((kind) => can.includes(kind))
  const trash = can.includes('delete')
  if (rows.length === 0 || (kinds.length === 0 && !trash)) {
    event.preventDefault()
    return
  }
  // All that match may be more than have come so far: those are waited for.
  const then = (act: (rows: readonly FileRow[]) => void) =>
    selection.isOpenEnded(filter)
      ? void pickedRows(listing, selection, { folder: uri, filter }).then(act)
      : act(rows)
  onDragging(true)
  beginDrag(event, {
    items: rows,
    label: visibleText(row.name),
    folderAt: (index) => {
      const at = rowAt(index)
      return at?.isFolder ? uriOf(at, uri) : null
    },
    onEnd: () => onDragging(false),
    kinds,
    transfer: (kind, folder) => then((all) => onTransfer(kind, all, folder)),
    ...(trash ? { trash: () => then(onTrash) } : {}),
  })
}
