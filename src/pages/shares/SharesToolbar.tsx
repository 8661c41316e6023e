import { Plus } from 'lucide-react'
import type { ComponentProps } from 'react'
import { type ListSortingProps, ListToolbar } from '#src/features/list-page/ListToolbar.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { sortKeys } from './url.ts'

/** Title, count, search and the other actions of the share list. */
export function SharesToolbar({
  count,
  shown,
  isComplete,
  sorting,
  onAdd,
  onExport,
  onCleanUp,
  ...props
}: {
  count: number
  /** How many of them the filters show. */
  shown: number | undefined
  isComplete: boolean
  sorting: Omit<ListSortingProps, 'keys'>
  onAdd: () => void
  onExport: () => void
  /** Absent while there is nothing to clean up. */
  onCleanUp: (() => void) | undefined
} & Pick<
  ComponentProps<typeof ListToolbar>,
  'search' | 'searchRef' | 'isPhone' | 'onRefresh' | 'note'
>) {
  const { t } = useI18n()
  return (
    <ListToolbar
      entries={[
        ...(onCleanUp ? [{ key: 'clean', label: t.links.cleanUp, onSelect: onCleanUp }] : []),
        { key: 'export', label: t.links.export, onSelect: onExport },
      ]}
      actions={
        props.isPhone ? (
          <IconButton
            variant="default"
            name={t.links.newLink}
            icon={<Plus aria-hidden="true" />}
            onClick={onAdd}
          />
        ) : (
          <Button onClick={onAdd}>{t.links.newLink}</Button>
        )
      }
      {...props}
      title={<h1>{t.links.title}</h1>}
      count={
        shown === undefined
          ? isComplete
            ? t.links.count(count)
            : t.links.soFar(count)
          : isComplete
            ? t.links.countOf(shown, count)
            : t.links.countOfSoFar(shown, count)
      }
      isCounting={!isComplete}
      sorting={{
        ...sorting,
        keys: sortKeys.map((key) => ({ key, label: t.links.columns[key] })),
      }}
    />
  )
}
