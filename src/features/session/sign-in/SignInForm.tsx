import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState, type FormEvent, type RefObject } from 'react'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, hasErrorCode, TransportError } from '#src/contract/errors.ts'
import { usesThirdPartyCaptcha, type SiteConfig } from '#src/contract/site.ts'
import { session } from '#src/features/session/session.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Checkbox } from '#src/ui/controls/Checkbox.tsx'
import { CaptchaElsewhereNotice } from './CaptchaElsewhereNotice.tsx'
import { EmailField, type EmailProblem, emailProblemOf } from './EmailField.tsx'
import { ImageCaptcha } from './ImageCaptcha.tsx'
import { PasswordField } from './PasswordField.tsx'
import { SignInAlert } from './SignInAlert.tsx'
import { SignInCodeForm } from './SignInCodeForm.tsx'
import { useCaptcha } from './use-captcha.ts'
import styles from './SignInForm.module.css'

type Problems = { email?: string; password?: string; captcha?: string; form?: string }
/** What is missing before anything is sent, as keys of the messages: their language can be changed. */
type Missing = {
  email?: EmailProblem
  password?: 'passwordMissing'
  captcha?: 'captchaMissing'
}

function signInProblemsOf(error: unknown, t: Messages): Problems {
  if (error instanceof TransportError && error.status === 429) return { form: t.signIn.tooMany }
  if (!(error instanceof ApiError)) return {}
  switch (error.code) {
    case ErrorCode.wrongCredentials:
    // The service answers so to a password shorter than any valid one, for instance.
    case ErrorCode.invalidParameters:
    case ErrorCode.userNotFound:
      return { form: t.signIn.wrong }
    case ErrorCode.userBanned:
      return { form: t.signIn.banned }
    case ErrorCode.userInactive:
      return { form: t.signIn.inactive }
    case ErrorCode.wrongCaptcha:
      return { captcha: t.signIn.wrongCaptcha }
    default:
      return {}
  }
}

export type SignInFormProps = {
  /** The address, when the same user has to sign in again. */
  email?: string
}

/** The form, or where to go when its captcha cannot be shown here. */
export function SignInForm(props: SignInFormProps) {
  const { data: config } = useQuery(session.signInConfig())
  return config?.login_captcha && usesThirdPartyCaptcha(config) ? (
    <CaptchaElsewhereNotice />
  ) : (
    <CredentialsForm {...props} config={config} />
  )
}

/** What is typed into the form, what is wrong with it, and sending it. */
function useCredentials(
  form: RefObject<HTMLFormElement | null>,
  fixedEmail: string | undefined,
  config: SiteConfig | undefined,
) {
  const { t } = useI18n()
  const [email, setEmail] = useState(fixedEmail ?? '')
  const [password, setPassword] = useState('')
  const [keepSignedIn, setKeepSignedIn] = useState(false)
  const captcha = useCaptcha()
  const [isCaptchaAsked, setCaptchaAsked] = useState(false)
  const [missing, setMissing] = useState<Missing>({})
  const [sessionId, setSessionId] = useState<string>()
  const [isCodeExpired, setCodeExpired] = useState(false)
  const signIn = useMutation(session.signIn())
  const needsCaptcha = isCaptchaAsked || config?.login_captcha === true

  const focusOn = (name: string) => {
    const field = form.current?.elements.namedItem(name)
    if (field instanceof HTMLInputElement) {
      field.focus()
      field.select()
    }
  }
  const submit = () => {
    if (signIn.isPending) return
    const emailProblem = emailProblemOf(email)
    const problems: Missing = {
      ...(emailProblem && { email: emailProblem }),
      ...(password === '' ? { password: 'passwordMissing' } : {}),
      ...(needsCaptcha && captcha.text === '' ? { captcha: 'captchaMissing' } : {}),
    }
    setMissing(problems)
    setCodeExpired(false)
    const [first] = Object.keys(problems)
    if (first) {
      signIn.reset()
      focusOn(first)
      return
    }
    signIn.mutate(
      {
        email: email.trim(),
        password,
        keep: keepSignedIn,
        ...(needsCaptcha && captcha.answer ? { captcha: captcha.answer } : {}),
      },
      {
        onSuccess: (result) => {
          if (result.next === 'second-factor') setSessionId(result.sessionId)
        },
        onError: (error) => {
          const isCaptchaWrong = hasErrorCode(error, ErrorCode.wrongCaptcha)
          if (isCaptchaWrong) setCaptchaAsked(true)
          // A ticket can be used once, whether the sign-in succeeds or not.
          if (needsCaptcha || isCaptchaWrong) captcha.reload()
          if (!(error instanceof ApiError)) return
          focusOn(isCaptchaWrong && needsCaptcha ? 'captcha' : 'password')
        },
      },
    )
  }
  const rejected = signInProblemsOf(signIn.error, t)
  const hasOwnMessage = rejected.form !== undefined || rejected.captcha !== undefined
  return {
    fields: { email, setEmail, password, setPassword, keepSignedIn, setKeepSignedIn },
    captchaField: needsCaptcha ? captcha.field : undefined,
    problems: {
      ...rejected,
      ...Object.fromEntries(
        Object.entries(missing).map(([field, problem]) => [field, t.signIn[problem]]),
      ),
    },
    /** A failure that no field or sentence of the form explains. */
    error: hasOwnMessage || isCodeExpired ? null : signIn.error,
    isPending: signIn.isPending,
    isCodeExpired,
    submit,
    /** Where the service asks for a second factor. */
    sessionId,
    leaveCode: (why?: 'expired') => {
      setSessionId(undefined)
      setCodeExpired(why === 'expired')
      // Its ticket is used up.
      if (needsCaptcha) captcha.reload()
    },
  }
}

/** It asks for e-mail and password, with a captcha or a second factor when the service requires it. */
function CredentialsForm({
  email: fixedEmail,
  config,
}: SignInFormProps & { config: SiteConfig | undefined }) {
  const { t } = useI18n()
  const form = useRef<HTMLFormElement>(null)
  const { fields, problems, ...credentials } = useCredentials(form, fixedEmail, config)
  const { sessionId, isCodeExpired, leaveCode, submit } = credentials

  // It runs again when the user returns from the second factor.
  const focusWhenDrawn = useCallback((field: HTMLInputElement | null) => field?.focus(), [])

  if (sessionId !== undefined) {
    return (
      <SignInCodeForm
        sessionId={sessionId}
        keepSignedIn={fields.keepSignedIn}
        onBack={() => leaveCode()}
        onExpired={() => leaveCode('expired')}
      />
    )
  }
  return (
    <form
      ref={form}
      noValidate
      className={styles['form']}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit()
      }}
    >
      <SignInAlert
        text={isCodeExpired ? t.signIn.codeExpired : problems.form}
        error={credentials.error}
        onRetry={submit}
      />
      <EmailField
        ref={fixedEmail === undefined ? focusWhenDrawn : null}
        readOnly={fixedEmail !== undefined}
        data-autofocus={fixedEmail === undefined ? '' : undefined}
        value={fields.email}
        error={problems.email}
        onChange={(event) => fields.setEmail(event.target.value)}
      />
      <PasswordField
        ref={fixedEmail === undefined ? null : focusWhenDrawn}
        name="password"
        label={t.signIn.password}
        autoComplete="current-password"
        data-autofocus={fixedEmail === undefined ? undefined : ''}
        maxLength={128}
        required
        value={fields.password}
        error={problems.password}
        onChange={(event) => fields.setPassword(event.target.value)}
      />
      {credentials.captchaField && (
        <ImageCaptcha {...credentials.captchaField} error={problems.captcha} />
      )}
      <Checkbox checked={fields.keepSignedIn} onChange={fields.setKeepSignedIn}>
        {t.signIn.keepSignedIn}
      </Checkbox>
      <Button
        type="submit"
        variant="primary"
        className={styles['submit']}
        busy={credentials.isPending}
      >
        {t.signIn.submit}
      </Button>
    </form>
  )
}
