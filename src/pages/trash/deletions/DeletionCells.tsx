import { createContext, use } from 'react'
import { KnownLockMark } from '#src/features/folder/cells/ItemMarks.tsx'
import { ShownColumnsContext } from '#src/features/list-page/ListTable.tsx'
import { NarrowRowCell } from '#src/features/list-page/NarrowRowCell.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import { formatBytes } from '#src/lib/numbers/size.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { DaysLeft, OriginalPath, TrashItemIcon } from '#src/pages/trash/TrashCells.tsx'
import type { DeletionGroupSortKey } from '#src/pages/trash/url.ts'
import { Timestamp } from '#src/ui/text/Timestamp.tsx'
import { TruncatedName } from '#src/ui/text/TruncatedName.tsx'
import type { DeletionGroup } from './deletion-groups.ts'
import css from '#src/pages/trash/TrashCells.module.css'

/** The deletions by the id of the row that stands for them. */
export const DeletionsByRowContext = createContext<ReadonlyMap<string, DeletionGroup>>(new Map())

/** An item that is known to be locked of each deletion that has one, by the id of the row that stands for the deletion. */
export const LockedItemsContext = createContext<ReadonlyMap<string, FileRow>>(new Map())

function More({ count }: { count: number }) {
  const { t } = useI18n()
  return count > 1 && <span className={css['more']}>{t.trash.andMore(count - 1)}</span>
}

function Origin({ deletion: { lead, folder } }: { deletion: DeletionGroup }) {
  const { t } = useI18n()
  return folder === lead.originFolder ? <OriginalPath row={lead} /> : t.trash.severalFolders
}

/** '' where nothing is known: the folders are not asked for their sizes, which takes a request each. */
function sizeText({ size, lead }: DeletionGroup, t: Messages, language: string): string {
  if (!lead.isFolder) return formatBytes(size, language)
  return size > 0 ? t.common.atLeast(formatBytes(size, language)) : ''
}

export function DeletionCells({ row }: { row: FileRow }) {
  const { t, language } = useI18n()
  const columns = use(ShownColumnsContext)
  const deletion = use(DeletionsByRowContext).get(row.id)
  const locked = use(LockedItemsContext).get(row.id)
  if (!deletion) return null
  const { count, to } = deletion
  const cell: Record<DeletionGroupSortKey, () => React.ReactNode> = {
    name: () => (
      <>
        <TrashItemIcon row={row} size={20} />
        <TruncatedName name={row.name} />
        <More count={count} />
        {locked && <KnownLockMark row={locked} />}
      </>
    ),
    origin: () => <Origin deletion={deletion} />,
    deleted: () => <Timestamp at={to || null} />,
    items: () => t.common.number(count),
    daysLeft: () => <DaysLeft row={row} />,
    size: () => sizeText(deletion, t, language) || '—',
  }
  return columns.map((column) => (
    <div key={column} role="gridcell" className={css[column]}>
      {cell[column as DeletionGroupSortKey]()}
    </div>
  ))
}

export function NarrowDeletionCells({ row }: { row: FileRow }) {
  const { t, language } = useI18n()
  const deletion = use(DeletionsByRowContext).get(row.id)
  const locked = use(LockedItemsContext).get(row.id)
  if (!deletion) return null
  const { count, to } = deletion
  const size = sizeText(deletion, t, language)
  return (
    <NarrowRowCell
      icon={<TrashItemIcon row={row} size={36} />}
      name={row.name}
      mark={locked && <KnownLockMark row={locked} />}
      detailsClassName={css['cardDetails']}
      details={
        <>
          <span className={css['cardOrigin']}>
            <span className={css['cardFacts']}>
              {t.common.count(count)}
              {size && ` · ${size}`}
              {' · '}
            </span>
            <Origin deletion={deletion} />
          </span>
          <Timestamp at={to || null} />
        </>
      }
    />
  )
}
