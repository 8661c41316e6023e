import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { hasErrorCode } from '#src/contract/errors.ts'
import type { SiteConfig } from '#src/contract/site.ts'
import { registration } from '#src/features/session/registration.ts'
import { Captcha } from '#src/features/session/sign-in/Captcha.tsx'
import { PasswordField } from '#src/features/session/sign-in/PasswordField.tsx'
import { useCaptcha } from '#src/features/session/sign-in/use-captcha.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useRegistrationWords } from '#src/i18n/registration-words.ts'
import { safeHref } from '#src/lib/href.ts'
import { runtime } from '#src/platform/runtime.ts'
import { EmailField, emailProblem } from './EmailField.tsx'
import { isNewPassword } from './new-password.ts'
import { Outcome } from './Outcome.tsx'
import { type Problems, RegistrationForm } from './RegistrationForm.tsx'
import css from './RegistrationPage.module.css'

/** Asks for an account. The answer is the same whether the address has one or not. */
export function SignUpForm({ config }: { config: SiteConfig | undefined }) {
  const { t, language } = useI18n()
  const words = useRegistrationWords()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const captcha = useCaptcha()
  const signUp = useMutation(registration.signUp())
  const isCaptchaWrong = hasErrorCode(signUp.error, ErrorCode.wrongCaptcha)
  const needsCaptcha = config?.reg_captcha === true || isCaptchaWrong
  const isInvalid = hasErrorCode(signUp.error, ErrorCode.invalidParameters)
  if (signUp.isSuccess) {
    return <Outcome title={words.signedUpTitle} text={words.signedUpText(email.trim())} />
  }
  const check = () => {
    const found: Problems = {
      email: emailProblem(email, t),
      password: isNewPassword(password) ? undefined : words.newPasswordShort,
      captcha: needsCaptcha && captcha.text === '' ? t.signIn.captchaMissing : undefined,
    }
    setProblems(found)
    return found
  }
  const links = [
    { text: words.terms, href: safeHref(config?.tos_url) },
    { text: words.privacy, href: safeHref(config?.privacy_policy_url) },
  ].filter(({ href }) => href !== undefined)
  return (
    <RegistrationForm
      title={words.signUp}
      heading={words.signUpTitle(runtime.title)}
      submitLabel={words.signUp}
      isPending={signUp.isPending}
      problem={isInvalid ? words.invalid : undefined}
      error={isCaptchaWrong ? null : signUp.error}
      check={check}
      onSubmit={() =>
        signUp.mutate(
          {
            email: email.trim(),
            password,
            language: language === 'en' ? 'en-US' : language,
            captcha: needsCaptcha ? captcha.answer : undefined,
          },
          { onError: captcha.reload },
        )
      }
    >
      <EmailField value={email} error={problems['email']} onChange={setEmail} />
      <PasswordField
        name="password"
        label={words.newPassword}
        autoComplete="new-password"
        maxLength={128}
        required
        hint={words.newPasswordHint}
        value={password}
        error={problems['password']}
        onChange={(event) => setPassword(event.target.value)}
      />
      {needsCaptcha && (
        <Captcha
          {...captcha.field}
          error={
            problems['captcha'] ??
            (isCaptchaWrong && captcha.text === '' ? t.signIn.wrongCaptcha : undefined)
          }
        />
      )}
      {links.length > 0 && (
        <p className={css['links']}>
          {links.map(({ text, href }) => (
            <a key={text} href={href} target="_blank" rel="noopener noreferrer">
              {text}
            </a>
          ))}
        </p>
      )}
    </RegistrationForm>
  )
}
