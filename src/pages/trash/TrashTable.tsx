import type { ComponentProps, ReactNode } from 'react'
import { ListTable } from '#src/features/list-page/ListTable.tsx'
import type { useListPage } from '#src/features/list-page/use-list-page.ts'
import { useRowHeight } from '#src/features/list-page/use-row-height.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { useShownColumns } from './columns.ts'
import { DeletionCard, DeletionCells, DeletionsByRow } from './deletions/DeletionCells.tsx'
import type { Deletion, useDeletions } from './deletions/deletions.ts'
import { TrashCard, TrashCells } from './TrashCells.tsx'

/** The items of the trash, or their deletions, each opened as the items that it took. */
export function TrashTable({
  page,
  rowIndexes,
  deletions,
  onOpenDeletion,
  ...table
}: {
  list: PagedList<FileRow>
  page: ReturnType<typeof useListPage<FileRow, unknown>>
  /** Undefined while items are shown. */
  deletions: ReturnType<typeof useDeletions>
  onOpenDeletion: (deletion: Deletion) => void
  empty: ReactNode
} & Pick<
  ComponentProps<typeof ListTable<FileRow, string>>,
  'rowIndexes' | 'isSorting' | 'filterKey' | 'revealedRowIndex' | 'sort' | 'onSort' | 'onMenu'
>) {
  const { t } = useI18n()
  const { isPhone, openRow } = page
  const rowHeight = useRowHeight(isPhone)
  const shown = useShownColumns({
    isOpen: openRow !== undefined && !isPhone,
    sortedBy: table.sort.by,
    isByDeletion: deletions !== undefined,
  })
  const labels = t.trash.columns
  if (!deletions) {
    return (
      <ListTable
        {...table}
        page={page}
        rowIndexes={rowIndexes}
        shown={shown}
        rowHeight={rowHeight}
        labels={labels}
        label={t.trash.list}
        cells={TrashCells}
        card={TrashCard}
      />
    )
  }
  const open = ({ id }: FileRow) => {
    const deletion = deletions.byRow.get(id)
    if (deletion) onOpenDeletion(deletion)
  }
  return (
    <DeletionsByRow value={deletions.byRow}>
      <ListTable
        {...table}
        page={{ ...page, selection: deletions.selection, open: null, openDetails: open }}
        rowIndexes={deletions.rowIndexes}
        shown={shown}
        rowHeight={rowHeight}
        labels={labels}
        label={t.trash.deletions}
        cells={DeletionCells}
        card={DeletionCard}
      />
    </DeletionsByRow>
  )
}
