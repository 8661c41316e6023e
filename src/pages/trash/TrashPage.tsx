import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react'
import { files } from '#src/features/file-lists/files.ts'
import { MainWithSidePanel, PagedListPage } from '#src/features/list-page/ListPage.tsx'
import { EmptyListState } from '#src/features/list-page/states/ListStates.tsx'
import { useListPage } from '#src/features/list-page/use-list-page.ts'
import { useSelectRowsAfterUndo } from '#src/features/list-page/use-select-rows-after-undo.ts'
import { users } from '#src/features/session/users.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { forgetLocksOnceRead } from '#src/jobs/locks/locked-items.ts'
import type { GridSelection } from '#src/lib/selection.ts'
import { usePagedList } from '#src/lists/loading/paged-lists.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { MultiItemDeletionRange } from '#src/pages/trash/filters/filter-options.ts'
import { TrashFilters } from '#src/pages/trash/filters/TrashFilters.tsx'
import { lazyWhenOpened } from '#src/ui/lazy-when-opened.tsx'
import { nextSort } from '#src/ui/list/columns.ts'
import { usePageUrl } from '#src/ui/use-page-url.ts'
import { gridTracksOf, useShownColumns } from './columns.ts'
import { useOnRestoreUndoStarted } from './commands/use-on-restore-undo-started.ts'
import { type TrashCommands, useTrashCommands } from './commands/use-trash-commands.ts'
import { useDeletionGroups } from './deletions/deletion-groups.ts'
import { InterruptedJobsNotice } from './InterruptedJobsNotice.tsx'
import { TrashHeader } from './TrashHeader.tsx'
import { TrashOverlays } from './TrashOverlays.tsx'
import { TrashTable } from './TrashTable.tsx'
import {
  defaultSortDirection,
  trashFilterKey,
  formatTrashUrl,
  noTrashFilters,
  parseTrashUrl,
  itemSortKeys,
  deletionGroupSortKeys,
  itemSortFromGroupSort,
  type TimeRange,
  type TrashUrl,
} from './url.ts'
import { useTrashRows } from './use-trash-rows.ts'

const isRow = (row: FileRow | undefined): row is FileRow => row !== undefined

const secondsPerDay = 86_400

const TrashDetails = lazyWhenOpened(async () => (await import('./TrashDetails.tsx')).TrashDetails)

/** The trash (T1–T9). */
export default function TrashPage() {
  const { t } = useI18n()
  const [{ view }] = usePageUrl(parseTrashUrl, formatTrashUrl)
  const query = usePagedList(files.trash(), forgetLocksOnceRead)
  return (
    <PagedListPage
      name={t.appShell.trash}
      heading={t.trash.title}
      failed={t.trash.failed}
      columns={gridTracksOf(
        useShownColumns({ isOpen: false, sortedBy: 'deleted', isByDeletion: view === 'deletions' }),
      )}
      filterRows={[[56, 122, 238, 74, 82]]}
      query={query}
    >
      {(list) => <TrashContent list={list} read={query.refetch} />}
    </PagedListPage>
  )
}

function TrashContent({ list, read }: { list: PagedList<FileRow>; read: () => Promise<unknown> }) {
  const { t, language } = useI18n()
  const [url, change] = usePageUrl(parseTrashUrl, formatTrashUrl)
  const isByDeletion = url.view === 'deletions' && url.together === null
  const sort = isByDeletion ? url.sort : itemSortFromGroupSort(url.sort)
  const rows = useTrashRows(list, { ...url, sort })
  const { rowIndexes, filterKey, matches, filterOptions, now } = rows
  const isFiltered = filterKey !== ''
  const onRefresh = () => void read()
  const refresh = () => forgetLocksOnceRead(list, read())
  const page = useListPage(list, { rowIndexes, filterKey, url, change, onRefresh: refresh })
  const { isPhone, selection, selectedCount, openRow } = page
  const deletions = useDeletionGroups(list, {
    rowIndexes,
    deletions: isByDeletion ? filterOptions.deletions : null,
    sort,
    language,
    selection,
  })
  useClearedSelectionByDeletion(selection, isByDeletion)
  const sortKeys = isByDeletion ? deletionGroupSortKeys : itemSortKeys
  const sorting = {
    sort,
    onSort: (by: string) => change({ sort: nextSort(sort, by, defaultSortDirection) }),
  }
  const commands = useTrashCommands({
    list,
    shownIndexes: deletions?.rowIndexes ?? rowIndexes,
    rowsOf: deletions?.rowsOf ?? ((rowIndex) => [list.at(rowIndex)].filter(isRow)),
    filterKey,
    matches,
    selection,
    selectedCount,
    onRefresh,
    onDetails: page.openDetails,
    onOnlyFrom: ({ originFolder }) => change({ origin: originFolder }),
  })
  const revealedRowIndex = useRevealedRow(list, deletions ?? { rowIndexes, selection }, filterKey)
  // The filters by deletion time would hide the items that come back.
  useOnRestoreUndoStarted(() => {
    if (url.together || url.isSoon) change({ together: null, isSoon: false }, true)
  })
  useUrlFollowsRows(change, {
    // Rows may also be hidden by a search in it.
    isGroupGone:
      url.together !== null &&
      page.isEmpty &&
      page.isComplete &&
      rowIndexesOfGroup(list, url.together).length === 0,
    isOpenHidden: isFiltered && openRow !== undefined && !matches(openRow),
  })

  /** Selects all items that were deleted together, since they are likely to be restored together. */
  const showTogether = (group: MultiItemDeletionRange | null) => {
    change({ ...noTrashFilters, together: group && { from: group.from, to: group.to } })
    if (group) selection.replace(rowIndexesOfGroup(list, group))
    else selection.clear()
  }

  return (
    <MainWithSidePanel
      panel={page.hasDetails && <DetailsPanel key={url.open} page={page} commands={commands} />}
    >
      <TrashHeader
        list={list}
        rowIndexes={rowIndexes}
        filterKey={filterKey}
        selection={selection}
        selectedCount={selectedCount}
        isPhone={isPhone}
        commands={commands}
        onRefresh={refresh}
        view={url.view}
        onView={(view) => change({ view })}
        isTogether={url.together !== null}
        isPrimary={selectedCount > 1 || !page.hasDetails}
        search={{ text: url.search, onChange: (search) => change({ search }, true) }}
        searchRef={page.searchRef}
        sorting={{
          ...sorting,
          keys: sortKeys.map((key) => ({ key, label: t.trash.columns[key] })),
        }}
      />
      <InterruptedJobsNotice />
      {(list.size > 0 || isFiltered) && (
        <TrashFilters
          url={url}
          filterOptions={filterOptions}
          now={now}
          isFiltered={isFiltered}
          count={list.size}
          isSelecting={selectedCount > 0}
          onChange={change}
          onTogether={showTogether}
        />
      )}
      <TrashTable
        page={page}
        rows={rows}
        deletions={deletions}
        revealedRowIndex={revealedRowIndex}
        sorting={sorting}
        onMenu={commands.onMenu}
        onOpenDeletion={({ from, to }) => {
          selection.clear()
          change({ together: { from, to } })
        }}
        empty={
          <TrashEmpty
            isComplete={page.isComplete || list.hasBeenComplete}
            onClearSearch={url.search.trim() ? () => change({ search: '' }) : undefined}
            onClearFilters={
              trashFilterKey({ ...url, search: '' }) === ''
                ? undefined
                : () => change({ ...noTrashFilters, search: url.search })
            }
          />
        }
      />
      {commands.overlay && <TrashOverlays list={list} commands={commands} />}
    </MainWithSidePanel>
  )
}

/** Clears the selection when deletions are shown: each is selected whole, or not at all. */
function useClearedSelectionByDeletion(selection: GridSelection, isByDeletion: boolean): void {
  const wasByDeletion = useRef(isByDeletion)
  const clear = useEffectEvent(() => selection.clear())
  useEffect(() => {
    if (isByDeletion && !wasByDeletion.current) clear()
    wasByDeletion.current = isByDeletion
  }, [isByDeletion])
}

/** The row to scroll to: the first of those that an undo has brought back, which are selected. */
function useRevealedRow(
  list: PagedList<FileRow>,
  { rowIndexes, selection }: { rowIndexes: Uint32Array; selection: GridSelection },
  filterKey: string,
): number | undefined {
  const [revealedRowIndex, onReveal] = useState<number>()
  useSelectRowsAfterUndo(list, { rowIndexes, selection, filterKey, onReveal })
  return revealedRowIndex
}

function DetailsPanel({
  page: { openRow, isPhone, selectedCount, closeDetails },
  commands: { isPlanning, run },
}: {
  page: {
    openRow: FileRow | undefined
    isPhone: boolean
    selectedCount: number
    closeDetails: () => void
  }
  commands: TrashCommands
}) {
  return (
    <TrashDetails
      row={openRow}
      isPhone={isPhone}
      isPrimary={selectedCount <= 1}
      onClose={closeDetails}
      isPlanning={isPlanning}
      onRun={(command) => openRow && run(command, [openRow])}
    />
  )
}

/** The filter goes with its group, the details with their row. */
function useUrlFollowsRows(
  change: (part: Partial<TrashUrl>, replace: boolean) => void,
  { isGroupGone, isOpenHidden }: { isGroupGone: boolean; isOpenHidden: boolean },
): void {
  const follow = useEffectEvent(() => {
    const hidden = isOpenHidden ? { open: null } : {}
    if (isGroupGone) change({ together: null, ...hidden }, true)
    else if (isOpenHidden) change(hidden, true)
  })
  useEffect(() => follow(), [isGroupGone, isOpenHidden])
}

/** No rows, and how long items are kept in the trash. */
function TrashEmpty(
  props: Pick<
    ComponentProps<typeof EmptyListState>,
    'isComplete' | 'onClearSearch' | 'onClearFilters'
  >,
) {
  const { t } = useI18n()
  const { data: me } = useQuery(users.me())
  const daysKept = Math.round((me?.group?.trash_retention ?? 0) / secondsPerDay)
  return (
    <EmptyListState
      {...props}
      picture="trash"
      noMatch={t.trash.emptySearch}
      empty={
        <>
          {t.trash.empty}
          {daysKept > 0 && <small>{t.trash.emptyKept(daysKept)}</small>}
        </>
      }
    />
  )
}

const rowIndexesOfGroup = (list: PagedList<FileRow>, { from, to }: TimeRange): Uint32Array =>
  list.order.filter((rowIndex) => {
    const deletedAt = list.at(rowIndex)?.updatedAt ?? 0
    return deletedAt >= from && deletedAt <= to
  })
