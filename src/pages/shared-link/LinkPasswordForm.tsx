import { Lock } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { describeError } from '#src/features/errors/describe-error.ts'
import { useUnlessBackOnline } from '#src/features/errors/use-unless-back-online.ts'
import { rememberLinkPassword } from '#src/features/links/visit/link-passwords.ts'
import { PasswordField } from '#src/features/session/sign-in/PasswordField.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useLinkPageMessages } from '#src/i18n/parts/link-page-messages.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import styles from './SharedLinkPage.module.css'

/** Asks for the password of a link. It is held in memory only, never in the URL or in storage. */
export function LinkPasswordForm({
  id,
  wrong,
  failure: lastFailure,
  onAskAgain,
}: {
  id: string
  /** The password that was wrong. */
  wrong: string | undefined
  /** Why the service could not be asked again. */
  failure: Error | null
  /** Asks the service again whether that is wrong. */
  onAskAgain: () => Promise<unknown>
}) {
  const { t } = useI18n()
  const messages = useLinkPageMessages()
  const [password, setPassword] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const [isEmpty, setEmpty] = useState(false)
  useEffect(() => field.current?.focus(), [])

  /** Differs after each refusal: an alert that is there already would not be announced again. */
  const [refusal, setRefusal] = useState(0)
  const [isAsking, setAsking] = useState(false)
  const failure = useUnlessBackOnline(lastFailure)
  const submit = async () => {
    setEmpty(password === '')
    if (isAsking) return
    if (password !== '' && password !== wrong) {
      rememberLinkPassword(id, password)
      return
    }
    field.current?.focus()
    // Its owner may have changed it meanwhile.
    if (password !== '') {
      setAsking(true)
      await onAskAgain()
      setAsking(false)
    }
    setRefusal((last) => last + 1)
  }

  const error = isEmpty
    ? t.signIn.passwordMissing
    : failure
      ? describeError(failure, t).title
      : wrong === undefined
        ? undefined
        : t.errors.wrongPassword
  return (
    <form
      noValidate
      className={styles['form']}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Lock aria-hidden="true" />
      <h1>{messages.locked}</h1>
      <p>{messages.lockedText}</p>
      <PasswordField
        name="share-password"
        label={t.signIn.password}
        autoComplete="off"
        maxLength={128}
        ref={field}
        value={password}
        error={
          error && (
            // A failure has been announced by the notice of the failed query.
            <span key={refusal} {...((isEmpty || !failure) && { role: 'alert' })}>
              {error}
            </span>
          )
        }
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" variant="primary" busy={isAsking}>
        {messages.unlock}
      </Button>
    </form>
  )
}
