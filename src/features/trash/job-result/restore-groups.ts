import { ErrorCode } from '#src/contract/error-codes/error-codes.ts'
import { ApiError } from '#src/contract/errors.ts'
import type { LockConflict } from '#src/contract/lock.ts'
import type { JobItem, JobResult, FailedItem } from '#src/jobs/store/job.ts'

/** Why an item was not restored, as far as the recovery actions differ. */
export type RestoreFailureReason =
  | 'nameTaken'
  | 'skipped'
  | 'folderMissing'
  | 'noPlace'
  | 'stillLocked'
  | 'other'
  | 'unknown'
  | 'notAttempted'
  | 'gone'

export type OutcomeItem = {
  readonly item: JobItem
  readonly failure?: FailedItem
  readonly locks?: readonly LockConflict[] | undefined
  /** Where it lies, when that is between two folders. */
  readonly stagedUri?: string | undefined
}
export type OutcomeGroup = {
  readonly reason: RestoreFailureReason
  readonly lines: readonly OutcomeItem[]
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
  'gone',
]

/** The items that were not restored, by reason, without those of `omittedIds`. */
export function outcomeGroupsOf(
  { failed, locked, left, locks, staged }: JobResult,
  omittedIds: ReadonlySet<string>,
  skippedIds: ReadonlySet<string>,
): OutcomeGroup[] {
  const groups = new Map<RestoreFailureReason, OutcomeItem[]>(order.map((reason) => [reason, []]))
  for (const failure of failed) {
    const stagedUri = staged?.get(failure.item.id)
    const reason = reasonOf(failure, stagedUri !== undefined)
    const isSkipped = reason === 'nameTaken' && skippedIds.has(failure.item.id)
    groups.get(isSkipped ? 'skipped' : reason)?.push({ item: failure.item, failure, stagedUri })
  }
  for (const item of locked) {
    const stagedUri = staged?.get(item.id)
    groups.get('stillLocked')?.push({ item, locks: locks?.get(item.id), stagedUri })
  }
  for (const item of left)
    groups.get('notAttempted')?.push({ item, stagedUri: staged?.get(item.id) })
  return [...groups].flatMap(([reason, all]) => {
    const lines = all.filter(({ item }) => !omittedIds.has(item.id))
    return lines.length > 0 ? [{ reason, lines }] : []
  })
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

export const isOnlyLine = (groups: readonly OutcomeGroup[]): boolean =>
  groups.length === 1 && groups[0]?.lines.length === 1

/** The lines that one Retry for all is about: none when the only one of them, among others, has its own. */
export function linesToRetry(groups: readonly OutcomeGroup[]): OutcomeItem[] {
  const retryable = groups
    .filter(({ reason }) => retryableReasons.has(reason))
    .flatMap(({ reason, lines }) => lines.map((line) => ({ reason, line })))
    .filter(({ line }) => line.stagedUri === undefined)
  const [first] = retryable
  const hasItsOwn = retryable.length === 1 && first && retriedByLine.has(first.reason)
  return hasItsOwn && !isOnlyLine(groups) ? [] : retryable.map(({ line }) => line)
}

/** Whether the items need something else than trying again. */
export const needsRecoveryAction = ({ reason }: OutcomeGroup): boolean =>
  reason === 'nameTaken' || reason === 'folderMissing' || reason === 'noPlace'
