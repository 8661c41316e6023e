import { useState } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useUploadsMessages } from '#src/i18n/parts/uploads-messages.ts'
import type { Question } from '#src/jobs/questions/questions.ts'
import {
  decideClashChoices,
  defaultNameClashDecisions,
  type NameClashRule,
} from '#src/lib/names/name-clash.ts'
import type { NameClash, NameClashAnswer, NameClashQuestionContent } from './name-clash-question.ts'
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
  const { keepBothHint } = useUploadsMessages()
  const count = clashes.length
  const decided = decideClashChoices(decisions, clashes)
  const hintOf = (rule: NameClashRule, some: readonly NameClash[]): string => {
    if (rule === 'keepBoth') return keepBothHint(some.length, 'item')
    if (rule === 'newer') return messages.newerHint(some.length)
    if (rule === 'skip') return messages.skipHint(some.length)
    const kept = some.filter(({ id }) => !decided.get(id)?.choices.includes('replace'))
    const names = kept.map(({ name }) => name)
    return messages.replaceHint(some.length - kept.length, names)
  }
  return (
    <NameClashDialog
      title={messages.title(count, to === '' ? t.files.title : to)}
      text={messages.text(count, total, kind)}
      clashes={clashes}
      total={total}
      decisions={decisions}
      decided={decided}
      labels={{ item: messages[kind], existing: t.nameClash.present }}
      hintOf={hintOf}
      confirm={(going) => messages.confirm(kind, going)}
      onDecide={setDecisions}
      onAnswer={answer}
    />
  )
}
