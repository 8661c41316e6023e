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

/** Title, count, search and the other actions of a list. */
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
  menuName,
}: {
  title: ReactNode
  /** In words. */
  count: string
  search: string
  onSearch: (search: string) => void
  /** Enter, where typing does not search at once. */
  onSearchNow?: () => void
  searchRef: RefObject<HTMLInputElement | null>
  isPhone: boolean
  sort: Sort
  sortKeys: readonly { key: string; label: string }[]
  onSort: (by: string) => void
  onRefresh: () => void
  /** Shown behind the count. */
  note?: ReactNode
  /** At most two buttons. */
  actions?: ReactNode
  /** Shown first in the menu. */
  entries?: readonly MenuEntry[]
  /** The accessible name of the menu. */
  menuName?: string
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
        onKeyDown={({ key, nativeEvent }) => {
          if (nativeEvent.isComposing) return
          if (key === 'Enter') onSearchNow?.()
          if (key === 'ArrowDown') focusList()
        }}
        {...(page['search'] ? { className: page['search'] } : {})}
      />
      {actions}
      <Menu
        name={menuName ?? t.common.more}
        entries={[
          ...entries,
          { key: 'refresh', label: t.common.refresh, hint: 'R', onSelect: onRefresh },
          {
            key: 'sort',
            heading: t.links.sortedBy,
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
