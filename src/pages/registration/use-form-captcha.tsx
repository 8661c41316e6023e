import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode } from '#src/contract/errors.ts'
import { ImageCaptcha } from '#src/features/session/sign-in/ImageCaptcha.tsx'
import { useCaptcha } from '#src/features/session/sign-in/use-captcha.ts'
import { useI18n } from '#src/i18n/I18n.tsx'

/** The captcha of a form, where the site requires one or the last answer (`error`) was that its text is wrong. */
export function useFormCaptcha(isRequired: boolean, error: Error | null) {
  const { t } = useI18n()
  const captcha = useCaptcha()
  const isWrong = hasErrorCode(error, ErrorCode.wrongCaptcha)
  const isNeeded = isRequired || isWrong
  const isEmpty = captcha.text === ''
  return {
    isWrong,
    /** Why the form cannot be sent. */
    problem: isNeeded && isEmpty ? ('captchaMissing' as const) : undefined,
    answer: isNeeded ? captcha.answer : undefined,
    reload: captcha.reload,
    drawField: (problem: string | undefined) =>
      isNeeded && (
        <ImageCaptcha
          {...captcha.field}
          error={problem ?? (isWrong && isEmpty ? t.signIn.wrongCaptcha : undefined)}
        />
      ),
  }
}
