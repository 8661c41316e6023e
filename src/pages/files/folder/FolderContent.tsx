import { useMemo, useState } from 'react'
import { parentUri, parseUri, rootUri } from '#src/contract/uri.ts'
import { sharedWithMeUri } from '#src/features/file-lists/files.ts'
import { FolderItems } from '#src/features/folder/items/FolderItems.tsx'
import type { Crumb } from '#src/features/folder/path.ts'
import { MainWithSidePanel } from '#src/features/list-page/ListPage.tsx'
import { useSelectRowsAfterUndo } from '#src/features/list-page/use-select-rows-after-undo.ts'
import { useUploadStatesInFolder } from '#src/features/uploads/upload-rows.ts'
import { Breadcrumb } from '#src/pages/files/Breadcrumb.tsx'
import { useFileCommands } from '#src/pages/files/commands/use-file-commands.ts'
import { useOpenFile } from '#src/pages/files/commands/use-open-file.ts'
import { useRowDragging } from '#src/pages/files/drag/use-row-dragging.ts'
import { useFolderSearch } from '#src/pages/files/search/use-folder-search.ts'
import { SharedWithMeNote } from '#src/pages/files/SharedWithMeNote.tsx'
import { UploadInputs, useUploadInputs } from '#src/pages/files/upload/UploadInputs.tsx'
import { type FilesUrl, folderHref } from '#src/pages/files/url.ts'
import { useNameFields, useTypedName } from '#src/pages/files/use-name-fields.tsx'
import { useRevealedRow } from '#src/pages/files/use-revealed-row.ts'
import { useViewMenu } from '#src/pages/files/view/use-view-menu.ts'
import { lazyWhenOpened } from '#src/ui/lazy-when-opened.tsx'
import { useMediaQuery } from '#src/ui/sizes/use-media-query.ts'
import { FolderHeader } from './FolderHeader.tsx'
import { FolderRowsOrState } from './FolderRowsOrState.tsx'
import type { OpenFolder } from './open-folder.ts'
import { type FolderListing, useOpenFolderState } from './use-open-folder-state.ts'
import css from './FolderContent.module.css'

const FolderPanels = lazyWhenOpened(async () => (await import('./FolderPanels.tsx')).FolderPanels)
// Own folders that are not searched have none. With it in the code of the page, Files would be over its limit of code
// before the first row.
const loadNotices = async () =>
  (await import('./FolderNoticesAndFilters.tsx')).FolderNoticesAndFilters
const FolderNoticesAndFilters = lazyWhenOpened(loadNotices)
const LinkNoticesAndFilters = lazyWhenOpened(
  loadNotices,
  <div className={css['noticePlaceholder']} />,
)
const FolderOverlays = lazyWhenOpened(
  async () => (await import('./FolderOverlays.tsx')).FolderOverlays,
)

/** Number of columns beside open details. */
const maxColumnsBesideDetails = 2

type FolderContentProps = {
  crumbs: readonly Crumb[]
  listing: FolderListing
  url: FilesUrl
  change: (part: Partial<FilesUrl>, replace?: boolean) => void
  /** It was entered from another folder: the first row takes over the focus that a row of that folder had. */
  takesFocus: boolean
  /** It navigates away from the row with this URI. */
  onLeave: (row: string, to: string) => void
  onUp: () => void
  onRefresh: () => void
}

/** One folder whose first page has been read, or the results of a search in it. */
export function FolderContent({
  crumbs,
  listing,
  url,
  change,
  takesFocus,
  onLeave,
  onUp,
  onRefresh,
}: FolderContentProps) {
  const { list, pending, hasResults } = listing
  const name = crumbs.at(-1)?.name ?? ''
  const search = useFolderSearch(url, change, listing.isSearch)
  const { folder, view, page, isGone } = useOpenFolderState(listing, {
    name,
    url,
    change,
    onRefresh,
    onEscape: () => listing.isSearch && search.leave(),
  })
  const { uri, rows, selection, isSearch, isPhone } = folder
  const searched = uri === rootUri('my') ? undefined : name
  const isNarrow = useMediaQuery('(max-width: 1099.98px)') && page.openRow !== undefined && !isPhone
  const { revealed, showAll } = useRevealing(folder, { url, change, takesFocus })
  const viewMenu = useViewMenu(folder, { url, change, view, hasResults })
  const openFile = useOpenFile({ folder, change, onLeave, onDetails: page.openDetails })
  const { commands, dragging, pinnedRow, rowContext } = useItemActions(folder, {
    onOpen: openFile,
    onDetails: page.openDetails,
    onShow: (row) => onLeave(row, folderHref(parentUri(row) ?? uri, row)),
    onShowAll: showAll,
    onCreated: revealed.setNewId,
  })
  useTypedName(folder, revealed.focusedRowIndex, commands.renameTo)
  const { overlay } = commands
  const uploadFields = useUploadInputs()
  const onUpload = uploadFields.open
  const listNumber = useListNumber(list)

  const NoticesAndFilters =
    parseUri(uri).host === 'share' ? LinkNoticesAndFilters : FolderNoticesAndFilters
  return (
    <MainWithSidePanel
      {...dragging.handlers}
      onContextMenu={commands.onPlaceMenu}
      panel={
        (url.image !== null || page.hasDetails) && (
          <FolderPanels url={url} folder={folder} page={page} commands={commands} change={change} />
        )
      }
    >
      <FolderHeader
        folder={folder}
        title={<Breadcrumb crumbs={crumbs} onUp={onUp} />}
        path={crumbs.map((crumb) => crumb.name)}
        // The breadcrumb is a drop target: the selection bar does not replace it during a drag.
        hasSelectionBar={folder.selectedCount > 0 && !dragging.isDragging}
        isPending={pending !== undefined}
        search={search}
        searchRef={page.searchRef}
        viewMenu={viewMenu}
        commands={commands}
        onUpload={onUpload}
        onRefresh={onRefresh}
      />
      {uri === sharedWithMeUri && <SharedWithMeNote />}
      {(isSearch || isGone || parseUri(uri).host !== 'my') && (
        <NoticesAndFilters
          folder={folder}
          isGone={isGone}
          url={url}
          searched={searched}
          search={search}
          change={change}
          onUp={onUp}
        />
      )}
      <FolderRowsOrState
        folder={folder}
        pending={pending}
        isEmpty={page.isEmpty && overlay?.at !== 'naming'}
        searched={searched}
        onUpload={onUpload}
        onNewFolder={commands.newFolder}
        onNewText={commands.newTextFile}
        onUp={onUp}
        onClearSearch={search.clearText}
        onClearFilters={search.clearFilters}
      >
        <FolderItems
          key={listNumber}
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
      </FolderRowsOrState>
      <UploadInputs fields={uploadFields} folder={folder} />
      {overlay && overlay.at !== 'naming' && overlay.at !== 'renaming' && (
        <FolderOverlays
          folder={folder}
          overlay={overlay}
          commands={commands}
          onUpload={onUpload}
          onSettings={viewMenu.onSettings}
        />
      )}
    </MainWithSidePanel>
  )
}

/** The row that is scrolled to: the one in the URL, a new one, or one that an undo has brought back. */
function useRevealing(
  { uri, list, rows: { rowIndexes, filterKey }, selection }: OpenFolder,
  { url, change, takesFocus }: Pick<FolderContentProps, 'url' | 'change' | 'takesFocus'>,
) {
  const revealed = useRevealedRow({ uri, list, url, rowIndexes, takesFocus })
  const showAll = () => {
    if (url.focus !== null) change({ focus: null }, true)
  }
  useSelectRowsAfterUndo(list, {
    rowIndexes,
    selection,
    filterKey,
    onReveal: (rowIndex) => {
      showAll()
      revealed.setNewId(list.at(rowIndex)?.id)
    },
  })
  return { revealed, showAll }
}

/** What is done with the items of a folder: by commands, by dragging, and in the fields for their names. */
function useItemActions(folder: OpenFolder, callbacks: Parameters<typeof useFileCommands>[1]) {
  const commands = useFileCommands(folder, callbacks)
  const { onMenu, cut } = commands
  const dragging = useRowDragging({
    folder,
    onTransfer: commands.transfer,
    onTrash: (some) => commands.run('delete', some),
  })
  const { pinnedRow, nameFieldOf } = useNameFields({
    folder,
    overlay: commands.overlay,
    onCreated: callbacks.onCreated,
    onEnd: commands.endTask,
  })
  const uploading = useUploadStatesInFolder(folder.uri)
  const rowContext = useMemo(
    () => ({ onMenu, nameFieldOf, cut, uploading }),
    [onMenu, nameFieldOf, cut, uploading],
  )
  return { commands, dragging, pinnedRow, rowContext }
}

/** Grows with each other list, which is shown from its beginning. */
function useListNumber(list: FolderListing['list']): number {
  const [shown, setShown] = useState({ list, number: 0 })
  if (shown.list !== list) setShown({ list, number: shown.number + 1 })
  return shown.number
}
