import type { ReactNode } from 'react'
import { describeError } from '#src/features/errors/describe-error.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { closeDialog } from '#src/jobs/questions/dialogs.ts'
import { useJobById } from '#src/jobs/store/job-list.ts'
import { canRetryItem } from '#src/jobs/store/job-results.ts'
import type { FailedItem, JobItem } from '#src/jobs/store/job.ts'
import { retryItems, undoJob } from '#src/jobs/store/jobs.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { LockText } from './LockText.tsx'
import { RestoreResult } from './RestoreResult.tsx'
import { itemLocationText, ResultLine } from './ResultLine.tsx'
import { failureCount, unprocessedCountsText, useUnprocessedItems } from './unprocessed-items.ts'
import css from './JobResultDialog.module.css'

/** What became of each item of a job of which not all items were processed. */
export function JobResultDialog({ jobId }: { jobId: number }) {
  const { t } = useI18n()
  const job = useJobById(jobId)
  const outcomes = useUnprocessedItems(jobId, job?.result)
  if (!job?.result || !outcomes) return null
  if (job.operation.kind === 'restore') return <RestoreResult job={job} />
  const { failed, locked, locks, left, done } = job.result
  const failedAs = (outcome: ReturnType<typeof failureCount>) =>
    failed.filter((each) => failureCount(each) === outcome)
  const linesOf = (some: readonly FailedItem[]): Line[] =>
    some.map((each) => ({
      item: each.item,
      why: describeError(each.error, t).title,
      canRetry: canRetryItem(each),
    }))
  const groups = [
    { title: t.operations.failedItems, lines: linesOf(failedAs('failed')) },
    { title: t.operations.changedItems, lines: linesOf(failedAs('changed')) },
    { title: t.operations.unknownItems, lines: linesOf(failedAs('unknown')) },
    {
      title: t.operations.lockedItems,
      lines: locked.map((item) => ({
        item,
        why: <LockText item={item} locks={locks?.get(item.id)} />,
        canRetry: true,
      })),
    },
    { title: t.operations.leftItems, lines: left.map((item) => ({ item, canRetry: true })) },
  ].filter(({ lines }) => lines.length > 0)
  const retryable = groups
    .flatMap(({ lines }) => lines)
    .flatMap(({ item, canRetry }) => (canRetry ? [item] : []))
  const retry = (items: readonly JobItem[]) => {
    closeDialog()
    void retryItems(job.id, items)
  }
  return (
    <Dialog
      open
      width="wide"
      title={t.operations.partlyDone({ ...job.operation, count: job.total }, done.length)}
      description={unprocessedCountsText(outcomes.counts, t)}
      onClose={closeDialog}
      closeButton
      actions={
        <>
          {job.undo && (
            <>
              <Button
                variant="quiet"
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
          <Button onClick={closeDialog} data-autofocus="">
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
      {groups.map(({ title, lines }) => (
        <Group
          key={title}
          title={title}
          lines={lines}
          // The Retry of the result is that of its only line.
          onRetry={retryable.length > 1 ? (item) => retry([item]) : undefined}
        />
      ))}
    </Dialog>
  )
}

type Line = { readonly item: JobItem; readonly why?: ReactNode; readonly canRetry: boolean }

/** Lines that are drawn of a group; its number counts all of them. */
const maxLines = 500

function Group({
  title,
  lines,
  onRetry,
}: {
  title: string
  lines: readonly Line[]
  onRetry: ((item: JobItem) => void) | undefined
}) {
  const { t } = useI18n()
  return (
    <section className={css['outcome']} aria-label={title}>
      <header>
        <h3>
          {title} · {t.common.number(lines.length)}
        </h3>
      </header>
      <ul>
        {lines.slice(0, maxLines).map(({ item, why, canRetry }) => (
          <ResultLine
            key={item.uri}
            item={item}
            why={why}
            place={itemLocationText(item, t)}
            actions={
              onRetry &&
              canRetry && (
                <Button
                  small
                  aria-label={`${t.common.retry}: ${displayName(item.name)}`}
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
