import { useEffect } from 'react'
import { dismissToast, type Toast, useToasts } from '#src/jobs/messages/toasts.ts'
import { useOpenDialog } from '#src/jobs/questions/dialogs.ts'

/**
 * The toasts to show. While the dialog about the result of a batch is open it says what became of that batch: toasts
 * about the batch are not shown then, nor when the dialog is closed.
 */
export function useVisibleToasts(): readonly Toast[] {
  const toasts = useToasts()
  const open = useOpenDialog()
  const batchInDialog = typeof open === 'object' ? open.batchResult : undefined
  const isSaidByDialog = ({ message }: Toast) =>
    message.kind === 'batch' && message.batchId === batchInDialog
  const saidByDialog = toasts.find(isSaidByDialog)?.id
  useEffect(() => {
    if (saidByDialog !== undefined) dismissToast(saidByDialog)
  }, [saidByDialog])
  return toasts.filter((toast) => !isSaidByDialog(toast))
}
