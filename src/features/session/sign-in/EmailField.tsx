import type { ComponentProps } from 'react'
import { isEmail } from '#src/features/session/sign-in/email.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { TextField } from '#src/ui/controls/fields/TextField.tsx'

/** A key of the messages: their language can be changed while one is shown. */
export type EmailProblem = 'emailMissing' | 'emailInvalid'

export function emailProblemOf(email: string): EmailProblem | undefined {
  if (email.trim() === '') return 'emailMissing'
  return isEmail(email) ? undefined : 'emailInvalid'
}

export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  const { t } = useI18n()
  return (
    <TextField
      label={t.signIn.email}
      name="email"
      type="email"
      autoComplete="username"
      autoCapitalize="off"
      spellCheck={false}
      inputMode="email"
      maxLength={254}
      required
      {...props}
    />
  )
}
