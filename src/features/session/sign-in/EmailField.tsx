import type { ComponentProps } from 'react'
import { isEmail } from '#src/features/session/sign-in/email.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import { TextField } from '#src/ui/controls/fields/TextField.tsx'

export function validateEmail(email: string, t: Messages): string | undefined {
  if (email.trim() === '') return t.signIn.emailMissing
  return isEmail(email) ? undefined : t.signIn.emailInvalid
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
