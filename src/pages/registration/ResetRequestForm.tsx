import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorCode } from '#src/contract/error-codes.ts'
import { hasErrorCode } from '#src/contract/errors.ts'
import type { SiteConfig } from '#src/contract/site.ts'
import { registration } from '#src/features/session/registration.ts'
import { Captcha } from '#src/features/session/sign-in/Captcha.tsx'
import { useCaptcha } from '#src/features/session/sign-in/use-captcha.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useRegistrationWords } from '#src/i18n/registration-words.ts'
import { EmailField, emailProblem } from './EmailField.tsx'
import { Outcome } from './Outcome.tsx'
import { type Problems, RegistrationForm } from './RegistrationForm.tsx'

/** Asks for a mail with a link to a new password. The answer is the same whether the address has an account or not. */
export function ResetRequestForm({ config }: { config: SiteConfig | undefined }) {
  const { t, language } = useI18n()
  const words = useRegistrationWords()
  const [email, setEmail] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const captcha = useCaptcha()
  const request = useMutation(registration.requestReset())
  const isCaptchaWrong = hasErrorCode(request.error, ErrorCode.wrongCaptcha)
  const needsCaptcha = config?.forget_captcha === true || isCaptchaWrong
  const isInvalid = hasErrorCode(request.error, ErrorCode.invalidParameters)
  if (request.isSuccess) {
    return <Outcome title={words.sentTitle} text={words.sentText(email.trim())} />
  }
  const check = () => {
    const found: Problems = {
      email: emailProblem(email, t),
      captcha: needsCaptcha && captcha.text === '' ? t.signIn.captchaMissing : undefined,
    }
    setProblems(found)
    return found
  }
  return (
    <RegistrationForm
      title={words.forgotTitle}
      text={words.forgotText}
      submitLabel={words.forgotSubmit}
      isPending={request.isPending}
      problem={isInvalid ? t.signIn.emailInvalid : undefined}
      error={isCaptchaWrong ? null : request.error}
      check={check}
      onSubmit={() =>
        request.mutate(
          {
            email: email.trim(),
            language: language === 'en' ? 'en-US' : language,
            captcha: needsCaptcha ? captcha.answer : undefined,
          },
          { onError: captcha.reload },
        )
      }
    >
      <EmailField value={email} error={problems['email']} onChange={setEmail} />
      {needsCaptcha && (
        <Captcha
          {...captcha.field}
          error={
            problems['captcha'] ??
            (isCaptchaWrong && captcha.text === '' ? t.signIn.wrongCaptcha : undefined)
          }
        />
      )}
    </RegistrationForm>
  )
}
