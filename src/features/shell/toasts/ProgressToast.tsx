import { LoaderCircle } from 'lucide-react'
import { jobProblems, settledCount } from '#src/features/list-page/selection/job-problems.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Job } from '#src/jobs/store/job.ts'
import { stopJob } from '#src/jobs/store/jobs.ts'
import { useIsOnline } from '#src/platform/use-is-online.ts'
import styles from './Toasts.module.css'

/** The progress of a job that goes on whatever page is open, with Stop. */
export function ProgressToast({ job }: { job: Job }) {
  const { t } = useI18n()
  const isOnline = useIsOnline()
  const { total, state } = job
  const described = { ...job.operation, count: total }
  const text =
    total === 1 ? t.operations.resultTitle(described) : t.operations.progress(described, job.done)
  const stateText =
    state === 'paused'
      ? isOnline
        ? t.common.waitingForService
        : t.common.waitingForNetwork
      : state === 'asking' || state === 'stopping'
        ? t.operations[state]
        : // One that waits for a lock has begun.
          state === 'waiting' && !job.lockQuestionId
          ? t.operations.waitingForJob
          : ''
  const details = [...jobProblems(job, t), ...(stateText ? [stateText] : [])].join(' · ')
  return (
    // The stack is a live region; how far it is would be read out every moment.
    <div className={styles['toast']} aria-live="off">
      <LoaderCircle aria-hidden="true" />
      <div className={styles['text']}>
        <p>{text}</p>
        {details && <p>{details}</p>}
        {total > 1 && (
          <progress
            className={styles['progress']}
            aria-label={text}
            max={total}
            value={settledCount(job)}
          />
        )}
      </div>
      <button
        type="button"
        className={styles['action']}
        aria-disabled={state === 'stopping' || undefined}
        onClick={() => stopJob(job.id)}
      >
        {t.common.stop}
      </button>
    </div>
  )
}
