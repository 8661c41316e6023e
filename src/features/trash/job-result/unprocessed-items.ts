import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError, hasErrorCode } from '#src/contract/errors.ts'
import type { LockConflict } from '#src/contract/lock.ts'
import type { Messages } from '#src/i18n/messages.ts'
import { interruptedIdsOf, useInterruptedJobs } from '#src/jobs/journal/interrupted-jobs.ts'
import { useJobById, useActiveContributors } from '#src/jobs/store/job-list.ts'
import { canRetryItem, resultWithoutSupersededItems } from '#src/jobs/store/job-results.ts'
import type { Job, JobItem, JobResult, FailedItem } from '#src/jobs/store/job.ts'
import { groupBy } from '#src/lib/group-by.ts'

/** Why an item was not restored, as far as the recovery actions differ. */
export type RestoreFailureReason =
  | 'nameTaken'
  | 'skipped'
  | 'folderMissing'
  | 'noPlace'
  | 'stillLocked'
  | 'lockedAndSkipped'
  | 'other'
  | 'unknown'
  | 'notAttempted'
  | 'gone'

export type UnprocessedItem = {
  readonly item: JobItem
  readonly failure?: FailedItem
  readonly locks?: readonly LockConflict[] | undefined
  /** Where it lies, when that is between two folders. */
  readonly stagedUri?: string | undefined
  /** Whether a file that went to the trash to make room for it may still be there. */
  readonly hasReplaced?: boolean | undefined
  /** The last name that it was given, or was to be given, on its way. */
  readonly givenName?: string | undefined
}
export type UnprocessedGroup = {
  readonly reason: RestoreFailureReason
  readonly lines: readonly UnprocessedItem[]
}

function reasonOf({ error, isUnknown }: FailedItem, isStaged: boolean): RestoreFailureReason {
  if (isUnknown) return 'unknown'
  if (isStaged || !(error instanceof ApiError)) return 'other'
  switch (error.code) {
    case ErrorCode.nameTaken:
      return 'nameTaken'
    case ErrorCode.pathNotFound:
      return 'folderMissing'
    case ErrorCode.forbidden:
      return 'noPlace'
    case ErrorCode.notFound:
      return 'gone'
    default:
      return 'other'
  }
}

const order: readonly RestoreFailureReason[] = [
  'nameTaken',
  'folderMissing',
  'noPlace',
  'stillLocked',
  'other',
  'unknown',
  'notAttempted',
  'skipped',
  'lockedAndSkipped',
  'gone',
]

/**
 * How many items were not processed, each counted once. `interrupted`: a part of the job that can still be resumed
 * decides about them.
 */
export type UnprocessedCounts = Record<
  | 'failed'
  | 'unknown'
  | 'changed'
  | 'skipped'
  | 'waiting'
  | 'followUp'
  | 'locked'
  | 'left'
  | 'interrupted',
  number
>

export type UnprocessedOutcome = UnprocessedItem & {
  readonly reason: RestoreFailureReason
  readonly countedAs: keyof UnprocessedCounts
}

/** Reasons to leave an item as others, or another tab, have made it. */
const changedCodes = [ErrorCode.viewChanged, ErrorCode.linkChanged, ErrorCode.linkRevived]

const failureCount = ({ error, isUnknown }: FailedItem): 'failed' | 'unknown' | 'changed' =>
  isUnknown ? 'unknown' : hasErrorCode(error, ...changedCodes) ? 'changed' : 'failed'

/**
 * `skippedIds`: of items that the user leaves as they are; `waitingIds`: of those that still wait for a lock; `followUpIds`:
 * of those that a job that follows is to process.
 */
function outcomesOf(
  { failed, locked, left, locks, staged, replaced, renamed }: JobResult,
  skippedIds: ReadonlySet<string>,
  waitingIds: ReadonlySet<string>,
  followUpIds: ReadonlySet<string>,
  interruptedIds: ReadonlySet<string>,
): UnprocessedOutcome[] {
  const outcomeOf = (
    item: JobItem,
    reason: RestoreFailureReason,
    countedAs: keyof UnprocessedCounts,
  ): UnprocessedOutcome => ({
    item,
    reason,
    countedAs: interruptedIds.has(item.id)
      ? 'interrupted'
      : waitingIds.has(item.id)
        ? 'waiting'
        : countedAs,
    stagedUri: staged?.get(item.id),
    hasReplaced: replaced?.has(item.id),
    givenName: renamed?.get(item.id),
  })
  return [
    ...failed.map((failure): UnprocessedOutcome => {
      const { item } = failure
      const reason = reasonOf(failure, staged?.has(item.id) ?? false)
      const outcome =
        reason === 'nameTaken' && skippedIds.has(item.id)
          ? outcomeOf(item, 'skipped', 'skipped')
          : outcomeOf(item, reason, followUpIds.has(item.id) ? 'followUp' : failureCount(failure))
      return { ...outcome, failure }
    }),
    ...locked.map((item): UnprocessedOutcome => {
      const outcome = skippedIds.has(item.id)
        ? outcomeOf(item, 'lockedAndSkipped', 'skipped')
        : outcomeOf(item, 'stillLocked', 'locked')
      return { ...outcome, locks: locks?.get(item.id) }
    }),
    ...left.map((item) => outcomeOf(item, 'notAttempted', 'left')),
  ]
}

/** Whether it is the user’s turn, or that of whoever holds a lock. */
export const isJobAskingOrWaiting = ({ state }: Job): boolean =>
  state === 'asking' || state === 'waiting'

/**
 * The items that a job has not processed, without those that a later one tells of: how many, and those that neither wait
 * for a lock nor are interrupted, also by reason.
 */
export function useUnprocessedItems(jobId: number):
  | {
      readonly counts: UnprocessedCounts
      readonly outcomes: readonly UnprocessedOutcome[]
      readonly groups: readonly UnprocessedGroup[]
    }
  | undefined {
  const job = useJobById(jobId)
  const interrupted = useInterruptedJobs()
  const active = useActiveContributors(jobId)
  const result = job && resultWithoutSupersededItems(job)
  if (!result) return undefined
  const waiting = active.filter(isJobAskingOrWaiting)
  const waitingIds = new Set(waiting.flatMap(({ activeIds }) => [...activeIds]))
  const followUpIds = new Set(active.flatMap((each) => [...each.followUpIds]))
  const interruptedIds = interruptedIdsOf(interrupted, job.journalId)
  const all = outcomesOf(result, job.skippedIds, waitingIds, followUpIds, interruptedIds)
  const counts = {
    failed: 0,
    unknown: 0,
    changed: 0,
    skipped: 0,
    waiting: 0,
    followUp: 0,
    locked: 0,
    left: 0,
    interrupted: 0,
  }
  for (const { countedAs } of all) counts[countedAs]++
  const outcomes = all.filter(
    ({ countedAs }) => countedAs !== 'waiting' && countedAs !== 'interrupted',
  )
  const shown = groupBy(outcomes, ({ reason }) => reason)
  const groups = order.flatMap((reason) => {
    const lines = shown.get(reason)
    return lines ? [{ reason, lines }] : []
  })
  return { counts, outcomes, groups }
}

/** One sentence about the outcomes of which there are any; undefined when there is nothing to say. */
export function unprocessedCountsText(
  counts: Partial<UnprocessedCounts>,
  t: Messages,
): string | undefined {
  const { failed = 0, unknown = 0, changed = 0 } = counts
  const { waiting = 0, followUp = 0, locked = 0, skipped = 0, left = 0 } = counts
  const parts = [
    failed > 0 && t.operations.failedCount(failed),
    unknown > 0 && t.operations.unknownCount(unknown),
    changed > 0 && t.operations.changedCount(changed),
    waiting > 0 && t.operations.waitingCount(waiting),
    followUp > 0 && t.operations.followUpCount(followUp),
    locked > 0 && t.operations.lockedCount(locked),
    skipped > 0 && t.operations.skippedCount(skipped),
    left > 0 && t.operations.leftCount(left),
  ].filter((part) => part !== false)
  return parts.length > 0 ? t.operations.outcomes(parts) : undefined
}

/** Trying again as it is may help for these reasons. */
const retryableReasons = new Set<RestoreFailureReason>([
  'stillLocked',
  'other',
  'unknown',
  'notAttempted',
])

/** Reasons whose lines have a Retry of their own, unless it is the only line. */
const retriedByLine = new Set<RestoreFailureReason>(['stillLocked', 'unknown'])

export const hasOnlyOneLine = (groups: readonly UnprocessedGroup[]): boolean =>
  groups.length === 1 && groups[0]?.lines.length === 1

/** The lines that one Retry for all is about: none when the only one of them, among others, has its own. */
export function linesToRetry(groups: readonly UnprocessedGroup[]): UnprocessedItem[] {
  const retryable = groups
    .filter(({ reason }) => retryableReasons.has(reason))
    .flatMap(({ reason, lines }) => lines.map((line) => ({ reason, line })))
    .filter(({ line }) => line.stagedUri === undefined)
    .filter(({ line: { failure } }) => !failure || canRetryItem(failure))
  const [first] = retryable
  const hasItsOwn = retryable.length === 1 && first && retriedByLine.has(first.reason)
  return hasItsOwn && !hasOnlyOneLine(groups) ? [] : retryable.map(({ line }) => line)
}

/** Whether the items need something else than trying again. */
export const needsRecoveryAction = ({ reason }: UnprocessedGroup): boolean =>
  reason === 'nameTaken' || reason === 'folderMissing' || reason === 'noPlace'
