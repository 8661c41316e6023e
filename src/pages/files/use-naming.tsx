import { type ReactNode, useState } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
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
  task,
  onEnd,
}: {
  uri: string
  listing: Listing<FileRow, Folder>
  task: Task | undefined
  onEnd: () => void
}): {
  lead: ReactNode
  editing: { id: string; field: ReactNode } | undefined
  /** The folder that was made last. */
  madeSlot: number | undefined
} {
  const { t } = useI18n()
  const { writeOne } = useFileWrites()
  const code = nameField.useCode(task?.at === 'naming' || task?.at === 'renaming')
  const [made, setMade] = useState<string>()

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
          setMade(folder.id)
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
          save={(name) => writeOne((write) => write.rename(), { item: row, name })}
          onEnd={onEnd}
        />
      ),
    }
  return { lead, editing, madeSlot: made === undefined ? undefined : listing.slotOf(made) }
}
