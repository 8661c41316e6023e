import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useAccountMenuMessages } from '#src/i18n/parts/account-menu-messages.ts'
import { countLocked } from '#src/platform/count-locked.ts'
import { draftsLockPrefix, uploadsLockPrefix } from '#src/platform/tab-flag.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { countUnsavedDrafts } from './draft-store.ts'
import { session } from './session.ts'

/**
 * Signs out, after a question when unsaved drafts or uploads of this or another tab would be lost. `children` renders the
 * button.
 */
export function SignOutTrigger({
  children,
}: {
  children: (button: Pick<ComponentProps<'button'>, 'onClick'>) => ReactNode
}) {
  const { t } = useI18n()
  const messages = useAccountMenuMessages()
  const { mutate: signOut } = useMutation(session.signOut())
  const [lost, setLost] = useState<{ here: number; otherTabs: number; hasUploads: boolean }>()
  const ask = async () => {
    const here = countUnsavedDrafts()
    const tabs = await countLocked(draftsLockPrefix)
    const otherTabs = Math.max(0, here > 0 ? tabs - 1 : tabs)
    const hasUploads = (await countLocked(uploadsLockPrefix)) > 0
    if (here > 0 || otherTabs > 0 || hasUploads) setLost({ here, otherTabs, hasUploads })
    else signOut()
  }
  const cancel = () => setLost(undefined)
  const isUnsaved = lost && lost.here + lost.otherTabs > 0
  return (
    <>
      {children({
        onClick: () => void ask(),
      })}
      {lost && (
        <Dialog
          open
          width="narrow"
          title={isUnsaved ? messages.signOutTitle : messages.signOutUploadsTitle}
          description={[
            isUnsaved && messages.signOutText(lost),
            lost.hasUploads && messages.signOutUploadsText,
          ]
            .filter(Boolean)
            .join(t.common.betweenSentences)}
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
