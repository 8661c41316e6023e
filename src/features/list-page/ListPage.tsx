import type { ComponentProps, ReactNode } from 'react'
import type { usePagedList } from '#src/lists/loading/paged-lists.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import { runtimeConfig } from '#src/platform/deployment/runtime-config.ts'
import { DetailsPanelPlaceholder } from '#src/ui/details/DetailsPanelPlaceholder.tsx'
import { phoneQuery, useMediaQuery } from '#src/ui/sizes/use-media-query.ts'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { PendingListState } from './states/ListStates.tsx'
import chips from './FilterChips.module.css'
import page from './page.module.css'

/** The layout of a list page with an optional side panel. Other props go to its `main`. */
export function MainWithSidePanel({
  panel,
  children,
  ...main
}: { panel?: ReactNode } & ComponentProps<'main'>) {
  return (
    <div className={page['split']}>
      {/* The handlers serve the rows inside; the keyboard has commands for the same. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <main id="content" tabIndex={-1} className={page['page']} {...main}>
        {children}
      </main>
      {panel}
    </div>
  )
}

/** The layout while the first page of the list is loading, as high as what takes its place. */
export function ListPageFallback({
  title,
  note,
  filterRows = [],
  hasDetails = false,
  ...pending
}: {
  title: ReactNode
  /** A sentence above the list. */
  note?: ReactNode
  /** Widths of the filters above the list, in px; a second row has a button, too. */
  filterRows?: readonly (readonly number[])[]
  /** Whether there will be details beside the list. */
  hasDetails?: boolean
} & ComponentProps<typeof PendingListState>) {
  return (
    <MainWithSidePanel panel={hasDetails && !pending.error && <DetailsPanelPlaceholder />}>
      <header className={page['top']}>
        {title}
        <span className={page['gap']} />
        {!pending.error && (
          <>
            <span className={page['search']}>
              <Skeleton height="var(--control)" />
            </span>
            <Skeleton width={96} height="var(--control)" />
          </>
        )}
      </header>
      {!pending.error && note}
      {!pending.error &&
        filterRows.map((widths, row) => (
          // They never change.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={row} className={chips['group']} data-wraps={row === 0 ? '' : undefined}>
            {widths.map((width, index) => (
              // oxlint-disable-next-line react/no-array-index-key
              <Skeleton
                key={index}
                width={width}
                height={row === 0 ? 26 : 'var(--control-small)'}
              />
            ))}
          </div>
        ))}
      <PendingListState {...pending} />
    </MainWithSidePanel>
  )
}

/** A page of one list: `children` draws the list, once its first page has been loaded. */
export function PagedListPage<Row extends { readonly id: string }, Head>({
  name,
  heading,
  failed,
  columns,
  query: { list, error, refetch, isFetching },
  children,
  ...placeholder
}: {
  /** The name of the page in the title of the document. */
  name: string
  heading: string
  /** The title of the message when the list cannot be loaded. */
  failed: string
  /** The tracks of the placeholder's columns. */
  columns: string
  query: ReturnType<typeof usePagedList<Row, Head>>
  children: (list: PagedList<Row, Head>, onRefresh: () => void) => ReactNode
} & Pick<ComponentProps<typeof ListPageFallback>, 'filterRows' | 'hasDetails'>) {
  const isPhone = useMediaQuery(phoneQuery)
  const reload = () => void refetch()
  return (
    <>
      <title>{`${name} · ${runtimeConfig.title}`}</title>
      {list ? (
        children(list, reload)
      ) : (
        <ListPageFallback
          error={error}
          failed={failed}
          columns={columns}
          {...placeholder}
          isFetching={isFetching}
          title={<h1>{heading}</h1>}
          isCards={isPhone}
          onRetry={reload}
        />
      )}
    </>
  )
}
