import type { ComponentProps, ReactNode } from 'react'
import { ListPending } from './ListStates.tsx'
import page from './page.module.css'

/** The layout of a list page with an optional side panel. Other props go to its `main`. */
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

/** The layout while the first page of the list is loading. */
export function ListPagePending({
  title,
  ...pending
}: { title: ReactNode } & ComponentProps<typeof ListPending>) {
  return (
    <main id="content" tabIndex={-1} className={page['page']}>
      <header className={page['top']}>{title}</header>
      <ListPending {...pending} />
    </main>
  )
}
