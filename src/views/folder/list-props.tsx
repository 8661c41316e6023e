import type { Messages } from '#src/i18n/messages.ts'
import { visibleText } from '#src/lib/display.ts'
import type { FileRow } from '#src/queries/files.ts'
import { ListFooter } from '../ListFooter.tsx'
import type { RowTools } from './FileCells.tsx'
import type { FolderViewProps } from './FolderView.tsx'

/** One object for all: readers of it are drawn anew when it is another one. */
export const noTools: RowTools = {}

/** What every layout hands to the list that draws it. */
export function listProps(props: FolderViewProps, t: Messages) {
  const { listing, rows, tools } = props
  const sort = rows.sort ?? { by: '', direction: 'asc' as const }
  return {
    label: t.files.list,
    sort,
    slots: rows.slots,
    nextSlot: listing.nextSlot,
    total: listing.walk.at === 'complete' ? rows.slots.length : undefined,
    rowAt: (slot: number) => listing.at(slot),
    nameOf: (row: FileRow) => visibleText(row.name),
    selection: props.selection,
    filter: rows.filter,
    anchorKey: `${props.folder} ${props.search} ${sort.by} ${sort.direction}`,
    openSlot: props.openSlot,
    revealSlot: props.revealSlot,
    onOpen: props.onOpen,
    ...(props.onRowKey && { onRowKey: props.onRowKey }),
    ...(tools?.onMenu && { onMenu: tools.onMenu }),
    lead: props.lead,
    footer: (
      <ListFooter
        walk={listing.walk}
        isSorting={rows.isSorting}
        onResume={() => listing.resume()}
      />
    ),
  }
}
