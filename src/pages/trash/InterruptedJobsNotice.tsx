import { RotateCcw } from 'lucide-react'
import { useEffect } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import {
  setInterruptedShownByPage,
  useInterruptedJobs,
} from '#src/jobs/journal/interrupted-jobs.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import css from './InterruptedJobsNotice.module.css'

/** Jobs that a reload or a crash interrupted. While this is shown, no toast reports them. */
export function InterruptedJobsNotice() {
  const { t } = useI18n()
  const interrupted = useInterruptedJobs()
  useEffect(() => {
    setInterruptedShownByPage(true)
    return () => setInterruptedShownByPage(false)
  }, [])
  return interrupted.map(({ id, operation, total, done, mayBeMore, resume, discard }) => (
    <section key={id} className={css['note']} aria-label={t.operations.interruptedLabel}>
      <RotateCcw aria-hidden="true" />
      <p>{t.operations.interrupted({ ...operation, count: total }, done, mayBeMore)}</p>
      <Button small variant="quiet" onClick={() => void discard()}>
        {t.operations.dismiss(operation)}
      </Button>
      <Button small onClick={() => void resume()}>
        {t.operations.resumeJob(operation)}
      </Button>
    </section>
  ))
}
