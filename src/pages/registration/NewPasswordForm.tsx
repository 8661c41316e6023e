import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { ApiError, hasErrorCode } from '#src/contract/errors.ts'
import { registration } from '#src/features/session/registration.ts'
import { PasswordField } from '#src/features/session/sign-in/PasswordField.tsx'
import { useRegistrationWords } from '#src/i18n/registration-words.ts'
import { buttonClass } from '#src/ui/controls/Button.tsx'
import { isNewPassword } from './new-password.ts'
import { Outcome } from './Outcome.tsx'
import { RegistrationForm } from './RegistrationForm.tsx'

/** Another password, by the link of a mail. */
export function NewPasswordForm({ id, secret }: { id: string; secret: string }) {
  const words = useRegistrationWords()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const reset = useMutation(registration.resetPassword())
  const isOutage = hasErrorCode(reset.error, ErrorCode.internal, ErrorCode.ioFailed)
  if (reset.isSuccess) {
    return <Outcome title={words.resetDoneTitle} text={words.resetDoneText} />
  }
  if (reset.error instanceof ApiError && !isOutage) {
    return (
      <Outcome
        title={words.linkGoneTitle}
        text={words.resetGoneText}
        action={
          // Not a link of this page, which would keep what it knows of the old one.
          <Link className={buttonClass({ variant: 'primary' })} to="/session/reset" reloadDocument>
            {words.anotherMail}
          </Link>
        }
      />
    )
  }
  return (
    <RegistrationForm
      title={words.resetTitle}
      submitLabel={words.resetSubmit}
      isPending={reset.isPending}
      error={reset.error}
      check={() => {
        const found = isNewPassword(password) ? undefined : words.newPasswordShort
        setProblem(found)
        return { password: found }
      }}
      onSubmit={() => reset.mutate({ id, secret, password })}
    >
      <PasswordField
        name="password"
        label={words.resetNew}
        autoComplete="new-password"
        maxLength={128}
        required
        hint={words.newPasswordHint}
        value={password}
        error={problem}
        onChange={(event) => setPassword(event.target.value)}
      />
    </RegistrationForm>
  )
}
