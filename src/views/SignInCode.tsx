import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Code } from '#src/contract/codes.ts'
import { ApiError } from '#src/contract/errors.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { session } from '#src/queries/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { SignInAlert } from './SignInAlert.tsx'
import styles from './SignInForm.module.css'

export type SignInCodeProps = {
  sessionId: string
  keep: boolean
  onBack: () => void
  /** The service no longer knows of this sign-in: it starts over. */
  onTooLate: () => void
}

const hasCode = (error: unknown, code: number) => error instanceof ApiError && error.code === code

/** The second step: six digits of an authenticator. */
export function SignInCode({ sessionId, keep, onBack, onTooLate }: SignInCodeProps) {
  const { t } = useI18n()
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [isIncomplete, setIncomplete] = useState(false)
  const finish = useMutation(session.finishSignIn())
  const isWrong = hasCode(finish.error, Code.wrongSecondFactor)

  useEffect(() => field.current?.focus(), [])

  const submit = () => {
    if (finish.isPending) return
    const digits = code.replaceAll(/\s/g, '')
    const isShort = !/^\d{6}$/.test(digits)
    setIncomplete(isShort)
    if (isShort) {
      field.current?.focus()
      return
    }
    finish.mutate(
      { sessionId, code: digits, keep },
      {
        onError: (error) => {
          if (hasCode(error, Code.notFound)) onTooLate()
          else if (hasCode(error, Code.wrongSecondFactor)) field.current?.select()
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
        onRetry={submit}
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
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" kind="primary" className={styles['submit']} busy={finish.isPending}>
        {t.signIn.secondFactorSubmit}
      </Button>
      <Button kind="quiet" onClick={onBack}>
        {t.common.back}
      </Button>
    </form>
  )
}
