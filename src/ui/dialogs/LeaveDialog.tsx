import type { ReactNode } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
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
  /** Absent while it cannot be saved. */
  onSave: (() => void) | undefined
}) {
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
            <Button variant="primary" busy={isSaving} onClick={onSave}>
              {saveLabel}
            </Button>
          )}
        </>
      }
    />
  )
}
