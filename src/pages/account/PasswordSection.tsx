import { useState } from 'react'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode, TransportError } from '#src/contract/errors.ts'
import { account } from '#src/features/account/account.ts'
import { PasswordField } from '#src/features/session/sign-in/PasswordField.tsx'
import { useAccountMessages } from '#src/i18n/parts/account-messages.ts'
import { AccountSection } from './AccountSection.tsx'
import { SectionForm } from './SectionForm.tsx'
import { useAccountForm } from './use-account-form.ts'
import css from './AccountPage.module.css'

/** Changes the password; the old one is asked for. */
export function PasswordSection({ email }: { email: string }) {
  const messages = useAccountMessages()
  // Set when the answer to an attempt got lost: the new password may be in use since.
  const [mayBeChanged, setMayBeChanged] = useState(false)
  const form = useAccountForm(
    { currentPassword: '', newPassword: '' },
    {
      ...account.changePassword(),
      onError: (error: Error) => {
        if (error instanceof TransportError) setMayBeChanged(true)
      },
      onSuccess: () => setMayBeChanged(false),
    },
    ({ currentPassword = '', newPassword = '' }) => ({
      email,
      current: currentPassword,
      next: newPassword,
    }),
  )
  const isWrong = hasErrorCode(form.error, ErrorCode.wrongPassword)
  return (
    <AccountSection id="password" title={messages.password} text={messages.passwordText}>
      <SectionForm
        name={messages.password}
        form={form}
        submitLabel={messages.changePassword}
        savedText={messages.passwordChanged}
        error={isWrong ? null : form.error}
      >
        {/* Password managers need to know whose password it is. */}
        <input hidden readOnly name="username" autoComplete="username" value={email} />
        <PasswordField
          className={css['field'] ?? ''}
          label={messages.currentPassword}
          name="currentPassword"
          autoComplete="current-password"
          maxLength={128}
          value={form.values.currentPassword}
          error={
            isWrong
              ? mayBeChanged
                ? messages.currentPasswordChanged
                : messages.currentPasswordWrong
              : form.problems.currentPassword
          }
          onChange={(event) => form.edit({ currentPassword: event.target.value })}
        />
        <PasswordField
          className={css['field'] ?? ''}
          label={messages.newPassword}
          name="newPassword"
          autoComplete="new-password"
          maxLength={128}
          hint={messages.newPasswordHint}
          value={form.values.newPassword}
          error={form.problems.newPassword}
          onChange={(event) => form.edit({ newPassword: event.target.value })}
        />
      </SectionForm>
    </AccountSection>
  )
}
