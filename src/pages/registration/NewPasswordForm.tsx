import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, hasErrorCode } from '#src/contract/errors.ts'
import { registration } from '#src/features/session/registration.ts'
import { PasswordField } from '#src/features/session/sign-in/PasswordField.tsx'
import { useRegistrationMessages } from '#src/i18n/parts/registration-messages.ts'
import { buttonClass } from '#src/ui/controls/Button.tsx'
import { isValidNewPassword } from './is-valid-new-password.ts'
import { RegistrationFormLayout } from './RegistrationFormLayout.tsx'
import { RegistrationOutcome } from './RegistrationOutcome.tsx'

/** Sets a new password, reached by the link of a mail. */
export function NewPasswordForm({ id, secret }: { id: string; secret: string }) {
  const messages = useRegistrationMessages()
  const [password, setPassword] = useState('')
  const [isTooShort, setIsTooShort] = useState(false)
  const reset = useMutation(registration.resetPassword())
  const isOutage = hasErrorCode(reset.error, ErrorCode.internal, ErrorCode.ioFailed)
  if (reset.isSuccess) {
    return <RegistrationOutcome title={messages.resetDoneTitle} text={messages.resetDoneText} />
  }
  if (reset.error instanceof ApiError && !isOutage) {
    return (
      <RegistrationOutcome
        title={messages.linkGoneTitle}
        text={messages.resetGoneText}
        action={
          // A link within the page would keep what it knows of the old password.
          <Link className={buttonClass({ variant: 'primary' })} to="/session/reset" reloadDocument>
            {messages.anotherMail}
          </Link>
        }
      />
    )
  }
  return (
    <RegistrationFormLayout
      title={messages.resetTitle}
      submitLabel={messages.resetSubmit}
      isPending={reset.isPending}
      error={reset.error}
      check={() => {
        const isValid = isValidNewPassword(password)
        setIsTooShort(!isValid)
        return { password: isValid ? undefined : 'newPasswordShort' }
      }}
      onSubmit={() => reset.mutate({ id, secret, password })}
    >
      <PasswordField
        name="password"
        label={messages.resetNew}
        autoComplete="new-password"
        maxLength={128}
        required
        hint={messages.newPasswordHint}
        value={password}
        error={isTooShort ? messages.newPasswordShort : undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
    </RegistrationFormLayout>
  )
}
