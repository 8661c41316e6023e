import { useQuery } from '@tanstack/react-query'
import { type OldContents, oldContents } from '#src/features/files/old-contents.ts'
import { NameClashDialog } from '#src/features/name-clash/NameClashDialog.tsx'
import { closeUploadQuestion, type UploadQuestion } from '#src/features/uploads/upload-rows.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import { formatBytes } from '#src/lib/numbers/size.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import { TruncatedName } from '#src/ui/TruncatedName.tsx'
import css from './UploadQuestion.module.css'

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
        <Button data-autofocus="" variant="primary" onClick={close}>
          {t.uploads.understood}
        </Button>
      }
    />
  )
}

/** '…' until it is known. */
const replaceHint = (data: OldContents | undefined, t: Messages): string =>
  data ? t.uploads.replaceHint(data) : '…'

/** One question about all names that are taken. */
function NameConflict({
  question: { files, count, total, uris, answer },
}: {
  question: Extract<UploadQuestion, { kind: 'nameConflict' }>
}) {
  const { t } = useI18n()
  const { data } = useQuery(oldContents(uris))
  const areAllRunning = files.length === count && files.every(({ isRunning }) => isRunning)
  return (
    <NameClashDialog
      title={t.uploads.conflictTitle(count)}
      text={t.uploads.conflictText(count, total)}
      more={count - files.length}
      hints={{
        keepBoth: t.uploads.keepBothHint(count, 'file'),
        replace: areAllRunning ? t.uploads.replaceUnfinishedHint : replaceHint(data, t),
        skip: t.uploads.skipHint(count),
      }}
      onAnswer={answer}
    >
      {files.map((file, at) => (
        // Files of several folders may have one name.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={at}>
          <FileGlyph kind={kindOfName(file.name)} />
          <span className={css['conflict']}>
            <TruncatedName name={file.name} />
            {file.isRunning && <small>{t.uploads.isRunning}</small>}
          </span>
        </li>
      ))}
    </NameClashDialog>
  )
}
