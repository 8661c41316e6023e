import { Ellipsis } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { SearchField } from '#src/ui/controls/fields/SearchField.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { focusList } from '#src/ui/keyboard/focus.ts'
import type { Sort } from '#src/ui/list/columns.ts'
import { Menu } from '#src/ui/menu/Menu.tsx'
import type { MenuEntry } from '#src/ui/menu/MenuPopup.tsx'
import page from './page.module.css'

export type ListSearchProps = {
  readonly text: string
  readonly onChange: (text: string) => void
  /** Enter, where typing does not search at once. */
  readonly onSubmit?: () => void
}

/** How a list is sorted, and by what else it can be. */
export type ListSortingProps = {
  readonly sort: Sort
  readonly keys: readonly { readonly key: string; readonly label: string }[]
  readonly onSort: (by: string) => void
}

/** Title, count, search and the other actions of a list. */
export function ListToolbar({
  title,
  count,
  isCounting,
  search,
  searchRef,
  sorting,
  isPhone,
  onRefresh,
  note,
  actions,
  entries = [],
}: {
  title: ReactNode
  /** In words. */
  count: string
  /** Whether rows are still to come: only the count at the end is announced. */
  isCounting: boolean
  search: ListSearchProps
  searchRef: RefObject<HTMLInputElement | null>
  sorting: ListSortingProps
  isPhone: boolean
  onRefresh: () => void
  /** Shown behind the count. */
  note?: ReactNode
  /** At most two buttons. */
  actions?: ReactNode
  /** Shown first in the menu. */
  entries?: readonly MenuEntry[]
}) {
  const { t } = useI18n()
  const { sort } = sorting
  return (
    <header className={page['top']}>
      {title}
      <span className={page['count']} role="status" aria-busy={isCounting || undefined}>
        {count}
        {note && <span className={page['note']}> · {note}</span>}
      </span>
      <span className={page['gap']} />
      <SearchField
        ref={searchRef}
        value={search.text}
        hotkey={isPhone ? '' : '/'}
        onChange={search.onChange}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') search.onSubmit?.()
          if (event.key === 'ArrowDown') {
            // The browser would scroll the list, which has the focus by then, and its first row out of sight.
            event.preventDefault()
            focusList()
          }
        }}
        {...(page['search'] ? { className: page['search'] } : {})}
      />
      {actions}
      <Menu
        name={t.common.more}
        entries={[
          ...entries,
          { key: 'refresh', label: t.common.refresh, hint: 'R', onSelect: onRefresh },
          {
            key: 'sort',
            heading: t.links.sortedBy,
            items: sorting.keys.map(({ key, label }) => ({
              key,
              label,
              checked: sort.by === key,
              ...(sort.by === key ? { note: sort.direction === 'asc' ? '↑' : '↓' } : {}),
              onSelect: () => sorting.onSort(key),
            })),
          },
        ]}
      >
        {(button) => (
          <IconButton
            {...button}
            variant="default"
            name={t.common.more}
            icon={<Ellipsis aria-hidden="true" />}
          />
        )}
      </Menu>
    </header>
  )
}
