import { useState } from 'react'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { hasErrorCode, TransportError } from '#src/contract/errors.ts'
import { account } from '#src/features/account/account.ts'
import { PasswordField } from '#src/features/session/sign-in/PasswordField.tsx'
import { useAccountWords } from '#src/i18n/account-words.ts'
import { AccountSection } from './AccountSection.tsx'
import { SectionForm } from './SectionForm.tsx'
import { useAccountForm } from './use-account-form.ts'
import css from './AccountPage.module.css'

/** Another password, for which the old one is asked. */
export function PasswordSection({ email }: { email: string }) {
  const words = useAccountWords()
  // The answer to an attempt got lost: the new password may be in use since.
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
    <AccountSection id="password" title={words.password} text={words.passwordText}>
      <SectionForm
        name={words.password}
        form={form}
        submitLabel={words.changePassword}
        savedText={words.passwordChanged}
        error={isWrong ? null : form.error}
      >
        {/* Password managers need to know whose password it is. */}
        <input hidden readOnly name="username" autoComplete="username" value={email} />
        <PasswordField
          className={css['field'] ?? ''}
          label={words.currentPassword}
          name="currentPassword"
          autoComplete="current-password"
          maxLength={128}
          value={form.values.currentPassword}
          error={
            isWrong
              ? mayBeChanged
                ? words.currentPasswordChanged
                : words.currentPasswordWrong
              : form.problems.currentPassword
          }
          onChange={(event) => form.edit({ currentPassword: event.target.value })}
        />
        <PasswordField
          className={css['field'] ?? ''}
          label={words.newPassword}
          name="newPassword"
          autoComplete="new-password"
          maxLength={128}
          hint={words.newPasswordHint}
          value={form.values.newPassword}
          error={form.problems.newPassword}
          onChange={(event) => form.edit({ newPassword: event.target.value })}
        />
      </SectionForm>
    </AccountSection>
  )
}
