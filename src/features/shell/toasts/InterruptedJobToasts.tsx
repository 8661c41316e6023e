import { useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useEffect } from 'react'
import { useSessionStatus, useUserId } from '#src/features/session/use-session.ts'
import { startFindingInterruptedWork } from '#src/features/shell/interrupted/find-interrupted-work.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import {
  useInterruptedJobs,
  usePageShowsInterruptedJobs,
} from '#src/jobs/journal/interrupted-jobs.ts'
import { PersistentToast } from './Toast.tsx'
import styles from './Toasts.module.css'

/** Delay in ms: long enough for a page that shows them itself to be drawn. */
const toastDelayMs = 1500

/** Finds jobs that a reload or a crash interrupted, and shows each until the user has decided about it. */
export function InterruptedJobToasts() {
  const { t } = useI18n()
  const client = useQueryClient()
  const isSignedIn = useSessionStatus() === 'active'
  const userId = useUserId()
  // A page that shows them itself has them looked for again when it is entered.
  const isPageEntered = usePageShowsInterruptedJobs()
  const jobs = useInterruptedJobs()
  useEffect(
    () =>
      isSignedIn
        ? startFindingInterruptedWork(client, isPageEntered ? 0 : toastDelayMs)
        : undefined,
    [client, isSignedIn, userId, isPageEntered],
  )
  return (isPageEntered ? [] : jobs).map(
    ({ id, isReadable, operation, total, done, mayBeMore, ...job }) => (
      <PersistentToast key={id}>
        <RotateCcw aria-hidden="true" />
        <div className={styles['text']}>
          <p>
            {isReadable && operation
              ? t.operations.interrupted({ ...operation, count: total }, done, mayBeMore)
              : t.operations.unreadable(operation && { ...operation, count: total })}
          </p>
          <p className={styles['choices']}>
            {isReadable && operation && (
              <button type="button" className={styles['action']} onClick={() => void job.resume()}>
                {t.operations.resumeJob(operation)}
              </button>
            )}
            <button type="button" className={styles['action']} onClick={() => void job.discard()}>
              {isReadable && operation ? t.operations.dismiss(operation) : t.operations.forget}
            </button>
          </p>
        </div>
      </PersistentToast>
    ),
  )
}
