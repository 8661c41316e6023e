import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { replacedContentsCountsQuery } from '#src/features/files/replaced-contents-counts.ts'
import type { NameClash, NameClashAnswer } from '#src/features/name-clash/name-clash-question.ts'
import { NameClashDialog } from '#src/features/name-clash/NameClashDialog.tsx'
import type { TakenNamesQuestionContent } from '#src/features/uploads/upload-questions.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { useUploadsMessages } from '#src/i18n/parts/uploads-messages.ts'
import type { Question } from '#src/jobs/questions/questions.ts'
import {
  decideClashChoices,
  defaultNameClashDecisions,
  type NameClashRule,
} from '#src/lib/names/name-clash.ts'

/** One question about all names that are taken where files are uploaded to. */
export function TakenNamesDialog({
  question: {
    props: { clashes, total, isRunning = false },
    answer,
  },
}: {
  question: Question<TakenNamesQuestionContent, NameClashAnswer>
}) {
  const { t } = useI18n()
  const [decisions, setDecisions] = useState(defaultNameClashDecisions)
  const decided = decideClashChoices(decisions, clashes)
  const replacing = clashes.filter(({ id }) => decided.get(id)?.choice === 'replace')
  const { data } = useQuery(replacedContentsCountsQuery(replacing.map(({ uri }) => uri)))
  const count = clashes.length
  const messages = useUploadsMessages()
  // '…' until it is known.
  const replaced = isRunning
    ? messages.replaceUnfinishedHint
    : data
      ? messages.replaceHint(data)
      : '…'
  const hintOf = (rule: NameClashRule, some: readonly NameClash[]): string => {
    if (rule === 'keepBoth') return messages.keepBothHint(some.length, 'file')
    if (rule === 'skip') return messages.skipHint(some.length)
    if (rule === 'replace') return replaced
    // What exceptions replace has a hint of its own, which is about all that is replaced.
    const ids = new Set(some.map(({ id }) => id))
    const isReplacedByRule = replacing.length > 0 && replacing.every(({ id }) => ids.has(id))
    return [messages.newerHint(some.length), ...(isReplacedByRule ? [replaced] : [])].join(
      t.common.betweenSentences,
    )
  }
  return (
    <NameClashDialog
      title={messages.conflictTitle(count)}
      text={messages.conflictText(count, total)}
      clashes={clashes}
      total={total}
      decisions={decisions}
      decided={decided}
      labels={{
        item: messages.coming,
        existing: isRunning ? messages.isRunning : t.nameClash.present,
      }}
      hintOf={hintOf}
      confirm={messages.confirmUpload}
      onDecide={setDecisions}
      onAnswer={answer}
    />
  )
}
