import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { replacedContentsCountsQuery } from '#src/features/files/replaced-contents-counts.ts'
import { NameClashDialog } from '#src/features/name-clash/NameClashDialog.tsx'
import type { TakenNamesQuestionContent } from '#src/features/uploads/upload-questions.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { NameClashAnswer } from '#src/jobs/questions/name-clash-question.ts'
import type { Question } from '#src/jobs/questions/questions.ts'
import { defaultNameClashDecisions } from '#src/lib/names/name-clash.ts'

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
  const { data } = useQuery(replacedContentsCountsQuery(clashes.map(({ id }) => id)))
  const count = clashes.length
  const messages = t.uploads
  // '…' until it is known.
  const replaced = isRunning
    ? messages.replaceUnfinishedHint
    : data
      ? messages.replaceHint(data)
      : '…'
  const hints = {
    keepBoth: messages.keepBothHint(count, 'file'),
    newer: messages.newerHint(count, replaced),
    replace: replaced,
    skip: messages.skipHint(count),
  }
  return (
    <NameClashDialog
      title={messages.conflictTitle(count)}
      text={messages.conflictText(count, total)}
      clashes={clashes}
      total={total}
      decisions={decisions}
      labels={{
        item: messages.coming,
        existing: isRunning ? messages.isRunning : t.nameClash.present,
      }}
      hint={hints[decisions.rule]}
      confirm={messages.confirmUpload}
      onDecide={setDecisions}
      onAnswer={answer}
    />
  )
}
