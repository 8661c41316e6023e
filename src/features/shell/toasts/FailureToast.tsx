import { CircleAlert } from 'lucide-react'
import { describeError } from '#src/features/errors/describe-error.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import type { FailureContext, ToastMessageOfKind } from '#src/jobs/messages/toasts.ts'
import { CorrelationId } from '#src/ui/states/ErrorDetails.tsx'
import { DismissButton, PersistentToast } from './Toast.tsx'
import styles from './Toasts.module.css'

function failureText(failureContext: FailureContext, t: Messages): string {
  switch (failureContext.kind) {
    case 'notDone':
    case 'notUndone':
    case 'unknown':
      return t.operations[failureContext.kind](failureContext.operation)
    case 'notResumed':
      return t.operations.cannotYet(failureContext.operation)
    case 'notForgotten':
      return t.operations.notForgotten(failureContext.operation)
    case 'notLoaded':
      return t.toasts.notLoaded[failureContext.what]
    case 'notSignedOut':
      return t.toasts.notSignedOut
  }
}

/** Says what failed, then why. */
export function FailureToast({
  id,
  message,
}: {
  id: number
  message: ToastMessageOfKind<'failed'>
}) {
  const { t } = useI18n()
  const text = describeError(message.error, t)
  return (
    <PersistentToast role="alert">
      <CircleAlert className={styles['failureIcon']} aria-hidden="true" />
      <div className={styles['text']}>
        <p>{failureText(message.failureContext, t)}</p>
        <p>{text.title}</p>
        {(text.hint || text.correlationId) && (
          <details>
            <summary>{t.common.details}</summary>
            {text.hint && <p>{text.hint}</p>}
            {text.correlationId && <CorrelationId id={text.correlationId} />}
          </details>
        )}
      </div>
      <DismissButton id={id} />
    </PersistentToast>
  )
}
