import { useI18n } from '#src/i18n/I18n.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from './Dialog.tsx'

/** Asks before something that cannot be undone. Cancel has the initial focus. */
export function ConfirmDialog({
  title,
  text,
  action,
  cancelLabel,
  onConfirm,
  onClose,
}: {
  title: string
  /** What will happen. */
  text: string
  /** Label of the button that confirms. */
  action: string
  /** Replaces "Cancel" where that could be taken for the action. */
  cancelLabel?: string
  onConfirm: () => void
  onClose: () => void
}) {
  const { t } = useI18n()
  return (
    <Dialog
      open
      width="narrow"
      title={title}
      description={text}
      onClose={onClose}
      actions={
        <>
          <Button data-autofocus="" onClick={onClose}>
            {cancelLabel ?? t.common.cancel}
          </Button>
          <Button variant="destructive" onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    />
  )
}
