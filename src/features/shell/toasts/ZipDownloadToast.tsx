import { CircleAlert, LoaderCircle } from 'lucide-react'
import { describeError } from '#src/features/errors/describe-error.ts'
import { stopZipDownload, useZipDownload } from '#src/features/files/downloads/zip-downloads.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { ToastMessageOfKind } from '#src/jobs/messages/toasts.ts'
import { escapeControlChars } from '#src/lib/names/display.ts'
import { formatBytes } from '#src/lib/numbers/size.ts'
import { useIsOnline } from '#src/platform/use-is-online.ts'
import { DismissButton, PersistentToast } from './Toast.tsx'
import styles from './Toasts.module.css'

/** An archive that is put together in the browser, with Stop. */
export function ZipDownloadToast({ zipId }: { zipId: number }) {
  const { t, language } = useI18n()
  const isOnline = useIsOnline()
  const zip = useZipDownload(zipId)
  if (!zip || zip.state === 'asking') return null
  const { name, state, done, total, doneBytes, totalBytes } = zip
  const messages = t.operations.zips
  const isCounting = state === 'counting'
  const title = messages.making(name)
  const stateText =
    state === 'paused'
      ? isOnline
        ? t.common.waitingForService
        : t.common.waitingForNetwork
      : state === 'stopping'
        ? t.operations.stopping
        : isCounting
          ? messages.counting(total)
          : messages.progress(
              done,
              total,
              formatBytes(doneBytes, language),
              formatBytes(totalBytes, language),
            )
  return (
    // The stack is a live region; how far it is would be read out every moment.
    <div className={styles['toast']} aria-live="off">
      <LoaderCircle aria-hidden="true" />
      <div className={styles['text']}>
        <p>{title}</p>
        <p>{stateText}</p>
        {!isCounting && (
          <progress
            className={styles['progress']}
            aria-label={title}
            // Each file counts one more than its bytes, so that empty files move the bar, too.
            max={totalBytes + total}
            value={doneBytes + done}
          />
        )}
      </div>
      <button
        type="button"
        className={styles['action']}
        aria-disabled={state === 'stopping' || undefined}
        onClick={() => stopZipDownload(zipId)}
      >
        {t.common.stop}
      </button>
    </div>
  )
}

/** Items that are drawn of those that are missing. */
const maxDrawn = 100

/** An archive was saved, and is not complete: says what it does not have. */
export function IncompleteZipToast({
  id,
  message: { name, missing },
}: {
  id: number
  message: ToastMessageOfKind<'zipPart'>
}) {
  const { t } = useI18n()
  const messages = t.operations.zips
  const more = missing.length - maxDrawn
  return (
    <PersistentToast role="alert">
      <CircleAlert className={styles['failureIcon']} aria-hidden="true" />
      <div className={styles['text']}>
        <p>{messages.incomplete(name, missing.length)}</p>
        <details>
          <summary>{messages.whatIsMissing}</summary>
          <ul className={styles['missing']}>
            {missing.slice(0, maxDrawn).map(({ path, error }) => (
              <li key={path}>
                {escapeControlChars(path)}: {describeError(error, t).title}
              </li>
            ))}
            {more > 0 && <li>{t.nameClash.more(more)}</li>}
          </ul>
        </details>
      </div>
      <DismissButton id={id} />
    </PersistentToast>
  )
}
