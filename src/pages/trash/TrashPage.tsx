import { useMemo, useRef } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { visibleText } from '#src/lib/display.ts'
import { runtime } from '#src/lib/runtime.ts'
import { useArrangement } from '#src/queries/arrangement.ts'
import { type FileRow, files } from '#src/queries/files.ts'
import { useList } from '#src/queries/list.ts'
import type { Listing } from '#src/queries/listing.ts'
import { selectionOf } from '#src/stores/selections.ts'
import { later } from '#src/ui/later.ts'
import { type Column, RowList } from '#src/ui/RowList.tsx'
import { phone, useMediaQuery } from '#src/ui/use-media-query.ts'
import { useNow } from '#src/ui/use-now.ts'
import { usePickedCount } from '#src/ui/use-selection.ts'
import { ListEmpty, ListPending } from '#src/views/ListFaces.tsx'
import { ListFooter } from '#src/views/ListFooter.tsx'
import page from '#src/views/page.module.css'
import { useListKeys } from '#src/views/use-list-keys.ts'
import { useRowHeight } from '#src/views/use-row-height.ts'
import { usePageUrl } from '#src/views/use-page-url.ts'
import { trashFilter, trashOrder } from './arrange.ts'
import { useShownColumns } from './columns.ts'
import { type Group, facetsOf } from './facets.ts'
import { ShownColumns, TrashCard, TrashCells } from './TrashCells.tsx'
import { TrashFilters } from './TrashFilters.tsx'
import { TrashTasks } from './TrashTasks.tsx'
import { TrashTop } from './TrashTop.tsx'
import {
  filterKey,
  firstDirection,
  formatTrashUrl,
  noFilters,
  parseTrashUrl,
  sortKeys,
} from './url.ts'
import { useTrashCommands } from './use-trash-commands.ts'

const details = later(() => import('./TrashDetails.tsx'), ['trash', 'files', 'kinds'], 'at rest')
const interrupted = later(() => import('./InterruptedNote.tsx'), ['operations'], 'at rest')

/** The trash (T1–T9): what was deleted, where it was, how long it stays, and the ways back. */
export default function TrashPage() {
  const { t } = useI18n()
  const isPhone = useMediaQuery(phone)
  const { listing, error, refetch, isFetching } = useList(files.trash())
  return (
    <>
      <title>{`${t.frame.trash} · ${runtime.title}`}</title>
      {listing ? (
        <TrashContent listing={listing} onRefresh={() => void refetch()} />
      ) : (
        <main id="content" tabIndex={-1} className={page['page']}>
          <header className={page['top']}>
            <h1>{t.trash.title}</h1>
          </header>
          <ListPending
            error={error}
            failed={t.trash.failed}
            columns="36px minmax(0,2fr) minmax(0,1fr) 124px 112px 96px"
            isCards={isPhone}
            isFetching={isFetching}
            onRetry={() => void refetch()}
          />
        </main>
      )}
    </>
  )
}

const minute = 60_000

function TrashContent({
  listing,
  onRefresh,
}: {
  listing: Listing<FileRow>
  onRefresh: () => void
}) {
  const { t, language } = useI18n()
  const [url, change] = usePageUrl(parseTrashUrl, formatTrashUrl)
  const search = useRef<HTMLInputElement>(null)
  const isPhone = useMediaQuery(phone)
  const rowHeight = useRowHeight(isPhone)
  const selection = selectionOf(listing)
  const isComplete = listing.walk.at === 'complete'

  const now = useNow()
  const filter = filterKey(url)
  const home = t.frame.files
  const matches = trashFilter(url, home, now)
  const moment = url.isSoon ? Math.floor(now / minute) : ''
  const { slots, isSorting } = useArrangement(listing, {
    by: `${url.sort.by} ${url.sort.direction} ${language}`,
    compare: trashOrder(url.sort, language, home),
    filter: `${filter} ${language} ${moment}`,
    keep: matches,
  })
  const picked = usePickedCount(selection, slots, filter)
  const openSlot = url.open === null ? undefined : listing.slotOf(url.open)
  const openRow = openSlot === undefined ? undefined : listing.at(openSlot)
  const shown = useShownColumns(openRow !== undefined && !isPhone)
  const shownKeys = useMemo(() => shown.map((column) => column.key), [shown])
  const columns = useMemo(
    (): Column[] =>
      shown.map(({ key, track, isNumeric }) => ({
        key,
        track,
        label: t.trash.columns[key],
        isSortable: true,
        ...(isNumeric ? { isNumeric } : {}),
      })),
    [shown, t],
  )
  const sortBy = (by: string) => {
    const flipped = url.sort.direction === 'asc' ? 'desc' : 'asc'
    change({ sort: { by, direction: url.sort.by === by ? flipped : firstDirection(by) } })
  }

  const facets = facetsOf(listing, now)
  const TrashDetails = details.useCode(url.open !== null)?.TrashDetails
  const InterruptedNote = interrupted.useCode(true, 'quietly')?.InterruptedNote
  const commands = useTrashCommands({
    listing,
    slots,
    filter,
    matches,
    selection,
    picked,
    onDetails: (row) => change({ open: row.id }, url.open !== null),
    onOnlyFrom: ({ originFolder }) => change({ origin: originFolder }),
    onRefresh,
  })
  /** All of one deletion is what one wants back: it is selected at once, and can be deselected row by row. */
  const showTogether = (group: Group | null) => {
    const together = group && { from: group.from, to: group.to }
    change({ ...noFilters, together })
    if (!group) selection.clear()
    else {
      const only = listing.order.filter((slot) => {
        const at = listing.at(slot)?.updatedAt ?? 0
        return at >= group.from && at <= group.to
      })
      selection.replace(only)
    }
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
        <TrashTop
          {...{ listing, slots, filter, selection, picked, isPhone, commands, onRefresh }}
          isTogether={url.together !== null}
          search={url.search}
          onSearch={(text) => change({ search: text }, true)}
          searchRef={search}
          sort={url.sort}
          sortKeys={sortKeys.map((key) => ({ key, label: t.trash.columns[key] }))}
          onSort={sortBy}
        />
        {InterruptedNote && <InterruptedNote />}
        {(listing.size > 0 || filter !== '') && (
          <TrashFilters
            url={url}
            facets={facets}
            count={listing.size}
            now={now}
            isFiltered={filter !== ''}
            onChange={change}
            onTogether={showTogether}
          />
        )}
        {slots.length === 0 && listing.walk.at !== 'stopped' ? (
          <ListEmpty
            isFiltered={filter !== ''}
            isComplete={isComplete || listing.isWhole}
            picture="trash"
            noMatch={t.trash.emptySearch}
            empty={t.trash.empty}
            onClear={() => change(noFilters)}
          />
        ) : (
          <ShownColumns value={shownKeys}>
            <RowList
              label={t.trash.list}
              columns={columns}
              sort={url.sort}
              onSort={sortBy}
              slots={slots}
              nextSlot={listing.nextSlot}
              total={isComplete ? slots.length : undefined}
              rowAt={(slot) => listing.at(slot)}
              nameOf={(row) => visibleText(row.name)}
              cells={isPhone ? TrashCard : TrashCells}
              isCards={isPhone}
              rowHeight={rowHeight}
              selection={selection}
              filter={filter}
              anchorKey={`${filter} ${url.sort.by} ${url.sort.direction}`}
              openSlot={openSlot}
              onMenu={commands.onMenu}
              onOpen={(row) => change({ open: row.id }, url.open !== null)}
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
      {TrashDetails && url.open !== null && (openRow || isComplete) && (
        <TrashDetails
          key={url.open}
          row={openRow}
          isPhone={isPhone}
          onClose={() => change({ open: null })}
          onRun={(command) => openRow && commands.run(command, [openRow])}
        />
      )}
      <TrashTasks listing={listing} commands={commands} />
    </div>
  )
}
