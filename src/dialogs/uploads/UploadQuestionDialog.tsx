import { NameClashDialog } from '#src/dialogs/name-clash/NameClashDialog.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import { formatBytes } from '#src/lib/numbers/size.ts'
import { closeUploadQuestion, type UploadQuestion } from '#src/stores/uploads.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import { TruncatedName } from '#src/ui/TruncatedName.tsx'

/** A question or message before files are uploaded. */
export function UploadQuestionDialog({ question }: { question: UploadQuestion }) {
  const { t, language } = useI18n()
  if (question.kind === 'nameConflict') return <NameConflict question={question} />
  const message =
    question.kind === 'noSpace'
      ? {
          title: t.uploads.noSpaceTitle,
          text: t.uploads.noSpaceText(
            formatBytes(question.needed, language),
            formatBytes(question.free, language),
          ),
        }
      : { title: t.uploads.externalStorageTitle, text: t.uploads.externalStorageText }
  const close = () => closeUploadQuestion(question)
  return (
    <Dialog
      open
      role="alertdialog"
      width="narrow"
      title={message.title}
      description={message.text}
      onClose={close}
      actions={
        <Button data-autofocus="" kind="primary" onClick={close}>
          {t.uploads.understood}
        </Button>
      }
    />
  )
}

/** One question about all names that are taken. */
function NameConflict({
  question: { names, count, total, answer },
}: {
  question: Extract<UploadQuestion, { kind: 'nameConflict' }>
}) {
  const { t } = useI18n()
  return (
    <NameClashDialog
      title={t.uploads.conflictTitle(count)}
      text={t.uploads.conflictText(count, total)}
      more={count - names.length}
      hints={{
        keepBoth: t.uploads.keepBothHint(count),
        replace: t.uploads.replaceHint(count),
        skip: t.uploads.skipHint(count),
      }}
      onAnswer={answer}
    >
      {names.map((name, at) => (
        // Files of several folders may have one name.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={at}>
          <FileGlyph kind={kindOfName(name)} />
          <TruncatedName name={name} />
        </li>
      ))}
    </NameClashDialog>
  )
}
