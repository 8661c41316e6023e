import { CircleAlert } from 'lucide-react'
import { errorText } from '#src/components/errors/error-text.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { CorrelationId } from '#src/ui/states/ErrorState.tsx'
import styles from './SignInForm.module.css'

export type SignInAlertProps = {
  /** The form's own message. */
  text?: string | undefined
  /** The error to describe when there is no `text`. */
  error: Error | null
  onRetry: () => void
}

/** Why signing in failed. */
export function SignInAlert({ text, error, onRetry }: SignInAlertProps) {
  const { t } = useI18n()
  if (text === undefined && !error) return null
  const description = text === undefined ? errorText(error, t) : undefined
  return (
    <div role="alert" className={styles['alert']}>
      <CircleAlert aria-hidden="true" />
      <div>
        <p>{text ?? description?.title}</p>
        {description?.correlationId && (
          <details>
            <summary>{t.common.details}</summary>
            <CorrelationId id={description.correlationId} />
          </details>
        )}
      </div>
      {description?.canRetry && (
        <Button small onClick={onRetry}>
          {t.common.retry}
        </Button>
      )}
    </div>
  )
}
