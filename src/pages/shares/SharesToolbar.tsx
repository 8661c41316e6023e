import type { RefObject } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Menu } from '#src/ui/Menu.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import page from '#src/views/page.module.css'
import { type SharesUrl, sortKeys } from './url.ts'

/** Title, honest count, search and what else can be done with the list. */
export function SharesToolbar({
  url,
  change,
  count,
  isComplete,
  isPhone,
  searchRef,
  onSort,
  onRefresh,
}: {
  url: SharesUrl
  change: (part: Partial<SharesUrl>, replace?: boolean) => void
  count: number
  isComplete: boolean
  isPhone: boolean
  searchRef: RefObject<HTMLInputElement | null>
  onSort: (by: string) => void
  onRefresh: () => void
}) {
  const { t } = useI18n()
  return (
    <header className={page['top']}>
      <h1>{t.shares.title}</h1>
      <span className={page['count']} role="status">
        {isComplete ? t.shares.count(count) : t.shares.soFar(count)}
      </span>
      <span className={page['gap']} />
      <SearchField
        ref={searchRef}
        value={url.search}
        hotkey={isPhone ? '' : '/'}
        onChange={(search) => change({ search }, true)}
        {...(page['search'] ? { className: page['search'] } : {})}
      />
      <Menu
        name={t.shares.more}
        entries={[
          { key: 'refresh', label: t.common.refresh, hint: 'R', onSelect: onRefresh },
          {
            key: 'sort',
            heading: t.shares.sortedBy,
            items: sortKeys.map((key) => ({
              key,
              label: t.shares.columns[key],
              checked: url.sort.by === key,
              ...(url.sort.by === key ? { note: url.sort.direction === 'asc' ? '↑' : '↓' } : {}),
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
