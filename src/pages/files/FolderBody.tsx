import type { ComponentProps } from 'react'
import { parentUri } from '#src/contract/uri.ts'
import { sharedWithMeUri } from '#src/features/file-lists/files.ts'
import { FolderItems } from '#src/features/folder/items/FolderItems.tsx'
import { ListEmpty, ListPending } from '#src/features/list-page/ListStates.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { phoneQuery, useMediaQuery } from '#src/ui/use-media-query.ts'

/** A list that has been requested to replace the one on screen. */
export type PendingList = Omit<ComponentProps<typeof ListPending>, 'columns' | 'isCards'>

/** The rows of a folder or of a search in it, or the state in their place. */
export function FolderBody({
  pending,
  isSearch,
  isEmpty,
  folderTitle,
  canCreate,
  onUpload,
  onNewFolder,
  onUp,
  onEndSearch,
  ...view
}: {
  pending: PendingList | undefined
  isSearch: boolean
  isEmpty: boolean
  /** Undefined for the root of one's own files. */
  folderTitle: string | undefined
  canCreate: boolean
  onUpload: (kind: 'files' | 'folder') => void
  onNewFolder: () => void
  onUp: () => void
  onEndSearch: () => void
} & ComponentProps<typeof FolderItems>) {
  const { t } = useI18n()
  const isPhone = useMediaQuery(phoneQuery)
  if (pending?.error) {
    return <ListPending {...pending} columns="" isCards={isPhone} />
  }
  if (!isEmpty) return <FolderItems {...view} />
  return (
    <ListEmpty
      isFiltered={isSearch}
      isComplete={!pending && view.list.loadState.at === 'complete'}
      picture="files"
      noMatch={
        view.list.isIncomplete ? t.files.searchIncompleteEmpty : t.files.emptySearch(folderTitle)
      }
      empty={
        view.folder === sharedWithMeUri
          ? t.files.sharedEmpty
          : canCreate && !isPhone
            ? t.files.emptyDrop
            : t.files.empty
      }
      onClear={onEndSearch}
      action={
        canCreate ? (
          <>
            <Button onClick={() => onUpload('files')}>{t.files.upload}</Button>
            <Button onClick={onNewFolder}>{t.files.newFolder}</Button>
          </>
        ) : parentUri(view.folder) === null ? undefined : (
          <Button onClick={onUp}>{t.files.emptyBack}</Button>
        )
      }
    />
  )
}
