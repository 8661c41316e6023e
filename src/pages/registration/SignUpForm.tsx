import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode } from '#src/contract/errors.ts'
import type { SiteConfig } from '#src/contract/site.ts'
import { registration } from '#src/features/session/registration.ts'
import { EmailField, emailProblemOf } from '#src/features/session/sign-in/EmailField.tsx'
import { PasswordField } from '#src/features/session/sign-in/PasswordField.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { languageTags } from '#src/i18n/language.ts'
import { useRegistrationMessages } from '#src/i18n/parts/registration-messages.ts'
import { safeHttpHref } from '#src/lib/href.ts'
import { runtimeConfig } from '#src/platform/deployment/runtime-config.ts'
import { isValidNewPassword } from './is-valid-new-password.ts'
import {
  type FieldProblems,
  RegistrationFormLayout,
  useFieldProblemText,
} from './RegistrationFormLayout.tsx'
import { RegistrationOutcome } from './RegistrationOutcome.tsx'
import { useFormCaptcha } from './use-form-captcha.tsx'
import css from './RegistrationPage.module.css'

/** Asks for an account. The answer is the same whether the address has one or not. */
export function SignUpForm({ config }: { config: SiteConfig | undefined }) {
  const { language } = useI18n()
  const messages = useRegistrationMessages()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<FieldProblems>({})
  const textOf = useFieldProblemText()
  const signUp = useMutation(registration.signUp())
  const captcha = useFormCaptcha(config?.reg_captcha === true, signUp.error)
  const isInvalid = hasErrorCode(signUp.error, ErrorCode.invalidParameters)
  if (signUp.isSuccess) {
    return (
      <RegistrationOutcome
        title={messages.signedUpTitle}
        text={messages.signedUpText(email.trim())}
      />
    )
  }
  const check = () => {
    const found: FieldProblems = {
      email: emailProblemOf(email),
      password: isValidNewPassword(password) ? undefined : 'newPasswordShort',
      captcha: captcha.problem,
    }
    setProblems(found)
    return found
  }
  const links = [
    { text: messages.terms, href: safeHttpHref(config?.tos_url) },
    { text: messages.privacy, href: safeHttpHref(config?.privacy_policy_url) },
  ].filter(({ href }) => href !== undefined)
  return (
    <RegistrationFormLayout
      title={messages.signUp}
      heading={messages.signUpTitle(runtimeConfig.title)}
      submitLabel={messages.signUp}
      isPending={signUp.isPending}
      problem={isInvalid ? messages.invalid : undefined}
      error={captcha.isWrong ? null : signUp.error}
      check={check}
      onSubmit={() =>
        signUp.mutate(
          {
            email: email.trim(),
            password,
            language: languageTags[language],
            captcha: captcha.answer,
          },
          { onError: captcha.reload },
        )
      }
    >
      <EmailField
        value={email}
        error={textOf(problems['email'])}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordField
        name="password"
        label={messages.newPassword}
        autoComplete="new-password"
        maxLength={128}
        required
        hint={messages.newPasswordHint}
        value={password}
        error={textOf(problems['password'])}
        onChange={(event) => setPassword(event.target.value)}
      />
      {captcha.drawField(textOf(problems['captcha']))}
      {links.length > 0 && (
        <p className={css['links']}>
          {links.map(({ text, href }) => (
            <a key={text} href={href} target="_blank" rel="noopener noreferrer">
              {text}
            </a>
          ))}
        </p>
      )}
    </RegistrationFormLayout>
  )
}
