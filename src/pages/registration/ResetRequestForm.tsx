import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode } from '#src/contract/errors.ts'
import type { SiteConfig } from '#src/contract/site.ts'
import { registration } from '#src/features/session/registration.ts'
import { EmailField, emailProblemOf } from '#src/features/session/sign-in/EmailField.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { languageTags } from '#src/i18n/language.ts'
import { useRegistrationMessages } from '#src/i18n/parts/registration-messages.ts'
import {
  type FieldProblems,
  RegistrationFormLayout,
  useFieldProblemText,
} from './RegistrationFormLayout.tsx'
import { RegistrationOutcome } from './RegistrationOutcome.tsx'
import { useFormCaptcha } from './use-form-captcha.tsx'

/** Asks for a mail with a link to a new password. The answer is the same whether the address has an account or not. */
export function ResetRequestForm({ config }: { config: SiteConfig | undefined }) {
  const { t, language } = useI18n()
  const messages = useRegistrationMessages()
  const [email, setEmail] = useState('')
  const [problems, setProblems] = useState<FieldProblems>({})
  const textOf = useFieldProblemText()
  const request = useMutation(registration.requestReset())
  const captcha = useFormCaptcha(config?.forget_captcha === true, request.error)
  const isInvalid = hasErrorCode(request.error, ErrorCode.invalidParameters)
  if (request.isSuccess) {
    return <RegistrationOutcome title={messages.sentTitle} text={messages.sentText(email.trim())} />
  }
  const check = () => {
    const found = { email: emailProblemOf(email), captcha: captcha.problem }
    setProblems(found)
    return found
  }
  return (
    <RegistrationFormLayout
      title={messages.forgotTitle}
      text={messages.forgotText}
      submitLabel={messages.forgotSubmit}
      isPending={request.isPending}
      problem={isInvalid ? t.signIn.emailInvalid : undefined}
      error={captcha.isWrong ? null : request.error}
      check={check}
      onSubmit={() =>
        request.mutate(
          {
            email: email.trim(),
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
      {captcha.drawField(textOf(problems['captcha']))}
    </RegistrationFormLayout>
  )
}
