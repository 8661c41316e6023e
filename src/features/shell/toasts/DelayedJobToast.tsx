import { Trash2 } from 'lucide-react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { findJob, useJobById } from '#src/jobs/store/job-list.ts'
import styles from './Toasts.module.css'

/** A job that is sent in a moment, with Undo. It waits while the pointer or the focus is in it. */
export function DelayedJobToast({ jobId }: { jobId: number }) {
  const { t } = useI18n()
  const job = useJobById(jobId)
  if (!job?.delay) return null
  // Another job may have joined since this was drawn, and be delayed in its place.
  const delay = () => findJob(jobId)?.delay
  const text = t.operations.delayed(job.operation)
  const hold = () => delay()?.hold(true)
  const release = () => delay()?.hold(false)
  return (
    <div
      className={styles['toast']}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <Trash2 aria-hidden="true" />
      <p>{text}</p>
      <button
        type="button"
        className={styles['action']}
        aria-label={t.common.undoOf(text)}
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
