import { useI18n } from '#src/i18n/I18n.tsx'
import type { Question } from '#src/jobs/questions/questions.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import css from './ManualCopyDialog.module.css'

/** Text that could not be written to the clipboard, selected to be copied with the keyboard. */
export function ManualCopyDialog({
  question: { props: text, cancel },
}: {
  question: Question<string, undefined>
}) {
  const { t } = useI18n()
  return (
    <Dialog
      open
      title={t.links.copyManually}
      description={t.common.copyRefused}
      onClose={cancel}
      closeOnBackdrop
      actions={<Button onClick={cancel}>{t.common.close}</Button>}
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
