import { currentSession } from '#src/api/current-session.ts'
import { onSignOut } from '#src/api/resets.ts'
import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, SessionEndedError } from '#src/contract/errors.ts'
import { setSignOutDelayed, onBeforeSignOut } from '#src/jobs/before-sign-out.ts'
import { discardInterruptedParts } from '#src/jobs/journal/interrupted-jobs.ts'
import {
  dismissFailuresAbout,
  dismissJobToast,
  type FailureContext,
  showToast,
  toastAbout,
} from '#src/jobs/messages/toasts.ts'
import { uniqueNumber } from '#src/lib/numbers/unique-number.ts'
import type { ConcurrentTrashChangeCounts } from '#src/lib/operation.ts'
import { deleteJournalsOfUser } from '#src/platform/operation-journal.ts'
import {
  allJobs,
  contributesTo,
  findJob,
  isJobActive,
  progressDelayMs,
  subscribeToJobs,
  updateJobs,
  whenJobsEnd,
} from './job-list.ts'
import {
  canRetryItem,
  dismissOutdatedMessages,
  lookUpUnknown,
  markItemsSuperseded,
  mergeResults,
  shownBy,
} from './job-results.ts'
import type { Job, JobContribution, JobItem, JobResult } from './job.ts'

/** Undo has changed nothing, for example because the user cancelled at a lock: another message says so. */
class NothingUndoneError extends Error {}

/** Somebody else has taken it back before, as far as that can still be done. */
export class UndoneElsewhereError extends Error {
  readonly meanwhile: ConcurrentTrashChangeCounts
  constructor(meanwhile: ConcurrentTrashChangeCounts) {
    super()
    this.meanwhile = meanwhile
  }
}

/** Whether nothing was taken back that another try could take back. */
const isNothingUndone = ({ done, failed, locked, left }: JobResult): boolean =>
  done.length === 0 &&
  (failed.length === 0 || locked.length + left.length > 0 || failed.some(canRetryItem))

/** The results of so many jobs are kept for the messages about them, each with what continued the job. */
const maxResults = 20

export const isJournalInUse = (journalId: string): boolean =>
  allJobs().some((job) => isJobActive(job) && job.journalId === journalId)

export type NewJob = Pick<
  Job,
  | 'operation'
  | 'commandKeys'
  | 'createUndo'
  | 'continuesJob'
  | 'undoes'
  | 'journalId'
  | 'startedBefore'
  | 'survivesSignOut'
  | 'isShownOnly'
  | 'retry'
  | 'stop'
  | 'lookUpUnknown'
  | 'setFailedSkipped'
> & {
  readonly items: readonly JobItem[]
  /** The id of the job in whose place it is. */
  readonly joins: number | undefined
}

export function addJob({ items, joins, ...added }: NewJob): number {
  const id = joins ?? uniqueNumber()
  const job: Job = {
    ...added,
    id,
    items,
    total: items.length,
    done: 0,
    failed: 0,
    locked: 0,
    state: 'running',
    lockQuestionId: undefined,
    activeIds: new Set(),
    skippedIds: new Set(),
    followUpIds: new Set(),
    supersededIds: new Set(),
    own: undefined,
    result: undefined,
    undo: undefined,
    undoState: findJob(id)?.undoState ?? 'idle',
  }
  // What is tried again is not left as it is any more.
  if (job.continuesJob !== undefined) setItemsSkipped(job.continuesJob, items, false)
  updateJobs((jobs) =>
    withoutOldResults(
      findJob(id) ? jobs.map((each) => (each.id === id ? job : each)) : [...jobs, job],
    ),
  )
  markItemsSuperseded(job)
  return id
}

function withoutOldResults(jobs: readonly Job[]): Job[] {
  const recent = [...new Set(jobs.toReversed().map(shownBy))].slice(0, maxResults)
  // A message about what is left to be decided stays until it is dismissed, and shows the result.
  const isNeeded = (job: Job) => {
    const message = toastAbout(`job ${job.id}`)?.message
    return isJobActive(job) || (message?.kind === 'job' && message.isOpen)
  }
  const kept = new Set([...recent, ...jobs.filter(isNeeded).map(shownBy)])
  return jobs.filter((job) => kept.has(shownBy(job)))
}

export function updateJob(id: number, part: Partial<Omit<Job, 'id' | 'operation'>>): void {
  updateJobs((jobs) => jobs.map((job) => (job.id === id ? { ...job, ...part } : job)))
}

export function setItemsSkipped(id: number, items: readonly JobItem[], isSkipped: boolean): void {
  const skippedIds = new Set(findJob(id)?.skippedIds)
  for (const item of items) {
    if (isSkipped) skippedIds.add(item.id)
    else skippedIds.delete(item.id)
  }
  updateJob(id, { skippedIds })
  const ids = new Set(items.map((item) => item.id))
  for (const job of allJobs()) if (contributesTo(job, id)) job.setFailedSkipped(ids, isSkipped)
}

/** Sends nothing more; requests under way are aborted, and what they did is looked up. */
export function stopJob(id: number): void {
  const job = findJob(id)
  if (!job || !isJobActive(job)) return
  updateJob(id, { state: 'stopping' })
  job.stop()
}

/**
 * Reports what has become of the items of a job, at its end or before it asks or waits: other jobs may process all but
 * those with `activeIds`. Returns the job that shows it, merged with the results of those that follow that; undefined
 * after a sign-out, when nothing is reported.
 */
export function reportJob(
  id: number,
  own: JobContribution,
  progress: { readonly activeIds: ReadonlySet<string>; readonly state?: 'ended' },
): Job | undefined {
  const job = findJob(id)
  if (!job) return undefined
  const shownBy = findJob(job.continuesJob)?.id ?? id
  updateJob(id, { ...progress, own, ...(shownBy !== id && countsOf(own.result)) })
  // A job whose items are looked up after its end has been overtaken by later ones, and not they by it.
  const hasJustEnded = progress.state === 'ended' && isJobActive(job)
  if (hasJustEnded && !job.isShownOnly) dismissOutdatedMessages(job, own.result.done)
  const contributions = allJobs().flatMap((job) =>
    contributesTo(job, shownBy) && job.own ? [job.own] : [],
  )
  const result = contributions.map((each) => each.result).reduce(mergeResults)
  // One of which no item is done may have created folders.
  const isUndoable = contributions.some((each) => each.result.done.length > 0)
  const undo = isUndoable ? findJob(shownBy)?.createUndo(contributions) : undefined
  updateJob(shownBy, { ...countsOf(result), result, undo })
  return findJob(shownBy)
}

/** For a job that is not sent after all, or of a user who has signed out, also one that began while that went on. */
export const dropJob = (id: number): void =>
  updateJobs((jobs) => jobs.filter((each) => each.id !== id))

const countsOf = ({ done, failed, locked }: JobResult) => ({
  done: done.length,
  failed: failed.length,
  locked: locked.length,
})

async function endJobs(isMeant: (job: Job) => boolean): Promise<void> {
  const running = allJobs().filter((job) => isJobActive(job) && isMeant(job))
  const ids = running.map(({ id }) => id)
  for (const id of ids) stopJob(id)
  await whenJobsEnd(ids)
}

// What a job cleans up when it ends needs the session, also where another tab signs out.
subscribeToJobs((jobs) => setSignOutDelayed('jobs', jobs.some(isJobActive)))
onBeforeSignOut(() => endJobs(({ survivesSignOut }) => !survivesSignOut))

/**
 * Takes a job back, with what the jobs that follow it have done; what is still running or waiting is stopped first.
 * Undo stays on offer until that has worked.
 */
export async function undoJob(id: number): Promise<void> {
  const find = () => findJob(id)
  const job = find()
  if (!job?.undo || job.undoState === 'running') return
  const count = job.result?.done.length ?? job.total
  const failureContext: FailureContext = {
    kind: 'notUndone',
    operation: { ...job.operation, count },
  }
  dismissFailuresAbout(failureContext)
  // An earlier try has done nothing.
  for (const each of allJobs()) if (each.undoes === id) dismissJobToast(each.id)
  updateJob(id, { undoState: 'running' })
  // The message may have gone before Ctrl+Z.
  const showing = setTimeout(() => {
    // Not after a sign-out.
    if (find()) showToast({ kind: 'job', jobId: id, isOpen: true })
  }, progressDelayMs)
  try {
    await endJobs((other) => contributesTo(other, id))
    // What would be resumed has been taken back by then. Why a part stays is said there.
    if (!(await discardInterruptedParts(job.journalId))) throw new NothingUndoneError()
    await lookUpUnknown(id)
    const undo = find()?.undo
    // By what was looked up it cannot be taken back any more.
    if (!undo) throw new ApiError({ code: ErrorCode.conflict })
    if (isNothingUndone(await undo(id))) throw new NothingUndoneError()
    updateJob(id, { undo: undefined, undoState: 'done' })
    dismissJobToast(id)
  } catch (error) {
    // After a sign-out there is nothing to offer.
    if (!find()) return
    if (error instanceof UndoneElsewhereError) {
      updateJob(id, { undo: undefined, undoState: 'done' })
      dismissJobToast(id)
      const { name } = failureContext.operation
      showToast({ kind: 'done', key: 'alreadyUndone', values: { name, ...error.meanwhile } })
      return
    }
    updateJob(id, { undoState: 'failed' })
    showToast({ kind: 'job', jobId: id, isOpen: true })
    if (!(error instanceof SessionEndedError || error instanceof NothingUndoneError)) {
      showToast({ kind: 'failed', error: error as Error, failureContext })
    }
  } finally {
    clearTimeout(showing)
  }
}

onSignOut(() => {
  const { userId } = currentSession()
  // A journal that cannot be deleted now is still tied to its user and offered to nobody else.
  if (userId !== undefined) deleteJournalsOfUser(userId).catch(() => undefined)
  // Items of one that has ended may be looked up.
  const jobs = allJobs()
  updateJobs(() => [])
  for (const { stop } of jobs) stop()
})
