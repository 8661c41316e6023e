import { useState } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type {
  NameClashAnswer,
  NameClashQuestionContent,
} from '#src/jobs/questions/name-clash-question.ts'
import type { Question } from '#src/jobs/questions/questions.ts'
import { decideClashChoices, defaultNameClashDecisions } from '#src/lib/names/name-clash.ts'
import { NameClashDialog } from './NameClashDialog.tsx'

/** Names that are taken in the folder that items are moved or copied to. */
export function TransferClashDialog({
  question: {
    props: { kind, to, clashes, total },
    answer,
  },
}: {
  question: Question<NameClashQuestionContent, NameClashAnswer>
}) {
  const { t } = useI18n()
  const [decisions, setDecisions] = useState(defaultNameClashDecisions)
  const messages = t.operations.transfers
  const count = clashes.length
  const decided = decideClashChoices(decisions, clashes)
  const kept = clashes.filter(({ id }) => !decided.get(id)?.choices.includes('replace'))
  const names = kept.map(({ name }) => name)
  const hints = {
    keepBoth: t.uploads.keepBothHint(count, 'item'),
    newer: messages.newerHint(count),
    replace: messages.replaceHint(count - kept.length, names),
    skip: messages.skipHint(count),
  }
  return (
    <NameClashDialog
      title={messages.title(count, to === '' ? t.files.title : to)}
      text={messages.text(count, total, kind)}
      clashes={clashes}
      total={total}
      decisions={decisions}
      labels={{ item: messages[kind], existing: t.nameClash.present }}
      hint={hints[decisions.rule]}
      confirm={(going) => messages.confirm(kind, going)}
      onDecide={setDecisions}
      onAnswer={answer}
    />
  )
}
