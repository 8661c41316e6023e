import { useMutation } from '@tanstack/react-query'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { FileRow } from '#src/lists/file-row.ts'
import type { ShareRow } from '#src/lists/share-row.ts'
import { restoreSource } from '#src/queries/shares/restore-source.ts'
import { batchIdOfResult } from '#src/stores/batches/batch-list.ts'
import type { BatchResult } from '#src/stores/batches/batch.ts'
import { openBatchResult } from '#src/stores/dialogs.ts'
import { Button, type ButtonProps } from '#src/ui/controls/Button.tsx'
import { restoreText } from './source-text.ts'

/** Restores the deleted item of a link, or the folder that it is in. */
export function RestoreSourceButton({
  row,
  item,
  onSettled,
  ...button
}: {
  row: ShareRow
  item: FileRow
  /** `isRestored`: the service has confirmed it. Otherwise the restore itself says what became of it. */
  onSettled: (isRestored: boolean) => void
} & Omit<ButtonProps, 'onClick' | 'busy' | 'children'>) {
  const { t } = useI18n()
  const restore = useMutation(restoreSource())
  const show = (result: BatchResult | undefined) => {
    onSettled(!!result && result.done.length > 0)
    const batchId = result && batchIdOfResult(result)
    // What is in the way is decided there.
    if (batchId !== undefined && result?.failed.length) openBatchResult(batchId)
  }
  return (
    <Button
      {...button}
      busy={restore.isPending}
      onClick={() => restore.mutate({ row, item }, { onSuccess: show })}
    >
      {restoreText(row, item, t)}
    </Button>
  )
}
