import type { ReactNode } from 'react'
import { describeError } from '#src/features/errors/describe-error.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { closeDialog } from '#src/jobs/questions/dialogs.ts'
import { useActiveContributors, useJobById } from '#src/jobs/store/job-list.ts'
import { canRetryItem } from '#src/jobs/store/job-results.ts'
import type { JobItem } from '#src/jobs/store/job.ts'
import { undoJob } from '#src/jobs/store/jobs.ts'
import { retryItems } from '#src/jobs/store/retry-items.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { LockText } from './LockText.tsx'
import { RestoreResult } from './RestoreResult.tsx'
import { itemLocationText, ResultLine } from './ResultLine.tsx'
import {
  isJobAskingOrWaiting,
  type UnprocessedOutcome,
  unprocessedCountsText,
  useUnprocessedItems,
} from './unprocessed-items.ts'
import { WaitingItems } from './WaitingItems.tsx'
import css from './JobResultDialog.module.css'

const groupOrder = ['failed', 'changed', 'unknown', 'locked', 'skipped', 'left'] as const

/** What became of each item of a job of which not all items were processed. */
export function JobResultDialog({ jobId }: { jobId: number }) {
  const { t } = useI18n()
  const job = useJobById(jobId)
  const outcomes = useUnprocessedItems(jobId)
  const running = useActiveContributors(jobId)
  if (!job?.result || !outcomes) return null
  const waiting = running.filter(isJobAskingOrWaiting)
  if (job.operation.kind === 'restore') return <RestoreResult job={job} />
  const { operation, result, total } = job
  const titles = {
    failed: t.operations.failedItems,
    changed: t.operations.changedItems,
    unknown: t.operations.unknownItems,
    locked: t.operations.lockedItems,
    skipped: t.operations.restoring.skipped,
    left: t.operations.leftItems,
  }
  const groups = groupOrder.flatMap((countedAs) => {
    const lines = outcomes.outcomes.filter((each) => each.countedAs === countedAs).map(lineOf)
    return lines.length > 0 ? [{ countedAs, title: titles[countedAs], lines }] : []
  })
  const retryableItems = (some: readonly (typeof groups)[number][]) =>
    some.flatMap(({ lines }) => lines).flatMap(({ item, canRetry }) => (canRetry ? [item] : []))
  // What the user has skipped is settled, and tried again in its group only.
  const retryable = retryableItems(groups.filter(({ countedAs }) => countedAs !== 'skipped'))
  const retry = (items: readonly JobItem[]) => {
    closeDialog()
    void retryItems(job.id, items)
  }
  return (
    <Dialog
      open
      width="wide"
      title={t.operations.partlyDone(
        { ...operation, newNames: result.newNames, count: total },
        result.done.length,
      )}
      description={unprocessedCountsText(outcomes.counts, t)}
      onClose={closeDialog}
      closeButton
      actions={
        <>
          {job.undo && (
            <>
              <Button
                variant="quiet"
                className={css['undo']}
                onClick={() => {
                  closeDialog()
                  void undoJob(job.id)
                }}
              >
                {t.common.undo}
              </Button>
              <span className={css['gap']} />
            </>
          )}
          <Button className={css['close']} onClick={closeDialog} data-autofocus="">
            {t.common.close}
          </Button>
          {retryable.length > 0 && (
            <Button variant="primary" onClick={() => retry(retryable)}>
              {t.operations.retryLeft(retryable.length)}
            </Button>
          )}
        </>
      }
    >
      {waiting.map((each) => (
        <WaitingItems key={each.id} job={each} />
      ))}
      {groups.map((group) => {
        const isSkipped = group.countedAs === 'skipped'
        return (
          <Group
            key={group.title}
            title={group.title}
            lines={group.lines}
            // The Retry of the result is that of its only line.
            onRetry={isSkipped || retryable.length > 1 ? (item) => retry([item]) : undefined}
            onRetryAll={isSkipped ? () => retry(retryableItems([group])) : undefined}
          />
        )
      })}
    </Dialog>
  )
}

const lineOf = (outcome: UnprocessedOutcome): Line => {
  const { item, failure, locks, reason } = outcome
  return {
    item,
    state: outcome,
    why: failure ? (
      <FailureReason error={failure.error} />
    ) : reason === 'notAttempted' ? undefined : (
      <LockText item={item} locks={locks} />
    ),
    canRetry: !failure || canRetryItem(failure),
  }
}

function FailureReason({ error }: { error: Error }) {
  return describeError(error, useI18n().t).title
}

type Line = {
  readonly item: JobItem
  readonly state: UnprocessedOutcome
  readonly why?: ReactNode
  readonly canRetry: boolean
}

/** Lines that are drawn of a group; its number counts all of them. */
const maxLines = 500

function Group({
  title,
  lines,
  onRetry,
  onRetryAll,
}: {
  title: string
  lines: readonly Line[]
  onRetry: ((item: JobItem) => void) | undefined
  onRetryAll: (() => void) | undefined
}) {
  const { t } = useI18n()
  return (
    <section className={css['outcome']} aria-label={title}>
      <header>
        <h3>
          {title} · {t.common.number(lines.length)}
        </h3>
        {onRetryAll && lines.length > 1 && (
          <Button small onClick={onRetryAll}>
            {t.operations.retryLeft(lines.length)}
          </Button>
        )}
      </header>
      <ul>
        {lines.slice(0, maxLines).map(({ item, state, why, canRetry }) => (
          <ResultLine
            key={item.uri}
            item={item}
            why={why}
            state={state}
            place={itemLocationText(item, t)}
            actions={
              onRetry &&
              canRetry && (
                <Button
                  small
                  aria-label={t.common.labelled(t.common.retry, displayName(item.name))}
                  onClick={() => onRetry(item)}
                >
                  {t.common.retry}
                </Button>
              )
            }
          />
        ))}
      </ul>
      {lines.length > maxLines && <p>{t.operations.restoring.more(lines.length - maxLines)}</p>}
    </section>
  )
}
