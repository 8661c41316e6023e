import { useMemo, useRef, useState } from 'react'
import { parentUri, parseUri, rootUri } from '#src/contract/uri.ts'
import { sharedWithMeUri } from '#src/features/file-lists/files.ts'
import { FolderItems } from '#src/features/folder/items/FolderItems.tsx'
import type { Crumb } from '#src/features/folder/path.ts'
import { ListPage } from '#src/features/list-page/ListPage.tsx'
import { useSelectUndoneRows } from '#src/features/list-page/use-select-undone-rows.ts'
import { ErrorBoundary } from '#src/features/shell/ErrorBoundary.tsx'
import { useUploadsTo } from '#src/features/uploads/upload-rows.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Breadcrumb } from '#src/pages/files/Breadcrumb.tsx'
import { useFolderCommands } from '#src/pages/files/commands/use-folder-commands.ts'
import { useOpenFile } from '#src/pages/files/commands/use-open-file.ts'
import { useRowDragging } from '#src/pages/files/drag/use-row-dragging.ts'
import { useFolderSearch } from '#src/pages/files/search/use-folder-search.ts'
import { type FilesUrl, folderHref } from '#src/pages/files/url.ts'
import { useNameFields } from '#src/pages/files/use-name-fields.tsx'
import { useRevealedRow } from '#src/pages/files/use-revealed-row.ts'
import { useViewMenu } from '#src/pages/files/view/use-view-menu.ts'
import { FileField } from '#src/ui/controls/fields/FileField.tsx'
import { lazyWhenOpened } from '#src/ui/lazy-when-opened.tsx'
import { useMediaQuery } from '#src/ui/sizes/use-media-query.ts'
import { FolderBody } from './FolderBody.tsx'
import { FolderHeader } from './FolderHeader.tsx'
import { type FolderListState, useOpenFolder } from './use-open-folder.ts'

const FileDetails = lazyWhenOpened(
  async () => (await import('#src/pages/files/details/FileDetails.tsx')).FileDetails,
)
// It is drawn only in "Shared with me". With it in the code of the page, Files would be over its limit of code before
// the first row.
const SharedWithMeTop = lazyWhenOpened(
  async () => (await import('#src/pages/files/SharedWithMeHeader.tsx')).SharedWithMeHeader,
)
// It is seldom needed, and Files would be over the limit with it as well.
const FolderGone = lazyWhenOpened(async () => (await import('./FolderGone.tsx')).FolderGone)
const LinkFolderTop = lazyWhenOpened(
  async () => (await import('#src/pages/files/LinkFolderHeader.tsx')).LinkFolderHeader,
)
const FolderViewer = lazyWhenOpened(async () => (await import('./FolderViewer.tsx')).FolderViewer)
const FolderOverlays = lazyWhenOpened(
  async () => (await import('./FolderOverlays.tsx')).FolderOverlays,
)
// The user opens it by searching.
const SearchFilters = lazyWhenOpened(
  async () => (await import('#src/pages/files/search/SearchFilters.tsx')).SearchFilters,
)
// Its code is as large as that of the list, and over the limit. The fields that it uploads from are drawn without it.
const FolderUpload = lazyWhenOpened(
  async () => (await import('#src/pages/files/upload/FolderUpload.tsx')).FolderUpload,
)

/** So many columns are beside open details. */
const maxColumnsBesideDetails = 2

/** The first page of the folder, or of the results of a search in it, has been read. */
export function FolderContent({
  crumbs,
  listing,
  url,
  change,
  takesFocus,
  onLeave,
  onUp,
  onRefresh,
}: {
  crumbs: readonly Crumb[]
  listing: FolderListState
  url: FilesUrl
  change: (part: Partial<FilesUrl>, replace?: boolean) => void
  /** It was entered from another folder: the first row takes over the focus that a row of that folder had. */
  takesFocus: boolean
  /** It navigates away from the row with this URI. */
  onLeave: (row: string, to: string) => void
  onUp: () => void
  onRefresh: () => void
}) {
  const { t } = useI18n()
  const { list, pending, hasResults } = listing
  const name = crumbs.at(-1)?.name ?? ''
  const search = useFolderSearch(url, change, listing.isSearch)
  const { folder, view, page, isGone } = useOpenFolder(listing, {
    name,
    url,
    change,
    onRefresh,
    onEscape: () => listing.isSearch && search.leave(),
  })
  const { uri, rows, selection, isSearch, isPhone } = folder
  const searched = uri === rootUri('my') ? undefined : name
  const isNarrow = useMediaQuery('(max-width: 1099.98px)') && page.openRow !== undefined && !isPhone
  const revealed = useRevealedRow({ uri, list, url, rowIndexes: rows.rowIndexes, takesFocus })
  useSelectUndoneRows(list, {
    rowIndexes: rows.rowIndexes,
    selection,
    filterKey: rows.filterKey,
    onReveal: (rowIndex) => {
      if (url.focus !== null) change({ focus: null }, true)
      revealed.setNewId(list.at(rowIndex)?.id)
    },
  })
  const viewMenu = useViewMenu(folder, { url, change, view, hasResults })
  const openFile = useOpenFile({ folder, change, onLeave, onDetails: page.openDetails })
  const commands = useFolderCommands(folder, {
    onOpen: openFile,
    onDetails: page.openDetails,
    onShow: (row) => onLeave(row, folderHref(parentUri(row) ?? uri, row)),
    onShowAll: () => {
      if (url.focus !== null) change({ focus: null }, true)
    },
    onCreated: revealed.setNewId,
  })
  const { overlay, onMenu, cut } = commands
  const { isDragging, handlers } = useRowDragging({
    folder,
    onTransfer: commands.transfer,
    onTrash: (some) => commands.run('delete', some),
  })
  const { pinnedRow, editing } = useNameFields({
    folder,
    overlay,
    onCreated: revealed.setNewId,
    onEnd: commands.endTask,
  })
  const uploading = useUploadsTo(uri)
  const rowContext = useMemo(
    () => ({ onMenu, editing, cut, uploading }),
    [onMenu, editing, cut, uploading],
  )
  const filesField = useRef<HTMLInputElement>(null)
  const directoryField = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<readonly File[]>()
  const onUpload = (kind: 'files' | 'folder') =>
    (kind === 'files' ? filesField : directoryField).current?.click()
  // A new list is shown from its beginning.
  const [shown, setShown] = useState({ list, number: 0 })
  if (shown.list !== list) setShown({ list, number: shown.number + 1 })

  return (
    <ListPage
      {...handlers}
      onContextMenu={commands.onPlaceMenu}
      panel={
        <>
          {url.image !== null && (
            <FolderViewer id={url.image} folder={folder} commands={commands} change={change} />
          )}
          {page.hasDetails && (
            <FileDetails
              key={url.open}
              row={page.openRow}
              folder={folder}
              onRun={commands.run}
              onFollow={(id) => change({ open: id }, true)}
              onClose={page.closeDetails}
            />
          )}
        </>
      }
    >
      <FolderHeader
        folder={folder}
        title={<Breadcrumb crumbs={crumbs} onUp={onUp} />}
        path={crumbs.map((crumb) => crumb.name)}
        // The breadcrumb is a drop target: the selection bar does not replace it during a drag.
        hasSelectionBar={folder.selectedCount > 0 && !isDragging}
        isPending={pending !== undefined}
        search={search}
        searchRef={page.searchRef}
        viewMenu={viewMenu}
        commands={commands}
        onUpload={onUpload}
        onRefresh={onRefresh}
      />
      {parseUri(uri).host === 'share' && !isSearch && (
        <LinkFolderTop uri={uri} isOwned={list.head?.isOwned === true} />
      )}
      {isGone && <FolderGone uri={uri} id={list.head?.self?.id} onUp={onUp} />}
      {uri === sharedWithMeUri && <SharedWithMeTop list={list} owner={url.owner} change={change} />}
      {isSearch && (
        <SearchFilters
          url={url}
          folder={searched}
          onChange={search.searchFor}
          onEnd={search.leaveByButton}
        />
      )}
      <FolderBody
        folder={folder}
        pending={pending}
        isEmpty={page.isEmpty && overlay?.at !== 'naming'}
        isOnlySearched={!url.kind && !url.changed && !url.size}
        searched={searched}
        onUpload={onUpload}
        onNewFolder={commands.newFolder}
        onUp={onUp}
        onEndSearch={search.leaveByButton}
      >
        <FolderItems
          key={shown.number}
          folder={uri}
          search={url.search}
          isGone={isGone}
          list={list}
          view={view}
          rows={rows}
          selection={selection}
          columnLimit={isNarrow ? maxColumnsBesideDetails : undefined}
          openRowIndex={page.openRowIndex ?? revealed.focusedRowIndex}
          revealedRowIndex={revealed.revealedRowIndex}
          pinnedRow={pinnedRow}
          rowContext={rowContext}
          onSort={viewMenu.onSort}
          onColumns={hasResults ? undefined : viewMenu.onColumns}
          onOpen={openFile}
        />
      </FolderBody>
      <FileField ref={filesField} label={t.files.uploadFiles} onChoose={setChosen} />
      <FileField
        ref={directoryField}
        label={t.files.uploadFolder}
        takes="folder"
        onChoose={setChosen}
      />
      <ErrorBoundary>
        <FolderUpload folder={folder} chosen={chosen} />
      </ErrorBoundary>
      {overlay && overlay.at !== 'naming' && overlay.at !== 'renaming' && (
        <FolderOverlays
          folder={folder}
          overlay={overlay}
          commands={commands}
          onUpload={onUpload}
          onSettings={viewMenu.onSettings}
        />
      )}
    </ListPage>
  )
}
