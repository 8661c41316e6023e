import { useQuery } from '@tanstack/react-query'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode, TransportError } from '#src/contract/errors.ts'
import { useErrorDescription } from '#src/features/errors/use-error-description.ts'
import { registration } from '#src/features/session/registration.ts'
import { SignInFrame } from '#src/features/shell/SignInFrame.tsx'
import { useDocumentTitle } from '#src/features/shell/use-document-title.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useRegistrationMessages } from '#src/i18n/parts/registration-messages.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Spinner } from '#src/ui/states/Spinner.tsx'
import { RegistrationOutcome } from './RegistrationOutcome.tsx'
import css from './RegistrationPage.module.css'

/** Confirms an address by the link of a mail as soon as it is opened. */
export function EmailConfirmation({ id, sign }: { id: string; sign: string }) {
  const { t } = useI18n()
  const messages = useRegistrationMessages()
  const { data, error, isFetching, refetch } = useQuery({
    ...registration.confirmEmail(id, sign),
    enabled: id !== '',
  })
  const reason = useErrorDescription(error)
  useDocumentTitle(messages.confirming)
  if (data)
    return <RegistrationOutcome title={messages.confirmedTitle} text={messages.confirmedText} />
  const isOutage = hasErrorCode(error, ErrorCode.internal, ErrorCode.ioFailed)
  if (error instanceof TransportError || isOutage) {
    return (
      <RegistrationOutcome
        title={messages.confirmFailed}
        text={reason?.title}
        action={
          <Button variant="primary" busy={isFetching} onClick={() => void refetch()}>
            {t.common.retry}
          </Button>
        }
      />
    )
  }
  if (error || id === '')
    return <RegistrationOutcome title={messages.linkGoneTitle} text={messages.confirmGoneText} />
  return (
    <SignInFrame title={messages.confirming}>
      <div className={css['waiting']}>
        <Spinner />
      </div>
    </SignInFrame>
  )
}
