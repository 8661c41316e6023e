import { NameClashDialog } from '#src/dialogs/name-clash/NameClashDialog.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import { formatBytes } from '#src/lib/numbers/size.ts'
import { formatExact } from '#src/lib/time.ts'
import { closeUploadQuestion, type FileVersion, type UploadQuestion } from '#src/stores/uploads.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
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
        <Button data-autofocus="" kind="primary" onClick={close}>
          {t.uploads.understood}
        </Button>
      }
    />
  )
}

/** How a file differs from the one of its name whose upload has not finished. */
function differenceText(
  file: FileVersion,
  unfinished: FileVersion,
  t: Messages,
  language: string,
  locale: string,
): string {
  if (file.size !== unfinished.size) {
    const sizes = [unfinished.size, file.size].map((size) => formatBytes(size, language))
    const [began = '', now = ''] =
      sizes[0] === sizes[1]
        ? [unfinished.size, file.size].map((size) => t.uploads.exactBytes(size))
        : sizes
    return t.uploads.otherSize(began, now)
  }
  return t.uploads.otherDate(
    formatExact(unfinished.modified, locale),
    formatExact(file.modified, locale),
  )
}

/** One question about all names that are taken. */
function NameConflict({
  question: { files, count, total, answer },
}: {
  question: Extract<UploadQuestion, { kind: 'nameConflict' }>
}) {
  const { t, language, locale } = useI18n()
  const allUnfinished = files.length === count && files.every(({ unfinished }) => unfinished)
  return (
    <NameClashDialog
      title={t.uploads.conflictTitle(count)}
      text={t.uploads.conflictText(count, total)}
      more={count - files.length}
      hints={{
        keepBoth: t.uploads.keepBothHint(count, 'file'),
        replace: allUnfinished ? t.uploads.replaceUnfinishedHint : t.uploads.replaceHint(count),
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
            {file.unfinished && (
              <small>{differenceText(file, file.unfinished, t, language, locale)}</small>
            )}
          </span>
        </li>
      ))}
    </NameClashDialog>
  )
}
