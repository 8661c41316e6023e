import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useAccountMenuMessages } from '#src/i18n/parts/account-menu-messages.ts'
import { countLocked } from '#src/platform/count-locked.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { countUnsavedDrafts, draftsLockPrefix } from './draft-store.ts'
import { session } from './session.ts'

/** Signs out, after a question when unsaved drafts of this or another tab would be lost. `children` renders the button. */
export function SignOutTrigger({
  children,
}: {
  children: (button: Pick<ComponentProps<'button'>, 'onClick'>) => ReactNode
}) {
  const { t } = useI18n()
  const messages = useAccountMenuMessages()
  const { mutate: signOut } = useMutation(session.signOut())
  const [unsaved, setUnsaved] = useState<{ here: number; otherTabs: number }>()
  const ask = async () => {
    const here = countUnsavedDrafts()
    const tabs = await countLocked(draftsLockPrefix)
    const otherTabs = Math.max(0, here > 0 ? tabs - 1 : tabs)
    if (here > 0 || otherTabs > 0) setUnsaved({ here, otherTabs })
    else signOut()
  }
  const cancel = () => setUnsaved(undefined)
  return (
    <>
      {children({
        onClick: () => void ask(),
      })}
      {unsaved && (
        <Dialog
          open
          width="narrow"
          title={messages.signOutTitle}
          description={messages.signOutText(unsaved)}
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
