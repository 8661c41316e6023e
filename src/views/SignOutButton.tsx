import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { session } from '#src/queries/session.ts'
import { currentSession } from '#src/stores/session.ts'
import { countUnsaved } from '#src/stores/unsaved.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { leave } from '#src/ui/leaving.ts'

/** Signs out; where that would lose something it asks first. `children` draws the button. */
export function SignOutButton({
  children,
}: {
  children: (button: Pick<ComponentProps<'button'>, 'onClick'>) => ReactNode
}) {
  const { t } = useI18n()
  const { mutate: signOut } = useMutation(session.signOut())
  const [unsaved, setUnsaved] = useState(0)
  const ask = () => {
    const count = countUnsaved()
    if (count > 0) setUnsaved(count)
    else signOut()
  }
  const stay = () => setUnsaved(0)
  return (
    <>
      {children({
        // The page that is open may save what it has first, unless its session is over.
        onClick: () => (currentSession().status === 'active' ? leave(ask) : ask()),
      })}
      {unsaved > 0 && (
        <Dialog
          open
          width="narrow"
          title={t.account.signOutTitle}
          description={t.account.signOutText(unsaved)}
          onClose={stay}
          actions={
            <>
              <Button data-autofocus="" onClick={stay}>
                {t.common.cancel}
              </Button>
              <Button kind="danger" onClick={() => signOut()}>
                {t.account.signOut}
              </Button>
            </>
          }
        />
      )}
    </>
  )
}
