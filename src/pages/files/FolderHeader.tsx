import { useQuery } from '@tanstack/react-query'
import { Download, FolderPlus, Upload } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import type { Share } from '#src/contract/share.ts'
import { parseUri } from '#src/contract/uri.ts'
import { files } from '#src/features/file-lists/files.ts'
import type { FolderRows } from '#src/features/folder/items/use-folder-rows.ts'
import { BatchBar } from '#src/features/list-page/BatchBar.tsx'
import { ListChangedNotice } from '#src/features/list-page/ListChangedNotice.tsx'
import { FileSelectionBar } from '#src/features/list-page/ListSelectionBar.tsx'
import { ListToolbar } from '#src/features/list-page/ListToolbar.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useRunningBatch } from '#src/jobs/batches/batch-list.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import type { Selection } from '#src/lib/selection.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { Folder } from '#src/lists/rows/folder.ts'
import type { Command } from '#src/pages/files/commands/commands.ts'
import { uploadEntries } from '#src/pages/files/upload/upload-entries.tsx'
import { viewEntries, type ViewMenuContext } from '#src/pages/files/view/view-menu-entries.tsx'
import { ViewMenuButton } from '#src/pages/files/view/ViewMenuButton.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { Menu } from '#src/ui/menu/Menu.tsx'
import { SelectionActions } from './SelectionActions.tsx'

const batchKinds = ['download', 'trash', 'move', 'copy', 'restore'] as const

type Bar = ComponentProps<typeof ListToolbar>

type FolderHeaderProps = {
  name: string
  list: PagedList<FileRow, Folder>
  rows: FolderRows
  selection: Selection
  selectedCount: number
  canCreate: boolean
  isReadOnly: boolean
  /** The URI of the folder, where it is reached through a link. */
  link: string | undefined
  /** Downloads the whole folder; absent where there is no button for that. */
  onDownloadAll: (() => void) | undefined
  viewMenu: ViewMenuContext
  onNew: () => void
  onUpload: (kind: 'files' | 'folder') => void
  /** Whether the rows are search results, or will be. */
  results: 'shown' | 'pending' | undefined
  offered: (rows: readonly FileRow[]) => Command[]
  onRun: (command: Command) => void
} & Omit<Bar, 'count' | 'actions' | 'entries' | 'note'>

/** The row above a folder: its path and actions, the selection, or the progress of a running batch. */
export function FolderHeader(props: FolderHeaderProps) {
  const batch = useRunningBatch(batchKinds)
  if (!batch) return <FolderBar {...props} />
  return (
    <>
      <h1 className="sr-only">{props.name}</h1>
      <BatchBar batch={batch} />
    </>
  )
}

function FolderBar({
  name,
  list,
  rows,
  selection,
  selectedCount,
  canCreate,
  isReadOnly,
  link,
  onDownloadAll,
  viewMenu,
  onNew,
  onUpload,
  results,
  offered,
  onRun,
  ...bar
}: FolderHeaderProps) {
  const { t } = useI18n()
  const { id = '', password } = link === undefined ? {} : parseUri(link)
  const { data: share } = useQuery({ ...files.sharedItem(id, password), enabled: !!link })
  const upload = uploadEntries(t, onUpload)
  const isComplete = list.loadState.at === 'complete'
  const newFolder = {
    key: 'new',
    label: t.files.newFolder,
    icon: <FolderPlus aria-hidden="true" />,
    hint: 'N',
    onSelect: onNew,
  }
  const chip = isReadOnly && <span data-tooltip={t.files.readOnly}>{t.files.readOnlyChip}</span>
  const note =
    link === undefined ? (
      chip
    ) : (
      <LinkNote
        share={share}
        isOwned={list.head?.isOwned === true}
        chip={chip || t.files.canEditChip}
      />
    )
  const downloadAll = onDownloadAll &&
    share?.remain_downloads !== 0 && {
      key: 'download-all',
      label: t.files.download,
      icon: <Download aria-hidden="true" />,
      onSelect: onDownloadAll,
    }
  const toolbar = (
    <ListToolbar
      {...bar}
      count={
        results === 'pending'
          ? t.files.searching
          : isComplete
            ? t.files[results ? 'found' : 'count'](list.size)
            : t.common.soFar(list.size)
      }
      note={
        (note || list.isChangedElsewhere) && (
          <>
            {note}
            {note && list.isChangedElsewhere && ' · '}
            {list.isChangedElsewhere && <ListChangedNotice onRefresh={bar.onRefresh} />}
          </>
        )
      }
      entries={
        bar.isPhone
          ? [
              ...(canCreate ? [newFolder] : []),
              // The sort keys are in the toolbar's menu already.
              ...viewEntries(t, viewMenu, { hasSort: false }),
            ]
          : []
      }
      actions={
        bar.isPhone ? (
          <>
            {canCreate && (
              <Menu name={t.files.upload} entries={upload}>
                {(button) => (
                  <IconButton
                    {...button}
                    kind="default"
                    name={t.files.upload}
                    icon={<Upload aria-hidden="true" />}
                  />
                )}
              </Menu>
            )}
            {downloadAll && (
              <IconButton
                kind="primary"
                name={downloadAll.label}
                icon={downloadAll.icon}
                onClick={downloadAll.onSelect}
              />
            )}
          </>
        ) : (
          <>
            {canCreate && (
              <>
                <Menu name={t.files.upload} entries={upload}>
                  {(button) => (
                    <Button {...button} icon={<Upload aria-hidden="true" />}>
                      {t.files.upload}
                    </Button>
                  )}
                </Menu>
                <Button icon={newFolder.icon} aria-keyshortcuts="n" onClick={onNew}>
                  {t.files.newFolder}
                </Button>
              </>
            )}
            <ViewMenuButton viewMenu={viewMenu} />
            {downloadAll && (
              <Button kind="primary" icon={downloadAll.icon} onClick={downloadAll.onSelect}>
                {downloadAll.label}
              </Button>
            )}
          </>
        )
      }
    />
  )
  if (selectedCount === 0) return toolbar
  return (
    <FileSelectionBar
      title={name}
      list={list}
      rowIndexes={rows.rowIndexes}
      filterKey={rows.filterKey}
      selection={selection}
      selectedCount={selectedCount}
      isFiltered={results !== undefined}
    >
      <SelectionActions
        list={list}
        rows={rows}
        selection={selection}
        offered={offered}
        onRun={onRun}
        isPhone={bar.isPhone}
      />
    </FileSelectionBar>
  )
}

/** Who shares a folder, and what the visitor may do in it. */
function LinkNote({
  share,
  isOwned,
  chip,
}: {
  share: Share | undefined
  isOwned: boolean
  chip: ReactNode
}) {
  const { t } = useI18n()
  const owner = isOwned ? undefined : share?.owner?.nickname
  return (
    <>
      <span>{owner && t.files.sharedBy(escapeControlChars(owner))}</span>
      {chip}
    </>
  )
}
