import { useI18n } from '#src/i18n/I18n.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'

/** Asks once before something that cannot be taken back; focus starts on the way out. */
export function ConfirmDialog({
  title,
  text,
  action,
  keep,
  onConfirm,
  onClose,
}: {
  title: string
  /** What will happen. */
  text: string
  /** What the button does, as its label. */
  action: string
  /** What the way out is called, where Cancel could be taken for the action. */
  keep?: string
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
            {keep ?? t.common.cancel}
          </Button>
          <Button kind="danger" onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    />
  )
}
