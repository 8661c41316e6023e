import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { countUnsavedDrafts } from './draft-store.ts'
import { session } from './session.ts'

/** Signs out, after a question when unsaved drafts would be lost. `children` renders the button. */
export function SignOutTrigger({
  children,
}: {
  children: (button: Pick<ComponentProps<'button'>, 'onClick'>) => ReactNode
}) {
  const { t } = useI18n()
  const { mutate: signOut } = useMutation(session.signOut())
  const [unsaved, setUnsaved] = useState(0)
  const ask = () => {
    const count = countUnsavedDrafts()
    if (count > 0) setUnsaved(count)
    else signOut()
  }
  const cancel = () => setUnsaved(0)
  return (
    <>
      {children({
        onClick: ask,
      })}
      {unsaved > 0 && (
        <Dialog
          open
          width="narrow"
          title={t.account.signOutTitle}
          description={t.account.signOutText(unsaved)}
          onClose={cancel}
          actions={
            <>
              <Button data-autofocus="" onClick={cancel}>
                {t.common.cancel}
              </Button>
              <Button variant="destructive" onClick={() => signOut()}>
                {t.account.signOut}
              </Button>
            </>
          }
        />
      )}
    </>
  )
}
