import { NextRetryCountdown, LockWaitActions } from '#src/features/locks/LockWaitActions.tsx'
import { useI18n } from '#src/i18n/I18n.tsx'
import { lockQuestion } from '#src/jobs/locks/lock-question.ts'
import { useQuestionsOfKind } from '#src/jobs/questions/questions.ts'
import type { Job } from '#src/jobs/store/job.ts'
import { LockText } from './LockText.tsx'
import { itemLocationText, ResultLine } from './ResultLine.tsx'
import css from './JobResultDialog.module.css'

/** Lines that are drawn; the number counts all of them. */
const maxLines = 40

/** The items of a job that waits for locks, with what the tray offers: the tray is out of reach behind the result. */
export function WaitingItems({ job }: { job: Job }) {
  const { t } = useI18n()
  const messages = t.operations.restoring
  const question = useQuestionsOfKind(lockQuestion).find(({ id }) => id === job.lockQuestionId)
  const items = job.own?.result.locked.filter(({ id }) => job.activeIds.has(id)) ?? []
  if (!question || job.state !== 'waiting') return null
  return (
    <section className={css['outcome']} aria-label={messages.waiting}>
      <header>
        <h3>
          {messages.waiting} · {t.common.number(items.length)}
        </h3>
        <span className={css['actions']}>
          <LockWaitActions question={question} />
        </span>
      </header>
      <ul>
        {items.slice(0, maxLines).map((item) => (
          <ResultLine
            key={item.id}
            item={item}
            why={
              <>
                <LockText item={item} locks={job.own?.result.locks?.get(item.id)} />
                {' · '}
                <NextRetryCountdown question={question} />
              </>
            }
            place={itemLocationText(item, t)}
          />
        ))}
      </ul>
      {items.length > maxLines && <p>{messages.more(items.length - maxLines)}</p>}
    </section>
  )
}
