import { useI18n } from '#src/i18n/I18n.tsx'
import { closeManualCopy } from '#src/jobs/questions/manual-copy.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import css from './ManualCopyDialog.module.css'

/** Text that could not be written to the clipboard, selected to be copied with the keyboard. */
export function ManualCopyDialog({ text }: { text: string }) {
  const { t } = useI18n()
  return (
    <Dialog
      open
      title={t.links.copyManually}
      description={t.common.copyRefused}
      onClose={closeManualCopy}
      closeOnBackdrop
      actions={<Button onClick={closeManualCopy}>{t.common.close}</Button>}
    >
      <textarea
        data-autofocus=""
        className={css['text']}
        aria-label={t.links.copyManually}
        readOnly
        rows={Math.min(text.split('\n').length + 1, 10)}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
    </Dialog>
  )
}
