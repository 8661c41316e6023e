import type { ReactNode, RefObject } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Menu } from '#src/ui/Menu.tsx'
import type { MenuEntry } from '#src/ui/MenuPopup.tsx'
import type { Sort } from '#src/ui/RowList.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import page from './page.module.css'

/** Title, honest count, search and what else can be done with a list. */
export function ListToolbar({
  title,
  count,
  search,
  onSearch,
  onSearchNow,
  searchRef,
  isPhone,
  sort,
  sortKeys,
  onSort,
  onRefresh,
  note,
  actions,
  entries = [],
}: {
  title: ReactNode
  /** In words. */
  count: string
  search: string
  onSearch: (search: string) => void
  /** Enter, where what is typed is not searched for at once. */
  onSearchNow?: () => void
  searchRef: RefObject<HTMLInputElement | null>
  isPhone: boolean
  sort: Sort
  sortKeys: readonly { key: string; label: string }[]
  onSort: (by: string) => void
  onRefresh: () => void
  /** What else is to be known, behind the count. */
  note?: ReactNode
  /** At most two buttons. */
  actions?: ReactNode
  /** The first of the menu. */
  entries?: readonly MenuEntry[]
}) {
  const { t } = useI18n()
  return (
    <header className={page['top']}>
      {title}
      <span className={page['count']} role="status">
        {count}
        {note && <span className={page['note']}> · {note}</span>}
      </span>
      <span className={page['gap']} />
      <SearchField
        ref={searchRef}
        value={search}
        hotkey={isPhone ? '' : '/'}
        onChange={onSearch}
        onKeyDown={({ key }) => key === 'Enter' && onSearchNow?.()}
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
            heading: t.shares.sortedBy,
            items: sortKeys.map(({ key, label }) => ({
              key,
              label,
              checked: sort.by === key,
              ...(sort.by === key ? { note: sort.direction === 'asc' ? '↑' : '↓' } : {}),
              onSelect: () => onSort(key),
            })),
          },
        ]}
      >
        {(button) => (
          <IconButton {...button} kind="default" name={t.common.more} icon={<Icon name="more" />} />
        )}
      </Menu>
    </header>
  )
}
