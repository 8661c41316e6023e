import type { ComponentProps, ReactNode } from 'react'
import type { usePagedList } from '#src/lists/loading/paged-lists.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import { runtimeConfig } from '#src/platform/deployment/runtime-config.ts'
import { phoneQuery, useMediaQuery } from '#src/ui/sizes/use-media-query.ts'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { PendingListState } from './states/ListStates.tsx'
import page from './page.module.css'

/** An optional side panel is beside the list. Other props go to its `main`. */
export function ListPage({
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

/** It is shown while the first page of the list is loading, as high as what takes its place. */
export function ListPagePending({
  title,
  filterWidths = [],
  ...pending
}: {
  title: ReactNode
  /** The filters above the list have these widths, in px. */
  filterWidths?: readonly number[]
} & ComponentProps<typeof PendingListState>) {
  return (
    <main id="content" tabIndex={-1} className={page['page']}>
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
      {!pending.error && filterWidths.length > 0 && (
        <div className={page['chips']} data-wraps="">
          {filterWidths.map((width, index) => (
            // They never change.
            // oxlint-disable-next-line react/no-array-index-key
            <Skeleton key={index} width={width} height={26} />
          ))}
        </div>
      )}
      <PendingListState {...pending} />
    </main>
  )
}

/** The `children` draw the list, once its first page has been loaded. */
export function PagedListPage<Row extends { readonly id: string }, Head>({
  name,
  heading,
  failed,
  columns,
  filterWidths,
  query: { list, error, refetch, isFetching },
  children,
}: {
  /** The title of the document names the page so. */
  name: string
  heading: string
  /** The message has this title when the list cannot be loaded. */
  failed: string
  /** The placeholder's columns have these tracks. */
  columns: string
  filterWidths: readonly number[]
  query: ReturnType<typeof usePagedList<Row, Head>>
  children: (list: PagedList<Row, Head>, onRefresh: () => void) => ReactNode
}) {
  const isPhone = useMediaQuery(phoneQuery)
  const reload = () => void refetch()
  return (
    <>
      <title>{`${name} · ${runtimeConfig.title}`}</title>
      {list ? (
        children(list, reload)
      ) : (
        <ListPagePending
          error={error}
          failed={failed}
          columns={columns}
          filterWidths={filterWidths}
          isFetching={isFetching}
          title={<h1>{heading}</h1>}
          isCards={isPhone}
          onRetry={reload}
        />
      )}
    </>
  )
}
