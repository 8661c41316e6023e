import { notifyManager, useMutation } from '@tanstack/react-query'
import { restoreSource } from '#src/features/links/source/restore-source.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { openJobResult } from '#src/jobs/questions/dialogs.ts'
import type { Job } from '#src/jobs/store/job.ts'
import type { FileRow } from '#src/lists/rows/file-row.ts'
import type { LinkRow } from '#src/lists/rows/link-row.ts'
import { Button, type ButtonProps } from '#src/ui/controls/Button.tsx'
import { restoreButtonText } from './source-text.ts'

/** Restores the deleted item of a link, or the folder that it is in. */
export function RestoreSourceButton({
  row,
  item,
  onSettled,
  ...button
}: {
  row: LinkRow
  item: FileRow
  /** Not called when the user cancels. `isRestored`: the service has confirmed it. Otherwise the restore itself says what became of it. */
  onSettled: (isRestored: boolean) => void
} & Omit<ButtonProps, 'onClick' | 'busy' | 'children'>) {
  const { t } = useI18n()
  const restore = useMutation(restoreSource())
  const show = (job: Job | undefined) => {
    // Cancelled: nothing was restored.
    if (!job?.result) return
    onSettled(job.result.done.length > 0)
    // The dialog of the result lets one decide about what is in the way. A form that comes back by then is below it.
    if (job.result.failed.length > 0) notifyManager.schedule(() => openJobResult(job.id))
  }
  return (
    <Button
      {...button}
      busy={restore.isPending}
      onClick={() => restore.mutate({ row, item }, { onSuccess: show })}
    >
      {restoreButtonText(row, item, t)}
    </Button>
  )
}
