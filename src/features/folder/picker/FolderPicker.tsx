import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { FolderPlus } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { allowsCreating } from '#src/contract/flags/actions.ts'
import { parentUri, transferProblem } from '#src/contract/uri.ts'
import { createItem } from '#src/features/file-lists/create-item.ts'
import { files } from '#src/features/file-lists/files.ts'
import { NameField } from '#src/features/folder/name/NameField.tsx'
import { uriOfRow } from '#src/features/folder/row-uri.ts'
import { useCrumbs } from '#src/features/folder/use-crumbs.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { useFolderChoiceMessages } from '#src/i18n/parts/folder-choice-messages.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import { type FileRow } from '#src/lists/rows/file-row.ts'
import type { FolderListHead } from '#src/lists/rows/folder-list-head.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { toLeftToRightKey } from '#src/ui/direction.ts'
import { FolderChoiceList } from './FolderChoiceList.tsx'
import { PickerDialogLayout } from './PickerDialog.tsx'
import { existingRecentFolders, rememberRecentFolder } from './recent-folders.ts'
import { RecentFolders } from './RecentFolders.tsx'
import { usePickerState } from './use-picker-state.ts'
import css from './FolderPicker.module.css'

/**
 * Chooses one of the user's folders. Keys go to the search field: letters search, arrows select, Enter and → open, ←
 * and Backspace go up, Ctrl+Enter chooses the open folder.
 */
export function FolderPicker({
  title,
  verb,
  items,
  start,
  makesFolders = true,
  isBusy = false,
  problem,
  onChoose,
  onClose,
}: {
  title: string
  /** The label of the button, such as "Move to Photos". */
  verb: (folder: string) => string
  /** The items to be placed: they cannot go into themselves or where they already are. */
  items: readonly FileRow[]
  /** URI of the folder that is open at first, unless the items are in it and another one has been chosen before. */
  start: string
  /** Whether folders can be created here. */
  makesFolders?: boolean
  /** Whether the choice is being processed. */
  isBusy?: boolean
  /** Why the chosen folder is refused, in one sentence. */
  problem?: string | undefined
  onChoose: (folder: string) => void
  onClose: () => void
}) {
  const { t } = useI18n()
  const messages = useFolderChoiceMessages()
  const id = useId()
  const [isNaming, setNaming] = useState(false)
  const client = useQueryClient()
  const [recent] = useState(() => existingRecentFolders(client))
  const navigation = usePickerState(useFirstFolder(start, recent, items))
  const { folder, list, goneFolders, searchProps, choices } = navigation
  const crumbs = useCrumbs(folder)

  const refusal = transferProblem(items, folder)
  const canCreate = makesFolders && allowsCreating(list?.head?.capability ?? null)
  const why = refusal === null ? problem : messages[refusalKeys[refusal]]
  const isBlocked = refusal !== null || !list

  const go = (to: string) => {
    setNaming(false)
    navigation.openFolder(to)
  }
  const enter = (row: FileRow | undefined) => {
    const to = row && uriOfRow(row, folder)
    if (to && transferProblem(items, to) !== 'inside') go(to)
  }
  const choose = () => {
    if (isBlocked) return
    rememberRecentFolder(folder)
    onChoose(folder)
  }

  const onKey = (event: KeyboardEvent, row: FileRow | undefined) => {
    const isOpening =
      event.key === 'Enter' ||
      (toLeftToRightKey(event.key) === 'ArrowRight' && searchProps.value === '')
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) choose()
    else if (isOpening) enter(row)
    return isOpening
  }

  return (
    <PickerDialogLayout
      title={title}
      onKey={onKey}
      onClose={onClose}
      navigation={navigation}
      onOpenFolder={go}
      searchLabel={messages.searchFolders}
      extraAction={
        canCreate && (
          <Button
            variant="quiet"
            icon={<FolderPlus size={16} strokeWidth={1.75} aria-hidden="true" />}
            onClick={() => setNaming(true)}
          >
            {t.files.newFolder}
          </Button>
        )
      }
      confirm={{
        label: verb(crumbs.at(-1)?.name ?? ''),
        isBusy,
        isDisabled: isBlocked,
        describedBy: why && `${id}-why`,
        onConfirm: choose,
      }}
    >
      {isNaming && (
        <NewFolderField
          folder={folder}
          list={list}
          onCreated={go}
          onEnd={() => {
            setNaming(false)
            navigation.focusSearch()
          }}
        />
      )}
      {searchProps.value === '' && (
        <RecentFolders
          uris={recent.filter((uri) => uri !== folder && !goneFolders.has(uri))}
          onGo={go}
        />
      )}
      <FolderChoiceList
        choices={choices}
        blocked={(row) => transferProblem(items, uriOfRow(row, folder) ?? '') === 'inside'}
        onEnter={enter}
      />
      <p
        id={`${id}-why`}
        className={css['why']}
        data-hint={why === undefined || undefined}
        role="status"
      >
        {why ?? messages.pickerKeys(displayName(crumbs.at(-1)?.name ?? ''))}
      </p>
    </PickerDialogLayout>
  )
}

const refusalKeys = { inside: 'refusedInside', present: 'refusedPresent' } as const

/** The folder that is open at first. Items need not go where they are: it can be chosen, as far as one is known. */
function useFirstFolder(
  start: string,
  recent: readonly string[],
  items: readonly FileRow[],
): string {
  const client = useQueryClient()
  const [first] = useState(() => {
    const choosable = [start, ...recent].find((uri) => transferProblem(items, uri) === null)
    return choosable ?? startOrAbove(client, start, items)
  })
  return first
}

/** The folder, or the one above it where it is known to have no subfolder to go on to but the items themselves. */
function startOrAbove(client: QueryClient, folder: string, items: readonly FileRow[]): string {
  const list = client.getQueryData(files.list(folder).queryKey)
  if (list?.loadState.at !== 'complete') return folder
  const isOther = (row?: FileRow) => row?.isFolder && items.every(({ id }) => id !== row.id)
  const goesOn = list.order.some((rowIndex) => isOther(list.at(rowIndex)))
  return (goesOn ? null : parentUri(folder)) ?? folder
}

/** Creates a folder in the one that is open. */
function NewFolderField({
  folder,
  list,
  onCreated,
  onEnd,
}: {
  folder: string
  /** What is in it, as far as it has been read. */
  list: PagedList<FileRow, FolderListHead> | undefined
  onCreated: (uri: string) => void
  onEnd: () => void
}) {
  const { t } = useI18n()
  const { mutateAsync: create } = useMutation(createItem())
  return (
    <div className={css['naming']}>
      <NameField
        isFolder
        label={t.files.newFolderName}
        placeholder={t.files.newFolderName}
        isTaken={(name) =>
          list?.order.some((rowIndex) => list.at(rowIndex)?.name === name) ?? false
        }
        save={async (name) => {
          const folderId = list?.head?.self?.id
          const made = await create({ folder, folderId, name, kind: 'folder' })
          if (made.path) onCreated(made.path)
        }}
        onEnd={onEnd}
      />
    </div>
  )
}
