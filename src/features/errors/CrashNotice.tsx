import { useEffect, useEffectEvent, useRef } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { CodeLoadError } from '#src/ui/lazy-code.ts'
import { ErrorState } from '#src/ui/states/ErrorState.tsx'
import styles from './CrashNotice.module.css'

/**
 * Fallback of an error boundary. When code could not be fetched it offers to try again, which it does itself when the
 * network comes back and nobody is at work elsewhere, and while online to load the new version that may be the cause.
 */
export function CrashNotice({
  error,
  isAbove = false,
  onRetry,
}: {
  error: unknown
  /** Whether the part that failed is a dialog or panel above the page; the notice is then shown there, too. */
  isAbove?: boolean
  onRetry: () => void
}) {
  const { t } = useI18n()
  const isCodeMissing = error instanceof CodeLoadError
  const isOffline = isCodeMissing && !navigator.onLine
  const notice = useRef<HTMLDivElement>(null)
  // A dialog that opens by itself would take focus from what somebody types or selects.
  const onOnline = useEffectEvent(() => {
    const focused = document.activeElement
    if (focused === document.body || notice.current?.contains(focused)) onRetry()
  })
  useEffect(() => {
    if (!isCodeMissing) return undefined
    addEventListener('online', onOnline)
    return () => removeEventListener('online', onOnline)
  }, [isCodeMissing])
  const text = isOffline
    ? t.common.offline
    : isCodeMissing
      ? t.appShell.codeMissing
      : t.appShell.broken
  const Part = isAbove ? 'div' : 'main'
  return (
    <Part
      ref={notice}
      id={isAbove ? undefined : 'content'}
      tabIndex={-1}
      className={isAbove ? styles['above'] : styles['broken']}
    >
      <ErrorState
        title={t.appShell.brokenTitle}
        text={text}
        onRetry={isCodeMissing ? onRetry : undefined}
        {...(isOffline && { picture: 'offline' as const })}
        action={
          !isOffline && (
            <Button variant="primary" onClick={() => location.reload()}>
              {t.appShell.reload}
            </Button>
          )
        }
      />
    </Part>
  )
}
