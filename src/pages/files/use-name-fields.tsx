import type { ReactNode } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import type { Selection } from '#src/lib/selection.ts'
import type { FileRow } from '#src/lists/file-row.ts'
import type { Folder } from '#src/lists/folders/folder.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { Overlay } from '#src/pages/files/commands/use-folder-commands.ts'
import { NameFieldOf } from './lazy-modules.ts'

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
  const { t } = useI18n()
  const renamed = overlay?.at === 'renaming' ? overlay.row : undefined
  // Others may have given it another name since.
  const row = renamed && (props.list.at(props.list.slotOf(renamed.id) ?? -1) ?? renamed)
  const field = (
    <NameFieldOf
      key={row?.id}
      fallback={
        <>
          {row && displayName(row.name)}
          {/* Takes what is typed before the code of the real field is there, Enter as a line break. */}
          <textarea
            // It is asked for by a command.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            className="sr-only"
            aria-label={t.files.columns.name}
            onKeyDown={({ key }) => key === 'Escape' && props.onEnd()}
            onBlur={({ target }) => {
              // As in the real field: nothing when the whole window lost focus, and what was typed is saved.
              if (document.activeElement === target) return
              if (target.value.trim()) target.value += '\n'
              else props.onEnd()
            }}
          />
        </>
      }
      {...props}
      row={row}
    />
  )
  return {
    lead: overlay?.at === 'naming' && field,
    editing: row && { id: row.id, field },
  }
}
