import { CircleAlert, CircleCheck, CircleMinus, LoaderCircle } from 'lucide-react'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { hasErrorCode } from '#src/contract/errors.ts'
import { describeError } from '#src/features/errors/describe-error.ts'
import { ShowInFolder } from '#src/features/folder/ShowInFolder.tsx'
import {
  type UnprocessedCounts,
  unprocessedCountsText,
  useUnprocessedItems,
} from '#src/features/trash/job-result/unprocessed-items.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import { displayName } from '#src/i18n/names.ts'
import { dismissToast } from '#src/jobs/messages/toasts.ts'
import { openJobResult } from '#src/jobs/questions/dialogs.ts'
import { useJobById, useRunningUndo } from '#src/jobs/store/job-list.ts'
import type { Job, JobResult } from '#src/jobs/store/job.ts'
import { undoJob } from '#src/jobs/store/jobs.ts'
import { CopyLinksButton } from './CopyLinksButton.tsx'
import { ProgressToast } from './ProgressToast.tsx'
import { DismissButton, PersistentToast, TransientToast } from './Toast.tsx'
import { useEditedLinksText } from './use-edited-link-text.ts'
import styles from './Toasts.module.css'

/**
 * What became of a job. With items that failed it is an alert, in the place of the failures; otherwise a message, which
 * stays while there are items that were not processed and that the user has not decided to leave.
 */
export function JobToast({
  id,
  jobId,
  place,
}: {
  id: number
  jobId: number
  place: 'failures' | 'messages'
}) {
  const job = useJobById(jobId)
  const counts = useUnprocessedItems(jobId)?.counts
  if (!job) return null
  const { result } = job
  const hasFailed = counts !== undefined && counts.failed + counts.unknown > 0
  if (hasFailed !== (place === 'failures')) return null
  return result && counts ? (
    <ResultToast id={id} job={job} result={result} counts={counts} />
  ) : (
    <ProgressToast job={job} />
  )
}

function ResultToast({
  id,
  job,
  result,
  counts,
}: {
  id: number
  job: Job
  result: JobResult
  counts: UnprocessedCounts
}) {
  const { t } = useI18n()
  const { isUndoing, by } = useRunningUndo(job)
  const { operation, total } = job
  const described = { ...operation, newNames: result.newNames, count: total }
  const whole = useEditedLinksText(described) ?? t.operations.done(described)
  if (isUndoing) return by ? <ProgressToast job={by} /> : <UndoingToast />
  const { failed, unknown, waiting, followUp, locked, left } = counts
  const problems = unprocessedCountsText(counts, t)
  const hasFailed = failed + unknown > 0
  const partly = t.operations.partly(described, result.done.length)
  const text =
    problems === undefined
      ? result.done.length < total
        ? partly
        : whole
      : ((counts.skipped === 0 ? onlyOutcome(job, result, t) : undefined) ??
        [partly, problems, ...(result.isUnlocked ? [t.locks.staysUnlocked] : [])].join(
          t.common.betweenSentences,
        ))
  if (hasFailed || waiting + followUp + locked + left > 0) {
    return (
      <PersistentToast {...(hasFailed && { role: 'alert' })}>
        {hasFailed ? (
          <CircleAlert className={styles['failureIcon']} aria-hidden="true" />
        ) : (
          <CircleMinus aria-hidden="true" />
        )}
        <p>{text}</p>
        <Action id={id} label={t.operations.showResult} onClick={() => openJobResult(job.id)} />
        <UndoAndDismiss id={id} job={job} text={text} />
      </PersistentToast>
    )
  }
  return (
    <TransientToast id={id} isHeld={job.undoState !== 'idle'}>
      {result.done.length > 0 ? (
        <CircleCheck className={styles['successIcon']} aria-hidden="true" />
      ) : (
        <CircleMinus aria-hidden="true" />
      )}
      <p>{text}</p>
      {counts.skipped + counts.changed > 0 && (
        <Action id={id} label={t.operations.showResult} onClick={() => openJobResult(job.id)} />
      )}
      {operation.kind === 'editLinks' && <CopyLinksButton items={result.done} />}
      {counts.skipped === 0 && (
        <ShowInFolder items={result.destinations} onShow={() => dismissToast(id)}>
          {(button) => <button type="button" className={styles['action']} {...button} />}
        </ShowInFolder>
      )}
      <UndoAndDismiss id={id} job={job} text={text} />
    </TransientToast>
  )
}

/** While it is found out what is to be done to take a job back. */
function UndoingToast() {
  const { t } = useI18n()
  return (
    <div className={styles['toast']}>
      <LoaderCircle aria-hidden="true" />
      <p>{t.operations.undoing}</p>
    </div>
  )
}

/** Why the one item of a job failed, or that it was stopped; undefined for a job of several. */
function onlyOutcome({ operation, total }: Job, { failed, left }: JobResult, t: Messages) {
  if (total !== 1) return undefined
  const [failure] = failed
  const [stopped] = left
  if (stopped)
    return t.operations.stopped(
      t.operations.notDone({ ...operation, name: stopped.name, count: 1 }),
    )
  if (!failure) return undefined
  const { name } = failure.item
  if (operation.to !== undefined && hasErrorCode(failure.error, ErrorCode.nameTaken)) {
    return t.errors.nameTakenIn(displayName(name), displayName(operation.to || t.appShell.files))
  }
  const described = { ...operation, name, count: 1 }
  const whether = failure.isUnknown
    ? t.operations.unknown(described)
    : t.operations.notDone(described)
  return [whether, describeError(failure.error, t).title].join(t.common.betweenSentences)
}

/** Undo stays until it has worked or the toast is dismissed. */
function UndoAndDismiss({ id, job, text }: { id: number; job: Job; text: string }) {
  const { t } = useI18n()
  const isRunning = job.undoState === 'running'
  return (
    <>
      {job.undo && (
        <button
          type="button"
          className={styles['action']}
          aria-label={t.common.labelled(t.common.undo, text)}
          aria-busy={isRunning || undefined}
          aria-disabled={isRunning || undefined}
          onClick={() => void undoJob(job.id)}
        >
          {t.common.undo}
        </button>
      )}
      <DismissButton id={id} />
    </>
  )
}

/** Closes its toast first. */
function Action({ id, label, onClick }: { id: number; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className={styles['action']}
      onClick={() => {
        dismissToast(id)
        onClick()
      }}
    >
      {label}
    </button>
  )
}
