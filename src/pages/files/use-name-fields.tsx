import type { ReactNode } from 'react'
import { NewRow } from '#src/components/folder/cells/NewRow.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import type { Selection } from '#src/lib/selection.ts'
import type { FileRow } from '#src/lists/file-row.ts'
import type { Folder } from '#src/lists/folders/folder.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import { useFileWrites } from '#src/pages/files/commands/use-file-writes.ts'
import type { Overlay } from '#src/pages/files/commands/use-folder-commands.ts'
import { focusList } from '#src/ui/focus.ts'
import { NameField } from './lazy-modules.ts'

const folderOf = (uri: string) => uri.slice(0, uri.lastIndexOf('/'))

/** The inline name fields: for a new folder above the first row, for a rename in the row of the item. */
export function useNameFields({
  uri,
  list,
  selection,
  overlay,
  onCreated,
  onEnd,
}: {
  uri: string
  list: PagedList<FileRow, Folder>
  selection: Selection
  overlay: Overlay | undefined
  /** An item with this id has been created. */
  onCreated: (id: string) => void
  onEnd: () => void
}): {
  lead: ReactNode
  editing: { id: string; field: ReactNode } | undefined
} {
  const { t } = useI18n()
  const { writeOne } = useFileWrites()

  /** Selects the named item, so that the next key applies to it. */
  const pick = (id: string) => {
    const slot = list.slotOf(id)
    if (slot !== undefined) selection.replace(Uint32Array.of(slot))
  }
  const isTaken = (name: string, beside?: FileRow) =>
    list.order.some((slot) => {
      const other = list.at(slot)
      // Search results come from many folders.
      const isNear = !beside || (other && folderOf(other.uri) === folderOf(beside.uri))
      return isNear && other?.name === name
    })

  const lead = overlay?.at === 'naming' && (
    <NewRow>
      <NameField
        isFolder
        label={t.files.newFolderName}
        placeholder={t.files.newFolderName}
        isTaken={(name) => isTaken(name)}
        save={async (name) => {
          const folder = await writeOne((write) => write.create(), {
            folder: uri,
            name,
            kind: 'folder',
          })
          pick(folder.id)
          onCreated(folder.id)
        }}
        onEnd={() => {
          onEnd()
          queueMicrotask(() => {
            if (document.activeElement === document.body) focusList()
          })
        }}
      />
    </NewRow>
  )
  const row = overlay?.at === 'renaming' ? overlay.row : undefined
  const editing = row && {
    id: row.id,
    field: (
      <NameField
        key={row.id}
        fallback={displayName(row.name)}
        isFolder={row.isFolder}
        label={t.files.renameLabel(displayName(row.name))}
        name={row.name}
        isTaken={(name) => name !== row.name && isTaken(name, row)}
        save={async (name) => {
          const before = selection.version()
          await writeOne((write) => write.rename(), { item: row, name })
          if (selection.version() === before) pick(row.id)
        }}
        onEnd={onEnd}
      />
    ),
  }
  return { lead, editing }
}
