import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { gridProps } from '#src/components/list/grid-props.tsx'
import { ListPage, ListPagePending } from '#src/components/list/ListPage.tsx'
import { ListEmpty } from '#src/components/list/ListStates.tsx'
import { ShownColumns, sortableColumns } from '#src/components/list/shown-columns.ts'
import { useListPage } from '#src/components/list/use-list-page.ts'
import { useRowHeight } from '#src/components/list/use-row-height.ts'
import { usePageUrl } from '#src/components/use-page-url.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { PagedList } from '#src/lists/paged-list.ts'
import { linkOf, type ShareRow } from '#src/lists/share-row.ts'
import { runtime } from '#src/platform/runtime.ts'
import { usePagedList } from '#src/queries/lists/paged-lists.ts'
import { shareList } from '#src/queries/shares/share-list.ts'
import { showManualCopy } from '#src/stores/manual-copy.ts'
import { announce } from '#src/ui/announce.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { nextSort } from '#src/ui/list/columns.ts'
import { RowList } from '#src/ui/list/RowList.tsx'
import { copyText } from '#src/ui/use-copy.ts'
import { phoneQuery, useMediaQuery } from '#src/ui/use-media-query.ts'
import { useShownColumns } from './columns.ts'
import { ShareCard, ShareCells } from './ShareCells.tsx'
import { SharesFilters } from './SharesFilters.tsx'
import { SharesToolbar } from './SharesToolbar.tsx'
import { defaultDirection, formatSharesUrl, noFilters, parseSharesUrl } from './url.ts'
import { useShareRows } from './use-share-rows.ts'

const SharesSelectionBar = lazyComponent(
  async () => (await import('./SharesSelectionBar.tsx')).SharesSelectionBar,
  { optional: true },
)
const ShareDetails = lazyComponent(
  async () => (await import('#src/pages/shares/details/ShareDetails.tsx')).ShareDetails,
)

/** The share list (S1–S5, S10). */
export default function SharesPage() {
  const { t } = useI18n()
  const isPhone = useMediaQuery(phoneQuery)
  const { list, error, refetch, isFetching } = usePagedList(shareList())
  return (
    <>
      <title>{`${t.frame.shares} · ${runtime.title}`}</title>
      {list ? (
        <SharesContent list={list} onRefresh={() => void refetch()} />
      ) : (
        <ListPagePending
          title={<h1>{t.shares.title}</h1>}
          error={error}
          failed={t.shares.failed}
          columns="36px minmax(0,1fr) 140px 90px 120px 110px 180px 110px 110px"
          isCards={isPhone}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </>
  )
}

function SharesContent({ list, onRefresh }: { list: PagedList<ShareRow>; onRefresh: () => void }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const [url, change] = usePageUrl(parseSharesUrl, formatSharesUrl)
  const { slots, isSorting, filter, isFiltered, counts, hasPrice } = useShareRows(list, url)
  const closeDetails = () => change({ open: null })
  const page = useListPage(list, {
    slots,
    filter,
    open: url.open,
    onClose: closeDetails,
    onRefresh,
  })
  const { isPhone, isComplete, selection, picked, openRow } = page
  const rowHeight = useRowHeight(isPhone)
  const { shown, copyTrack } = useShownColumns({
    hasPrice,
    isOpen: openRow !== undefined && !isPhone,
  })
  const columns = useMemo(
    () => [
      ...sortableColumns(shown, t.shares.columns),
      { key: 'copy', label: '', track: copyTrack },
    ],
    [shown, copyTrack, t],
  )
  const shownKeys = useMemo(() => shown.map(({ key }) => key), [shown])
  const sortBy = (by: string) => change({ sort: nextSort(url.sort, by, defaultDirection) })

  const toolbar = (
    <SharesToolbar
      {...{ url, change, isComplete, isPhone, onRefresh }}
      count={list.size}
      searchRef={page.searchRef}
      onSort={sortBy}
    />
  )
  return (
    <ListPage
      panel={
        page.hasDetails && (
          <ShareDetails key={url.open} row={openRow} isPhone={isPhone} onClose={closeDetails} />
        )
      }
    >
      {picked > 0 ? (
        <SharesSelectionBar {...{ list, slots, filter, selection, picked }} fallback={toolbar} />
      ) : (
        toolbar
      )}
      <SharesFilters url={url} change={change} counts={counts} />
      {page.isEmpty ? (
        <ListEmpty
          isFiltered={isFiltered}
          isComplete={isComplete}
          picture="shares"
          noMatch={t.shares.emptySearch}
          empty={t.shares.empty}
          onClear={() => change(noFilters)}
          action={<Button onClick={() => void navigate('/files')}>{t.shares.emptyAction}</Button>}
        />
      ) : (
        <ShownColumns value={shownKeys}>
          <RowList
            {...gridProps(list, {
              slots,
              isSorting,
              filter,
              selection,
              sort: url.sort,
              scope: filter,
            })}
            {...{ columns, rowHeight }}
            label={t.shares.list}
            onSort={sortBy}
            cells={isPhone ? ShareCard : ShareCells}
            isCards={isPhone}
            openSlot={page.openSlot}
            onOpen={(row) => change({ open: row.id }, url.open !== null)}
            onRowKey={(key, row) => {
              if (key !== 'c') return false
              void copyLink(row, t.shares.linkCopied)
              return true
            }}
          />
        </ShownColumns>
      )}
    </ListPage>
  )
}

async function copyLink(row: ShareRow, done: string): Promise<void> {
  if (await copyText(linkOf(row))) announce(done)
  else showManualCopy(linkOf(row))
}
