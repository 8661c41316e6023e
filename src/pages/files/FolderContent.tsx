import { useMemo, useRef } from 'react'
import { allowedActions, allowsCreating, allowsDownload } from '#src/contract/actions.ts'
import { isNotFound } from '#src/contract/errors.ts'
import { parentUri, parseUri, rootUri } from '#src/contract/uri.ts'
import { sharedWithMeUri } from '#src/features/file-lists/files.ts'
import { sortKeys } from '#src/features/folder-view/shown-view.ts'
import { useFolderRows } from '#src/features/folder/items/use-folder-rows.ts'
import type { Crumb } from '#src/features/folder/path.ts'
import { uriOfRow } from '#src/features/folder/row-uri.ts'
import { shortcutHref } from '#src/features/links/visit/shortcuts.ts'
import { ListPage } from '#src/features/list-page/ListPage.tsx'
import { useListPage } from '#src/features/list-page/use-list-page.ts'
import { useSessionStatus } from '#src/features/session/use-session.ts'
import { ErrorBoundary } from '#src/features/shell/ErrorBoundary.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import { isMarkdown, isPlainText } from '#src/lib/names/plain-text.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { Folder } from '#src/lists/rows/folder.ts'
import { useFolderCommands } from '#src/pages/files/commands/use-folder-commands.ts'
import { useDragging } from '#src/pages/files/drag/use-dragging.ts'
import { localSearch, useFolderSearch } from '#src/pages/files/search/use-folder-search.ts'
import type { FileChooserHandle } from '#src/pages/files/upload/upload-entries.tsx'
import { useViewMenu, useViewOfUrl } from '#src/pages/files/view/use-view-menu.ts'
import { lazyWhenOpened } from '#src/ui/lazy-when-opened.tsx'
import { useMediaQuery } from '#src/ui/use-media-query.ts'
import { Breadcrumb } from './Breadcrumb.tsx'
import { FolderBody, type PendingList } from './FolderBody.tsx'
import { FolderHeader } from './FolderHeader.tsx'
import { FolderViewer } from './FolderViewer.tsx'
import { type FilesUrl, folderHref } from './url.ts'
import { useNameFields } from './use-name-fields.tsx'
import { useRevealedRow } from './use-revealed-row.ts'

const FileDetails = lazyWhenOpened(
  async () => (await import('./details/FileDetails.tsx')).FileDetails,
)
const ShortcutStates = lazyWhenOpened(
  async () => (await import('./ShortcutStates.tsx')).ShortcutStates,
)
const FolderGone = lazyWhenOpened(async () => (await import('./FolderGone.tsx')).FolderGone)
const LinkFolderTop = lazyWhenOpened(
  async () => (await import('./LinkFolderTop.tsx')).LinkFolderTop,
)
const FolderOverlays = lazyWhenOpened(
  async () => (await import('./FolderOverlays.tsx')).FolderOverlays,
)
const SearchFilters = lazyWhenOpened(
  async () => (await import('#src/pages/files/search/SearchFilters.tsx')).SearchFilters,
)
// It draws nothing, and its code is as large as that of the list.
const FolderUpload = lazyWhenOpened(
  async () => (await import('#src/pages/files/upload/FolderUpload.tsx')).FolderUpload,
)

/** Number of columns beside open details. */
const maxColumnsBesideDetails = 2
/** Longer texts are not opened in the editor, in bytes. */
const maxEditableBytes = 1024 * 1024
const noSort = { by: '', direction: 'asc' } as const

/** One folder whose first page has been read, or the results of a search in it. */
export function FolderContent({
  uri,
  crumbs,
  url,
  change,
  list,
  pending,
  hasResults,
  isSearch,
  takesFocus,
  onLeave,
  onUp,
  onRefresh,
}: {
  uri: string
  crumbs: readonly Crumb[]
  url: FilesUrl
  change: (part: Partial<FilesUrl>, replace?: boolean) => void
  list: PagedList<FileRow, Folder>
  /** The list that will replace this one, until its first page has been read. */
  pending: PendingList | undefined
  /** Whether the rows in `list` are the results of a search. */
  hasResults: boolean
  /** Whether the URL has a search; its results may still be pending. */
  isSearch: boolean
  /** Entered from another folder: the first row takes over the focus that a row of that folder had. */
  takesFocus: boolean
  /** Navigates away from the row with this URI. */
  onLeave: (row: string, to: string) => void
  onUp: () => void
  onRefresh: () => void
}) {
  const { t } = useI18n()
  // Visitors who are not signed in have no editor.
  const isSignedIn = useSessionStatus() !== 'out'
  const name = crumbs.at(-1)?.name ?? ''
  const searched = uri === rootUri('my') ? undefined : name
  const { head } = list
  const view = useViewOfUrl(head, url, hasResults)
  const rows = useFolderRows(list, view, {
    isSortChosen: url.sort !== null,
    search: pending && isSearch ? localSearch(list, url) : '',
  })
  const { rowIndexes, filterKey } = rows
  const sort = rows.sort ?? noSort
  const viewMenu = useViewMenu({
    uri,
    name,
    head,
    url,
    change,
    view,
    sort,
    isSearch: hasResults,
  })
  const folderSearch = useFolderSearch(url, change, isSearch)
  const page = useListPage(list, {
    rowIndexes,
    filterKey,
    url,
    change,
    onRefresh,
    onEscape: () => isSearch && folderSearch.leave(),
  })
  const { isPhone, selection, selectedCount, openRow, openDetails, closeDetails } = page
  const isNarrow = useMediaQuery('(max-width: 1099.98px)') && openRow !== undefined && !isPhone
  const revealed = useRevealedRow({ uri, list, url, rowIndexes, takesFocus })

  /** Behind a link, for those who may read a text and not change it. */
  const isReadAsMarkdown = (row: FileRow, rowUri: string) => {
    const may = offered([row])
    const isForReading = may.includes('download') && !(isSignedIn && may.includes('rename'))
    return isMarkdown(row.name) && parseUri(rowUri).host === 'share' && isForReading
  }
  const openFile = (row: FileRow) => {
    const rowUri = uriOfRow(row, uri)
    const isText = isPlainText(row.name) && row.size <= maxEditableBytes
    if (row.shortcut && rowUri !== null) onLeave(rowUri, shortcutHref(row))
    else if (row.isUploading) openDetails(row)
    else if (row.isFolder && rowUri !== null) onLeave(rowUri, folderHref(rowUri))
    else if (['image', 'video', 'audio'].includes(kindOfName(row.name, row.isFolder)))
      change({ image: row.id, focus: null, open: null })
    else if (isText && rowUri !== null && isReadAsMarkdown(row, rowUri))
      change({ image: row.id, focus: null, open: null })
    else if (isText && rowUri !== null && isSignedIn && offered([row]).includes('download'))
      onLeave(rowUri, `/edit?${new URLSearchParams({ uri: rowUri }).toString()}`)
    else openDetails(row)
  }

  // A folder that is gone is not written to: the public server would make another one in its place.
  const isGone = !isSearch && list.loadState.at === 'stopped' && isNotFound(list.loadState.error)
  const canCreate = !isSearch && !isGone && allowsCreating(head?.capability ?? null)
  const commands = useFolderCommands({
    uri,
    list,
    rowIndexes,
    filterKey,
    selection,
    selectedCount,
    isPhone,
    canCreate,
    isSearch,
    onOpen: openFile,
    onDetails: openDetails,
    onShow: (row) => onLeave(row, folderHref(parentUri(row) ?? uri, row)),
    onShowAll: () => {
      if (url.focus !== null) change({ focus: null }, true)
    },
    onCreated: revealed.setCreatedId,
  })
  const { overlay, onMenu, cut, offered } = commands
  const endTask = () => commands.setOverlay(undefined)
  const rowAt = (index: number) => {
    const rowIndex = rowIndexes[index]
    return rowIndex === undefined ? undefined : list.at(rowIndex)
  }
  const { isDragging, handlers } = useDragging({
    uri,
    list,
    rowIndexes,
    filterKey,
    selection,
    offered,
    rowAt,
    onTransfer: commands.transfer,
    onTrash: (some) => commands.run('delete', some),
  })
  const { lead, editing } = useNameFields({
    uri,
    list,
    selection,
    selectedCount,
    isPhone,
    overlay,
    onCreated: revealed.setCreatedId,
    onEnd: endTask,
  })
  const rowContext = useMemo(() => ({ onMenu, editing, cut }), [onMenu, editing, cut])
  const link = parseUri(uri).host === 'share' ? uri : undefined
  const canDownloadAll = link && !isSearch && allowsDownload(head?.capability ?? null)
  const uploads = useRef<FileChooserHandle>(null)
  const onUpload = (kind: 'files' | 'folder') => uploads.current?.choose(kind)

  return (
    <ListPage
      {...handlers}
      onContextMenu={commands.onPlaceMenu}
      panel={
        <>
          {url.image !== null && (
            <FolderViewer
              id={url.image}
              list={list}
              rowIndexes={rowIndexes}
              folder={uri}
              change={change}
            />
          )}
          {page.hasDetails && (
            <FileDetails
              key={url.open}
              row={openRow}
              folder={uri}
              {...{ list, rowIndexes, filterKey, selection, isPhone, offered }}
              onRun={commands.run}
              onFollow={(id) => change({ open: id }, true)}
              onClose={closeDetails}
            />
          )}
        </>
      }
    >
      <FolderHeader
        {...{ name, list, rows, selection, canCreate, isPhone, offered, sort, onUpload, onRefresh }}
        results={
          isSearch ? (pending || folderSearch.field.isPending ? 'pending' : 'shown') : undefined
        }
        // The breadcrumb is a drop target: the selection bar does not replace it during a drag.
        selectedCount={isDragging ? 0 : selectedCount}
        isReadOnly={!canCreate && allowedActions(uri, head?.capability ?? null).size === 0}
        link={link}
        onDownloadAll={canDownloadAll ? commands.downloadFolder : undefined}
        title={<Breadcrumb crumbs={crumbs} onUp={onUp} />}
        search={folderSearch.field.text}
        onSearch={folderSearch.field.setText}
        onSearchNow={folderSearch.field.submit}
        searchRef={page.searchRef}
        sortKeys={sortKeys.map((key) => ({ key, label: t.files.columns[key] }))}
        onSort={viewMenu.onSort}
        viewMenu={viewMenu}
        onNew={commands.beginNaming}
        onRun={commands.runOnSelected}
      />
      {link !== undefined && !isSearch && (
        <LinkFolderTop uri={link} isOwned={head?.isOwned === true} />
      )}
      {isGone && <FolderGone {...{ uri, onUp }} id={head?.self?.id} />}
      {uri === sharedWithMeUri && <ShortcutStates list={list} />}
      {isSearch && (
        <SearchFilters
          {...{ url, list }}
          folder={searched}
          onChange={folderSearch.searchFor}
          onEnd={folderSearch.leaveByButton}
        />
      )}
      <FolderBody
        {...{ pending, isSearch, canCreate, list, view, rows, selection, lead, rowContext }}
        {...{ onUpload, onUp, folder: uri }}
        folderTitle={searched}
        search={url.search}
        isEmpty={page.isEmpty && overlay?.at !== 'naming'}
        columnLimit={isNarrow ? maxColumnsBesideDetails : undefined}
        openRowIndex={page.openRowIndex ?? revealed.focusedRowIndex}
        revealedRowIndex={revealed.revealedRowIndex}
        onSort={viewMenu.onSort}
        onColumns={hasResults ? undefined : viewMenu.onColumns}
        onOpen={openFile}
        onNewFolder={commands.beginNaming}
        onEndSearch={folderSearch.leaveByButton}
      />
      <ErrorBoundary>
        <FolderUpload {...{ ref: uploads, uri, name, rowAt, head }} isAllowed={canCreate} />
      </ErrorBoundary>
      {overlay && overlay.at !== 'naming' && overlay.at !== 'renaming' && (
        <FolderOverlays
          {...{ overlay, uri, offered, canCreate, onUpload }}
          place={name}
          onNew={commands.beginNaming}
          onPaste={commands.paste}
          onSettings={viewMenu.onSettings}
          onRun={commands.run}
          onDelete={commands.remove}
          onTransfer={commands.transfer}
          onEnd={endTask}
        />
      )}
    </ListPage>
  )
}
