import { useI18n } from '#src/i18n/I18n.tsx'
import { kindOfName } from '#src/lib/names.ts'
import { formatBytes } from '#src/lib/size.ts'
import { type ClashAnswer, dropQuestion, type UploadQuestion } from '#src/stores/uploads.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { FileGlyph } from '#src/ui/FileGlyph.tsx'
import { TruncatedName } from '#src/ui/TruncatedName.tsx'
import css from './UploadPanel.module.css'

/** What is asked or said before files go on their way. */
export function UploadQuestionDialog({ question }: { question: UploadQuestion }) {
  const { t, language } = useI18n()
  if (question.kind === 'clash') return <Clash question={question} />
  const words =
    question.kind === 'room'
      ? {
          title: t.uploads.roomTitle,
          text: t.uploads.roomText(
            formatBytes(question.needed, language),
            formatBytes(question.free, language),
          ),
        }
      : { title: t.uploads.elsewhereTitle, text: t.uploads.elsewhereText }
  const close = () => dropQuestion(question)
  return (
    <Dialog
      open
      role="alertdialog"
      width="narrow"
      title={words.title}
      description={words.text}
      onClose={close}
      actions={
        <Button data-autofocus="" kind="primary" onClick={close}>
          {t.uploads.understood}
        </Button>
      }
    />
  )
}

const answers: readonly Exclude<ClashAnswer, 'cancel'>[] = ['both', 'replace', 'skip']

/** Names that are taken, asked about once for all of them. */
function Clash({ question }: { question: Extract<UploadQuestion, { kind: 'clash' }> }) {
  const { t } = useI18n()
  const { names, count, total, answer } = question
  return (
    <Dialog
      open
      title={t.uploads.clashTitle(count)}
      description={t.uploads.clashText(count, total)}
      onClose={() => answer('cancel')}
      actions={<Button onClick={() => answer('cancel')}>{t.common.cancel}</Button>}
    >
      <ul className={css['clashes']}>
        {names.map((name, at) => (
          // Files of several folders may have one name.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>
            <FileGlyph kind={kindOfName(name)} />
            <TruncatedName name={name} />
          </li>
        ))}
        {count > names.length && <li>{t.uploads.andMore(count - names.length)}</li>}
      </ul>
      <div className={css['answers']}>
        {answers.map((each) => (
          <button
            key={each}
            type="button"
            {...(each === 'both' && { 'data-autofocus': '' })}
            aria-label={t.uploads[each]}
            onClick={() => answer(each)}
          >
            <b>{t.uploads[each]}</b>
            <small>{t.uploads[`${each}Hint`](count)}</small>
          </button>
        ))}
      </div>
    </Dialog>
  )
}
