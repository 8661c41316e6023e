import { useQueryClient } from '@tanstack/react-query'
import { useI18n } from '#src/i18n/I18n.tsx'
import { users } from '#src/queries/users.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { SignInForm } from '#src/views/SignInForm.tsx'
import { SignOutButton } from '#src/views/SignOutButton.tsx'
import styles from './SessionDialog.module.css'

/** Over the page whose session ended. It has no close: the requests behind it wait for a sign-in or for its refusal. */
export function SessionDialog() {
  const { t } = useI18n()
  const client = useQueryClient()
  const email = client.getQueryData(users.me().queryKey)?.email
  return (
    <Dialog
      open
      width="narrow"
      title={t.signIn.againTitle}
      description={t.signIn.againText}
      onClose={() => undefined}
    >
      <SignInForm {...(email ? { email } : {})} />
      <div className={styles['other']}>
        <p id="someone-else">{t.signIn.asSomeoneElseText}</p>
        <SignOutButton>
          {(button) => (
            <Button small kind="quiet" aria-describedby="someone-else" {...button}>
              {t.signIn.asSomeoneElse}
            </Button>
          )}
        </SignOutButton>
      </div>
    </Dialog>
  )
}
