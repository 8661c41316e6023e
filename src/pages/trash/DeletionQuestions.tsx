import { useMemo } from 'react'
import { totalSizeText } from '#src/features/file-lists/total-size-text.ts'
import { useTotalSize } from '#src/features/file-lists/total-size.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { useDeletionQuestionsMessages } from '#src/i18n/parts/deletion-questions-messages.ts'
import type { Selection } from '#src/lib/selection.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx'

type Answers = { onConfirm: () => void; onClose: () => void }

/** Asks before these items are deleted permanently. */
export function DeletionQuestion({ rows, ...answers }: { rows: readonly FileRow[] } & Answers) {
  const { t, language } = useI18n()
  const messages = useDeletionQuestionsMessages()
  const size = totalSizeText(useTotalSize(rows), t, language)
  const about = { name: displayName(rows[0]?.name ?? ''), count: rows.length }
  return (
    <ConfirmDialog
      title={messages.deleteTitle(about)}
      text={messages.deleteText(
        rows.length,
        size,
        rows.some(({ isFolder }) => isFolder),
      )}
      action={messages.confirmDelete}
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
  const messages = useDeletionQuestionsMessages()
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
      title={messages.emptyTitle}
      text={messages.emptyText(rows.length, size, isLoading)}
      action={messages.confirmEmpty}
      {...answers}
    />
  )
}
