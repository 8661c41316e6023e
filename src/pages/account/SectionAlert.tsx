import { CircleAlert } from 'lucide-react'
import { FailureText } from '#src/features/errors/Banner.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import css from './SectionAlert.module.css'

/** Why something in a section failed. */
export function SectionAlert({
  text,
  error,
  isBusy = false,
  onRetry,
}: {
  /** A sentence before the error that says what it means. */
  text?: string
  error: Error
  isBusy?: boolean
  onRetry?: () => void
}) {
  const { t } = useI18n()
  return (
    <div role="alert" className={css['alert']}>
      <CircleAlert aria-hidden="true" />
      <div>
        {text && <p>{text}</p>}
        <FailureText error={error} />
      </div>
      {onRetry && (
        <Button small busy={isBusy} onClick={onRetry}>
          {t.common.retry}
        </Button>
      )}
    </div>
  )
}
