import { useQuery } from '@tanstack/react-query'
import { type OldContents, oldContents } from '#src/features/files/old-contents.ts'
import { NameClashDialog } from '#src/features/name-clash/NameClashDialog.tsx'
import type { TakenFiles } from '#src/features/uploads/upload-questions.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import type { NameClashAnswer } from '#src/jobs/questions/name-clash-question.ts'
import type { Question } from '#src/jobs/questions/questions.ts'
import { kindOfName } from '#src/lib/names/file-kind.ts'
import { FileGlyph } from '#src/ui/glyphs/FileGlyph.tsx'
import { TruncatedName } from '#src/ui/text/TruncatedName.tsx'
import css from './TakenFilesDialog.module.css'

/** '…' until it is known. */
const replaceHint = (data: OldContents | undefined, t: Messages): string =>
  data ? t.uploads.replaceHint(data) : '…'

/** One question about all names that are taken where files are uploaded to. */
export function TakenFilesDialog({
  question: {
    props: { files, count, total, uris },
    answer,
  },
}: {
  question: Question<TakenFiles, NameClashAnswer>
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
