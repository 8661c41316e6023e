import { type DragEvent, type MouseEvent, useState } from 'react'
import type { Selection } from '#src/lib/selection.ts'
import { visibleText } from '#src/lib/display.ts'
import type { FileRow, Folder } from '#src/queries/files.ts'
import type { Listing } from '#src/queries/listing.ts'
import { rowIndexOf } from '#src/ui/use-row-focus.ts'
import { uriOf } from '#src/views/folder/path.ts'
import type { Command } from './commands.ts'
import { dragCode } from './late.ts'
import { pickedRows, withAddresses } from './targets.ts'

/** Rows that are dragged to a folder or into the trash; the keyboard has Move and Delete for that. */
export function useDragging({
  uri,
  listing,
  slots,
  filter,
  selection,
  offered,
  rowAt,
  onTransfer,
  onTrash,
}: {
  uri: string
  listing: Listing<FileRow, Folder>
  slots: Uint32Array
  filter: string
  selection: Selection
  offered: (rows: readonly FileRow[]) => Command[]
  rowAt: (index: number) => FileRow | undefined
  onTransfer: (kind: 'move' | 'copy', rows: readonly FileRow[], folder: string) => unknown
  onTrash: (rows: readonly FileRow[]) => void
}) {
  const [isDragging, setDragging] = useState(false)
  const code = dragCode.useCode(true, 'quietly')
  const handlers = {
    onMouseDown: ({ target }: MouseEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
      // Made so only now: a text that is being written in it must be picked, not dragged.
      if (row) row.draggable = !(target as Element).closest('input,button,a')
    },
    onDragStart: (event: DragEvent) => {
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
      if (!code || rows.length === 0 || (kinds.length === 0 && !trash)) {
        event.preventDefault()
        return
      }
      // All that match may be more than have come so far: those are waited for.
      const then = (act: (rows: readonly FileRow[]) => void) =>
        selection.isOpenEnded(filter)
          ? void pickedRows(listing, selection, { folder: uri, filter }).then(act)
          : act(rows)
      setDragging(true)
      code.beginDrag(event.nativeEvent, {
        items: rows,
        label: visibleText(row.name),
        folderAt: (index) => {
          const at = rowAt(index)
          return at?.isFolder ? uriOf(at, uri) : null
        },
        onEnd: () => setDragging(false),
        kinds,
        transfer: (kind, folder) => then((all) => onTransfer(kind, all, folder)),
        ...(trash ? { trash: () => then(onTrash) } : {}),
      })
    },
  }
  return { isDragging, handlers }
}
