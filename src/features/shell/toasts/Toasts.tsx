import { useEffect } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { dismissOfflineFailures } from '#src/jobs/messages/toasts.ts'
import { useIsOnline } from '#src/platform/use-is-online.ts'
import { DelayedJobToast } from './DelayedJobToast.tsx'
import { FailureToast } from './FailureToast.tsx'
import { InterruptedJobToasts } from './InterruptedJobToasts.tsx'
import { JobToast } from './JobToast.tsx'
import { MessageToast } from './MessageToast.tsx'
import { useToastsNotInDialog } from './use-toasts-not-in-dialog.ts'
import { IncompleteZipToast, ZipDownloadToast } from './ZipDownloadToast.tsx'
import styles from './Toasts.module.css'

/** One stack: failures, which stay until they are dismissed, above successes, which close by themselves. */
export function Toasts() {
  const { t } = useI18n()
  const toasts = useToastsNotInDialog()
  const isOnline = useIsOnline()
  useEffect(() => (isOnline ? undefined : dismissOfflineFailures), [isOnline])
  return (
    <section className={styles['stack']} aria-label={t.appShell.notifications}>
      {toasts.map(
        ({ id, message }) =>
          (message.kind === 'failed' && <FailureToast key={id} id={id} message={message} />) ||
          (message.kind === 'zipPart' && (
            <IncompleteZipToast key={id} id={id} message={message} />
          )) ||
          (message.kind === 'job' && (
            <JobToast key={id} id={id} jobId={message.jobId} place="failures" />
          )),
      )}
      {/* The element is always in the document: a live region that is inserted together with its text is not announced. */}
      <div role="status" aria-atomic="false" className={styles['done']}>
        {toasts.map(
          ({ id, message }) =>
            (message.kind === 'done' && <MessageToast key={id} id={id} message={message} />) ||
            (message.kind === 'delayed' && <DelayedJobToast key={id} jobId={message.jobId} />) ||
            (message.kind === 'zip' && <ZipDownloadToast key={id} zipId={message.zipId} />) ||
            (message.kind === 'job' && (
              <JobToast key={id} id={id} jobId={message.jobId} place="messages" />
            )),
        )}
        <InterruptedJobToasts />
      </div>
    </section>
  )
}
