import type { RefObject } from 'react'
import { ListToolbar } from '#src/components/list/ListToolbar.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { type SharesUrl, sortKeys } from './url.ts'

/** Title, count, search and the other actions of the share list. */
export function SharesToolbar({
  url,
  change,
  count,
  isComplete,
  ...props
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
    <ListToolbar
      {...props}
      title={<h1>{t.shares.title}</h1>}
      count={isComplete ? t.shares.count(count) : t.shares.soFar(count)}
      search={url.search}
      onSearch={(search) => change({ search }, true)}
      sort={url.sort}
      sortKeys={sortKeys.map((key) => ({ key, label: t.shares.columns[key] }))}
      menuName={t.shares.more}
    />
  )
}
