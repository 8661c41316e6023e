import { useEffect } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Job } from '#src/jobs/store/job.ts'
import { stopJob } from '#src/jobs/store/jobs.ts'
import { useIsOnline } from '#src/platform/use-is-online.ts'
import { announceUntilCleanup } from '#src/ui/announcements/announce.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { jobProblems, settledCount } from './job-problems.ts'
import page from '#src/features/list-page/page.module.css'
import css from './JobProgressBar.module.css'

/** The progress of a running job, in place of the selection bar, with a Stop button. */
export function JobProgressBar({ job }: { job: Job }) {
  const { t } = useI18n()
  const { total, state, done } = job
  const settled = settledCount(job)
  const described = { ...job.operation, count: total }
  const text =
    total === 1 ? t.operations.resultTitle(described) : t.operations.progress(described, done)
  const isOnline = useIsOnline()
  const paused = isOnline ? t.common.waitingForService : t.common.waitingForNetwork
  const stateText =
    state === 'paused'
      ? paused
      : state === 'asking' || state === 'stopping'
        ? t.operations[state]
        : undefined
  const details = [...jobProblems(job, t), ...(stateText ? [stateText] : [])].join(' · ')
  const status = [text, details].filter(Boolean).join(t.common.betweenParts)
  useEffect(() => announceUntilCleanup(status), [status])
  return (
    <section className={page['selection']} aria-label={text}>
      <span className={css['text']}>
        <b>{text}</b>
        {details && <span>{details}</span>}
      </span>
      <div
        role="progressbar"
        aria-label={text}
        {...(total > 1 && { 'aria-valuemin': 0, 'aria-valuemax': total, 'aria-valuenow': settled })}
        className={css['track']}
        data-state={state}
        data-endless={total === 1 || undefined}
      >
        <span style={{ inlineSize: total === 1 ? '30%' : `${(settled / total) * 100}%` }} />
      </div>
      <Button
        variant="quiet"
        aria-disabled={state === 'stopping' || undefined}
        onClick={() => stopJob(job.id)}
      >
        {t.common.stop}
      </Button>
    </section>
  )
}
