import { useMemo, useRef, useState } from 'react'
import { parentUri } from '#src/contract/uri.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { FileRow, Folder } from '#src/queries/files.ts'
import type { Listing } from '#src/queries/listing.ts'
import { selectionOf } from '#src/stores/selections.ts'
import { Button } from '#src/ui/Button.tsx'
import { phone, useMediaQuery } from '#src/ui/use-media-query.ts'
import { usePickedCount } from '#src/ui/use-selection.ts'
import { FolderView } from '#src/views/folder/FolderView.tsx'
import { type Crumb, uriOf } from '#src/views/folder/path.ts'
import { firstDirection, overlayView, sortKeys, sortOfView } from '#src/views/folder/shown-view.ts'
import { useFolderRows } from '#src/views/folder/use-folder-rows.ts'
import { ListEmpty } from '#src/views/ListFaces.tsx'
import { ListSelectionBar } from '#src/views/ListSelectionBar.tsx'
import { ListToolbar } from '#src/views/ListToolbar.tsx'
import page from '#src/views/page.module.css'
import { useListKeys } from '#src/views/use-list-keys.ts'
import { Breadcrumb } from './Breadcrumb.tsx'
import { FileDetails } from './FileDetails.tsx'
import { type FilesUrl, overridesOf } from './url.ts'

/** Beside open details there is room for no more columns than these. */
const narrowColumns = 2

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

/** One folder whose first page is here. */
export function FolderContent({
  uri,
  crumbs,
  url,
  change,
  listing,
  takesFocus,
  onEnter,
  onUp,
  onRefresh,
}: {
  uri: string
  crumbs: readonly Crumb[]
  url: FilesUrl
  change: (part: Partial<FilesUrl>, replace?: boolean) => void
  listing: Listing<FileRow, Folder>
  /** Entered from another folder: its first row takes over the focus that was on the folder's. */
  takesFocus: boolean
  onEnter: (uri: string) => void
  onUp: () => void
  onRefresh: () => void
}) {
  const { t } = useI18n()
  const search = useRef<HTMLInputElement>(null)
  const isPhone = useMediaQuery(phone)
  const selection = selectionOf(`files ${uri}`)
  const version = listing.version()
  const isComplete = listing.walk.at === 'complete'

  const effective = listing.head?.view ?? null
  const view = useMemo(() => overlayView(effective, overridesOf(url)), [effective, url])
  const rows = useFolderRows(listing, view, {
    search: url.search,
    isSortChosen: url.sort !== null,
  })
  const { slots, filter } = rows
  const picked = usePickedCount(selection, slots, filter)

  const [firstSlot] = useState(slots[0])
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
    change({ sort: isOwn ? null : sort })
  }
  const openRowOf = (row: FileRow) => {
    const at = uriOf(row, uri)
    if (row.isFolder && at !== null) onEnter(at)
    else change({ open: row.id }, url.open !== null)
  }

  useListKeys({
    search,
    onRefresh,
    onEscape: () => {
      if (picked > 0) selection.clear()
      else if (url.open) change({ open: null })
    },
  })

  return (
    <div className={page['split']}>
      <main id="content" tabIndex={-1} className={page['page']}>
        {picked > 0 ? (
          <ListSelectionBar {...{ listing, slots, filter, selection, picked }} />
        ) : (
          <ListToolbar
            title={<Breadcrumb crumbs={crumbs} onUp={onUp} />}
            count={isComplete ? t.files.count(listing.size) : t.common.soFar(listing.size)}
            search={url.search}
            onSearch={(text) => change({ search: text, focus: null }, true)}
            searchRef={search}
            isPhone={isPhone}
            sort={shownSort}
            sortKeys={sortKeys.map((key) => ({ key, label: t.files.columns[key] }))}
            onSort={sortBy}
            onRefresh={onRefresh}
          />
        )}
        {slots.length === 0 && listing.walk.at !== 'stopped' ? (
          <ListEmpty
            isFiltered={filter !== ''}
            isComplete={isComplete}
            picture="files"
            noMatch={t.files.noMatchHere}
            empty={t.files.empty}
            onClear={() => change({ search: '', focus: null })}
            action={
              parentUri(uri) === null ? undefined : (
                <Button onClick={onUp}>{t.files.emptyBack}</Button>
              )
            }
          />
        ) : (
          <FolderView
            folder={uri}
            listing={listing}
            view={view}
            rows={rows}
            selection={selection}
            onSort={sortBy}
            {...(isNarrow ? { columnLimit: narrowColumns } : {})}
            openSlot={openSlot ?? focusSlot}
            revealSlot={url.focus !== null ? focusSlot : takesFocus ? firstSlot : undefined}
            onOpen={openRowOf}
          />
        )}
      </main>
      {url.open !== null && (openRow || isComplete) && (
        <FileDetails
          key={url.open}
          row={openRow}
          crumbs={crumbs}
          isPhone={isPhone}
          onClose={() => change({ open: null })}
        />
      )}
    </div>
  )
}
