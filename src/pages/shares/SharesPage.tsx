import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { linkListQuery } from '#src/features/links/list/link-list.ts'
import { useNewestLinksRefresh } from '#src/features/links/list/newest-links.ts'
import { narrowListQuery } from '#src/features/list-page/FilterChipRow.tsx'
import { MainWithSidePanel, PagedListPage } from '#src/features/list-page/ListPage.tsx'
import { ListTable } from '#src/features/list-page/ListTable.tsx'
import { EmptyListState } from '#src/features/list-page/states/ListStates.tsx'
import { useListPage } from '#src/features/list-page/use-list-page.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { usePagedList } from '#src/lists/loading/paged-lists.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { DetailsPanelPlaceholder } from '#src/ui/details/DetailsPanelPlaceholder.tsx'
import { focusList } from '#src/ui/keyboard/focus.ts'
import { lazyWhenOpened } from '#src/ui/lazy-when-opened.tsx'
import { nextSort } from '#src/ui/list/columns.ts'
import { useMediaQuery } from '#src/ui/sizes/use-media-query.ts'
import { type ChangeUrl, usePageUrl } from '#src/ui/use-page-url.ts'
import { NarrowLinkCells, LinkCells } from './cells/LinkCells.tsx'
import { ShownLinkSummaryFieldsContext, useLinkListLayout, useSkeletonTracks } from './columns.ts'
import { LinkCommandsContext, type LinkOverlay, type RunLinkCommand } from './commands/commands.ts'
import { useLinkCommands } from './commands/use-link-commands.ts'
import { isDeadFilter, SharesFilters } from './filters/SharesFilters.tsx'
import { stripPasswordFromPastedLink } from './filters/strip-password-from-pasted-link.ts'
import { useKnownFoldersNote } from './folders/use-known-folders-note.ts'
import { useSaveLinksSnapshots } from './last-seen/use-save-links-snapshots.ts'
import { SharesSelectionBar } from './SharesSelectionBar.tsx'
import { SharesToolbar } from './SharesToolbar.tsx'
import {
  defaultSortDirection,
  formatSharesUrl,
  noFilters,
  parseSharesUrl,
  type SharesUrl,
} from './url.ts'
import { type LinkRows, useLinkRows } from './use-link-rows.ts'

const LinkDetails = lazyWhenOpened(
  async () => (await import('./details/LinkDetails.tsx')).LinkDetails,
  <DetailsPanelPlaceholder />,
)

const SharesOverlays = lazyWhenOpened(
  async () => (await import('./SharesOverlays.tsx')).SharesOverlays,
)

// They come with a search for people whose names are not all known.
const ReadingNames = lazyWhenOpened(
  async () => (await import('./access/UnreadNames.tsx')).ReadingNames,
)
const UnreadNames = lazyWhenOpened(
  async () => (await import('./access/UnreadNames.tsx')).UnreadNames,
)

/** In px. */
const filterWidths = [56, 65, 82, 96, 99, 118, 85, 68, 92, 102, 104, 107]

/** The share list (S1–S5, S10). */
export default function SharesPage() {
  const { t } = useI18n()
  const query = usePagedList(linkListQuery())
  const [url] = usePageUrl(parseSharesUrl, formatSharesUrl)
  const hasDetails = url.open !== null
  return (
    <PagedListPage
      name={t.appShell.shares}
      heading={t.links.title}
      failed={t.links.failed}
      columns={useSkeletonTracks(hasDetails, url.sort.by)}
      filterRows={isDeadFilter(url) ? [filterWidths, [68, 70, 96, 80]] : [filterWidths]}
      hasDetails={hasDetails}
      query={query}
    >
      {(list, onRefresh) => <SharesContent list={list} onRefresh={onRefresh} />}
    </PagedListPage>
  )
}

const cells = { row: LinkCells, card: NarrowLinkCells }

function SharesContent({ list, onRefresh }: { list: PagedList<LinkRow>; onRefresh: () => void }) {
  const { t } = useI18n()
  const [url, change] = usePageUrl(parseSharesUrl, formatSharesUrl)
  const rows = useLinkRows(list, url)
  const { rowIndexes, filterKey, isSearched, hasFilters, people } = rows
  useSaveLinksSnapshots(list)
  const onDrawn = useNewestLinksRefresh(list, rowIndexes)
  const [overlay, setOverlay] = useState<LinkOverlay>()
  const page = useListPage(list, { rowIndexes, filterKey, url, change, onRefresh })
  const { isPhone, isComplete, selection, selectedCount } = page
  const isLoading = list.loadState.at === 'loading'
  const isOpen = !isPhone && (page.hasDetails || (url.open !== null && isLoading))
  const { shown, facts, copyColumn } = useLinkListLayout({
    isOpen,
    isCards: isPhone,
    sortedBy: url.sort.by,
  })
  const sortBy = (by: string) => change({ sort: nextSort(url.sort, by, defaultSortDirection) })

  const { run, onRowKey } = useLinkCommands(list, rows, page, url.open, setOverlay)
  const onSearch = (text: string) =>
    change({ search: stripPasswordFromPastedLink(text, isListedIn(list)) ?? text }, true)
  const copyOnlyMatch = () => {
    const match = onlyMatch(list, rows)
    if (match) run('copyLink', [match])
    else focusList()
  }
  const cleanUp = rows.canCleanUp ? () => setOverlay({ at: 'cleaningUp' }) : undefined
  const isNarrow = useMediaQuery(narrowListQuery)
  const foldersNote = useKnownFoldersNote(list, rows.paths, isSearched)
  const toolbar = (
    <SharesToolbar
      // The password behind a pasted link must not get into the address of the page.
      search={{ text: url.search, onChange: onSearch, onSubmit: copyOnlyMatch }}
      searchRef={page.searchRef}
      isComplete={isComplete}
      isPhone={isPhone}
      onRefresh={onRefresh}
      count={list.size}
      shown={isSearched || hasFilters ? rowIndexes.length : undefined}
      sorting={{ sort: url.sort, onSort: sortBy }}
      note={!isNarrow && foldersNote && <FoldersNote text={foldersNote} />}
      onCleanUp={cleanUp}
      onAdd={() => setOverlay({ at: 'addingLink' })}
      onExport={() => setOverlay({ at: 'exporting', isOfSelection: false })}
    />
  )
  return (
    <MainWithSidePanel
      panel={
        page.hasDetails ? (
          <DetailsPanel key={url.open} page={page} run={run} />
        ) : (
          isOpen && <DetailsPanelPlaceholder />
        )
      }
    >
      {selectedCount > 0 ? (
        <SharesSelectionBar
          list={list}
          rowIndexes={rowIndexes}
          filterKey={filterKey}
          selection={selection}
          selectedCount={selectedCount}
          run={run}
          hasDetails={page.hasDetails}
          hasPermissions={rows.hasPermissions}
        />
      ) : (
        toolbar
      )}
      <SharesFilters
        list={list}
        rows={rows}
        url={url}
        change={change}
        note={isNarrow ? foldersNote : undefined}
        onCleanUp={cleanUp}
      />
      {people.hasFailed && <UnreadNames onRetry={people.retry} />}
      <LinkCommandsContext value={run}>
        <ShownLinkSummaryFieldsContext value={facts}>
          <ListTable
            page={page}
            rows={rows}
            columns={{ shown, labels: t.links.columns, last: copyColumn }}
            cells={cells}
            sorting={{
              sort: rows.isOrderPending ? { ...url.sort, isPending: true } : url.sort,
              onSort: sortBy,
            }}
            label={t.links.list}
            onDrawn={onDrawn}
            onRowKey={onRowKey}
            onMenu={(_row, anchor) => setOverlay({ at: 'menu', anchor })}
            empty={
              <SharesEmpty
                rows={rows}
                search={url.search}
                change={change}
                isComplete={isComplete}
              />
            }
          />
        </ShownLinkSummaryFieldsContext>
      </LinkCommandsContext>
      {overlay && (
        <SharesOverlays
          overlay={overlay}
          setOverlay={setOverlay}
          list={list}
          rowIndexes={rowIndexes}
          filterKey={filterKey}
          search={url.search}
          selection={selection}
          hasPermissions={rows.hasPermissions}
          run={run}
        />
      )}
    </MainWithSidePanel>
  )
}

const isListedIn = (list: PagedList<LinkRow>) => (id: string) => list.rowIndexOfId(id) !== undefined

/**
 * The one link that is found; undefined where there are others, or none, or some may still come. A reload replaces those
 * that are there already.
 */
function onlyMatch(
  list: PagedList<LinkRow>,
  { rowIndexes, matches }: Pick<LinkRows, 'rowIndexes' | 'matches'>,
): LinkRow | undefined {
  const isFirstLoad = list.loadState.at === 'loading' && !list.hasBeenComplete
  const row = !isFirstLoad && rowIndexes.length === 1 ? list.at(rowIndexes[0] as number) : undefined
  return row && matches(row) ? row : undefined
}

/** For how many links the folder is known, so that a search finds them by it. */
function FoldersNote({ text }: { text: string }) {
  // It counts up while folders are looked up, which nobody needs to be told step by step.
  return (
    <span aria-live="off" data-tooltip={text} data-tooltip-if="cut">
      {text}
    </span>
  )
}

function DetailsPanel({
  page: { openRow, isPhone, selectedCount, closeDetails },
  run,
}: {
  page: {
    openRow: LinkRow | undefined
    isPhone: boolean
    selectedCount: number
    closeDetails: () => void
  }
  run: RunLinkCommand
}) {
  return (
    <LinkDetails
      row={openRow}
      isPhone={isPhone}
      selectedCount={selectedCount}
      onClose={closeDetails}
      run={run}
    />
  )
}

function SharesEmpty({
  rows: { isSearched, hasFilters, people },
  search,
  change,
  isComplete,
}: {
  rows: LinkRows
  search: string
  change: ChangeUrl<SharesUrl>
  isComplete: boolean
}) {
  const { t } = useI18n()
  const navigate = useNavigate()
  return (
    <EmptyListState
      isComplete={isComplete}
      onClearSearch={isSearched ? () => change({ search: '' }) : undefined}
      onClearFilters={hasFilters ? () => change({ ...noFilters, search }) : undefined}
      picture="shares"
      noMatch={isSearched && people.isReading ? <ReadingNames /> : t.links.emptySearch}
      empty={t.links.empty}
      action={<Button onClick={() => void navigate('/files')}>{t.links.emptyAction}</Button>}
    />
  )
}
