import { type ComponentProps, type ReactNode, useMemo } from 'react'
import { ListTable } from '#src/features/list-page/ListTable.tsx'
import type { useListPage } from '#src/features/list-page/use-list-page.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { knownLockOf, useKnownLocks } from '#src/jobs/locks/locked-items.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { useShownColumns } from './columns.ts'
import type { DeletionGroup, useDeletionGroups } from './deletions/deletion-groups.ts'
import {
  NarrowDeletionCells,
  DeletionCells,
  DeletionsByRowContext,
  LockedItemsContext,
} from './deletions/DeletionCells.tsx'
import { NarrowTrashCells, TrashCells } from './TrashCells.tsx'

const noneLocked: ReadonlyMap<string, FileRow> = new Map()
const itemCells = { row: TrashCells, card: NarrowTrashCells }
const deletionCells = { row: DeletionCells, card: NarrowDeletionCells }

/** The items of the trash, or their deletions, each opened as the items that it took. */
export function TrashTable({
  page,
  rows,
  deletions,
  onOpenDeletion,
  ...table
}: {
  page: ReturnType<typeof useListPage<FileRow, unknown>>
  /** Undefined while items are shown. */
  deletions: ReturnType<typeof useDeletionGroups>
  onOpenDeletion: (deletion: DeletionGroup) => void
  empty: ReactNode
} & Pick<
  ComponentProps<typeof ListTable<FileRow, string>>,
  'rows' | 'revealedRowIndex' | 'sorting' | 'onMenu'
>) {
  const { t } = useI18n()
  const { isPhone, openRow } = page
  const shown = useShownColumns({
    isOpen: openRow !== undefined && !isPhone,
    sortedBy: table.sorting.sort.by,
    isByDeletion: deletions !== undefined,
  })
  const locks = useKnownLocks()
  const locked = useMemo(
    () =>
      deletions && locks.size > 0
        ? deletions.findInEach((item) => knownLockOf(locks, item) !== undefined)
        : noneLocked,
    [deletions, locks],
  )
  const columns = { shown, labels: t.trash.columns }
  if (!deletions) {
    return (
      <ListTable
        {...table}
        page={page}
        rows={rows}
        columns={columns}
        label={t.trash.list}
        cells={itemCells}
      />
    )
  }
  const open = ({ id }: FileRow) => {
    const deletion = deletions.byRow.get(id)
    if (deletion) onOpenDeletion(deletion)
  }
  return (
    <DeletionsByRowContext value={deletions.byRow}>
      <LockedItemsContext value={locked}>
        <ListTable
          {...table}
          page={{ ...page, selection: deletions.selection, open: null, openDetails: open }}
          rows={{ ...rows, rowIndexes: deletions.rowIndexes }}
          columns={columns}
          label={t.trash.deletions}
          cells={deletionCells}
        />
      </LockedItemsContext>
    </DeletionsByRowContext>
  )
}
