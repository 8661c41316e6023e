import { skipToken, useQuery } from '@tanstack/react-query'
import { Download, FilePlus, FolderPlus, Upload } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { allowedWriteActions, allowsDownload } from '#src/contract/flags/actions.ts'
import { parseUri } from '#src/contract/uri.ts'
import { files } from '#src/features/file-lists/files.ts'
import { sortKeys } from '#src/features/folder-view/resolved-view.ts'
import type { LinkEnd } from '#src/features/links/visit/use-has-link-ended.ts'
import { ListToolbar } from '#src/features/list-page/ListToolbar.tsx'
import { JobProgressBar } from '#src/features/list-page/selection/JobProgressBar.tsx'
import { FileSelectionBar } from '#src/features/list-page/selection/ListSelectionBar.tsx'
import { ListChangedNotice } from '#src/features/list-page/states/ListChangedNotice.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { useRunningJob } from '#src/jobs/store/job-list.ts'
import { keys } from '#src/lists/keys.ts'
import type { LinkRecord } from '#src/lists/rows/link-row.ts'
import type { FolderCommands } from '#src/pages/files/commands/use-file-commands.ts'
import type { FolderSearch } from '#src/pages/files/search/use-folder-search.ts'
import { SelectionActions } from '#src/pages/files/SelectionActions.tsx'
import { uploadMenuEntries } from '#src/pages/files/upload/upload-entries.tsx'
import { useSelectedShortcutCount } from '#src/pages/files/use-selected-shortcut-count.ts'
import { viewMenuEntries, type ViewMenuContext } from '#src/pages/files/view/view-menu-entries.tsx'
import { ViewMenuButton } from '#src/pages/files/view/ViewMenuButton.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { Menu } from '#src/ui/menu/Menu.tsx'
import { useMediaQuery } from '#src/ui/sizes/use-media-query.ts'
import { PathText } from '#src/ui/text/PathText.tsx'
import type { OpenFolder } from './open-folder.ts'

const jobKinds = ['download', 'trash', 'move', 'copy', 'restore'] as const

type FolderHeaderProps = {
  folder: OpenFolder
  title: ReactNode
  path: readonly string[]
  /** Whether the actions for the selection are shown in place of those for the folder. */
  hasSelectionBar: boolean
  /** Whether another list has been requested in place of the one on screen. */
  isPending: boolean
  search: FolderSearch
  searchRef: RefObject<HTMLInputElement | null>
  viewMenu: ViewMenuContext
  commands: FolderCommands
  onUpload: (kind: 'files' | 'folder') => void
  onRefresh: () => void
}

/** The row above a folder: its path and actions, the selection, or the progress of a running job. */
export function FolderHeader(props: FolderHeaderProps) {
  const { folder, hasSelectionBar } = props
  const job = useRunningJob(jobKinds)
  if (job) {
    return (
      <>
        <h1 className="sr-only">{folder.name}</h1>
        <JobProgressBar job={job} />
      </>
    )
  }
  if (!hasSelectionBar) return <FolderToolbar {...props} />
  return <FolderSelectionBar {...props} />
}

function FolderSelectionBar({ folder, path, commands, onRefresh }: FolderHeaderProps) {
  const { t } = useI18n()
  const { list, rows, selection, selectedCount } = folder
  const shortcuts = useSelectedShortcutCount(list, selection, rows.filterKey)
  return (
    <FileSelectionBar
      title={folder.name}
      list={list}
      rowIndexes={rows.rowIndexes}
      filterKey={rows.filterKey}
      selection={selection}
      selectedCount={selectedCount}
      isFiltered={folder.isSearch}
      onRefresh={onRefresh}
      place={!folder.isSearch && <PathText names={path} />}
      note={
        shortcuts > 0 && shortcuts < selectedCount ? t.files.shortcutsLeftOut(shortcuts) : undefined
      }
    >
      <SelectionActions
        folder={folder}
        selectedCount={selectedCount}
        onRun={commands.runOnSelected}
      />
    </FileSelectionBar>
  )
}

function FolderToolbar({
  folder,
  title,
  isPending,
  search,
  searchRef,
  viewMenu,
  commands,
  onUpload,
  onRefresh,
}: FolderHeaderProps) {
  const { t } = useI18n()
  const { list, isSearch, canCreate, isPhone } = folder
  const isSearching = isSearch && (isPending || search.field.isPending)
  const note = useFolderNote(folder)
  // The name of the folder comes first: in narrower windows a third button would cut it.
  const isNarrow = useMediaQuery('(max-width: 1199.98px)')
  const newFolder = {
    key: 'new',
    label: t.files.newFolder,
    icon: <FolderPlus aria-hidden="true" />,
    hint: 'N',
    onSelect: commands.newFolder,
  }
  const newText = {
    key: 'new-text',
    label: t.files.newTextFile,
    icon: <FilePlus aria-hidden="true" />,
    onSelect: commands.newTextFile,
  }
  return (
    <ListToolbar
      title={title}
      search={{
        text: search.field.text,
        onChange: search.field.setText,
        onSubmit: search.field.submit,
      }}
      searchRef={searchRef}
      sorting={{
        sort: viewMenu.sort,
        keys: sortKeys.map((key) => ({ key, label: t.files.columns[key] })),
        onSort: viewMenu.onSort,
      }}
      isPhone={isPhone}
      onRefresh={onRefresh}
      count={
        isSearching
          ? t.files.searching
          : list.loadState.at === 'complete'
            ? t.files[isSearch ? 'found' : 'count'](list.size)
            : t.common.soFar(list.size)
      }
      isCounting={!isSearching && list.loadState.at !== 'complete'}
      note={
        (note || list.isChangedElsewhere) && (
          <>
            {note}
            {note && list.isChangedElsewhere && ' · '}
            {list.isChangedElsewhere && <ListChangedNotice onRefresh={onRefresh} />}
          </>
        )
      }
      entries={[
        ...(isPhone && canCreate ? [newFolder] : []),
        ...(canCreate && (isPhone || isNarrow) ? [newText] : []),
        // The sort keys are in the toolbar's menu already.
        ...(isPhone ? viewMenuEntries(t, viewMenu, { hasSort: false }) : []),
      ]}
      actions={
        <>
          {canCreate && <UploadMenu isPhone={isPhone} onUpload={onUpload} />}
          {canCreate && !isPhone && (
            <Button icon={newFolder.icon} aria-keyshortcuts="n" onClick={commands.newFolder}>
              {t.files.newFolder}
            </Button>
          )}
          {canCreate && !isPhone && !isNarrow && (
            <IconButton
              variant="default"
              name={newText.label}
              icon={newText.icon}
              onClick={commands.newTextFile}
            />
          )}
          {!isPhone && <ViewMenuButton viewMenu={viewMenu} />}
          <DownloadFolder folder={folder} onDownload={commands.downloadFolder} />
        </>
      }
    />
  )
}

function UploadMenu({
  isPhone,
  onUpload,
}: {
  isPhone: boolean
  onUpload: (kind: 'files' | 'folder') => void
}) {
  const { t } = useI18n()
  const icon = <Upload aria-hidden="true" />
  return (
    <Menu name={t.files.upload} entries={uploadMenuEntries(t, onUpload)}>
      {(button) =>
        isPhone ? (
          <IconButton {...button} variant="default" name={t.files.upload} icon={icon} />
        ) : (
          <Button {...button} icon={icon}>
            {t.files.upload}
          </Button>
        )
      }
    </Menu>
  )
}

/** The link that a folder of somebody else was reached through. */
function useLink(uri: string): LinkRecord | undefined {
  const { host, id = '', password } = parseUri(uri)
  return useQuery({ ...files.sharedItem(id, password), enabled: host === 'share' }).data
}

/** Downloads the whole folder behind a link, as long as the link works; to its owner they are her own files. */
function DownloadFolder({ folder, onDownload }: { folder: OpenFolder; onDownload: () => void }) {
  const { uri, list, isSearch, isPhone } = folder
  const { t } = useI18n()
  const { id = '' } = parseUri(uri)
  // What stands above the rows asks for it.
  const { data: hasEnded } = useQuery<LinkEnd>({
    queryKey: keys.links.hasEnded(id),
    queryFn: skipToken,
    initialData: false,
    gcTime: 0,
  })
  const isEnded = hasEnded !== false && list.head?.isOwned !== true
  if (parseUri(uri).host !== 'share' || isSearch || !allowsDownload(list.head?.capability ?? null))
    return null
  const props = {
    variant: 'primary',
    icon: <Download aria-hidden="true" />,
    // It may have the focus.
    'aria-disabled': isEnded,
    onClick: isEnded ? undefined : onDownload,
  } as const
  return isPhone ? (
    <IconButton {...props} name={t.files.download} />
  ) : (
    <Button {...props}>{t.files.download}</Button>
  )
}

/** What is said of a folder beside its name: whose it is and what one may do in it, where that is not everything. */
function useFolderNote({ uri, list, canCreate }: OpenFolder): ReactNode {
  const { t } = useI18n()
  const link = useLink(uri)
  const isReadOnly =
    !canCreate && allowedWriteActions(uri, list.head?.capability ?? null).size === 0
  const chip = isReadOnly && <span data-tooltip={t.files.readOnly}>{t.files.readOnlyChip}</span>
  if (parseUri(uri).host !== 'share') return chip
  return (
    <LinkNote
      link={link}
      isOwned={list.head?.isOwned === true}
      chip={chip || t.files.canEditChip}
    />
  )
}

/** Who shares a folder, and what the visitor may do in it. */
function LinkNote({
  link,
  isOwned,
  chip,
}: {
  link: LinkRecord | undefined
  isOwned: boolean
  chip: ReactNode
}) {
  const { t } = useI18n()
  const owner = isOwned ? undefined : link?.owner?.nickname
  return (
    <>
      <span>{owner && t.files.sharedBy(displayName(owner))}</span>
      {chip}
    </>
  )
}
