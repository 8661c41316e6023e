import { useI18n } from '#src/i18n/I18n.tsx'
import { ChunkLoadError } from '#src/ui/chunks.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { ErrorState } from '#src/ui/states/ErrorState.tsx'
import styles from './CrashNotice.module.css'

/**
 * Fallback of an error boundary. When code could not be fetched it offers to try again while offline, and to load the
 * new version otherwise.
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
  const isChunk = error instanceof ChunkLoadError
  const isOffline = isChunk && !navigator.onLine
  const text = isOffline ? t.common.offline : isChunk ? t.appShell.chunkGone : t.appShell.broken
  const Part = isAbove ? 'div' : 'main'
  return (
    <Part
      id={isAbove ? undefined : 'content'}
      tabIndex={-1}
      className={isAbove ? styles['above'] : styles['broken']}
    >
      <ErrorState
        title={isChunk && !isOffline ? t.appShell.newVersion : t.appShell.brokenTitle}
        text={text}
        {...(isOffline
          ? { onRetry, picture: 'offline' as const }
          : {
              action: (
                <Button variant="primary" onClick={() => location.reload()}>
                  {t.appShell.reload}
                </Button>
              ),
            })}
      />
    </Part>
  )
}
