import { Hourglass } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { LockQuestion } from '#src/jobs/locks/lock-question.ts'
import { announceUntilCleanup } from '#src/ui/announcements/announce.ts'
import { useHeightAsCssVariable } from '#src/ui/sizes/use-height-as-css-variable.ts'
import { NextRetryCountdown, LockWaitActions } from './LockWaitActions.tsx'
import { useLockText } from './use-lock-text.ts'
import css from './WaitingOperations.module.css'

/** Operations that wait until what they need is free. */
export function WaitingOperations({ questions }: { questions: readonly LockQuestion[] }) {
  const { t } = useI18n()
  const tray = useRef<HTMLElement>(null)
  useHeightAsCssVariable(tray, '--lock-tray')
  return (
    <section ref={tray} className={css['tray']} aria-label={t.locks.tray}>
      {questions.map((question) => (
        <Waiting key={question.id} question={question} />
      ))}
    </section>
  )
}

function Waiting({ question }: { question: LockQuestion }) {
  const { t } = useI18n()
  const text = t.operations.waiting(question.props.operation)
  const { entries } = question.props
  const holder = useLockText(entries.length === 1 ? entries[0] : undefined)
  useEffect(() => announceUntilCleanup(text), [text])
  return (
    <div className={css['waiting']} role="group" aria-label={text}>
      <Hourglass aria-hidden="true" />
      <p>
        {text}
        <small>
          {holder && (
            <>
              <bdi>{holder}</bdi>
              {' · '}
            </>
          )}
          <NextRetryCountdown question={question} />
        </small>
      </p>
      <div className={css['actions']}>
        <LockWaitActions question={question} />
      </div>
    </div>
  )
}
