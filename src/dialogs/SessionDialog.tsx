import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useI18n } from '#src/i18n/I18n.tsx'
import { session } from '#src/queries/session.ts'
import { users } from '#src/queries/users.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { SignInForm } from '#src/views/SignInForm.tsx'
import styles from './SessionDialog.module.css'

/** Over the page whose session ended. It has no close: the requests behind it wait for a sign-in or for its refusal. */
export function SessionDialog() {
  const { t } = useI18n()
  const client = useQueryClient()
  const email = client.getQueryData(users.me().queryKey)?.email
  const { mutate: signOut } = useMutation(session.signOut())
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
        <Button small kind="quiet" aria-describedby="someone-else" onClick={() => signOut()}>
          {t.signIn.asSomeoneElse}
        </Button>
      </div>
    </Dialog>
  )
}
