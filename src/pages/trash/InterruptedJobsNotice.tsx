import { RotateCcw } from 'lucide-react'
import { useEffect } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import {
  setPageShowsInterruptedJobs,
  useInterruptedJobs,
} from '#src/jobs/journal/interrupted-jobs.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import css from './InterruptedJobsNotice.module.css'

/** Jobs that a reload or a crash interrupted. While this is shown, no toast reports them. */
export function InterruptedJobsNotice() {
  const { t } = useI18n()
  const interrupted = useInterruptedJobs()
  useEffect(() => {
    setPageShowsInterruptedJobs(true)
    return () => setPageShowsInterruptedJobs(false)
  }, [])
  return interrupted.map(({ id, isReadable, operation, total, done, mayBeMore, ...job }) => (
    <section key={id} className={css['note']} aria-label={t.operations.interruptedLabel}>
      <RotateCcw aria-hidden="true" />
      <p>
        {isReadable && operation
          ? t.operations.interrupted({ ...operation, count: total }, done, mayBeMore)
          : t.operations.unreadable(operation && { ...operation, count: total })}
      </p>
      <Button small variant="quiet" onClick={() => void job.discard()}>
        {isReadable && operation ? t.operations.dismiss(operation) : t.operations.forget}
      </Button>
      {isReadable && operation && (
        <Button small onClick={() => void job.resume()}>
          {t.operations.resumeJob(operation)}
        </Button>
      )}
    </section>
  ))
}
