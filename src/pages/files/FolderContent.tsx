import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { allowedActions, allowsCreating } from '#src/contract/actions.ts'
import { parentUri } from '#src/contract/uri.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { isPlainText, kindOfName } from '#src/lib/names.ts'
import type { FileRow, Folder } from '#src/queries/files.ts'
import type { Listing } from '#src/queries/listing.ts'
import { selectionOf } from '#src/stores/selections.ts'
import { Button } from '#src/ui/Button.tsx'
import { focusList } from '#src/ui/focus.ts'
import { phone, useMediaQuery } from '#src/ui/use-media-query.ts'
import { usePickedCount } from '#src/ui/use-selection.ts'
import { FolderView } from '#src/views/folder/FolderView.tsx'
import { noOverrides, overridesOf, viewSettingsHref } from '#src/views/folder/overrides.ts'
import { type Crumb } from '#src/views/folder/path.ts'
import { uriOf } from '#src/views/folder/uri-of.ts'
import { maySaveView } from '#src/queries/files.ts'
import { firstDirection, overlayView, sortKeys, sortOfView } from '#src/views/folder/shown-view.ts'
import { useFolderRows } from '#src/views/folder/use-folder-rows.ts'
import { ListEmpty, ListPending } from '#src/views/ListFaces.tsx'
import page from '#src/views/page.module.css'
import { useListKeys } from '#src/views/use-list-keys.ts'
import { Breadcrumb } from './Breadcrumb.tsx'
import { FolderTop } from './FolderTop.tsx'
import {
  fileDetails,
  folderTasks,
  imageViewer,
  keepCode,
  type searchCode,
  searchFilters,
  uploadHere,
} from './late.ts'
import { type FilesUrl, folderHref, noSearch } from './url.ts'
import { useDragging } from './use-dragging.ts'
import { useFolderCommands } from './use-folder-commands.ts'
import { useNaming } from './use-naming.tsx'
import { useTyped } from './use-typed.ts'
import type { UploadHandle } from './UploadHere.tsx'

/** Beside open details there is room for no more columns than these. */
const narrowColumns = 2
/** Longer texts are not written by hand, in bytes. */
const longestText = 1024 * 1024

function findUri(
  listing: Listing<FileRow, Folder>,
  folder: string,
  uri: string,
): number | undefined {
  for (const slot of listing.order) {
    const row = listing.at(slot)
    if (row && uriOf(row, folder) === uri) return slot
  }
  return undefined
}

/** One folder whose first page is here, or what is found in it. */
export function FolderContent({
  uri,
  crumbs,
  url,
  change,
  listing,
  coming,
  search,
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
  listing: Listing<FileRow, Folder>
  /** What is to take its place, if it is not here yet. */
  coming: { error: Error | null; isFetching: boolean } | undefined
  /** What draws rows that were searched for. */
  search: ReturnType<(typeof searchCode)['useCode']>
  /** Whether something is searched for; its rows may not be here yet. */
  isSearch: boolean
  /** Entered from another folder: its first row takes over the focus that was on the folder's. */
  takesFocus: boolean
  /** Goes elsewhere from the row at this address. */
  onLeave: (row: string, to: string) => void
  onUp: () => void
  onRefresh: () => void
}) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const isPhone = useMediaQuery(phone)
  const selection = selectionOf(listing)
  const version = listing.version()

  const effective = listing.head?.view ?? null
  const capability = listing.head?.capability ?? null
  const base = useMemo(() => overlayView(effective), [effective])
  const view = useMemo(() => {
    const own = overlayView(effective, overridesOf(url))
    return search ? search.viewOfFound(own, url) : own
  }, [effective, url, search])
  const isLookedAtOtherwise = Object.keys(overridesOf(url)).length > 0
  const mayKeepView = !search && maySaveView(uri, listing.head)
  const client = useQueryClient()
  const keepView = async () => {
    const name = crumbs.at(-1)?.name ?? ''
    const { keepView: keep } = await keepCode.load()
    const isKept = await keep(client, { uri, name, effective }, overridesOf(url))
    if (isKept) change(noOverrides, true)
  }
  const rows = useFolderRows(listing, view, { isSortChosen: url.sort !== null })
  const { slots, filter } = rows
  const picked = usePickedCount(selection, slots, filter)

  const [firstSlot] = useState(slots[0])
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) focusList()
    // Once: what it was on has gone with the folder one comes from.
    // eslint-disable-next-line react/exhaustive-deps
  }, [])
  /** Id of what has come here last, by a write of this page. */
  const [made, setMade] = useState<string>()
  const focusSlot = useMemo(() => {
    void version
    return url.focus === null ? undefined : findUri(listing, uri, url.focus)
  }, [listing, version, uri, url.focus])
  const openSlot = url.open === null ? undefined : listing.slotOf(url.open)
  const openRow = openSlot === undefined ? undefined : listing.at(openSlot)
  const isNarrow = useMediaQuery('(max-width: 1099.98px)') && openRow !== undefined && !isPhone

  const shownSort = rows.sort ?? { by: '', direction: 'asc' as const }
  const sortBy = (by: string) => {
    const flipped = shownSort.direction === 'asc' ? ('desc' as const) : ('asc' as const)
    const sort = { by, direction: shownSort.by === by ? flipped : firstDirection(by) }
    const own = sortOfView(effective ?? {})
    const isOwn = own?.by === sort.by && own.direction === sort.direction
    change({ sort: isOwn && !search ? null : sort })
  }
  const showDetails = (row: FileRow) => change({ open: row.id }, url.open !== null)
  const openRowOf = (row: FileRow) => {
    const at = uriOf(row, uri)
    const isText = isPlainText(row.name) && row.size <= longestText
    if (row.isFolder && at !== null) onLeave(at, folderHref(at))
    else if (kindOfName(row.name, row.isFolder) === 'image')
      change({ view: row.id, focus: null, open: null })
    else if (isText && at !== null && commands.offered([row]).includes('copy'))
      onLeave(at, `/edit?${new URLSearchParams({ uri: at }).toString()}`)
    else showDetails(row)
  }

  const canCreate = !isSearch && allowsCreating(capability)
  const commands = useFolderCommands({
    uri,
    listing,
    slots,
    filter,
    selection,
    picked,
    canCreate,
    isSearch,
    onOpen: openRowOf,
    onDetails: showDetails,
    onShow: (at) => onLeave(at, folderHref(parentUri(at) ?? uri, at)),
    onShowAll: () => {
      if (url.focus !== null) change({ focus: null }, true)
    },
    onMade: setMade,
  })
  const { task, setTask, onMenu, cut } = commands
  const rowAt = (index: number) => {
    const slot = slots[index]
    return slot === undefined ? undefined : listing.at(slot)
  }
  const { isDragging, handlers } = useDragging({
    uri,
    listing,
    slots,
    filter,
    selection,
    offered: commands.offered,
    rowAt,
    onTransfer: commands.transfer,
    onTrash: (some) => commands.run('delete', some),
  })
  const floating = folderTasks.useCode(
    task !== undefined && task.at !== 'naming' && task.at !== 'renaming',
  )
  const details = fileDetails.useCode(url.open !== null)
  const viewer = imageViewer.useCode(url.view !== null)
  const { lead, editing } = useNaming({
    uri,
    listing,
    selection,
    task,
    onMade: setMade,
    onEnd: () => setTask(undefined),
  })
  const here = crumbs.at(-1)?.name ?? ''
  const uploads = useRef<UploadHandle>(null)
  const uploading = uploadHere.useCode(true, 'quietly')
  const onUpload = (kind: 'files' | 'folder') => uploads.current?.choose(kind)
  const tools = useMemo(() => ({ onMenu, editing, cut }), [onMenu, editing, cut])

  const searchFor = (part: Partial<FilesUrl>) =>
    change({ ...part, focus: null, open: null }, isSearch)
  const leaveSearch = () => searchFor(noSearch)
  /** By a button, which goes with it. */
  const endSearch = () => {
    focusList()
    leaveSearch()
  }
  const typed = useTyped(url.search, (text) => searchFor({ search: text }))
  const filters = searchFilters.useCode(isSearch, 'quietly')

  useListKeys({
    search: field,
    onRefresh,
    onEscape: () => {
      if (picked > 0) selection.clear()
      else if (url.open) change({ open: null })
      else if (isSearch) leaveSearch()
    },
  })

  const isEmpty = slots.length === 0 && listing.walk.at !== 'stopped' && task?.at !== 'naming'
  return (
    <div className={page['split']}>
      {/* The handlers serve the rows inside; the keyboard has commands for the same. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <main id="content" tabIndex={-1} className={page['page']} {...handlers}>
        <FolderTop
          name={here}
          {...{ listing, rows, selection, canCreate, isPhone, onRefresh }}
          found={isSearch ? (coming ? 'coming' : 'here') : undefined}
          // The path takes what is dragged on it: it is there meanwhile.
          picked={isDragging ? 0 : picked}
          isReadOnly={!canCreate && allowedActions(uri, capability).size === 0}
          title={<Breadcrumb crumbs={crumbs} onUp={onUp} />}
          search={typed.text}
          onSearch={typed.setText}
          onSearchNow={typed.tellNow}
          searchRef={field}
          sort={shownSort}
          sortKeys={sortKeys.map((key) => ({ key, label: t.files.columns[key] }))}
          onSort={sortBy}
          quick={{
            view,
            sort: shownSort,
            onSort: sortBy,
            onLayout: (layout) =>
              change({ layout: layout === (search ? 'list' : base.layout) ? null : layout }),
            onThumbnails: (areShown) =>
              change({ thumbnails: areShown === base.hasThumbnails ? null : areShown }),
            onKeep: isLookedAtOtherwise && mayKeepView ? () => void keepView() : undefined,
            onSettings: () => void navigate(viewSettingsHref(uri)),
          }}
          onNew={commands.beginNaming}
          onUpload={onUpload}
          offered={commands.offered}
          onRun={commands.runOnPicked}
        />
        {isSearch &&
          (filters ? (
            <filters.SearchFilters
              {...{ url, listing }}
              folder={here}
              onChange={searchFor}
              onEnd={endSearch}
            />
          ) : (
            <div className={page['chips']} />
          ))}
        {coming?.error ? (
          <ListPending
            {...coming}
            failed={isSearch ? t.files.searchFailed : t.files.failed}
            columns=""
            isCards={isPhone}
            onRetry={onRefresh}
          />
        ) : isEmpty ? (
          <ListEmpty
            isFiltered={isSearch}
            isComplete={!coming && listing.walk.at === 'complete'}
            picture="files"
            noMatch={t.files.emptySearch}
            empty={t.files.empty}
            onClear={endSearch}
            action={
              canCreate ? (
                <>
                  <Button onClick={() => onUpload('files')}>{t.files.upload}</Button>
                  <Button onClick={commands.beginNaming}>{t.files.newFolder}</Button>
                </>
              ) : parentUri(uri) === null ? undefined : (
                <Button onClick={onUp}>{t.files.emptyBack}</Button>
              )
            }
          />
        ) : (
          <FolderView
            folder={uri}
            search={url.search}
            listing={listing}
            view={view}
            rows={rows}
            selection={selection}
            onSort={sortBy}
            {...(isNarrow ? { columnLimit: narrowColumns } : {})}
            openSlot={openSlot ?? focusSlot}
            revealSlot={
              url.view === null
                ? ((url.focus === null ? undefined : focusSlot) ??
                  (made === undefined ? undefined : listing.slotOf(made)) ??
                  (takesFocus ? firstSlot : undefined))
                : undefined
            }
            onOpen={openRowOf}
            lead={lead}
            tools={tools}
          />
        )}
        {uploading && (
          <uploading.UploadHere
            ref={uploads}
            uri={uri}
            name={here}
            storage={listing.head?.storage ?? null}
            isAllowed={canCreate}
            rowAt={rowAt}
          />
        )}
        {task && floating && (
          <floating.FolderTasks
            task={task}
            uri={uri}
            offered={commands.offered}
            onRun={commands.run}
            onTransfer={commands.transfer}
            onEnd={() => setTask(undefined)}
          />
        )}
      </main>
      {viewer && url.view !== null && (
        <viewer.ImageViewer
          id={url.view}
          {...{ listing, slots }}
          folder={uri}
          onView={(id) => change({ view: id }, true)}
          onClose={(row) => change({ view: null, focus: row ? uriOf(row, uri) : null }, true)}
          onDetails={(row) => change({ view: null, open: row.id, focus: uriOf(row, uri) }, true)}
        />
      )}
      {details && url.open !== null && (openRow || listing.walk.at === 'complete') && (
        <details.FileDetails
          key={url.open}
          row={openRow}
          folder={uri}
          {...{ listing, slots, filter, selection, isPhone }}
          offered={commands.offered}
          onRun={commands.run}
          onFollow={(id) => change({ open: id }, true)}
          onClose={() => change({ open: null })}
        />
      )}
    </div>
  )
}
