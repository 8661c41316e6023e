import type { ReactNode } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import type { Selection } from '#src/lib/selection.ts'
import type { FileRow, Folder } from '#src/queries/files.ts'
import type { Listing } from '#src/queries/listing.ts'
import { focusList } from '#src/ui/focus.ts'
import { NewRow } from '#src/views/folder/NewRow.tsx'
import { nameField } from './late.ts'
import { useFileWrites } from './use-file-writes.ts'
import type { Task } from './use-folder-commands.ts'

const folderOf = (uri: string) => uri.slice(0, uri.lastIndexOf('/'))

/** Names written in the list itself: that of a new folder, above the first row, and the new one of an item in its row. */
export function useNaming({
  uri,
  listing,
  selection,
  task,
  onMade,
  onEnd,
}: {
  uri: string
  listing: Listing<FileRow, Folder>
  selection: Selection
  task: Task | undefined
  /** There is a new item, of this id. */
  onMade: (id: string) => void
  onEnd: () => void
}): {
  lead: ReactNode
  editing: { id: string; field: ReactNode } | undefined
} {
  const { t } = useI18n()
  const { writeOne } = useFileWrites()
  const code = nameField.useCode(task?.at === 'naming' || task?.at === 'renaming')

  /** What has just been named is what the next key is meant for. */
  const pick = (id: string) => {
    const slot = listing.slotOf(id)
    if (slot !== undefined) selection.replace(Uint32Array.of(slot))
  }
  const isTaken = (name: string, beside?: FileRow) =>
    listing.order.some((slot) => {
      const other = listing.at(slot)
      // A search shows rows of many folders.
      const isNear = !beside || (other && folderOf(other.uri) === folderOf(beside.uri))
      return isNear && other?.name === name
    })

  const lead = task?.at === 'naming' && code && (
    <NewRow>
      <code.NameField
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
          onMade(folder.id)
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
  const row = task?.at === 'renaming' ? task.row : undefined
  const editing = row &&
    code && {
      id: row.id,
      field: (
        <code.NameField
          key={row.id}
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
