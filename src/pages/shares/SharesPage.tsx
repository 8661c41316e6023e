import { useMemo, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { useI18n } from '#src/i18n/I18n.tsx'
import { visibleText } from '#src/lib/display.ts'
import { runtime } from '#src/lib/runtime.ts'
import { useArrangement } from '#src/queries/arrangement.ts'
import { useList } from '#src/queries/list.ts'
import type { Listing } from '#src/queries/listing.ts'
import { overList } from '#src/queries/over-list.ts'
import { linkOf, shareList, type ShareRow } from '#src/queries/share-list.ts'
import { showCopyByHand } from '#src/stores/copy-by-hand.ts'
import { selectionOf } from '#src/stores/selections.ts'
import { later } from '#src/ui/later.ts'
import { announce } from '#src/ui/announce.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorFace } from '#src/ui/ErrorFace.tsx'
import { type Column, RowList } from '#src/ui/RowList.tsx'
import { SkeletonRows } from '#src/ui/Skeleton.tsx'
import { copyText } from '#src/ui/use-copy.ts'
import { phone, useMediaQuery } from '#src/ui/use-media-query.ts'
import { useNow } from '#src/ui/use-now.ts'
import { usePickedCount } from '#src/ui/use-selection.ts'
import { ListFooter } from '#src/views/ListFooter.tsx'
import page from '#src/views/page.module.css'
import { useErrorWords } from '#src/views/use-error-words.ts'
import { useListKeys } from '#src/views/use-list-keys.ts'
import { useRowHeight } from '#src/views/use-row-height.ts'
import { usePageUrl } from '#src/views/use-page-url.ts'
import { accessWords } from './access.ts'
import { countStates, filterKey, shareFilter, shareOrder } from './arrange.ts'
import { ShareCard, ShareCells, ShownColumns } from './ShareCells.tsx'
import { SharesFilters } from './SharesFilters.tsx'
import { SharesToolbar } from './SharesToolbar.tsx'
import { useShownColumns } from './columns.ts'
import { firstDirection, formatSharesUrl, parseSharesUrl } from './url.ts'

const selectionBar = later(() => import('./SharesSelectionBar.tsx'), [], 'at rest')
const details = later(() => import('./ShareDetails.tsx'), ['shareDetails', 'errors'], 'at rest')

/** The share list (S1–S5, S10): every link handed out, found, sorted, explained and copied. */
export default function SharesPage() {
  const { t } = useI18n()
  const { listing, error, refetch, isFetching } = useList(shareList())
  const words = useErrorWords(error)
  return (
    <>
      <title>{`${t.frame.shares} · ${runtime.title}`}</title>
      {listing ? (
        <SharesContent listing={listing} onRefresh={() => void refetch()} />
      ) : (
        <main id="content" tabIndex={-1} className={page['page']}>
          <header className={page['top']}>
            <h1>{t.shares.title}</h1>
          </header>
          {error ? (
            <ErrorFace
              title={t.shares.failed}
              text={words?.title ?? '\u00a0'}
              {...(words?.hint ? { detail: words.hint } : {})}
              correlationId={words?.correlationId}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          ) : (
            <SkeletonRows columns="36px minmax(0,1fr) 140px 90px 120px 110px 180px 110px 110px" />
          )}
        </main>
      )}
    </>
  )
}

const minute = 60_000

function SharesContent({
  listing,
  onRefresh,
}: {
  listing: Listing<ShareRow>
  onRefresh: () => void
}) {
  const { t, language } = useI18n()
  const [url, change] = usePageUrl(parseSharesUrl, formatSharesUrl)
  const navigate = useNavigate()
  const search = useRef<HTMLInputElement>(null)
  const now = useNow()
  const isPhone = useMediaQuery(phone)
  const rowHeight = useRowHeight(isPhone)
  const selection = selectionOf(listing)

  const filter = filterKey(url)
  const moment = Math.floor(now / minute)
  const isTimed = url.state !== 'all' || url.sort.by === 'state'
  const { slots, isSorting } = useArrangement(listing, {
    by: `${url.sort.by} ${url.sort.direction} ${language} ${url.sort.by === 'state' ? moment : ''}`,
    compare: shareOrder(url.sort, language, now, (row) => accessWords(row, t)),
    filter: isTimed ? `${filter} ${moment}` : filter,
    keep: shareFilter(url, now),
  })
  const counts = overList(listing, 'counts', String(moment), () => countStates(listing, now))
  const hasPrice = overList(listing, 'price', '', () =>
    listing.order.some((slot) => (listing.at(slot)?.price ?? null) !== null),
  )
  const picked = usePickedCount(selection, slots, filter)
  const SelectionBar = selectionBar.useCode(picked > 0, 'quietly')?.SharesSelectionBar
  const openSlot = url.open === null ? undefined : listing.slotOf(url.open)
  const openRow = openSlot === undefined ? undefined : listing.at(openSlot)
  const { columns: shown, copyTrack } = useShownColumns({
    hasPrice,
    isOpen: openRow !== undefined && !isPhone,
  })
  const columns = useMemo(
    (): Column[] => [
      ...shown.map(({ key, track, isNumeric }) => ({
        key,
        track,
        label: t.shares.columns[key],
        isSortable: true,
        ...(isNumeric ? { isNumeric } : {}),
      })),
      { key: 'copy', label: '', track: copyTrack },
    ],
    [shown, copyTrack, t],
  )

  const shownKeys = useMemo(() => shown.map((column) => column.key), [shown])

  const sortBy = (by: string) => {
    const isSame = url.sort.by === by
    const flipped = url.sort.direction === 'asc' ? 'desc' : 'asc'
    change({ sort: { by, direction: isSame ? flipped : firstDirection(by) } })
  }
  const copyLink = async (row: ShareRow) => {
    if (await copyText(linkOf(row))) announce(t.shares.linkCopied)
    else showCopyByHand(linkOf(row))
  }

  const Details = details.useCode(url.open !== null)?.default

  useListKeys({
    search,
    onRefresh,
    onEscape: () => {
      if (picked > 0) selection.clear()
      else if (url.open) change({ open: null })
    },
  })

  const isComplete = listing.walk.at === 'complete'
  const isFiltered = filter !== filterKey(parseSharesUrl(new URLSearchParams()))
  return (
    <div className={page['split']}>
      <main id="content" tabIndex={-1} className={page['page']}>
        {picked > 0 && SelectionBar ? (
          <SelectionBar
            listing={listing}
            slots={slots}
            filter={filter}
            selection={selection}
            picked={picked}
          />
        ) : (
          <SharesToolbar
            url={url}
            change={change}
            count={listing.size}
            isComplete={isComplete}
            isPhone={isPhone}
            searchRef={search}
            onSort={sortBy}
            onRefresh={onRefresh}
          />
        )}
        <SharesFilters url={url} change={change} counts={counts} />
        {slots.length === 0 && listing.walk.at !== 'stopped' ? (
          isFiltered ? (
            <EmptyState
              picture="search-none"
              text={isComplete ? t.shares.emptySearch : t.common.restStillLoading}
              action={
                <Button
                  onClick={() =>
                    change({ search: '', state: 'all', protection: 'any', kind: 'any' })
                  }
                >
                  {t.common.clearFilters}
                </Button>
              }
            />
          ) : isComplete ? (
            <EmptyState
              picture="shares"
              text={t.shares.empty}
              action={<Button onClick={() => void navigate('/files')}>{t.shares.emptyGo}</Button>}
            />
          ) : null
        ) : (
          <ShownColumns value={shownKeys}>
            <RowList
              label={t.shares.list}
              columns={columns}
              sort={url.sort}
              onSort={sortBy}
              slots={slots}
              nextSlot={listing.nextSlot}
              total={isComplete ? slots.length : undefined}
              rowAt={(slot) => listing.at(slot)}
              nameOf={(row) => visibleText(row.name)}
              cells={isPhone ? ShareCard : ShareCells}
              isCards={isPhone}
              rowHeight={rowHeight}
              selection={selection}
              filter={filter}
              anchorKey={`${filter} ${url.sort.by} ${url.sort.direction}`}
              openSlot={openSlot}
              onOpen={(row) => change({ open: row.id }, url.open !== null)}
              onRowKey={(key, row) => {
                if (key !== 'c') return false
                void copyLink(row)
                return true
              }}
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
      {Details && url.open !== null && (openRow || isComplete) && (
        <Details
          key={url.open}
          row={openRow}
          isPhone={isPhone}
          onClose={() => change({ open: null })}
        />
      )}
    </div>
  )
}
