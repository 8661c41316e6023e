import type { ReactNode } from 'react'
import { displayName } from '#src/i18n/names.ts'
import type { Selection } from '#src/lib/selection.ts'
import type { FileRow } from '#src/lists/file-row.ts'
import type { Folder } from '#src/lists/folders/folder.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { Overlay } from '#src/pages/files/commands/use-folder-commands.ts'
import { NewFolderField, RenameField } from './lazy-modules.ts'

export type NameFieldsProps = {
  uri: string
  list: PagedList<FileRow, Folder>
  selection: Selection
  /** How many rows are selected. */
  picked: number
  isPhone: boolean
  /** An item with this id has been created. */
  onCreated: (id: string) => void
  onEnd: () => void
}

/** The inline name fields: for a new folder above the first row, for a rename in the row of the item. */
export function useNameFields({
  overlay,
  ...props
}: NameFieldsProps & { overlay: Overlay | undefined }): {
  lead: ReactNode
  editing: { id: string; field: ReactNode } | undefined
} {
  const row = overlay?.at === 'renaming' ? overlay.row : undefined
  return {
    lead: overlay?.at === 'naming' && <NewFolderField {...props} />,
    editing: row && {
      id: row.id,
      field: <RenameField key={row.id} fallback={displayName(row.name)} {...props} row={row} />,
    },
  }
}
