import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useEffect } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { session } from '#src/queries/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { errorWords } from './error-words.ts'
import styles from './Captcha.module.css'

export type CaptchaProps = {
  /** A new one is a new picture. */
  attempt: number
  text: string
  error?: string | undefined
  onText: (text: string) => void
  /** The ticket of the picture on screen; undefined while there is none. */
  onTicket: (ticket: string | undefined) => void
  onAnother: () => void
}

/** The picture and the field for what it shows. */
export function Captcha({ attempt, text, error, onText, onTicket, onAnother }: CaptchaProps) {
  const { t } = useI18n()
  const { data, error: failure, refetch, isFetching } = useQuery(session.captcha(attempt))
  const ticket = data?.ticket
  useEffect(() => onTicket(ticket), [onTicket, ticket])
  // Only pictures that carry their own bytes: nothing is fetched because an answer says so.
  const source = data?.image.startsWith('data:image/') ? data.image : undefined
  return (
    <div className={styles['captcha']}>
      <div className={styles['picture']}>
        {source && <img src={source} alt={t.signIn.captchaImage} />}
        {failure && (
          <p role="alert">
            {errorWords(failure, t).title}{' '}
            <Button small busy={isFetching} onClick={() => void refetch()}>
              {t.common.retry}
            </Button>
          </p>
        )}
      </div>
      <IconButton
        name={t.signIn.captchaRefresh}
        icon={<RefreshCw aria-hidden="true" />}
        onClick={onAnother}
      />
      <TextField
        className={styles['text']}
        name="captcha"
        label={t.signIn.captcha}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={16}
        value={text}
        error={error}
        onChange={(event) => onText(event.target.value)}
      />
    </div>
  )
}
