import { useI18n } from '#src/i18n/I18n.tsx'
import { classicFrontEndLink } from '#src/platform/deployment/classic-front-end.ts'
import { buttonClass } from '#src/ui/controls/Button.tsx'
import styles from './SignInForm.module.css'

/** Replaces a form whose captcha cannot be shown here: says why, and links to the form in the server's own front end. */
export function CaptchaElsewhereNotice() {
  const { t } = useI18n()
  return (
    <div className={styles['elsewhere']}>
      <p>{t.signIn.captchaElsewhere(classicFrontEndLink('/session')?.host)}</p>
      <CaptchaElsewhereLink path="/session" />
    </div>
  )
}

/** Draws nothing where the deployment names no such front end. */
export function CaptchaElsewhereLink({ path }: { path: string }) {
  const { t } = useI18n()
  const classic = classicFrontEndLink(path)
  return (
    classic && (
      <a
        className={buttonClass({ variant: 'primary' })}
        href={classic.href}
        rel="noopener noreferrer"
      >
        {t.account.openIn(classic.host)}
      </a>
    )
  )
}
