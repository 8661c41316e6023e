import type { ReactNode } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { announce } from '#src/ui/announce.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { useCopy } from '#src/ui/use-copy.ts'
import { Drawing, type DrawingName } from './Drawing.tsx'
import styles from './States.module.css'

export interface ErrorStateProps {
  /** The title: what failed. */
  title: string
  /** The reason. */
  text?: ReactNode
  onRetry?: (() => void) | undefined
  retrying?: boolean
  /** The service's message, shown with the id under Details. */
  detail?: string
  correlationId?: string | undefined
  picture?: DrawingName
  /** Another action, when trying again is not the only one. */
  action?: ReactNode
}

export function ErrorState({
  title,
  text,
  onRetry,
  retrying = false,
  detail,
  correlationId,
  picture,
  action,
}: ErrorStateProps) {
  const { t } = useI18n()
  return (
    <section role="alert" className={`${styles['state']} ${styles['error']}`}>
      {picture && <Drawing picture={picture} />}
      <div className={styles['words']}>
        <h2>{title}</h2>
        {text && <p className={styles['text']}>{text}</p>}
      </div>
      {onRetry && (
        <Button onClick={onRetry} busy={retrying}>
          {t.common.retry}
        </Button>
      )}
      {action}
      {(detail || correlationId) && (
        <details className={styles['details']}>
          <summary>{t.common.details}</summary>
          {detail && <p>{detail}</p>}
          {correlationId && <CorrelationId id={correlationId} />}
        </details>
      )}
    </section>
  )
}

/** The correlation id of a failure in the service's log, with a button to copy it. */
export function CorrelationId({ id }: { id: string }) {
  const { t } = useI18n()
  const { copied, copy } = useCopy()
  return (
    <div className={styles['id']}>
      <code>{id}</code>
      <Button
        small
        kind="quiet"
        onClick={() =>
          void copy(id).then((done) => announce(done ? t.common.idCopied : t.common.copyRefused))
        }
      >
        {copied ? t.common.copied : t.common.copyId}
      </Button>
    </div>
  )
}
