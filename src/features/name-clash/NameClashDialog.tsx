import { type ReactNode, useId } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { NameClashAnswer } from '#src/jobs/questions/name-clash-question.ts'
import type { NameClashChoice } from '#src/lib/names/name-clash.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import css from './NameClashDialog.module.css'

const choices: readonly NameClashChoice[] = ['keepBoth', 'replace', 'skip']

/** Names that are taken where files are uploaded, moved or copied to: one answer for all of them. */
export function NameClashDialog({
  title,
  text,
  more,
  hints,
  onAnswer,
  children,
}: {
  title: string
  text: string
  /** Number of names that are not among `children`. */
  more: number
  /** What the answers lead to; an answer without a hint is not offered. */
  hints: Readonly<Partial<Record<NameClashChoice, string>>>
  onAnswer: (answer: NameClashAnswer) => void
  /** List items. */
  children: ReactNode
}) {
  const { t } = useI18n()
  const id = useId()
  const cancel = () => onAnswer('cancel')
  return (
    <Dialog
      open
      title={title}
      description={text}
      onClose={cancel}
      actions={<Button onClick={cancel}>{t.common.cancel}</Button>}
    >
      <ul className={css['names']}>
        {children}
        {more > 0 && <li>{t.uploads.andMore(more)}</li>}
      </ul>
      <div className={css['answers']}>
        {choices.map(
          (choice) =>
            hints[choice] !== undefined && (
              // A press anywhere in the box presses its button.
              <div key={choice} className={css['answer']}>
                <button
                  type="button"
                  {...(choice === 'keepBoth' && { 'data-autofocus': '' })}
                  aria-describedby={`${id}-${choice}`}
                  onClick={() => onAnswer(choice)}
                >
                  {t.nameClash[choice]}
                </button>
                <small id={`${id}-${choice}`}>{hints[choice]}</small>
              </div>
            ),
        )}
      </div>
    </Dialog>
  )
}
