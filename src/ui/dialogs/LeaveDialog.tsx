import type { ReactNode } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { useIsMounted } from '#src/ui/use-is-mounted.ts'
import { Dialog } from './Dialog.tsx'

/** Asks before something unsaved is left behind. Staying has the initial focus. */
export function LeaveDialog({
  description,
  saveLabel,
  isSaving,
  onStay,
  onDiscard,
  onSave,
}: {
  /** What would be lost. */
  description: ReactNode
  saveLabel: string
  isSaving: boolean
  onStay: () => void
  onDiscard: () => void
  /** Absent while it cannot be saved. What fails may act only while the question is open: the user may have stayed. */
  onSave: ((ifOpen: (act: () => void) => void) => void) | undefined
}) {
  const isOpen = useIsMounted()
  const { t } = useI18n()
  return (
    <Dialog
      open
      width="narrow"
      title={t.viewSettings.leaveTitle}
      description={description}
      onClose={onStay}
      actions={
        <>
          <Button data-autofocus="" onClick={onStay}>
            {t.viewSettings.leaveStay}
          </Button>
          <Button variant={onSave ? 'danger' : 'destructive'} onClick={onDiscard}>
            {t.viewSettings.leaveDiscard}
          </Button>
          {onSave && (
            <Button
              variant="primary"
              busy={isSaving}
              onClick={() => onSave((act) => isOpen.current && act())}
            >
              {saveLabel}
            </Button>
          )}
        </>
      }
    />
  )
}
