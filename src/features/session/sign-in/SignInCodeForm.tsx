import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode } from '#src/contract/errors.ts'
import { session } from '#src/features/session/session.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { TextField } from '#src/ui/controls/fields/TextField.tsx'
import { SignInAlert } from './SignInAlert.tsx'
import styles from './SignInForm.module.css'

export type SignInCodeFormProps = {
  sessionId: string
  keepSignedIn: boolean
  onBack: () => void
  /** Called when the session of this sign-in has expired, so that it has to start over. */
  onExpired: () => void
}

const isWhole = (code: string): boolean => /^\d{6}$/.test(code.replaceAll(/\s/g, ''))

/** The second factor is a six-digit code from an authenticator app, sent once its last digit is typed. */
export function SignInCodeForm({
  sessionId,
  keepSignedIn,
  onBack,
  onExpired,
}: SignInCodeFormProps) {
  const { t } = useI18n()
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [isIncomplete, setIncomplete] = useState(false)
  const finish = useMutation(session.finishSignIn())
  const isWrong = hasErrorCode(finish.error, ErrorCode.wrongSecondFactor)

  useEffect(() => field.current?.focus(), [])

  const submit = (typed = code) => {
    if (finish.isPending) return
    const digits = typed.replaceAll(/\s/g, '')
    const isShort = !isWhole(digits)
    setIncomplete(isShort)
    if (isShort) {
      field.current?.focus()
      return
    }
    finish.mutate(
      { sessionId, code: digits, keep: keepSignedIn },
      {
        onError: (error) => {
          if (hasErrorCode(error, ErrorCode.notFound)) onExpired()
          else if (hasErrorCode(error, ErrorCode.wrongSecondFactor)) field.current?.select()
        },
      },
    )
  }
  return (
    <form
      noValidate
      className={styles['form']}
      aria-label={t.signIn.secondFactorTitle}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit()
      }}
    >
      <p className={styles['text']}>{t.signIn.secondFactorText}</p>
      <SignInAlert
        text={isWrong && !isIncomplete ? t.signIn.wrongCode : undefined}
        error={isWrong || isIncomplete ? null : finish.error}
        onRetry={() => submit()}
      />
      <TextField
        ref={field}
        className={styles['code']}
        label={t.signIn.secondFactor}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={7}
        required
        value={code}
        error={isIncomplete ? t.signIn.codeInvalid : undefined}
        onChange={(event) => {
          const typed = event.target.value
          setCode(typed)
          if (isWhole(typed) && !isWhole(code)) submit(typed)
        }}
      />
      <Button type="submit" variant="primary" className={styles['submit']} busy={finish.isPending}>
        {t.signIn.secondFactorSubmit}
      </Button>
      <Button variant="quiet" onClick={onBack}>
        {t.common.back}
      </Button>
    </form>
  )
}
