import { CircleAlert } from 'lucide-react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Button } from '#src/ui/Button.tsx'
import { CorrelationId } from '#src/ui/ErrorFace.tsx'
import { errorWords } from './error-words.ts'
import styles from './SignInForm.module.css'

export type SignInAlertProps = {
  /** What is wrong, when the form has words of its own for it. */
  text?: string | undefined
  /** What went wrong otherwise. */
  error: Error | null
  onRetry: () => void
}

/** Why a sign-in did not go through. */
export function SignInAlert({ text, error, onRetry }: SignInAlertProps) {
  const { t } = useI18n()
  if (text === undefined && !error) return null
  const words = text === undefined ? errorWords(error, t) : undefined
  return (
    <div role="alert" className={styles['alert']}>
      <CircleAlert aria-hidden="true" />
      <div>
        <p>{text ?? words?.title}</p>
        {words?.correlationId && (
          <details>
            <summary>{t.common.details}</summary>
            <CorrelationId id={words.correlationId} />
          </details>
        )}
      </div>
      {words?.canRetry && (
        <Button small onClick={onRetry}>
          {t.common.retry}
        </Button>
      )}
    </div>
  )
}
