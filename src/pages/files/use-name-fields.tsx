import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode } from '#src/contract/errors.ts'
import { parentUriAsText } from '#src/contract/uri.ts'
import { createItem } from '#src/features/file-lists/create-item.ts'
import { askIfWriteTargetGone } from '#src/features/file-lists/write-target.ts'
import { renameItem } from '#src/features/files/rename-item.ts'
import { useIsRenameWaiting, useWaitingNames } from '#src/features/files/waiting-renames.ts'
import { NewItemRow } from '#src/features/folder/cells/NewItemRow.tsx'
import { NameField } from '#src/features/folder/name/NameField.tsx'
import { WaitingName } from '#src/features/folder/name/WaitingName.tsx'
import type { FolderEntryState } from '#src/features/folder/show-in-folder.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { startMutation } from '#src/jobs/start-mutation.ts'
import { splitExtension } from '#src/lib/names/file-kind.ts'
import { createOperation } from '#src/lib/operation.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { FolderOverlay } from '#src/pages/files/commands/use-file-commands.ts'
import { focusList } from '#src/ui/keyboard/focus.ts'
import type { OpenFolder } from './folder/open-folder.ts'
import { folderHref } from './url.ts'

export type NameFieldsProps = {
  folder: OpenFolder
  /** Called when an item with this id has been created. */
  onCreated: (id: string) => void
  onEnd: () => void
}
/** What was asked for; anew when the field is open already. */
type Requested = { readonly request: FolderOverlay | undefined }

function isTaken({ list }: OpenFolder, name: string, beside?: FileRow): boolean {
  return list.order.some((rowIndex) => {
    const other = list.at(rowIndex)
    // Search results come from many folders.
    const isNear = !beside || (other && parentUriAsText(other.uri) === parentUriAsText(beside.uri))
    return isNear && other?.name === name
  })
}

/**
 * Selects the named item, so that the next key applies to it. Not on a phone, which has no keys: there a row that is
 * ticked unasked would be part of what is selected next.
 */
function selectNamed({ list, selection, isPhone }: OpenFolder, id: string): void {
  const rowIndex = list.rowIndexOfId(id)
  if (rowIndex !== undefined && !isPhone) selection.replace(Uint32Array.of(rowIndex))
}

/** A text is opened by its extension. */
const withExtension = (name: string) =>
  splitExtension(name).extension === '' ? `${name}.txt` : name

/** The row of a folder or text file that is being created. */
function NewItemField({
  kind,
  folder: parent,
  request,
  onCreated,
  onEnd,
}: NameFieldsProps & Requested & { kind: 'folder' | 'file' }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const client = useQueryClient()
  return (
    <NewItemRow kind={kind} isPhone={parent.isPhone}>
      <NameField
        isFolder={kind === 'folder'}
        request={request}
        label={kind === 'folder' ? t.files.newFolderName : t.files.newTextFileName}
        placeholder={kind === 'folder' ? t.files.newFolder : t.files.newTextFile}
        isTaken={(name) => isTaken(parent, kind === 'folder' ? name : withExtension(name))}
        save={async (typed) => {
          const name = kind === 'folder' ? typed : withExtension(typed)
          const wanted = { uri: parent.uri, id: parent.list.head?.self?.id }
          const target = await askIfWriteTargetGone(client, wanted)
          if (!target) return false
          const created = await startMutation(client, createItem(), {
            folder: target.uri,
            folderId: target.id,
            name,
            kind,
          })
          if (target !== wanted) return navigate(folderHref(target.uri, created.path))
          // The item is focused and not selected: the bar of a selection would take the place of the button.
          if (!parent.isPhone) parent.selection.clear()
          onCreated(created.id)
        }}
        operation={(name) => createOperation('create', [{ name }])}
        onEnd={() => {
          onEnd()
          queueMicrotask(() => {
            if (document.activeElement === document.body) focusList()
          })
        }}
      />
    </NewItemRow>
  )
}

/** The name of an item that is being renamed. */
function RenameField({
  folder,
  row,
  typed,
  request,
  onEnd,
}: Pick<NameFieldsProps, 'folder' | 'onEnd'> &
  Requested & { row: FileRow; typed: string | undefined }) {
  const { t } = useI18n()
  const client = useQueryClient()
  const isListOld = useRef(false)
  const isWaiting = useIsRenameWaiting(row.uri)
  return (
    <NameField
      isFolder={row.isFolder}
      label={t.files.renameLabel(displayName(row.name))}
      name={row.name}
      typed={typed}
      isTaken={(name) => name !== row.name && isTaken(folder, name, row)}
      isWaiting={isWaiting}
      request={request}
      save={async (name, isInField) => {
        const before = folder.selection.version()
        await startMutation(client, renameItem(), { item: row, name, isInField }).catch(
          (error: unknown) => {
            isListOld.current = hasErrorCode(error, ErrorCode.staleUri, ErrorCode.notFound)
            throw error
          },
        )
        // Without a selection, keys apply to the focused row, which is this one.
        if (folder.selectedCount > 0 && folder.selection.version() === before)
          selectNamed(folder, row.id)
      }}
      operation={() => createOperation('rename', [row])}
      onEnd={() => {
        onEnd()
        // The list waits until now, because the field is in a row that may be gone.
        if (isListOld.current) void folder.list.reload()
      }}
    />
  )
}

/** Opens the field of the row in the URL with the name that was typed for it before, once the row is there. */
export function useTypedName(
  { list }: OpenFolder,
  rowIndex: number | undefined,
  renameTo: (row: FileRow, typed: string) => void,
): void {
  const navigate = useNavigate()
  const location = useLocation()
  const typed = (location.state as FolderEntryState | null)?.typedName
  const row = rowIndex === undefined ? undefined : list.at(rowIndex)
  const open = useEffectEvent(() => {
    if (!row || typed === undefined) return
    renameTo(row, typed)
    // Not again after a reload.
    void navigate(location, { replace: true })
  })
  useEffect(() => open(), [row, typed])
}

/** The inline name fields: for a new item above the first row, for a rename in the row of the item. */
export function useNameFields({
  overlay,
  folder,
  onCreated,
  onEnd,
}: NameFieldsProps & { overlay: FolderOverlay | undefined }): {
  pinnedRow: ReactNode
  nameFieldOf: ((row: FileRow) => ReactNode) | undefined
} {
  const waitingNames = useWaitingNames()
  const renaming = overlay?.at === 'renaming' ? overlay : undefined
  const renamed = renaming?.row
  // Others may have given it another name since.
  const row = renamed && (folder.list.at(folder.list.rowIndexOfId(renamed.id) ?? -1) ?? renamed)
  const renameField = row && (
    <RenameField
      key={row.id}
      folder={folder}
      row={row}
      typed={renaming?.typed}
      request={overlay}
      onEnd={onEnd}
    />
  )
  return {
    pinnedRow: overlay?.at === 'naming' && (
      <NewItemField
        key={overlay.kind}
        kind={overlay.kind}
        folder={folder}
        request={overlay}
        onCreated={onCreated}
        onEnd={onEnd}
      />
    ),
    nameFieldOf:
      row || waitingNames.size > 0
        ? (each) => {
            if (each.id === row?.id) return renameField
            const name = waitingNames.get(each.uri)
            return name === undefined ? undefined : <WaitingName name={name} />
          }
        : undefined,
  }
}
