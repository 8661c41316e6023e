import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState, type FormEvent } from 'react'
import { Code } from '#src/contract/codes.ts'
import { ApiError, TransportError } from '#src/contract/errors.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import { session } from '#src/queries/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { Captcha } from './Captcha.tsx'
import { SignInAlert } from './SignInAlert.tsx'
import { SignInCode } from './SignInCode.tsx'
import { SignInPassword } from './SignInPassword.tsx'
import styles from './SignInForm.module.css'

type Problems = { email?: string; password?: string; captcha?: string; form?: string }

/** What to say about a refused sign-in, at the field it belongs to. */
function problemsOf(error: unknown, t: Messages): Problems {
  if (error instanceof TransportError && error.status === 429) return { form: t.signIn.tooMany }
  if (!(error instanceof ApiError)) return {}
  switch (error.code) {
    case Code.wrongSignIn:
    // Such as a password that is too short to be anybody's.
    case Code.invalidParameters:
    case Code.userNotFound:
      return { form: t.signIn.wrong }
    case Code.userBanned:
      return { form: t.signIn.banned }
    case Code.userInactive:
      return { form: t.signIn.inactive }
    case Code.wrongCaptcha:
      return { captcha: t.signIn.wrongCaptcha }
    default:
      return {}
  }
}

export type SignInFormProps = {
  /** Whose session it is to be; the field cannot be changed then. */
  email?: string
}

/** E-mail and password, a captcha where the service asks for one, then a second factor where the account has one. */
export function SignInForm({ email: fixedEmail }: SignInFormProps) {
  const { t } = useI18n()
  const form = useRef<HTMLFormElement>(null)
  const [email, setEmail] = useState(fixedEmail ?? '')
  const [password, setPassword] = useState('')
  const [keep, setKeep] = useState(false)
  const [captchaText, setCaptchaText] = useState('')
  const [ticket, setTicket] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const [isCaptchaAsked, setCaptchaAsked] = useState(false)
  const [missing, setMissing] = useState<Problems>({})
  const [sessionId, setSessionId] = useState<string>()
  const [isTooLate, setTooLate] = useState(false)
  const { data: config } = useQuery(session.signInConfig())
  const signIn = useMutation(session.signIn())
  const needsCaptcha = isCaptchaAsked || config?.login_captcha === true
  const onTicket = useCallback((next: string | undefined) => setTicket(next), [])

  // Also on the way back from the second step.
  const onForm = useCallback((element: HTMLFormElement | null) => {
    form.current = element
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [])

  const focusOn = (name: string) => {
    const field = form.current?.elements.namedItem(name)
    if (field instanceof HTMLInputElement) {
      field.focus()
      field.select()
    }
  }
  const another = () => {
    setCaptchaText('')
    setAttempt((attempt) => attempt + 1)
  }
  const submit = () => {
    if (signIn.isPending) return
    const problems: Problems = {
      ...(email.trim() === '' ? { email: t.signIn.emailMissing } : {}),
      ...(email.trim() !== '' && !/^[^\s@]+@[^\s@]+$/.test(email.trim())
        ? { email: t.signIn.emailInvalid }
        : {}),
      ...(password === '' ? { password: t.signIn.passwordMissing } : {}),
      ...(needsCaptcha && captchaText.trim() === '' ? { captcha: t.signIn.captchaMissing } : {}),
    }
    setMissing(problems)
    setTooLate(false)
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
        keep,
        ...(needsCaptcha && ticket ? { captcha: { text: captchaText.trim(), ticket } } : {}),
      },
      {
        onSuccess: (result) => {
          if (result.next === 'second-factor') setSessionId(result.sessionId)
        },
        onError: (error) => {
          const isCaptchaWrong = error instanceof ApiError && error.code === Code.wrongCaptcha
          if (isCaptchaWrong) setCaptchaAsked(true)
          // A ticket is good for one try, whatever came of it.
          if (needsCaptcha || isCaptchaWrong) another()
          if (!(error instanceof ApiError)) return
          focusOn(isCaptchaWrong && needsCaptcha ? 'captcha' : 'password')
        },
      },
    )
  }

  if (sessionId !== undefined) {
    return (
      <SignInCode
        sessionId={sessionId}
        keep={keep}
        onBack={() => setSessionId(undefined)}
        onTooLate={() => {
          setSessionId(undefined)
          setTooLate(true)
          if (needsCaptcha) another()
        }}
      />
    )
  }
  const refused = problemsOf(signIn.error, t)
  const problems = { ...refused, ...missing }
  const isWorded = refused.form !== undefined || refused.captcha !== undefined
  return (
    <form
      ref={onForm}
      noValidate
      className={styles['form']}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit()
      }}
    >
      <SignInAlert
        text={isTooLate ? t.signIn.codeExpired : problems.form}
        error={isWorded || isTooLate ? null : signIn.error}
        onRetry={submit}
      />
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
        readOnly={fixedEmail !== undefined}
        data-autofocus={fixedEmail === undefined ? '' : undefined}
        value={email}
        error={problems.email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <SignInPassword
        name="password"
        label={t.signIn.password}
        autoComplete="current-password"
        data-autofocus={fixedEmail === undefined ? undefined : ''}
        maxLength={128}
        required
        value={password}
        error={problems.password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {needsCaptcha && (
        <Captcha
          attempt={attempt}
          text={captchaText}
          error={problems.captcha}
          onText={setCaptchaText}
          onTicket={onTicket}
          onAnother={another}
        />
      )}
      <Checkbox checked={keep} onChange={setKeep}>
        {t.signIn.keepSignedIn}
      </Checkbox>
      <Button type="submit" kind="primary" className={styles['submit']} busy={signIn.isPending}>
        {t.signIn.submit}
      </Button>
    </form>
  )
}
