import type { UploadRefusal } from '#src/features/uploads/upload-questions.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Question } from '#src/jobs/questions/questions.ts'
import { formatBytes } from '#src/lib/numbers/size.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'

/** Says why files are not uploaded. */
export function UploadRefusalDialog({
  question: { props: refusal, cancel },
}: {
  question: Question<UploadRefusal, undefined>
}) {
  const { t, language } = useI18n()
  const message =
    refusal.kind === 'noSpace'
      ? {
          title: t.uploads.noSpaceTitle,
          text: t.uploads.noSpaceText(
            refusal.count,
            formatBytes(refusal.needed, language),
            formatBytes(refusal.free, language),
          ),
        }
      : { title: t.uploads.externalStorageTitle, text: t.uploads.externalStorageText }
  return (
    <Dialog
      open
      role="alertdialog"
      width="narrow"
      title={message.title}
      description={message.text}
      onClose={cancel}
      actions={
        <Button data-autofocus="" variant="primary" onClick={cancel}>
          {t.uploads.understood}
        </Button>
      }
    />
  )
}
