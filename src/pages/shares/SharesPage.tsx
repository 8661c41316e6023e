import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ListPage, PagedListPage } from '#src/components/list/ListPage.tsx'
import { ListEmpty } from '#src/components/list/ListStates.tsx'
import { ListTable } from '#src/components/list/ListTable.tsx'
import { useListPage } from '#src/components/list/use-list-page.ts'
import { useRowHeight } from '#src/components/list/use-row-height.ts'
import { usePageUrl } from '#src/components/use-page-url.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { ShareRow } from '#src/lists/share-row.ts'
import { usePagedList } from '#src/queries/lists/paged-lists.ts'
import { shareList } from '#src/queries/shares/share-list.ts'
import { showToast } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { focusList } from '#src/ui/focus.ts'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { lazyModule } from '#src/ui/lazy-module.ts'
import { nextSort } from '#src/ui/list/columns.ts'
import { useMediaQuery } from '#src/ui/use-media-query.ts'
import { useShownColumns } from './columns.ts'
import { type RunShareCommand, ShareCommands, type ShareOverlay } from './commands/commands.ts'
import { RowDetail, type DeferredFeatures } from './deferred-features.ts'
import { ShareCard, ShareCells } from './ShareCells.tsx'
import { SharesFilters } from './SharesFilters.tsx'
import { SharesToolbar } from './SharesToolbar.tsx'
import { defaultDirection, formatSharesUrl, noFilters, parseSharesUrl } from './url.ts'
import { useShareRows } from './use-share-rows.ts'

const SharesSelectionBar = lazyComponent(
  async () => (await import('./SharesSelectionBar.tsx')).SharesSelectionBar,
  { optional: true },
)
const SharesOverlays = lazyComponent(
  async () => (await import('./SharesOverlays.tsx')).SharesOverlays,
)
const deferredFeatures = lazyModule(
  (): Promise<DeferredFeatures> => import('./deferred/features.tsx'),
)
const ShareDetails = lazyComponent(
  async () => (await import('#src/pages/shares/details/ShareDetails.tsx')).ShareDetails,
)

/** The share list (S1–S5, S10). */
export default function SharesPage() {
  const { t } = useI18n()
  const query = usePagedList(shareList())
  // Another order than that of the service needs its code before the first row. Without it, that of the service stands.
  const [isOrderReady, setOrderReady] = useState(
    () => !!deferredFeatures.loaded() || !/[?&](sort|dir)=/.test(location.search),
  )
  useEffect(() => {
    const done = () => setOrderReady(true)
    if (!isOrderReady) void deferredFeatures.load().then(done, done)
  }, [isOrderReady])
  return (
    <PagedListPage
      name={t.frame.shares}
      heading={t.shares.title}
      failed={t.shares.failed}
      columns="36px minmax(0,1fr) 140px 90px 120px 110px 180px 110px 110px"
      query={isOrderReady ? query : { ...query, list: undefined }}
    >
      {(list, onRefresh) => <SharesContent {...{ list, onRefresh }} />}
    </PagedListPage>
  )
}

function SharesContent({ list, onRefresh }: { list: PagedList<ShareRow>; onRefresh: () => void }) {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [url, change] = usePageUrl(parseSharesUrl, formatSharesUrl)
  // Another order than that of the service needs its code at once.
  const Deferred = deferredFeatures.useModule(
    true,
    url.sort.by === 'created' ? 'when idle' : 'optional',
  )
  const {
    slots,
    inAnyState,
    isSorting,
    filter,
    matches,
    isFiltered,
    counts,
    isUncertain,
    hasPrice,
  } = useShareRows(list, url, Deferred)
  const [overlay, setOverlay] = useState<ShareOverlay>()
  const page = useListPage(list, { slots, filter, url, change, onRefresh })
  const { isPhone, isComplete, selection, picked, openRow, openDetails, closeDetails } = page
  const lineHeight = useRowHeight(isPhone)
  const isNarrow = useMediaQuery('(max-width: 379.98px)')
  // Room for the lines of a card: name, state and counts, access and expiry, date. On narrow phones two of them wrap.
  const rowHeight = isPhone ? (isNarrow ? 112 : 92) : lineHeight
  const { shown, copyTrack } = useShownColumns({
    hasPrice,
    isOpen: openRow !== undefined && !isPhone,
  })
  const copyColumn = useMemo(
    () => ({ key: 'copy', label: t.shares.copyLink, isLabelHidden: true, track: copyTrack }),
    [copyTrack, t],
  )
  const sortBy = (by: string) => change({ sort: nextSort(url.sort, by, defaultDirection) })

  const context = { list, filter, matches, selection, client, navigate, t, locale }
  const run: RunShareCommand = (command, rows) =>
    void deferredFeatures
      .load()
      .then((loaded) =>
        loaded.runShareCommand(command, rows, {
          ...context,
          setOverlay,
          openDetails,
          open: url.open,
          closeDetails,
        }),
      )
      .catch((error: Error) =>
        showToast({ kind: 'failed', error, about: { kind: 'notLoaded', what: 'code' } }),
      )
  const onRowKey = (key: string, row: ShareRow) => {
    // While rows are selected, the selection bar handles Delete.
    const command =
      key === 'c' ? 'copyLink' : key === 'e' ? 'edit' : key === 'Delete' && picked === 0 && 'delete'
    if (command) run(command, [row])
    return !!command
  }

  const isListed = (id: string) => list.slotOf(id) !== undefined
  const onSearch = (text: string) => {
    const loaded = deferredFeatures.loaded()
    // The password behind a pasted link must not get into the address of the page.
    if (loaded || !/[/%@]/.test(text))
      change({ search: loaded?.pastedLink(text, isListed) ?? text }, true)
    else
      void deferredFeatures.load().then(
        () => onSearch(text),
        () => undefined,
      )
  }
  const cleanUp = () => setOverlay({ at: 'cleaningUp' })
  const toolbar = (
    <SharesToolbar
      {...{ url, onSearch, isComplete, isPhone, onRefresh }}
      count={list.size}
      shown={isFiltered ? slots.length : undefined}
      searchRef={page.searchRef}
      onSort={sortBy}
      onCleanUp={counts.dead > 0 ? cleanUp : undefined}
      onAdd={() => setOverlay({ at: 'addingLink' })}
      onExport={() => setOverlay({ at: 'exporting', isOfSelection: false })}
      onSearchNow={() => {
        const row = slots.length === 1 ? list.at(slots[0] as number) : undefined
        if (row && matches(row)) run('copyLink', [row])
        else focusList()
      }}
    />
  )
  return (
    <ListPage
      panel={
        page.hasDetails && (
          <ShareDetails
            key={url.open}
            row={openRow}
            isPhone={isPhone}
            picked={picked}
            onClose={closeDetails}
            run={run}
          />
        )
      }
    >
      {picked > 0 ? (
        <SharesSelectionBar
          {...{ list, slots, filter, selection, picked, run }}
          hasDetails={page.hasDetails}
          fallback={toolbar}
        />
      ) : (
        toolbar
      )}
      <SharesFilters
        url={url}
        change={change}
        counts={counts}
        isUncertain={isUncertain}
        causes={
          Deferred && <Deferred.DeadCauseFilter {...{ url, change, counts }} onCleanUp={cleanUp} />
        }
      >
        {Deferred && <Deferred.ShareChips {...{ list, url, change }} slots={inAnyState} />}
      </SharesFilters>
      <ShareCommands value={run}>
        <RowDetail value={Deferred?.renderRowDetail}>
          <ListTable
            {...{ list, page, slots, isSorting, filter, shown, rowHeight, onRowKey }}
            sort={url.sort}
            labels={t.shares.columns}
            lastColumn={copyColumn}
            label={t.shares.list}
            onSort={sortBy}
            cells={ShareCells}
            card={ShareCard}
            onMenu={(_row, anchor) => setOverlay({ at: 'menu', anchor })}
            empty={
              <ListEmpty
                {...{ isFiltered, isComplete }}
                picture="shares"
                noMatch={t.shares.emptySearch}
                empty={t.shares.empty}
                onClear={() => change(noFilters)}
                action={
                  <Button onClick={() => void navigate('/files')}>{t.shares.emptyAction}</Button>
                }
              />
            }
          />
        </RowDetail>
      </ShareCommands>
      {overlay && (
        <SharesOverlays {...{ overlay, setOverlay, list, slots, filter, selection, run }} />
      )}
    </ListPage>
  )
}
