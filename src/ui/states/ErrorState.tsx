import type { ReactNode } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { EmptyIllustration } from './EmptyIllustration.tsx'
import { ErrorDetails } from './ErrorDetails.tsx'
import type { IllustrationName } from './illustrations.tsx'
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
  picture?: IllustrationName
  /** What helps more than trying again. */
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
      {picture && <EmptyIllustration picture={picture} />}
      <div className={styles['text']}>
        <h2>{title}</h2>
        {text && <p className={styles['text']}>{text}</p>}
      </div>
      {action}
      {onRetry && (
        <Button onClick={onRetry} busy={retrying}>
          {t.common.retry}
        </Button>
      )}
      {(detail || correlationId) && <ErrorDetails detail={detail} correlationId={correlationId} />}
    </section>
  )
}
