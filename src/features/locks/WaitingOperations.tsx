import { Hourglass } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { LockQuestion } from '#src/jobs/locks/lock-questions.ts'
import { announceState } from '#src/ui/announce.ts'
import { useReportedHeight } from '#src/ui/use-reported-height.ts'
import { NextRetry, WaitActions } from './WaitActions.tsx'
import css from './WaitingOperations.module.css'

/** Operations that wait until what they need is free. */
export function WaitingOperations({ sessions }: { sessions: readonly LockQuestion[] }) {
  const { t } = useI18n()
  const tray = useRef<HTMLElement>(null)
  useReportedHeight(tray, '--lock-tray')
  return (
    <section ref={tray} className={css['tray']} aria-label={t.locks.tray}>
      {sessions.map((session) => (
        <Waiting key={session.id} session={session} />
      ))}
    </section>
  )
}

function Waiting({ session }: { session: LockQuestion }) {
  const { t } = useI18n()
  const words = t.operations.waiting(session.operation)
  useEffect(() => announceState(words), [words])
  return (
    <div className={css['waiting']} role="group" aria-label={words}>
      <Hourglass aria-hidden="true" />
      <p>
        {words}
        <small>
          <NextRetry session={session} />
        </small>
      </p>
      <div className={css['actions']}>
        <WaitActions sessionId={session.id} />
      </div>
    </div>
  )
}
