import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useEffect } from 'react'
import { describeError } from '#src/features/errors/describe-error.ts'
import { session } from '#src/features/session/session.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { TextField } from '#src/ui/controls/fields/TextField.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import styles from './Captcha.module.css'

export type ImageCaptchaProps = {
  /** A new number requests a new image. */
  attempt: number
  text: string
  error?: string | undefined
  onText: (text: string) => void
  /** Called with the ticket of the shown image; undefined while it loads. */
  onTicket: (ticket: string | undefined) => void
  onReload: () => void
}

export function ImageCaptcha({
  attempt,
  text,
  error,
  onText,
  onTicket,
  onReload,
}: ImageCaptchaProps) {
  const { t } = useI18n()
  const { data, error: failure, refetch, isFetching } = useQuery(session.captcha(attempt))
  const ticket = data?.ticket
  useEffect(() => onTicket(ticket), [onTicket, ticket])
  // Only data URLs: the response must not make the browser fetch another address.
  const source = data?.image.startsWith('data:image/') ? data.image : undefined
  return (
    <div className={styles['captcha']}>
      <div className={styles['picture']}>
        {source && <img src={source} alt={t.signIn.captchaImage} />}
        {failure && (
          <p role="alert">
            {describeError(failure, t).title}{' '}
            <Button small busy={isFetching} onClick={() => void refetch()}>
              {t.common.retry}
            </Button>
          </p>
        )}
      </div>
      <IconButton
        name={t.signIn.captchaRefresh}
        icon={<RefreshCw aria-hidden="true" />}
        onClick={onReload}
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
