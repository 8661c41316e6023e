import { CircleAlert } from 'lucide-react'
import { FailureText } from '#src/features/errors/Banner.tsx'
import { describeError } from '#src/features/errors/describe-error.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import styles from './SignInForm.module.css'

export type SignInAlertProps = {
  /** The form's own message. */
  text?: string | undefined
  /** The error to describe when there is no `text`. */
  error: Error | null
  onRetry: () => void
}

export function SignInAlert({ text, error, onRetry }: SignInAlertProps) {
  const { t } = useI18n()
  if (text === undefined && !error) return null
  const canRetry = text === undefined && describeError(error, t).canRetry
  return (
    <div role="alert" className={styles['alert']}>
      <CircleAlert aria-hidden="true" />
      <div>{text === undefined ? <FailureText error={error} /> : <p>{text}</p>}</div>
      {canRetry && (
        <Button small onClick={onRetry}>
          {t.common.retry}
        </Button>
      )}
    </div>
  )
}
