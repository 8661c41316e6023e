import type { ComponentProps, ReactNode } from 'react'
import { isRootUri } from '#src/contract/uri.ts'
import { sharedWithMeUri } from '#src/features/file-lists/files.ts'
import { EmptyListState, PendingListState } from '#src/features/list-page/states/ListStates.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import type { OpenFolder } from './open-folder.ts'

/** A list that has been requested to replace the one on screen. */
export type PendingListProps = Omit<ComponentProps<typeof PendingListState>, 'columns' | 'isCards'>

/** The rows of a folder or of a search in it, or the state in their place. */
export function FolderRowsOrState({
  folder: { uri, list, canCreate, isPhone },
  pending,
  isEmpty,
  searched,
  children,
  onUpload,
  onNewFolder,
  onNewText,
  onUp,
  onClearSearch,
  onClearFilters,
}: {
  folder: OpenFolder
  pending: PendingListProps | undefined
  isEmpty: boolean
  /** Display name of the folder; undefined for the root of one's own files. */
  searched: string | undefined
  /** The rows. */
  children: ReactNode
  onUpload: (kind: 'files' | 'folder') => void
  onNewFolder: () => void
  onNewText: () => void
  onUp: () => void
  /** Ends the search by a text; absent where there is none. */
  onClearSearch: (() => void) | undefined
  /** Ends the other conditions of the search; absent where there are none. */
  onClearFilters: (() => void) | undefined
}) {
  const { t } = useI18n()
  if (pending?.error) {
    return <PendingListState {...pending} columns="" isCards={isPhone} />
  }
  if (!isEmpty) return children
  return (
    <EmptyListState
      isComplete={!pending && list.loadState.at === 'complete'}
      picture="files"
      noMatch={list.isIncomplete ? t.files.searchIncompleteEmpty : t.files.emptySearch(searched)}
      empty={
        uri === sharedWithMeUri
          ? t.files.sharedEmpty
          : canCreate && !isPhone
            ? t.files.emptyDrop
            : t.files.empty
      }
      onClearSearch={onClearSearch}
      onClearFilters={onClearFilters}
      action={
        canCreate ? (
          <>
            <Button onClick={() => onUpload('files')}>{t.files.upload}</Button>
            <Button onClick={onNewFolder}>{t.files.newFolder}</Button>
            <Button onClick={onNewText}>{t.files.newTextFile}</Button>
          </>
        ) : isRootUri(uri) ? undefined : (
          <Button onClick={onUp}>{t.files.emptyBack}</Button>
        )
      }
    />
  )
}
