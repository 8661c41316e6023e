import { useEffect } from 'react'
import { isNotFound } from '#src/contract/errors.ts'
import { allowsCreating } from '#src/contract/flags/actions.ts'
import { sharedWithMeUri } from '#src/features/file-lists/files.ts'
import { resolveView } from '#src/features/folder-view/resolved-view.ts'
import { rememberLayout } from '#src/features/folder-view/shown-layouts.ts'
import { useFolderRows } from '#src/features/folder/items/use-folder-rows.ts'
import { rememberShownOwnFolder } from '#src/features/folder/picker/recent-folders.ts'
import { useListPage } from '#src/features/list-page/use-list-page.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { FolderListHead } from '#src/lists/rows/folder-list-head.ts'
import { localSearchText } from '#src/pages/files/search/use-folder-search.ts'
import type { FilesUrl } from '#src/pages/files/url.ts'
import { useViewOfUrl } from '#src/pages/files/view/use-view-menu.ts'
import type { PendingListProps } from './FolderRowsOrState.tsx'
import type { OpenFolder } from './open-folder.ts'

/** The list of a folder, or of the results of a search in it. */
export type FolderListing = {
  uri: string
  list: PagedList<FileRow, FolderListHead>
  /** The list that will replace this one, until its first page has been read. */
  pending: PendingListProps | undefined
  /** Whether the rows in `list` are the results of a search. */
  hasResults: boolean
  /** Whether the URL has a search; its results may still be pending. */
  isSearch: boolean
}

/** The folder as the URL shows it: its view, its rows in order, its selection and the details that are open. */
export function useOpenFolderState(
  { uri, list, pending, hasResults, isSearch }: FolderListing,
  {
    name,
    url,
    change,
    onRefresh,
    onEscape,
  }: {
    name: string
    url: FilesUrl
    change: (part: Partial<FilesUrl>, replace?: boolean) => void
    onRefresh: () => void
    onEscape: () => void
  },
) {
  const view = useViewOfUrl(list.head, url, hasResults)
  const storedLayout = resolveView(list.head?.view ?? null).layout
  useEffect(() => {
    if (!hasResults) rememberLayout(uri, storedLayout)
  }, [hasResults, uri, storedLayout])
  useEffect(() => rememberShownOwnFolder(uri), [uri])
  const rows = useFolderRows(list, view, {
    isSortChosen: url.sort !== null,
    search: pending && isSearch ? localSearchText(list, url) : '',
    owner: uri === sharedWithMeUri ? url.owner : null,
  })
  const { rowIndexes, filterKey } = rows
  const page = useListPage(list, { rowIndexes, filterKey, url, change, onRefresh, onEscape })
  const { selection, selectedCount, isPhone } = page
  // A folder that is gone is not written to: the public server would make another one in its place.
  const isGone = !isSearch && list.loadState.at === 'stopped' && isNotFound(list.loadState.error)
  const canCreate = !isSearch && !isGone && allowsCreating(list.head?.capability ?? null)
  const folder: OpenFolder = {
    uri,
    name,
    list,
    rows,
    selection,
    selectedCount,
    isSearch,
    canCreate,
    isPhone,
  }
  return { folder, view, page, isGone }
}
