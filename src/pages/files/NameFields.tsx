import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { hasErrorCode } from '#src/contract/errors.ts'
import { NewRow } from '#src/features/folder/cells/NewRow.tsx'
import { NameField } from '#src/features/folder/name/NameField.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import type { Selection } from '#src/lib/selection.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { Folder } from '#src/lists/rows/folder.ts'
import { useFileWrites } from '#src/pages/files/commands/use-file-writes.ts'
import { focusList } from '#src/ui/focus.ts'
import { folderHref } from './url.ts'

export type NameFieldsProps = {
  uri: string
  list: PagedList<FileRow, Folder>
  selection: Selection
  /** How many rows are selected. */
  selectedCount: number
  isPhone: boolean
  /** An item with this id has been created. */
  onCreated: (id: string) => void
  onEnd: () => void
}

const folderOf = (uri: string) => uri.slice(0, uri.lastIndexOf('/'))

function isTaken({ list }: NameFieldsProps, name: string, beside?: FileRow): boolean {
  return list.order.some((rowIndex) => {
    const other = list.at(rowIndex)
    // Search results come from many folders.
    const isNear = !beside || (other && folderOf(other.uri) === folderOf(beside.uri))
    return isNear && other?.name === name
  })
}

/**
 * Selects the named item, so that the next key applies to it. Not on a phone, which has no keys: there a row that is
 * ticked unasked would be part of what is selected next.
 */
function selectRow({ list, selection, isPhone }: NameFieldsProps, id: string): void {
  const rowIndex = list.rowIndexOfId(id)
  if (rowIndex !== undefined && !isPhone) selection.replace(Uint32Array.of(rowIndex))
}

/** The row of a folder that is being created. */
function NewFolderField(props: NameFieldsProps) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const { writeOne, findTarget } = useFileWrites()
  return (
    <NewRow>
      <NameField
        isFolder
        label={t.files.newFolderName}
        placeholder={t.files.newFolder}
        isTaken={(name) => isTaken(props, name)}
        save={async (name) => {
          const wanted = { uri: props.uri, id: props.list.head?.self?.id }
          const target = await findTarget(wanted)
          if (!target) return
          const folder = await writeOne((write) => write.create(), {
            folder: target.uri,
            name,
            kind: 'folder',
          })
          if (target !== wanted) return navigate(folderHref(target.uri, folder.path))
          // Focused and not selected: the bar of a selection would take the place of the button.
          if (!props.isPhone) props.selection.clear()
          props.onCreated(folder.id)
        }}
        onEnd={() => {
          props.onEnd()
          queueMicrotask(() => {
            if (document.activeElement === document.body) focusList()
          })
        }}
      />
    </NewRow>
  )
}

/** The name of an item that is being renamed. */
function RenameField({ row, ...props }: NameFieldsProps & { row: FileRow }) {
  const { t } = useI18n()
  const { writeOne } = useFileWrites()
  const isListOld = useRef(false)
  return (
    <NameField
      isFolder={row.isFolder}
      label={t.files.renameLabel(displayName(row.name))}
      name={row.name}
      isTaken={(name) => name !== row.name && isTaken(props, name, row)}
      save={async (name) => {
        const before = props.selection.version()
        await writeOne((write) => write.rename(), { item: row, name }).catch((error: unknown) => {
          isListOld.current = hasErrorCode(error, ErrorCode.movedMeanwhile, ErrorCode.notFound)
          throw error
        })
        // Without a selection, keys apply to the focused row, which is this one.
        if (props.selectedCount > 0 && props.selection.version() === before)
          selectRow(props, row.id)
      }}
      onEnd={() => {
        props.onEnd()
        // Not before: the field is in the row, which may be gone.
        if (isListOld.current) void props.list.reload()
      }}
    />
  )
}

/** The name of `row`, or without one of a new folder. */
export const NameFieldOf = ({ row, ...props }: NameFieldsProps & { row: FileRow | undefined }) =>
  row ? <RenameField row={row} {...props} /> : <NewFolderField {...props} />
