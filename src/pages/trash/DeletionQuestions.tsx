import { useMemo } from 'react'
import { totalSizeText } from '#src/features/file-lists/total-size-text.ts'
import { useTotalSize } from '#src/features/file-lists/total-size.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import type { Selection } from '#src/lib/selection.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx'

type Answers = { onConfirm: () => void; onClose: () => void }

/** Asks before these items are deleted permanently. */
export function DeletionQuestion({ rows, ...answers }: { rows: readonly FileRow[] } & Answers) {
  const { t, language } = useI18n()
  const size = totalSizeText(useTotalSize(rows), t, language)
  const about = { name: displayName(rows[0]?.name ?? ''), count: rows.length }
  return (
    <ConfirmDialog
      title={t.trash.deleteTitle(about)}
      text={t.trash.deleteText(
        rows.length,
        size,
        rows.some(({ isFolder }) => isFolder),
      )}
      action={t.trash.confirmDelete}
      {...answers}
    />
  )
}

/** Asks before all that was in the trash when the question was opened is deleted permanently. */
export function EmptyTrashQuestion({
  list,
  selection,
  ...answers
}: {
  list: PagedList<FileRow>
  /** What is to be deleted. */
  selection: Selection
} & Answers) {
  const { t, language } = useI18n()
  const version = list.version()
  const rows = useMemo(() => {
    void version
    return Array.from(selection.among(list.order, ''), (rowIndex) => list.at(rowIndex)).filter(
      (row) => row !== undefined,
    )
  }, [list, selection, version])
  const size = totalSizeText(useTotalSize(rows), t, language)
  const isLoading = selection.isOpenEnded('') && list.loadState.at !== 'complete'
  return (
    <ConfirmDialog
      title={t.trash.emptyTitle}
      text={t.trash.emptyText(rows.length, size, isLoading)}
      action={t.trash.confirmEmpty}
      {...answers}
    />
  )
}
