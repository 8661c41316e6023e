import { useMemo, useRef, useState } from 'react'
import { parentUri } from '#src/contract/uri.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { visibleText } from '#src/lib/display.ts'
import { useArrangement } from '#src/queries/arrangement.ts'
import type { FileRow } from '#src/queries/files.ts'
import type { Listing } from '#src/queries/listing.ts'
import { selectionOf } from '#src/stores/selections.ts'
import { Button } from '#src/ui/Button.tsx'
import { type Column, RowList, type Sort } from '#src/ui/RowList.tsx'
import { phone, useMediaQuery } from '#src/ui/use-media-query.ts'
import { usePickedCount } from '#src/ui/use-selection.ts'
import { ListEmpty } from '#src/views/ListFaces.tsx'
import { ListFooter } from '#src/views/ListFooter.tsx'
import { ListSelectionBar } from '#src/views/ListSelectionBar.tsx'
import { ListToolbar } from '#src/views/ListToolbar.tsx'
import page from '#src/views/page.module.css'
import { useListKeys } from '#src/views/use-list-keys.ts'
import { useRowHeight } from '#src/views/use-row-height.ts'
import { fileOrder, listedByName, nameFilter } from './arrange.ts'
import { Breadcrumb } from './Breadcrumb.tsx'
import { FileCard, FileCells, ShownColumns } from './FileCells.tsx'
import { FileDetails } from './FileDetails.tsx'
import { uriOf } from './place.ts'
import { type FilesUrl, firstDirection, type SortKey, sortKeys } from './url.ts'

const tracks: Record<SortKey, string> = {
  name: 'minmax(120px, 1fr)',
  size: '88px',
  modified: '116px',
}

const narrowColumns: readonly SortKey[] = ['name', 'size']

/** The order in force; null for the service's own, which stands until all rows are here. */
function useSort(listing: Listing<FileRow>, chosen: Sort | null): Sort | null {
  const version = listing.version()
  const isComplete = listing.walk.at === 'complete'
  const found = useMemo(() => {
    void version
    return isComplete ? listedByName(listing) : null
  }, [listing, version, isComplete])
  return useMemo(() => chosen ?? (found && { by: 'name', direction: found }), [chosen, found])
}

function findUri(listing: Listing<FileRow>, folder: string, uri: string): number | undefined {
  for (const slot of listing.order) {
    const row = listing.at(slot)
    if (row && uriOf(row, folder) === uri) return slot
  }
  return undefined
}

/** One folder whose first page is here. */
export function FolderContent({
  uri,
  url,
  change,
  listing,
  takesFocus,
  onEnter,
  onUp,
  onRefresh,
}: {
  uri: string
  url: FilesUrl
  change: (part: Partial<FilesUrl>, replace?: boolean) => void
  listing: Listing<FileRow>
  /** Entered from another folder: its first row takes over the focus that was on the folder's. */
  takesFocus: boolean
  onEnter: (uri: string) => void
  onUp: () => void
  onRefresh: () => void
}) {
  const { t, language } = useI18n()
  const search = useRef<HTMLInputElement>(null)
  const isPhone = useMediaQuery(phone)
  const rowHeight = useRowHeight(isPhone)
  const selection = selectionOf(`files ${uri}`)
  const version = listing.version()
  const isComplete = listing.walk.at === 'complete'

  const sort = useSort(listing, url.sort)
  const filter = url.search.trim()
  const { slots, isSorting } = useArrangement(listing, {
    by: sort ? `${sort.by} ${sort.direction} ${language}` : '',
    compare: sort && fileOrder(sort, language),
    filter,
    keep: nameFilter(filter),
  })
  const picked = usePickedCount(selection, slots, filter)

  const [firstSlot] = useState(slots[0])
  const focusSlot = useMemo(() => {
    void version
    return url.focus === null ? undefined : findUri(listing, uri, url.focus)
  }, [listing, version, uri, url.focus])
  const openSlot = url.open === null ? undefined : listing.slotOf(url.open)
  const openRow = openSlot === undefined ? undefined : listing.at(openSlot)

  // Beside open details there is less room.
  const isNarrow = useMediaQuery('(max-width: 1099.98px)')
  const shown = isNarrow && openRow && !isPhone ? narrowColumns : sortKeys
  const columns = useMemo(
    (): Column[] =>
      shown.map((key) => ({
        key,
        track: tracks[key],
        label: t.files.columns[key],
        isSortable: true,
        ...(key === 'size' ? { isNumeric: true } : {}),
      })),
    [shown, t],
  )
  const shownSort: Sort = sort ?? { by: '', direction: 'asc' }
  const sortBy = (by: string) => {
    const flipped = shownSort.direction === 'asc' ? 'desc' : 'asc'
    change({
      sort: { by, direction: shownSort.by === by ? flipped : firstDirection(by) },
    })
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
            title={<Breadcrumb uri={uri} onUp={onUp} />}
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
          <ShownColumns value={shown}>
            <RowList
              label={t.files.list}
              columns={columns}
              sort={shownSort}
              onSort={sortBy}
              slots={slots}
              nextSlot={listing.nextSlot}
              total={isComplete ? slots.length : undefined}
              rowAt={(slot) => listing.at(slot)}
              nameOf={(row) => visibleText(row.name)}
              cells={isPhone ? FileCard : FileCells}
              isCards={isPhone}
              rowHeight={rowHeight}
              selection={selection}
              filter={filter}
              anchorKey={`${uri} ${filter} ${shownSort.by} ${shownSort.direction}`}
              openSlot={openSlot ?? focusSlot}
              revealSlot={url.focus !== null ? focusSlot : takesFocus ? firstSlot : undefined}
              onOpen={openRowOf}
              footer={
                <ListFooter
                  walk={listing.walk}
                  isSorting={isSorting}
                  onResume={() => listing.resume()}
                />
              }
            />
          </ShownColumns>
        )}
      </main>
      {url.open !== null && (openRow || isComplete) && (
        <FileDetails
          key={url.open}
          row={openRow}
          folder={uri}
          isPhone={isPhone}
          onClose={() => change({ open: null })}
        />
      )}
    </div>
  )
}
