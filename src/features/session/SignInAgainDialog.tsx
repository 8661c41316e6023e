import { useQueryClient } from '@tanstack/react-query'
import { SignInForm } from '#src/features/session/sign-in/SignInForm.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { SignOutTrigger } from './SignOutTrigger.tsx'
import { users } from './users.ts'
import styles from './SignInAgainDialog.module.css'

/** Asks to sign in again above the page. It cannot be closed: requests wait until the user signs in or out. */
export function SignInAgainDialog() {
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
        <SignOutTrigger>
          {(button) => (
            <Button small variant="quiet" {...button}>
              {t.signIn.asSomeoneElse}
            </Button>
          )}
        </SignOutTrigger>
      </div>
    </Dialog>
  )
}
