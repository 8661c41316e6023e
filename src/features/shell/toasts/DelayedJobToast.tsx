import { Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { findJob, useJobById } from '#src/jobs/store/job-list.ts'
import { useIsAttended } from '#src/ui/use-auto-close.ts'
import styles from './Toasts.module.css'

/** A job that is sent in a moment, with Undo. It waits while the pointer or the focus is in it, or a dialog is open. */
export function DelayedJobToast({ jobId }: { jobId: number }) {
  const { t } = useI18n()
  const job = useJobById(jobId)
  const { isAttended, handlers } = useIsAttended()
  useEffect(() => findJob(jobId)?.delay?.hold(isAttended), [jobId, isAttended])
  if (!job?.delay) return null
  // Another job may have joined since this was drawn, and be delayed in its place.
  const delay = () => findJob(jobId)?.delay
  const text = t.operations.delayed(job.operation)
  return (
    <div className={styles['toast']} {...handlers}>
      <Trash2 aria-hidden="true" />
      <p>{text}</p>
      <button
        type="button"
        className={styles['action']}
        aria-label={t.common.labelled(t.common.undo, text)}
        onClick={() => delay()?.undo()}
      >
        {t.common.undo}
      </button>
      <button type="button" className={styles['action']} onClick={() => delay()?.send()}>
        {t.toasts.sendNow}
      </button>
    </div>
  )
}
