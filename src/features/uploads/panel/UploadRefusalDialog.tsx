import type { UploadRefusal } from '#src/features/uploads/upload-questions.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useUploadsMessages } from '#src/i18n/parts/uploads-messages.ts'
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
  const { language } = useI18n()
  const messages = useUploadsMessages()
  const message =
    refusal.kind === 'noSpace'
      ? {
          title: messages.noSpaceTitle,
          text: messages.noSpaceText(
            refusal.count,
            formatBytes(refusal.needed, language),
            formatBytes(refusal.free, language),
          ),
        }
      : { title: messages.externalStorageTitle, text: messages.externalStorageText }
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
          {messages.understood}
        </Button>
      }
    />
  )
}
