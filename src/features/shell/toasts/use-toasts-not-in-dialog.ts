import { useEffect } from 'react'
import { dismissToast, type Toast, useToasts } from '#src/jobs/messages/toasts.ts'
import { useCurrentDialog } from '#src/jobs/questions/dialogs.ts'

/**
 * The toasts to show. While the dialog about the result of a job is open it says what became of that job: toasts
 * about the job are not shown then, nor when the dialog is closed.
 */
export function useToastsNotInDialog(): readonly Toast[] {
  const toasts = useToasts()
  const open = useCurrentDialog()
  const jobInDialog = typeof open === 'object' ? open.jobResult : undefined
  const isSaidByDialog = ({ message }: Toast) =>
    message.kind === 'job' && message.jobId === jobInDialog
  const saidByDialog = toasts.find(isSaidByDialog)?.id
  useEffect(() => {
    if (saidByDialog !== undefined) dismissToast(saidByDialog)
  }, [saidByDialog])
  return toasts.filter((toast) => !isSaidByDialog(toast))
}
