import { gridProps } from '#src/components/list/grid-props.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import type { FolderItemsProps } from './FolderItems.tsx'

/** The grid props that list and tiles have in common. */
export function folderGridProps(props: FolderItemsProps, t: Messages) {
  const { list, rows, selection, rowContext } = props
  return {
    label: t.files.list,
    ...gridProps(list, {
      ...rows,
      selection,
      sort: rows.sort ?? { by: '', direction: 'asc' },
      scope: `${props.folder} ${props.search}`,
      notice: list.isIncomplete ? t.files.searchIncomplete : undefined,
    }),
    // Without a menu it is a preview.
    takesFocus: rowContext !== undefined,
    openSlot: props.openSlot,
    revealSlot: props.revealSlot,
    onOpen: props.onOpen,
    ...(props.onRowKey && { onRowKey: props.onRowKey }),
    ...(rowContext?.onMenu && { onMenu: rowContext.onMenu }),
    lead: props.lead,
  }
}
