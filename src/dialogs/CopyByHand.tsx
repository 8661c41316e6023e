import { useI18n } from '#src/i18n/I18n.tsx'
import { closeCopyByHand } from '#src/stores/copy-by-hand.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import css from './CopyByHand.module.css'

/** Text that the clipboard refused, selected and ready for the keyboard. */
export function CopyByHand({ text }: { text: string }) {
  const { t } = useI18n()
  return (
    <Dialog
      open
      title={t.shares.copyByHand}
      description={t.common.copyRefused}
      onClose={closeCopyByHand}
      closeOnBackdrop
      actions={<Button onClick={closeCopyByHand}>{t.common.close}</Button>}
    >
      <textarea
        data-autofocus=""
        className={css['text']}
        aria-label={t.shares.copyByHand}
        readOnly
        rows={Math.min(text.split('\n').length + 1, 10)}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
    </Dialog>
  )
}
