import type { ReactNode } from 'react'
import { useI18n } from '../i18n/I18n.tsx'
import { announce } from './announce.ts'
import { Button } from './Button.tsx'
import { Drawing, type Picture } from './Drawing.tsx'
import { useCopy } from './use-copy.ts'
import styles from './Face.module.css'

export interface ErrorFaceProps {
  /** What failed, in plain words. */
  title: string
  /** Why, in plain words. */
  text?: ReactNode
  onRetry?: (() => void) | undefined
  retrying?: boolean
  /** What the service said, shown with the id under Details. */
  detail?: string
  correlationId?: string | undefined
  picture?: Picture
  /** Another way on, when trying again is not the only one. */
  action?: ReactNode
}

export function ErrorFace({
  title,
  text,
  onRetry,
  retrying = false,
  detail,
  correlationId,
  picture,
  action,
}: ErrorFaceProps) {
  const { t } = useI18n()
  return (
    <section role="alert" className={`${styles['face']} ${styles['error']}`}>
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

/** The id under which the service's log knows the failure, with a button that copies it. */
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
